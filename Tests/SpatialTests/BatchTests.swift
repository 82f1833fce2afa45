import TestSupport
import Testing

@testable import Spatial

/// A batch against the single queries, on any number of threads.
@Suite struct BatchTests {
  private static let sizes = [0, 1, 255, 256, 257, 1_000]

  private func expect(
    _ lists: NeighborLists, _ answers: [[Neighbor]], _ comment: Testing.Comment
  ) {
    #expect(lists.map(Array.init) == answers, comment)
    #expect(lists.offsets.count == answers.count + 1, comment)
    #expect(lists.offsets.last == lists.neighbors.count, comment)
    #expect(lists.neighbors == Array(answers.joined()), comment)
  }

  @Test(arguments: PointCloud.allCases, sizes)
  func listsAreInTheOrderOfTheQueries(cloud: PointCloud, size: Int) {
    let points = cloud.points(count: 600, seed: 9)
    let tree = KDTree(points)
    let queries = cloud.queries(count: size, seed: 9, near: points)
    let radius = tree.nearest(to: points[0], count: 40).last?.distanceMeters ?? 0
    for threads in [1, 2, 5] {
      let comment: Testing.Comment = "\(cloud), \(size) queries, \(threads) threads"
      for count in [1, 3] {
        expect(
          tree.nearest(toEach: queries, count: count, threadLimit: threads),
          queries.map { tree.nearest(to: $0, count: count) }, comment)
      }
      expect(
        tree.nearest(toEach: queries, count: 7, within: radius, threadLimit: threads) {
          $0 % 2 == 0
        },
        queries.map { tree.nearest(to: $0, count: 7, within: radius) { $0 % 2 == 0 } }, comment)
      expect(
        tree.within(radiusMeters: radius, ofEach: queries, threadLimit: threads),
        queries.map { tree.within(radiusMeters: radius, of: $0) }, comment)
    }
  }

  /// Where the answers have as many neighbors, their memory is written again.
  @Test func listsAreUsedAgain() {
    let points = PointCloud.clusters.points(count: 400, seed: 2)
    let tree = KDTree(points)
    var lists = NeighborLists()
    for (size, count) in [
      (30, 5), (30, 5), (10, 15), (150, 1), (0, 3), (0, 1), (30, 0), (3, 1_000),
    ] {
      let queries = PointCloud.clusters.queries(count: size, seed: UInt64(size), near: points)
      tree.nearest(toEach: queries, count: count, into: &lists)
      expect(lists, queries.map { tree.nearest(to: $0, count: count) }, "\(size), \(count)")
      tree.nearest(toEach: queries, count: count, within: 2_000, into: &lists)
      expect(
        lists, queries.map { tree.nearest(to: $0, count: count, within: 2_000) },
        "\(size), \(count)")
    }
  }

  @Test func aTreeWithoutPointsGivesEmptyLists() {
    let queries = [Coordinate.valid(0, 0), .valid(1, 1)]
    expect(KDTree([]).nearest(toEach: queries, count: 3), [[], []], "no points")
    expect(KDTree([]).nearest(toEach: queries, count: 1), [[], []], "no points")
    expect(KDTree([]).within(radiusMeters: 1e9, ofEach: queries), [[], []], "no points")
  }

  /// Of a damaged index, a list may be short.
  @Test func aSavedIndexAnswersABatch() throws {
    let points = PointCloud.clusters.points(count: 400, seed: 3)
    let tree = try SavedBytes(KDTree(points)).open()
    for count in [1, 4] {
      expect(
        tree.nearest(toEach: points, count: count),
        points.map { tree.nearest(to: $0, count: count) }, "saved")
    }
  }

  @Test func impossibleArgumentsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = KDTree([]).nearest(toEach: [], count: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([]).nearest(toEach: [], count: 1, within: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([]).within(radiusMeters: .nan, ofEach: [])
    }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([]).nearest(toEach: [], count: 1, threadLimit: 0)
    }
  }
}
