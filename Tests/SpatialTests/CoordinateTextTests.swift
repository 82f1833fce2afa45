import Spatial
import TestSupport
import Testing

@Suite struct CoordinateTextTests {
  /// Spellings of one place, 22.2944, 114.1722.
  @Test(arguments: [
    "22.2944,114.1722", "22.2944, 114.1722", "22.2944 114.1722", "  22.2944 ; 114.1722\n",
    "+22.2944,+114.1722", "２２．２９４４，１１４．１７２２", "22.2944　114.1722", "22.2944、114.1722",
    "22.2944N 114.1722E", "N22.2944E114.1722", "22.2944N114.1722E", "N22.2944 E114.1722",
    "114.1722E 22.2944N", "n 22.2944, e 114.1722",
    "22.2944° N, 114.1722° E", "22.2944°,114.1722°", "北緯22.2944 東經114.1722",
    "北纬22.2944度，东经114.1722度", "geo:22.2944,114.1722", "geo:22.2944,114.1722;u=35",
    "22,2944;114,1722", "22,2944; 114,1722", "22,2944 114,1722", "22.2944 N 114.1722",
    "22.2944 114.1722 E", "(22.2944, 114.1722)", "[22.2944,114.1722]", "lat 22.2944 lon 114.1722",
    "Lat: 22.2944, Long: 114.1722", "lon=114.1722 lat=22.2944",
    "latitude 22.2944 longitude 114.1722",
    "https://www.google.com/maps/@22.2944,114.1722,17z",
    "https://www.google.com/maps/place/Some+Place/@22.2944,114.1722,17z/data=!3m1",
    "https://maps.google.com/?q=22.2944,114.1722",
    "https://maps.apple.com/?ll=22.2944%2C114.1722&z=3",
    "https://www.openstreetmap.org/#map=17/22.2944/114.1722",
    "https://www.openstreetmap.org/?mlat=22.2944&mlon=114.1722#map=12/22.3/114.2",
  ])
  func decimalDegrees(_ text: String) throws {
    let point = try #require(try Coordinate.parse(text), "\(text) is a coordinate")
    #expect(point.latitude == 22.2944)
    #expect(point.longitude == 114.1722)
  }

  @Test(arguments: [
    "22°17'40\"N 114°10'20\"E", "22°17′40″N, 114°10′20″E", "22°17’40”N 114°10’20”E",
    "22°17'40''N 114°10'20''E", "22 17 40, 114 10 20", "22 17 40 114 10 20",
    "22 17 40 N 114 10 20 E", "N22°17'40\" E114°10'20\"", "22º17'40\" 114º10'20\"",
    "22度17分40秒 114度10分20秒", "22:17:40N 114:10:20E", "N22°17.6666666667' E114°10.3333333333'",
  ])
  func degreesMinutesSeconds(_ text: String) throws {
    let point = try #require(try Coordinate.parse(text), "\(text) is a coordinate")
    #expect(abs(point.latitude - 22.294_444_444) < 1e-8)
    #expect(abs(point.longitude - 114.172_222_222) < 1e-8)
  }

  @Test func signsAndHemispheres() throws {
    let south = try Coordinate(latitude: -33.86, longitude: 151.2)
    for text in [
      "-33.86,151.2", "\u{2212}33.86, 151.2", "\u{2013}33.86,151.2", "33.86S 151.2E",
      "S33.86 E151.2",
    ] {
      #expect(try Coordinate.parse(text) == south, "\(text)")
    }
    let west = try Coordinate(latitude: 40.5, longitude: -74.25)
    for text in ["40.5 -74.25", "40°30'N 74°15'W", "40 30, -74 15"] {
      #expect(try Coordinate.parse(text) == west, "\(text)")
    }
    #expect(try Coordinate.parse("-0 30 0, 0 0 0")?.latitude == -0.5)
  }

  /// Names, single numbers and other words are no coordinates.
  @Test(arguments: [
    "", " ", "peninsula", "尖沙咀", "22.2944", "1881 Heritage", "60 West", "K11", "西九龍", "中環",
    "Central Pier 7", "nan", "0x16", "E", "22.29,", "N", ",", "218 Apartment",
    String(repeating: "1 ", count: 300), "long 22", "https://example.com/page?id=22,x",
  ])
  func otherTextIsNil(_ text: String) throws {
    #expect(try Coordinate.parse(text) == nil, "\(text) is no coordinate")
  }

  @Test(arguments: [
    "nan,114", "22,inf", "nan nan", "1e400,0", "0x16,114", "22.29,0x72", "1e1,114", "1e-5,3",
    "infinity,0",
    "22 17 40 114 10", "22 17 114", "22.29,114.17,15", "lat 22.29 lat 114.17",
    "lat 22.29E, lon 114.17", "22°17'40\"N 114°10'20\"N",
    "-22.29S 114.17E", "22.5 17 40, 114 10 20", "22 -17 40, 114 10 20", "22'17°, 114 10",
    "22..29, 114", "1.5.2,3",
  ])
  func meantAsCoordinateButWrong(_ text: String) {
    #expect(throws: CoordinateError.self, "\(text)") {
      guard try Coordinate.parse(text) != nil else { return }
    }
  }

  @Test func minutesOfSixtyAreNamed() {
    #expect(throws: CoordinateError.sexagesimalOutOfRange(60, unit: "minutes")) {
      try Coordinate.parse("22 60 00, 114 10 20")
    }
    #expect(throws: CoordinateError.sexagesimalOutOfRange(75, unit: "seconds")) {
      try Coordinate.parse("22°17'75\"N 114°10'20\"E")
    }
  }

  @Test func outOfRangeIsNamed() {
    #expect(throws: CoordinateError.outOfRange(114.17, axis: .latitude, hint: .swapped)) {
      try Coordinate.parse("114.17, 22.29")
    }
    #expect(throws: CoordinateError.outOfRange(540, axis: .longitude, hint: nil)) {
      try Coordinate.parse("22.29, 540")
    }
    #expect(throws: CoordinateError.outOfRange(817_000, axis: .latitude, hint: .hk1980Grid)) {
      try Coordinate.parse("817000 835700")
    }
  }

  /// What is printed reads back as the same numbers.
  @Test(arguments: 0..<200)
  func descriptionsReadBack(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let point = try Coordinate(
      latitude: (random.unit() * 180 - 90).rounded(.up), longitude: random.unit() * 360 - 180)
    #expect(try Coordinate.parse(point.description) == point, "seed \(seed)")
  }
}
