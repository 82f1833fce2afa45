import TestSupport
import Testing

@testable import Spatial

@Suite struct DatumTests {
  @Test func gcj02IsShiftedByTheKnownAmount() throws {
    // At Tsim Sha Tsui: +0.00497° of longitude, −0.00274° of latitude, about 595 m.
    let truth = try Coordinate(latitude: 22.2946, longitude: 114.1699)
    let shifted = Datum.addingShift(truth)
    #expect(abs(shifted.longitude - truth.longitude - 0.004_97) < 1e-5)
    #expect(abs(shifted.latitude - truth.latitude + 0.002_74) < 1e-5)
    #expect(abs(truth.greatCircleDistance(to: shifted) - 595) < 3)
    #expect(Datum.gcj02.wgs84(from: shifted).greatCircleDistance(to: truth) < 1e-3)
  }

  @Test(arguments: 0..<100)
  func gcj02IsInvertedToAMillimetre(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let truth = try Coordinate(
      latitude: 5 + random.unit() * 45, longitude: 75 + random.unit() * 60)
    let back = Datum.gcj02.wgs84(from: Datum.addingShift(truth))
    #expect(back.greatCircleDistance(to: truth) < 1e-3, "seed \(seed)")
  }

  @Test func otherPartsOfTheWorldAreNotShifted() throws {
    let sydney = try Coordinate(latitude: -33.86, longitude: 151.2)
    #expect(Datum.gcj02.wgs84(from: sydney) == sydney)
    #expect(Datum.wgs84.wgs84(from: sydney) == sydney)
  }

  @Test func bd09LiesBehindGCJ02() throws {
    // BD-09 is GCJ-02 moved by about (0.0065, 0.006) degrees, some 900 m.
    let point = try Coordinate(latitude: 22.2946, longitude: 114.1699)
    let gcj02 = Datum.gcj02.wgs84(from: point)
    let bd09 = Datum.bd09.wgs84(from: point)
    #expect((700...1100).contains(gcj02.greatCircleDistance(to: bd09)))
  }

  @Test func aTypedDatumConvertsAndNoneDoesNot() throws {
    let text = "22.29186,114.17487"
    let plain = try #require(try Coordinate.parse(text))
    #expect(plain.latitude == 22.291_86 && plain.longitude == 114.174_87)
    let converted = try #require(try Coordinate.parse(text, datum: .gcj02))
    #expect(abs(converted.latitude - 22.2946) < 1e-4 && abs(converted.longitude - 114.1699) < 1e-4)
  }
}
