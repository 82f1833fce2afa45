import TestSupport
import Testing

@testable import Spatial

/// The live index against the linear scan after every kind of change.
@Suite struct LiveIndexTests {
  /// What the answers must be: a scan over the points by id.
  private struct Oracle {
    var points: [Int: Coordinate] = [:]

    func nearest(
      to query: Coordinate, count: Int, within radius: Double,
      where isIncluded: @escaping (Int) -> Bool
    ) -> [Neighbor] {
      let ids = points.keys.sorted()
      return LinearScan(ids.compactMap { points[$0] }).nearest(
        to: query, count: count, within: radius, where: { isIncluded(ids[$0]) }
      ).map { Neighbor(index: ids[$0.index], distanceMeters: $0.distanceMeters) }
    }
  }

  private func compare(
    _ index: LiveIndex, _ oracle: Oracle, from query: Coordinate, _ comment: Testing.Comment
  ) {
    #expect(index.count == oracle.points.count, comment)
    let all = oracle.nearest(to: query, count: .max, within: .infinity) { _ in true }
    for count in [0, 1, 10, all.count, all.count + 1] {
      #expect(index.nearest(to: query, count: count) == Array(all.prefix(count)), comment)
    }
    let radius = all.isEmpty ? 0 : all[all.count / 3].distanceMeters
    let near = all.filter { $0.distanceMeters <= radius }
    #expect(index.within(radiusMeters: radius, of: query) == near, comment)
    #expect(
      index.nearest(to: query, count: 7, within: radius) == Array(near.prefix(7)), comment)
    let odd = all.filter { $0.index % 2 != 0 }
    #expect(
      index.nearest(to: query, count: 9, where: { $0 % 2 != 0 }) == Array(odd.prefix(9)), comment)
    #expect(
      index.within(radiusMeters: .infinity, of: query, where: { $0 % 2 != 0 }) == odd, comment)
    #expect(index.within(radiusMeters: -1, of: query).isEmpty, comment)
  }

  /// Insertions and removals in random order: first more of the one, then more of the other.
  @Test(arguments: PointCloud.allCases, ReplaySeeds.all)
  func randomChanges(cloud: PointCloud, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let points = cloud.points(count: 400, seed: seed)
    let queries = cloud.queries(count: 8, seed: seed, near: points)
    let start = points.prefix(Int(random.next() % 50)).enumerated().map {
      (id: $0.offset * 3 - 40, coordinate: $0.element)
    }
    let index = LiveIndex(start, bufferLimit: 8)
    var oracle = Oracle()
    for point in start { oracle.points[point.id] = point.coordinate }
    for step in 0..<800 {
      let growing = step < 350 || step > 650
      let comment: Testing.Comment = "NEARBY_SEED=\(seed), \(cloud), step \(step)"
      let id = Int(random.next() % 600) - 200
      if random.next() % 100 < (growing ? 75 : 25) {
        let point = points[Int(random.next() % UInt64(points.count))]
        let isNew = oracle.points[id] == nil
        if isNew { oracle.points[id] = point }
        #expect(index.insert(point, id: id) == isNew, comment)
      } else {
        #expect(index.remove(id: id) == (oracle.points.removeValue(forKey: id) != nil), comment)
      }
      if step % 40 == 0 || step > 797 {
        compare(index, oracle, from: queries[step / 40 % queries.count], comment)
      }
    }
    for id in oracle.points.keys.sorted() {
      #expect(index.remove(id: id))
      oracle.points[id] = nil
      if oracle.points.count % 60 == 0 { compare(index, oracle, from: queries[0], "emptying") }
    }
    #expect(index.snapshot.parts.isEmpty && index.snapshot.buffer.count == 0)
  }

  @Test func anEmptyIndexAnswers() {
    compare(LiveIndex(), Oracle(), from: .valid(22.3, 114.2), "empty")
    #expect(LiveIndex().remove(id: 0) == false)
  }

  @Test func aSnapshotStaysWhatItIs() {
    let points = PointCloud.clusters.points(count: 300, seed: 5)
    let index = LiveIndex(points.enumerated().map { (id: $0.offset, coordinate: $0.element) })
    let before = index.snapshot
    let expected = before.nearest(to: points[0], count: 300)
    for id in 0..<250 { index.remove(id: id) }
    for id in 300..<600 { index.insert(points[id - 300], id: id) }
    #expect(before.count == 300)
    #expect(before.nearest(to: points[0], count: 300) == expected)
    #expect(index.count == 350)
  }

  /// The trees stay few, and none is mostly removed.
  @Test func theTreesStayFew() {
    var random = SplitMix64(seed: 1)
    let index = LiveIndex([], bufferLimit: 4)
    for id in 0..<1_000 {
      index.insert(.valid(random.unit(), random.unit()), id: id)
      if id % 3 == 0 { index.remove(id: Int(random.next() % UInt64(id + 1))) }
      let parts = index.snapshot.parts
      #expect(parts.count <= 7)
      #expect(parts.allSatisfy { $0.liveCount * 2 > $0.points.count })
    }
  }

  /// Readers beside a writer see every insertion in its order, and no part of one.
  @Test func readersSeeWholeMoments() async {
    let index = LiveIndex([], bufferLimit: 8)
    let point = Coordinate.valid(22.3, 114.2)
    let torn = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          var (torn, last) = (0, 0)
          for _ in 0..<100 {
            let moment = index.snapshot
            let ids = moment.nearest(to: point, count: .max).map(\.index)
            // Ids come in order: 0 ..< n of one moment, and never fewer than before.
            if ids != Array(0..<moment.count) || ids.count < last { torn += 1 }
            last = ids.count
            // There may be fewer threads than readers, and the writer needs one.
            await Task.yield()
          }
          return torn
        }
      }
      group.addTask {
        for id in 0..<300 {
          index.insert(point, id: id)
          await Task.yield()
        }
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(torn == 0)
    #expect(index.count == 300)
  }
}
