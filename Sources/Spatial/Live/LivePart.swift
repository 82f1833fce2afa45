/// A point with the caller's name for it.
struct LivePoint: Sendable {
  let id: Int
  let coordinate: Coordinate
  let label: PointLabel
}

/// One of the trees of a ``LiveIndex``, and which of its points have been removed.
struct LivePart: Sendable {
  let tree: KDTree
  /// The ids of the points, ascending: the order of the tree's indexes is the order of ids.
  let ids: [Int]
  private let coordinates: [Coordinate]
  /// The labels of the points; empty where none has one.
  private let labels: [PointLabel]
  private var removed = RemovedSet()
  /// How many have not been removed.
  private(set) var liveCount: Int

  /// Builds the tree of some points.
  ///
  /// - Parameter points: by ascending id, no id twice.
  init(_ points: [LivePoint]) {
    ids = points.map(\.id)
    coordinates = points.map(\.coordinate)
    let hasLabels = points.contains { $0.label != PointLabel() }
    labels = hasLabels ? points.map(\.label) : []
    tree = hasLabels ? KDTree(coordinates, labels: labels) : KDTree(coordinates)
    liveCount = points.count
  }

  /// The tree's nearest points of some labels, or of all.
  func nearest(
    to query: Coordinate, count: Int, matching filter: LabelFilter?, within radiusMeters: Double,
    where isIncluded: ((Int) -> Bool)?, into results: inout [Neighbor],
    using scratch: inout KDTree.Scratch
  ) {
    if let filter {
      tree.nearest(
        to: query, count: count, matching: filter, within: radiusMeters,
        where: self.filter(isIncluded), into: &results, using: &scratch)
    } else {
      tree.nearest(
        to: query, count: count, within: radiusMeters, where: self.filter(isIncluded),
        into: &results, using: &scratch)
    }
  }

  /// The tree's points of some labels, or of all, within a radius.
  func within(
    radiusMeters: Double, of query: Coordinate, matching filter: LabelFilter?,
    where isIncluded: ((Int) -> Bool)?, into results: inout [Neighbor],
    using scratch: inout KDTree.Scratch
  ) {
    if let filter {
      tree.within(
        radiusMeters: radiusMeters, of: query, matching: filter, where: self.filter(isIncluded),
        into: &results, using: &scratch)
    } else {
      tree.within(
        radiusMeters: radiusMeters, of: query, where: self.filter(isIncluded), into: &results,
        using: &scratch)
    }
  }

  /// Where a point stands that has not been removed; nil where there is none.
  ///
  /// - Complexity: O(log n).
  func place(of id: Int) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id && !removed.contains(low) ? low : nil
  }

  /// Marks a point that has not been removed.
  mutating func markRemoved(_ place: Int) {
    removed.insert(place, outOf: ids.count)
    liveCount -= 1
  }

  /// The filter for the tree: what is there, and what a caller admits by id; nil for everything.
  private func filter(_ isIncluded: ((Int) -> Bool)?) -> ((Int) -> Bool)? {
    let (ids, removed) = (ids, removed)
    if liveCount == ids.count { return isIncluded.map { isIncluded in { isIncluded(ids[$0]) } } }
    guard let isIncluded else { return { !removed.contains($0) } }
    return { !removed.contains($0) && isIncluded(ids[$0]) }
  }

  /// Puts the tree's answer into a sorted one with ids, and keeps the first `count`.
  func merge(_ found: [Neighbor], into nearest: inout [Neighbor], count: Int) {
    guard !found.isEmpty else { return }
    let old = nearest
    nearest.removeAll(keepingCapacity: true)
    nearest.reserveCapacity(min(count, old.count + found.count))
    var (left, right) = (0, 0)
    while nearest.count < count && (left < old.count || right < found.count) {
      let candidate =
        right < found.count
        ? Neighbor(index: ids[found[right].index], distanceMeters: found[right].distanceMeters)
        : nil
      if let candidate, left == old.count || candidate < old[left] {
        nearest.append(candidate)
        right += 1
      } else {
        nearest.append(old[left])
        left += 1
      }
    }
  }

  /// The points that have not been removed together with others, all by ascending id.
  ///
  /// - Complexity: O(n + m).
  func merged(with others: [LivePoint]) -> [LivePoint] {
    var all: [LivePoint] = []
    all.reserveCapacity(liveCount + others.count)
    var next = 0
    for place in ids.indices where !removed.contains(place) {
      while next < others.count && others[next].id < ids[place] {
        all.append(others[next])
        next += 1
      }
      all.append(
        LivePoint(
          id: ids[place], coordinate: coordinates[place],
          label: labels.isEmpty ? PointLabel() : labels[place]))
    }
    all += others[next...]
    return all
  }
}

/// A set of small numbers that a copy shares but for one block when a number is put in.
struct RemovedSet: Sendable {
  private static let blockSize = 1 << 15
  /// Empty as long as nothing was removed; an empty block has no number in it.
  private var blocks: [[UInt64]] = []

  /// Whether a number is in the set.
  func contains(_ number: Int) -> Bool {
    guard !blocks.isEmpty else { return false }
    let block = blocks[number / Self.blockSize]
    guard !block.isEmpty else { return false }
    let place = number % Self.blockSize
    return block[place / 64] >> UInt64(place % 64) & 1 != 0
  }

  /// Puts in a number, 0 ..< `count`, where `count` is the same every time.
  ///
  /// - Complexity: O(1 + `count` / 2¹⁵).
  mutating func insert(_ number: Int, outOf count: Int) {
    if blocks.isEmpty {
      blocks = Array(repeating: [], count: (count + Self.blockSize - 1) / Self.blockSize)
    }
    let (block, place) = (number / Self.blockSize, number % Self.blockSize)
    if blocks[block].isEmpty {
      let size = min(Self.blockSize, count - block * Self.blockSize)
      blocks[block] = Array(repeating: 0, count: (size + 63) / 64)
    }
    blocks[block][place / 64] |= 1 << UInt64(place % 64)
  }
}
