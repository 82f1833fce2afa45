import CAllocations
import TestSupport
import Testing

@testable import Spatial

/// No search asks for memory once its array and its scratch have grown to what such searches need.
@Suite(.enabled(if: callocations_available()))
struct AllocationTests {
  private func allocations(_ body: () -> Void) -> Int64 {
    let before = callocations_count()
    body()
    return callocations_count() - before
  }

  /// Otherwise the tests below could not fail.
  @Test func anAllocationIsCounted() {
    var kept: [UnsafeMutableRawPointer] = []
    kept.reserveCapacity(8)
    let counted = allocations { kept.append(.allocate(byteCount: 100, alignment: 8)) }
    let aligned = allocations { kept.append(.allocate(byteCount: 100, alignment: 64)) }
    #expect(counted == 1)
    #expect(aligned == 1)
    #expect(allocations { kept[0].storeBytes(of: 1, as: UInt8.self) } == 0)
    for pointer in kept { pointer.deallocate() }
  }

  @Test(arguments: PointCloud.allCases, Lanes.available)
  func noQueryAllocates(cloud: PointCloud, lanes: Lanes) throws {
    let points = cloud.points(count: 3_000, seed: 1)
    let queries = cloud.queries(count: 10, seed: 1, near: points)
    let built = KDTree(
      points, labels: LabelPattern.rare.labels(of: points, seed: 1), lanes: lanes)
    let saved = SavedBytes(built)
    let opened = try KDTree(
      opening: UnsafeRawBufferPointer(saved.bytes), keptBy: saved, lanes: lanes)
    let isIncluded: (Int) -> Bool = { $0 % 3 == 0 }
    let radius = LinearScan(points).nearest(to: queries[0], count: 500).last?.distanceMeters ?? 0
    for (name, tree) in [("built", built), ("opened", opened)] {
      var scratch = KDTree.Scratch()
      var results: [Neighbor] = []
      func ask(_ query: Coordinate, _ walked: LabelFilter, _ listed: LabelFilter) {
        tree.nearest(to: query, count: 10, matching: walked, into: &results, using: &scratch)
        tree.nearest(to: query, count: 10, matching: listed, into: &results, using: &scratch)
        tree.nearest(
          to: query, count: 10, matching: walked, where: isIncluded, into: &results,
          using: &scratch)
        tree.within(
          radiusMeters: radius, of: query, matching: walked, into: &results, using: &scratch)
        tree.within(
          radiusMeters: radius, of: query, matching: listed, into: &results, using: &scratch)
      }
      // One query at a time: an array of counts would be memory too.
      func ask(_ query: Coordinate) {
        tree.nearest(to: query, count: 1, into: &results, using: &scratch)
        tree.nearest(to: query, count: 10, into: &results, using: &scratch)
        tree.nearest(to: query, count: 100, into: &results, using: &scratch)
        tree.nearest(to: query, count: 1_000, into: &results, using: &scratch)
        tree.nearest(to: query, count: 10, where: isIncluded, into: &results, using: &scratch)
        tree.within(radiusMeters: radius, of: query, into: &results, using: &scratch)
        tree.within(
          radiusMeters: radius, of: query, where: isIncluded, into: &results, using: &scratch)
        // By the walk, and by the lists of the rare codes.
        ask(query, LabelFilter(first: ~1, second: 1), LabelFilter(first: 1 << 63, second: 3))
      }
      for query in queries { ask(query) }
      for query in queries {
        #expect(allocations { ask(query) } == 0, "\(name), \(cloud), \(query)")
      }
    }
  }

  /// A live index of two trees and a buffer, before and after points were removed.
  @Test(arguments: PointCloud.allCases)
  func noQueryOfALiveIndexAllocates(cloud: PointCloud) {
    let points = cloud.points(count: 2_300, seed: 2)
    let queries = cloud.queries(count: 10, seed: 2, near: points)
    let index = LiveIndex(points.prefix(2_100).enumerated().map { ($0.offset, $0.element) })
    for id in 2_100..<2_300 { index.insert(points[id], id: id) }
    let radius = LinearScan(points).nearest(to: queries[0], count: 300).last?.distanceMeters ?? 0
    let isIncluded: (Int) -> Bool = { $0 % 3 == 0 }
    for removals in [0, 200] {
      for id in 0..<removals { index.remove(id: id * 7) }
      let moment = index.snapshot
      var scratch = LiveIndex.Scratch()
      var results: [Neighbor] = []
      func ask(_ query: Coordinate) {
        moment.nearest(to: query, count: 1, into: &results, using: &scratch)
        moment.nearest(to: query, count: 100, into: &results, using: &scratch)
        moment.nearest(to: query, count: 10, where: isIncluded, into: &results, using: &scratch)
        moment.within(radiusMeters: radius, of: query, into: &results, using: &scratch)
        moment.within(
          radiusMeters: radius, of: query, where: isIncluded, into: &results, using: &scratch)
      }
      // The array and one of the scratch change places, and both have to grow.
      for query in queries + queries + queries { ask(query) }
      for query in queries {
        #expect(allocations { ask(query) } == 0, "\(cloud), \(removals) removed, \(query)")
      }
    }
  }

  /// A batch asks for memory a few times, however many queries it has.
  @Test(arguments: PointCloud.allCases, Lanes.available)
  func aBatchAllocatesForAllQueriesTogether(cloud: PointCloud, lanes: Lanes) {
    let points = cloud.points(count: 1_000, seed: 1)
    let tree = KDTree(points, lanes: lanes)
    var lists = NeighborLists()
    func count(queries: Int) -> Int64 {
      let queries = cloud.queries(count: queries, seed: 1, near: points)
      tree.nearest(toEach: queries, count: 10, threadLimit: 1, into: &lists)
      return allocations {
        tree.nearest(toEach: queries, count: 10, threadLimit: 1, into: &lists)
      }
    }
    let few = count(queries: 300)
    #expect(few == count(queries: 900))
    #expect(few < 40)
  }

  /// All that building asks for: 40 bytes a point, whatever is given back on the way.
  @Test(arguments: PointCloud.allCases)
  func buildingTakesTheTreeAndNoMore(cloud: PointCloud) {
    let points = cloud.points(count: 20_000, seed: 1)
    let before = callocations_bytes()
    let tree = KDTree(points, threadLimit: 1)
    let taken = callocations_bytes() - before
    #expect(taken >= tree.byteCount)
    #expect(taken <= 40 * 20_000, "\(taken) bytes, \(cloud)")
  }
}
