import TestSupport
import Testing

@testable import Spatial

/// Children that wait keep their place in the last bits of their bound: a threshold that differs from
/// the bound in those bits alone must let them through.
@Suite struct WaitingBoundTests {
  /// At the antipode, many squares are 4 to the bit, and the threshold is fourteen ulps above.
  @Test func childrenAtTheThresholdAreVisited() {
    for seed: UInt64 in 1...8 {
      let points = PointCloud.poles.points(count: 3_000, seed: seed)
      let scan = LinearScan(points)
      for tree in Lanes.available.map({ KDTree(points, lanes: $0) }) {
        for query in PointCloud.poles.queries(count: 4, seed: seed, near: points) {
          for divisor in [48, 64, 80] {
            #expect(
              tree.nearest(to: query, count: 40) { $0 % divisor == 0 }
                == scan.nearest(to: query, count: 40) { $0 % divisor == 0 },
              "seed \(seed), \(query), one in \(divisor)")
          }
        }
      }
    }
  }
}
