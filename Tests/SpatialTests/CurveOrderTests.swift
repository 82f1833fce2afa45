import TestSupport
import Testing

@testable import Spatial

/// The order in which a batch is searched.
@Suite struct CurveOrderTests {
  @Test func theCurveVisitsEveryPlaceOnce() {
    for cloud in PointCloud.allCases {
      let places = cloud.points(count: 300, seed: 1)
      #expect(CurveOrder.order(of: places).sorted() == (0..<300).map(UInt32.init))
    }
    #expect(CurveOrder.order(of: []).isEmpty)
  }

  /// Extents of which the scale is no number are one cell.
  @Test func placesNextToEachOtherHaveAnOrder() {
    for step in [0x1p-1074, 1e-306, 1e-300, 1e-17, 1e-9] {
      let places = (0..<100).map { Coordinate.valid(Double($0 % 7) * step, Double($0 % 5) * step) }
      #expect(CurveOrder.order(of: places).sorted() == (0..<100).map(UInt32.init), "\(step)")
    }
  }

  /// The steps along the curve are short: of random places on the sphere a step is a tenth of a step
  /// in their own order.
  @Test func theCurveIsShort() {
    let places = PointCloud.uniform.points(count: 2_000, seed: 1)
    func length(_ places: [Coordinate]) -> Double {
      zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.greatCircleDistance(to: $1.1) }
    }
    let ordered = CurveOrder.order(of: places).map { places[Int($0)] }
    #expect(length(ordered) < length(places) / 10)
  }
}
