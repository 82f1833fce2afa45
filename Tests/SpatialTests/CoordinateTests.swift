import Spatial
import TestSupport
import Testing

@Suite struct CoordinateTests {
  @Test func endsOfTheRangesAreValid() throws {
    for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (0, 0)] {
      let point = try Coordinate(latitude: latitude, longitude: longitude)
      #expect(point.latitude == latitude && point.longitude == longitude)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func notFiniteIsRefused(_ value: Double) {
    #expect(throws: CoordinateError.notFinite("\(value)", axis: .latitude)) {
      try Coordinate(latitude: value, longitude: 0)
    }
    #expect(throws: CoordinateError.notFinite("\(value)", axis: .longitude)) {
      try Coordinate(latitude: 0, longitude: value)
    }
  }

  @Test func swappedNumbersAreNamedAndNeverSwapped() {
    let error = #expect(throws: CoordinateError.self) {
      try Coordinate(latitude: 114.17, longitude: 22.29)
    }
    #expect(
      error?.description
        == "latitude 114.17 is outside −90…90; are latitude and longitude swapped?")
  }

  @Test(arguments: [181.0, 540, -180.000001])
  func longitudeBeyondTheDateLineIsRefused(_ longitude: Double) {
    #expect(throws: CoordinateError.outOfRange(longitude, axis: .longitude, hint: nil)) {
      try Coordinate(latitude: 0, longitude: longitude)
    }
  }

  @Test func latitudeBeyondThePoleIsRefused() {
    #expect(throws: CoordinateError.outOfRange(90.1, axis: .latitude, hint: .swapped)) {
      try Coordinate(latitude: 90.1, longitude: 0)
    }
    #expect(throws: CoordinateError.outOfRange(-90.1, axis: .latitude, hint: nil)) {
      try Coordinate(latitude: -90.1, longitude: 91)
    }
  }

  @Test func gridMetresAreRecognised() {
    let error = #expect(throws: CoordinateError.self) {
      try Coordinate(latitude: 817_000, longitude: 835_700)
    }
    #expect(error?.description.contains("HK1980 grid metres") == true)
  }
}

@Suite struct DistanceTests {
  private func distance(_ a: (Double, Double), _ b: (Double, Double)) throws -> Double {
    let from = try Coordinate(latitude: a.0, longitude: a.1)
    let to = try Coordinate(latitude: b.0, longitude: b.1)
    let there = from.greatCircleDistance(to: to)
    #expect(there == to.greatCircleDistance(to: from), "distance is symmetric")
    return there
  }

  @Test func knownDistances() throws {
    // One degree of a great circle is πR/180.
    #expect(abs(try distance((0, 0), (1, 0)) - 111_195.080_233_532_9) < 1e-9)
    #expect(abs(try distance((0, 179.5), (0, -179.5)) - 111_195.080_233_532_9) < 1e-9)
    #expect(abs(try distance((0, 0), (0, 90)) - 10_007_557.221_017_96) < 1e-8)
  }

  @Test func identicalPointsAreAtZero() throws {
    #expect(try distance((22.3, 114.17), (22.3, 114.17)) == 0)
    #expect(try distance((-41.5, 180), (-41.5, -180)) == 0)
    #expect(try distance((90, 12), (90, -77)) == 0)
    #expect(try distance((-90, 0), (-90, 180)) == 0)
  }

  @Test func antipodesAreHalfTheCircumference() throws {
    // The haversine term of the first pair rounds above 1.
    for (a, b) in [((-12.0, -94.0), (12.0, 86.0)), ((90, 0), (-90, 0)), ((0, -90), (0, 90))] {
      #expect(abs(try distance(a, b) - 20_015_114.442_035_92) < 1e-6)
    }
  }

  @Test func smallDistancesKeepTheirDigits() throws {
    // A metre of latitude is 180 / πR degrees.
    let degree = 1 / 111_195.080_233_532_9
    #expect(abs(try distance((22, 114), (22 + degree, 114)) - 1) < 1e-8)
  }

  @Test func bearings() throws {
    let origin = try Coordinate(latitude: 22.3, longitude: 114.17)
    func bearing(_ latitude: Double, _ longitude: Double) throws -> Double {
      origin.initialBearing(to: try Coordinate(latitude: latitude, longitude: longitude))
    }
    #expect(try bearing(23, 114.17) == 0)
    #expect(try bearing(21, 114.17) == 180)
    #expect(try bearing(22.3, 114.17) == 0)
    #expect(abs(try bearing(22.3, 114.18) - 90) < 0.01)
    #expect(abs(try bearing(22.3, 114.16) - 270) < 0.01)
    let dateLine = try Coordinate(latitude: 0, longitude: 179.5)
    #expect(
      abs(dateLine.initialBearing(to: try Coordinate(latitude: 0, longitude: -179.5)) - 90) < 1e-9)
  }

  @Test func bearingsStayInRange() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let a = try Coordinate(
        latitude: random.unit() * 180 - 90, longitude: random.unit() * 360 - 180)
      let b = try Coordinate(
        latitude: random.unit() * 180 - 90, longitude: random.unit() * 360 - 180)
      #expect((0..<360).contains(a.initialBearing(to: b)), "from \(a) to \(b)")
    }
  }
}
