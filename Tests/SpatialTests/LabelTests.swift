import TestSupport
import Testing

@testable import Spatial

/// Queries that ask for labels against the linear scan, on every way to the points.
@Suite struct LabelTests {
  /// The tree with the inner loops of each kind of processor, built and opened.
  private func trees(
    _ points: [Coordinate], _ labels: [PointLabel]
  ) throws -> (built: [KDTree], opened: [KDTree]) {
    let saved = SavedBytes(KDTree(points, labels: labels))
    try saved.verify()
    return (
      Lanes.available.map { KDTree(points, labels: labels, lanes: $0) },
      try Lanes.available.map {
        try KDTree(opening: UnsafeRawBufferPointer(saved.bytes), keptBy: saved, lanes: $0)
      }
    )
  }

  @Test(arguments: PointCloud.allCases, LabelPattern.allCases)
  func answersAgreeWithTheScan(cloud: PointCloud, pattern: LabelPattern) throws {
    for seed in ReplaySeeds.all {
      for size in [0, 1, 17, 257, 3_000] {
        let points = cloud.points(count: size, seed: seed)
        let labels = pattern.labels(of: points, seed: seed)
        let (trees, scan) = (try trees(points, labels), LinearScan(points))
        for query in cloud.queries(count: 2, seed: seed, near: points) {
          let everything = scan.nearest(to: query, count: size)
          for filter in LabelPattern.filters(for: labels, seed: seed) {
            let all = everything.filter { filter.admits(labels[$0.index]) }
            let comment: Testing.Comment =
              "NEARBY_SEED=\(seed), \(cloud), \(pattern), size \(size), \(query), \(filter)"
            for tree in trees.built { compare(tree, all, from: query, filter, comment) }
            for tree in trees.opened {
              let found = tree.nearest(to: query, count: 10, matching: filter)
              #expect(found == Array(all.prefix(10)), comment)
            }
          }
        }
      }
    }
  }

  /// Compares every call with what is right: all admitted points in order.
  private func compare(
    _ tree: KDTree, _ all: [Neighbor], from query: Coordinate, _ filter: LabelFilter,
    _ comment: Testing.Comment
  ) {
    for count in [0, 1, 10, 40, tree.count] {
      let found = tree.nearest(to: query, count: count, matching: filter)
      #expect(found == Array(all.prefix(count)), comment)
    }
    // A radius that is a returned distance.
    let radius = all.isEmpty ? 1 : all[all.count / 2].distanceMeters
    let near = all.filter { $0.distanceMeters <= radius }
    let odd = near.filter { $0.index % 2 != 0 }
    let found = tree.nearest(to: query, count: 12, matching: filter, within: radius)
    #expect(found == Array(near.prefix(12)), comment)
    let foundOdd = tree.nearest(to: query, count: 7, matching: filter, within: radius) {
      $0 % 2 != 0
    }
    #expect(foundOdd == Array(odd.prefix(7)), comment)
    #expect(tree.within(radiusMeters: radius, of: query, matching: filter) == near, comment)
    let withinOdd = tree.within(radiusMeters: radius, of: query, matching: filter) { $0 % 2 != 0 }
    #expect(withinOdd == odd, comment)
    #expect(tree.within(radiusMeters: -1, of: query, matching: filter) == [], comment)
  }

  /// Each list of a batch is the single query's.
  @Test(arguments: LabelPattern.allCases)
  func aBatchAnswersLikeSingleQueries(pattern: LabelPattern) {
    let points = PointCloud.clusters.points(count: 3_000, seed: 4)
    let queries = PointCloud.clusters.queries(count: 600, seed: 4, near: points)
    let labels = pattern.labels(of: points, seed: 4)
    for tree in [KDTree(points, labels: labels), KDTree(points)] {
      for filter in LabelPattern.filters(for: labels, seed: 4) {
        let nearest = tree.nearest(toEach: queries, count: 5, matching: filter)
        let near = tree.within(radiusMeters: 300, ofEach: queries, matching: filter) {
          $0 % 2 == 0
        }
        for (number, query) in queries.enumerated() {
          #expect(
            nearest[number].elementsEqual(tree.nearest(to: query, count: 5, matching: filter)))
          let single = tree.within(radiusMeters: 300, of: query, matching: filter) { $0 % 2 == 0 }
          #expect(near[number].elementsEqual(single))
        }
      }
    }
  }

  /// The scan's own filter, in the plainest words.
  @Test func theScanComparesCodes() {
    let points = PointCloud.clusters.points(count: 300, seed: 1)
    let labels = LabelPattern.random.labels(of: points, seed: 1)
    let scan = LinearScan(points, labels: labels)
    let found = scan.nearest(
      to: points[0], count: 300,
      matching: LabelFilter(
        first: LabelFilter.codes([3, 5, 63]), second: LabelFilter.codes(0..<40)))
    let expected = points.indices.filter {
      [3, 5, 63].contains(labels[$0].first) && labels[$0].second < 40
    }
    #expect(found.map(\.index).sorted() == expected)
    #expect(found == found.sorted())
    #expect(
      scan.within(
        radiusMeters: .infinity, of: points[0], matching: LabelFilter(first: 1 << 3 | 1 << 5)
      ) { $0 % 2 == 0 }.map(\.index).sorted()
        == points.indices.filter { [3, 5].contains(labels[$0].first) && $0 % 2 == 0 })
    #expect(!expected.isEmpty && expected.count < 20)
  }

  @Test func pointsWithoutLabelsHaveCodeZero() {
    let points = PointCloud.clusters.points(count: 100, seed: 1)
    for tree in [KDTree(points), KDTree(points, labels: points.map { _ in PointLabel() })] {
      let all = tree.nearest(to: points[0], count: 100)
      let radius = all[50].distanceMeters
      for filter in [LabelFilter(), LabelFilter(first: 1), LabelFilter(first: 3, second: 5)] {
        #expect(tree.nearest(to: points[0], count: 100, matching: filter) == all)
        #expect(
          tree.within(radiusMeters: radius, of: points[0], matching: filter)
            == tree.within(radiusMeters: radius, of: points[0]))
      }
      for filter in [LabelFilter(first: ~1), LabelFilter(second: 2), LabelFilter(first: 0)] {
        #expect(tree.nearest(to: points[0], count: 100, matching: filter) == [])
        #expect(tree.within(radiusMeters: 1e6, of: points[0], matching: filter) == [])
      }
    }
  }

  /// Rare codes are scanned as lists, frequent ones walked to, and both touch few points.
  @Test func rareCodesHaveLists() throws {
    let points = PointCloud.clusters.points(count: 50_000, seed: 2)
    let labels = LabelPattern.rare.labels(of: points, seed: 2)
    for tree in Lanes.available.map({ KDTree(points, labels: labels, lanes: $0) }) {
      let directory = try #require(tree.labels?.directory)
      for code in [63, 31] { #expect(!directory.blocks(ofCode: code).isEmpty) }
      for code in [0, 7, 1, 64] { #expect(directory.blocks(ofCode: code).isEmpty) }
      for (codes, hasList) in [([63], true), ([31, 63], true), ([7], false), ([7, 63], false)] {
        let filter = LabelFilter(first: LabelFilter.codes(codes))
        #expect((directory.lists(for: filter) != nil) == hasList)
        var statistics = SearchStatistics()
        let found = tree.nearest(
          to: points[5], count: 10, matching: filter, statistics: &statistics)
        #expect(found.count == 10)
        let inList = codes.reduce(0) { $0 + Int(directory.counts[$1]) }
        #expect(hasList ? statistics.pointsTested == inList : statistics.pointsTested < 5_000)
      }
    }
  }

  /// However the codes are spread, a point takes at most 40 bytes beside a fixed directory.
  @Test(arguments: LabelPattern.allCases)
  func memoryIsBounded(pattern: LabelPattern) {
    for size in [1_000, 20_000, 100_000] {
      let points = PointCloud.clusters.points(count: size, seed: 3)
      let tree = KDTree(points, labels: pattern.labels(of: points, seed: 3))
      #expect(tree.byteCount - LabelLayout.directorySize <= 40 * size, "\(size)")
      #expect(KDTree(points).byteCount <= 35 * size, "\(size)")
    }
  }

  @Test func codesThatAreNoneTrap() async {
    await #expect(processExitsWith: .failure) { _ = PointLabel(first: 64) }
    await #expect(processExitsWith: .failure) { _ = PointLabel(second: -1) }
    await #expect(processExitsWith: .failure) { _ = LabelFilter.codes([64]) }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([Coordinate.valid(0, 0)], labels: [])
    }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([Coordinate.valid(0, 0)], labels: [PointLabel()]).nearest(
        to: .valid(0, 0), count: -1, matching: LabelFilter())
    }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([Coordinate.valid(0, 0)], labels: [PointLabel()]).within(
        radiusMeters: .nan, of: .valid(0, 0), matching: LabelFilter())
    }
  }
}
