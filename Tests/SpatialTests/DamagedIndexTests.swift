import TestSupport
import Testing

@testable import Spatial

/// Indexes with a sound header and anything behind it: searches must end, stay inside, and answer with
/// indexes and distances that can be ones.
@Suite struct DamagedIndexTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, 91, -181, 0, -0.0, 0x1p-1074, 1e6,
  ]

  private static let places = [
    Coordinate.valid(22.3, 114.17), .valid(0, 0), .valid(90, 0), .valid(0, -180),
  ]

  private func ask(
    _ saved: SavedBytes, _ comment: Testing.Comment, from queries: [Coordinate] = places
  ) throws {
    let trees = try Lanes.available.map {
      try KDTree(opening: UnsafeRawBufferPointer(saved.bytes), keptBy: saved, lanes: $0)
    }
    for tree in trees {
      let count = tree.count
      for query in queries {
        var hasSoundIndexes = true
        let answers = [
          tree.nearest(to: query, count: 1), tree.nearest(to: query, count: 10),
          tree.nearest(to: query, count: 40), tree.nearest(to: query, count: count),
          tree.within(radiusMeters: 1_000, of: query),
          tree.within(radiusMeters: .infinity, of: query),
          tree.nearest(to: query, count: 10) { index in
            hasSoundIndexes = hasSoundIndexes && index >= 0 && index < count
            return index % 2 == 0
          },
          tree.nearest(to: query, count: 10, matching: LabelFilter(first: ~1, second: 5)),
          tree.nearest(to: query, count: 40, matching: LabelFilter(first: 1 << 63 | 1 << 31)),
          tree.within(radiusMeters: .infinity, of: query, matching: LabelFilter(second: 2)),
          tree.within(radiusMeters: .infinity, of: query, matching: LabelFilter(first: 1 << 63)) {
            index in
            hasSoundIndexes = hasSoundIndexes && index >= 0 && index < count
            return true
          },
        ]
        #expect(hasSoundIndexes, comment)
        for answer in answers {
          #expect(answer == answer.sorted(), comment)
          let isSound = answer.allSatisfy {
            $0.index >= 0 && $0.index < count && $0.distanceMeters >= 0
              && $0.distanceMeters < 20_100_000
          }
          #expect(isSound, comment)
        }
      }
    }
  }

  /// Every word of the leaves in turn by a number that is none or out of range.
  @Test func numbersThatAreNone() throws {
    let tree = KDTree(PointCloud.clusters.points(count: 20, seed: 4))
    for number in Self.numbers {
      let saved = SavedBytes(tree)
      for offset in stride(from: tree.storage.layout.leavesOffset, to: saved.bytes.count, by: 8) {
        saved.bytes.storeBytes(of: number, toByteOffset: offset, as: Double.self)
      }
      try ask(saved, "all \(number)")
      let floats = SavedBytes(tree)
      for offset in stride(from: tree.storage.layout.leavesOffset, to: floats.bytes.count, by: 4) {
        floats.bytes.storeBytes(of: Float(number), toByteOffset: offset, as: Float.self)
      }
      try ask(floats, "all floats \(number)")
    }
  }

  @Test(arguments: ReplaySeeds.all)
  func randomBytes(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for size in [1, 16, 100, 256, 1_024] {
      let tree = KDTree(PointCloud.clusters.points(count: size, seed: seed))
      // Some bytes, then all of them; the nodes are full, so that none of their boxes is padding.
      for share: UInt64 in [100, 10, 1] {
        let saved = SavedBytes(tree)
        for place in TreeLayout.headerSize..<saved.bytes.count where random.next() % share == 0 {
          saved.bytes[place] = UInt8(truncatingIfNeeded: random.next())
        }
        guard (try? saved.open()) != nil else { continue }
        try ask(saved, "NEARBY_SEED=\(seed), size \(size), one byte of \(share)")
      }
    }
  }

  /// The labels alone, and the tree with them: sets, codes, and lists with positions out of range.
  @Test(arguments: ReplaySeeds.all)
  func randomLabels(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for size in [16, 256, 4_096] {
      let points = PointCloud.clusters.points(count: size, seed: seed)
      let tree = KDTree(points, labels: LabelPattern.rare.labels(of: points, seed: seed))
      let labels = tree.storage.layout.byteCount
      for start in [TreeLayout.headerSize, labels + LabelLayout.directorySize] {
        for share: UInt64 in [100, 10, 1] {
          let saved = SavedBytes(tree)
          let directory = labels..<labels + LabelLayout.directorySize
          for place in start..<saved.bytes.count
          where !directory.contains(place) && random.next() % share == 0 {
            saved.bytes[place] = UInt8(truncatingIfNeeded: random.next())
          }
          try ask(saved, "NEARBY_SEED=\(seed), size \(size), from \(start), one byte of \(share)")
        }
      }
      // A directory that may be anything, as long as its lists lie inside.
      for _ in 0..<20 {
        let saved = SavedBytes(tree)
        for code in 0..<LabelLayout.codeCount {
          saved.bytes.storeBytes(
            of: UInt32(random.next() % 100), toByteOffset: labels + code * 4, as: UInt32.self)
          saved.bytes.storeBytes(
            of: random.next() & 1 == 0 ? 0 : LabelLayout.noList,
            toByteOffset: labels + 512 + code * 4, as: UInt32.self)
        }
        guard (try? saved.open()) != nil else { continue }
        try ask(saved, "NEARBY_SEED=\(seed), size \(size), directory")
      }
    }
  }

  /// A place out of range near the query is no candidate of any search, also where it is the nearest.
  @Test func aNearestPointOutOfRangeIsPassedOver() throws {
    let tree = KDTree([Coordinate.valid(89.9, 10), .valid(89, 10), .valid(88, 10)])
    for (latitude, longitude) in [
      (91.5, 10.0), (89.9, 190), (89.9, -200), (.nan, 10), (89.9, .nan),
    ] {
      let saved = SavedBytes(tree)
      let leaf = TreeLeaf(base: saved.bytes.baseAddress! + tree.storage.layout.leavesOffset)
      let lane = try #require((0..<3).first { leaf.indexes[$0] == 0 })
      leaf.latitudes[lane] = latitude
      leaf.longitudes[lane] = longitude
      for lanes in Lanes.available {
        let damaged = try KDTree(
          opening: UnsafeRawBufferPointer(saved.bytes), keptBy: saved, lanes: lanes)
        let query = Coordinate.valid(89.9, 10)
        #expect(
          damaged.nearest(to: query, count: 1).map(\.index) == [1], "\(latitude), \(longitude)")
        #expect(damaged.nearest(to: query, count: 3).map(\.index) == [1, 2])
        let batch = damaged.nearest(toEach: [query, query, query], count: 1)
        #expect(batch.map { $0.map(\.index) } == [[1], [1], [1]])
      }
    }
  }

  /// More copies of one point, index and all, than the scratch has room for: they are level, and
  /// none may be written beyond its end.
  @Test func onePointManyTimes() throws {
    let saved = SavedBytes(KDTree(PointCloud.duplicates.points(count: 3_072, seed: 1)))
    let layout = TreeLayout(count: 3_072)
    for number in 0..<layout.leafCount {
      let leaf = TreeLeaf(
        base: saved.bytes.baseAddress! + layout.leavesOffset + number * TreeLayout.leafByteSize)
      for lane in 0..<TreeLayout.leafSize { leaf.indexes[lane] = 7 }
    }
    try ask(saved, "one index", from: [.valid(22.3, 114.2)])
  }

  /// Points so near each other that the squares of their distances vanish.
  @Test func distancesWithoutASquare() {
    let points = (0..<100).map { Coordinate.valid(Double($0 % 50) * 1e-161, 0) }
    let query = Coordinate.valid(0, 0)
    #expect(
      KDTree(points).nearest(to: query, count: 100).map(\.index)
        == LinearScan(points).nearest(to: query, count: 100).map(\.index))
  }
}
