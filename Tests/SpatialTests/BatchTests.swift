import TestSupport
import Testing

@testable import Spatial

/// A batch answers as its queries would one after the other, whoever does the work.
@Suite struct BatchTests {
  /// The workers one after the other, the last first.
  private func backwards(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for worker in (0..<count).reversed() { body(worker) }
  }

  @Test(arguments: [PointCloud.clusters, .uniform, .poles, .dateLine, .duplicates])
  func answersAreInTheOrderOfTheQueries(cloud: PointCloud) {
    let points = cloud.points(count: 500, seed: 1)
    let queries = cloud.queries(count: 101, seed: 2, near: points)
    let tree = KDTree(points)
    for workers in [1, 2, 7, 200] {
      for count in [0, 1, 10, 1_000] {
        let answers = tree.nearest(
          to: queries, count: count, workers: workers, execute: backwards)
        #expect(answers.count == queries.count)
        for (query, answer) in zip(queries, answers) {
          #expect(Array(answer) == tree.nearest(to: query, count: count))
        }
      }
    }
    let filtered = tree.nearest(
      to: queries, count: 5, within: 10_000, where: { $0 % 3 == 0 }, workers: 3,
      execute: backwards)
    for (query, answer) in zip(queries, filtered) {
      #expect(
        Array(answer)
          == tree.nearest(to: query, count: 5, within: 10_000, where: { $0 % 3 == 0 }))
    }
    #expect(tree.nearest(to: [], count: 5, workers: 4, execute: backwards).isEmpty)
  }

  @Test func theCurveVisitsEveryPlaceOnce() {
    for cloud in PointCloud.allCases {
      let places = cloud.points(count: 300, seed: 1)
      #expect(CurveOrder.order(of: places).sorted() == (0..<300).map(UInt32.init))
    }
    #expect(CurveOrder.order(of: []).isEmpty)
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
