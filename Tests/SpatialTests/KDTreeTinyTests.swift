import Spatial
import TestSupport
import Testing

/// Points so near to each other that squares of distances underflow.
@Suite struct KDTreeTinyTests {
  @Test(arguments: [1e-150, 1e-160, 0x1p-1074, 1e-30])
  func tinyDistancesAreRanked(_ scale: Double) throws {
    let points = try (0..<200).map { number in
      try Coordinate(latitude: Double(number % 37) * scale, longitude: 0)
    }
    let origin = try Coordinate(latitude: 0, longitude: 0)
    for lanes in Lanes.available {
      let tree = KDTree(points, lanes: lanes)
      for count in [1, 10, 30, 100, 200] {
        #expect(
          tree.nearest(to: origin, count: count)
            == LinearScan(points).nearest(to: origin, count: count), "\(count) at \(scale)")
      }
      #expect(
        tree.within(radiusMeters: 1, of: origin)
          == LinearScan(points).within(radiusMeters: 1, of: origin))
    }
  }
}
