import TestSupport
import Testing

@testable import Spatial

@Suite struct DistanceOriginTests {
  /// Four at once, one at a time, and the public function: one and the same double.
  @Test(arguments: PointCloud.allCases)
  func lanesHaveTheBitsOfTheScalarFunction(cloud: PointCloud) {
    let points = cloud.points(count: 400, seed: 11)
    for query in cloud.queries(count: 20, seed: 11, near: points) {
      let origin = DistanceOrigin(query)
      for start in stride(from: 0, to: points.count, by: 4) {
        var latitudes = SIMD4<Double>.zero
        var longitudes = SIMD4<Double>.zero
        for lane in 0..<4 {
          latitudes[lane] = points[start + lane].latitude
          longitudes[lane] = points[start + lane].longitude
        }
        let meters = origin.meters(latitudes: latitudes, longitudes: longitudes)
        for lane in 0..<4 {
          let point = points[start + lane]
          let expected = query.greatCircleDistance(to: point)
          #expect(meters[lane] == expected, "\(query) to \(point)")
          #expect(
            origin.meters(latitude: point.latitude, longitude: point.longitude) == expected,
            "\(query) to \(point)")
        }
      }
    }
  }
}
