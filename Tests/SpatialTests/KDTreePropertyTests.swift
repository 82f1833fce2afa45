import TestSupport
import Testing

@testable import Spatial

/// The tree against the linear scan: the same distances to the last bit, and the same indexes.
@Suite struct KDTreePropertyTests {
  private static let sizes = [0, 1, 2, 15, 16, 17, 127, 128, 129, 1_025, 3_000]

  /// The tree with each kind of inner loops that the processor allows.
  private func trees(_ points: [Coordinate]) -> [KDTree] {
    Lanes.available.map { KDTree(points, lanes: $0) }
  }

  @Test(arguments: PointCloud.allCases, ReplaySeeds.all)
  func nearestAgreesWithTheScan(cloud: PointCloud, seed: UInt64) {
    for size in Self.sizes {
      let points = cloud.points(count: size, seed: seed)
      let (trees, scan) = (trees(points), LinearScan(points))
      for query in cloud.queries(count: 6, seed: seed, near: points) {
        let expected = scan.nearest(to: query, count: size)
        for count in [0, 1, 10, 100, size, size + 1] {
          for tree in trees {
            let found = tree.nearest(to: query, count: count)
            #expect(
              found == Array(expected.prefix(count)),
              "NEARBY_SEED=\(seed), \(cloud), size \(size), query \(query), count \(count)")
          }
        }
      }
    }
  }

  @Test(arguments: PointCloud.allCases, ReplaySeeds.all)
  func limitsAreExact(cloud: PointCloud, seed: UInt64) {
    let size = 1_000
    let points = cloud.points(count: size, seed: seed)
    let (trees, scan) = (trees(points), LinearScan(points))
    for query in cloud.queries(count: 6, seed: seed, near: points) {
      let all = scan.nearest(to: query, count: size)
      // Radii that are a returned distance, and the doubles beside it.
      for rank in [0, 1, 10, 200, size - 1] {
        let distance = all[rank].distanceMeters
        for radius in [distance.nextDown, distance, distance.nextUp] {
          let expected = Array(all.prefix { $0.distanceMeters <= radius })
          let context: Testing.Comment =
            "NEARBY_SEED=\(seed), \(cloud), size \(size), query \(query), radius \(radius)"
          for tree in trees {
            #expect(tree.within(radiusMeters: radius, of: query) == expected, context)
            #expect(
              tree.nearest(to: query, count: 12, within: radius) == Array(expected.prefix(12)),
              context)
          }
        }
      }
      let exactly = all.filter { $0.distanceMeters == 0 }
      for tree in trees {
        #expect(tree.within(radiusMeters: 0, of: query) == exactly)
        #expect(tree.within(radiusMeters: -1, of: query) == [])
        #expect(tree.within(radiusMeters: .infinity, of: query) == all)
      }
    }
  }

  @Test(arguments: PointCloud.allCases, [10, 100, 1_000])
  func filtersComeBeforeTheLimit(cloud: PointCloud, oneOf: Int) {
    let (seed, size) = (UInt64(oneOf), 3_000)
    let points = cloud.points(count: size, seed: seed)
    let (trees, scan) = (trees(points), LinearScan(points))
    let isIncluded: (Int) -> Bool = { ($0 &* 2_654_435_761) % oneOf == 0 }
    for query in cloud.queries(count: 4, seed: seed, near: points) {
      let expected = scan.nearest(to: query, count: size, where: isIncluded)
      let context: Testing.Comment = "\(cloud), size \(size), query \(query), one of \(oneOf)"
      let radius = expected.dropFirst(2).first?.distanceMeters ?? 0
      for tree in trees {
        for count in [1, 10, 100] {
          let found = tree.nearest(to: query, count: count, where: isIncluded)
          #expect(found == Array(expected.prefix(count)), context)
        }
        #expect(
          tree.within(radiusMeters: radius, of: query, where: isIncluded)
            == expected.filter { $0.distanceMeters <= radius }, context)
      }
    }
  }

  @Test(arguments: PointCloud.allCases, ReplaySeeds.all)
  func blocksOfQueriesAgree(cloud: PointCloud, seed: UInt64) {
    var scratch = KDTree.Scratch()
    for size in Self.sizes {
      let points = cloud.points(count: size, seed: seed)
      let (trees, scan) = (trees(points), LinearScan(points))
      for count in [0, 1, 7, 8, 9, 30] {
        let queries = cloud.queries(count: count, seed: seed, near: points)
        let all = queries.map { scan.nearest(to: $0, count: 1).first }
        for radius in [-1, 0, all.last??.distanceMeters ?? 1, .infinity] {
          let expected = all.map { $0.flatMap { $0.distanceMeters <= radius ? $0 : nil } }
          for tree in trees {
            var answers = [Neighbor?](
              repeating: Neighbor(index: -1, distanceMeters: -1), count: count)
            answers.withUnsafeMutableBufferPointer { answers in
              queries.withUnsafeBufferPointer { queries in
                tree.nearestOne(of: queries, within: radius, into: answers, using: &scratch)
              }
            }
            #expect(
              answers == expected,
              "NEARBY_SEED=\(seed), \(cloud), size \(size), \(count) queries, radius \(radius)")
          }
        }
      }
    }
  }

  @Test(arguments: [PointCloud.clusters, .uniform, .duplicates, .circle])
  func tenThousandPointsAgree(cloud: PointCloud) {
    let points = cloud.points(count: 10_000, seed: 7)
    let (trees, scan) = (trees(points), LinearScan(points))
    var scratch = KDTree.Scratch()
    var results: [Neighbor] = []
    for query in cloud.queries(count: 4, seed: 7, near: points) {
      let expected = scan.nearest(to: query, count: 10_000)
      let radius = expected[5_000].distanceMeters
      for tree in trees {
        for count in [1, 10, 1_000, 10_000] {
          tree.nearest(to: query, count: count, into: &results, using: &scratch)
          #expect(results == Array(expected.prefix(count)), "\(cloud), \(query), count \(count)")
        }
        tree.within(radiusMeters: radius, of: query, into: &results, using: &scratch)
        #expect(results == expected.filter { $0.distanceMeters <= radius }, "\(cloud), \(query)")
      }
    }
  }
}
