/// A point with the caller's name for it.
struct LivePoint: Sendable {
  let id: Int
  let coordinate: Coordinate
  let label: PointLabel
}

/// One of the trees of a ``LiveIndex``, and which of its points have been removed.
struct LivePart: Sendable {
  let points: LiveTree
  private(set) var removed = RemovedSet()
  /// How many have not been removed.
  private(set) var liveCount: Int

  /// Builds the tree of some points.
  ///
  /// - Parameter points: by ascending id, no id twice.
  init(_ points: [LivePoint]) {
    self.points = LiveTree(points)
    liveCount = points.count
  }

  /// Where a point stands that has not been removed; nil where there is none.
  ///
  /// - Complexity: O(log n).
  func place(of id: Int) -> Int? {
    points.place(of: id).flatMap { removed.contains($0) ? nil : $0 }
  }

  /// Marks a point that has not been removed.
  mutating func markRemoved(_ place: Int) {
    removed.insert(place, outOf: points.count)
    liveCount -= 1
  }

  /// The points that have not been removed together with others, all by ascending id.
  ///
  /// - Complexity: O(n + m).
  func merged(with others: [LivePoint]) -> [LivePoint] {
    var all: [LivePoint] = []
    all.reserveCapacity(liveCount + others.count)
    var next = 0
    for place in 0..<points.count where !removed.contains(place) {
      let point = points[place]
      while next < others.count && others[next].id < point.id {
        all.append(others[next])
        next += 1
      }
      all.append(point)
    }
    all += others[next...]
    return all
  }
}

/// Points with their tree, which never change.
final class LiveTree: Sendable {
  let tree: KDTree
  /// The ids of the points, ascending: the order of the tree's indexes is the order of ids.
  let ids: [Int]
  private let coordinates: [Coordinate]
  /// The labels of the points; empty where none has one.
  private let labels: [PointLabel]
  /// The box around the points' vectors.
  private let least: SIMD3<Float>
  private let greatest: SIMD3<Float>

  init(_ points: [LivePoint]) {
    ids = points.map(\.id)
    coordinates = points.map(\.coordinate)
    let hasLabels = points.contains { $0.label != PointLabel() }
    labels = hasLabels ? points.map(\.label) : []
    tree = hasLabels ? KDTree(coordinates, labels: labels) : KDTree(coordinates)
    (least, greatest) = tree.bounds
  }

  /// How many points there are.
  var count: Int { ids.count }

  /// A point by its place among the ids.
  subscript(place: Int) -> LivePoint {
    LivePoint(
      id: ids[place], coordinate: coordinates[place],
      label: labels.isEmpty ? PointLabel() : labels[place])
  }

  /// Where a point stands; nil where there is none.
  ///
  /// - Complexity: O(log n).
  func place(of id: Int) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// The least squared chord that a point of the part can have, but for what ``ChordBound`` allows for
  /// rounding.
  @inline(__always)
  func bound(from query: SIMD3<Float>) -> Float {
    let (below, above) = (least - query, query - greatest)
    var gap = below.replacing(with: above, where: above .> below)
    gap.replace(with: 0, where: gap .< 0)
    return gap.x * gap.x + gap.y * gap.y + gap.z * gap.z
  }

  /// Puts the tree's answer into a sorted one with ids, and keeps the first `count`.
  ///
  /// - Parameter merged: what both come together in; its memory is kept.
  func merge(
    _ found: UnsafeBufferPointer<Neighbor>, into nearest: inout [Neighbor], count: Int,
    using merged: inout [Neighbor]
  ) {
    guard !found.isEmpty else { return }
    merged.removeAll(keepingCapacity: true)
    var (left, right) = (0, 0)
    while merged.count < count && (left < nearest.count || right < found.count) {
      if right < found.count {
        let candidate = Neighbor(
          index: ids[found[right].index], distanceMeters: found[right].distanceMeters)
        if left == nearest.count || candidate < nearest[left] {
          merged.append(candidate)
          right += 1
          continue
        }
      }
      merged.append(nearest[left])
      left += 1
    }
    swap(&nearest, &merged)
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

extension KDTree {
  /// The box around the vectors of all points; without points, at infinity.
  fileprivate var bounds: (least: SIMD3<Float>, greatest: SIMD3<Float>) {
    var least = SIMD3<Float>(repeating: .infinity)
    var greatest = -least
    let (layout, base) = (storage.layout, storage.base)
    guard layout.count > 0 else { return (least, greatest) }
    // The root's boxes, or the points of the only leaf.
    let root = (base + layout.levelOffsets[layout.height]).assumingMemoryBound(
      to: SIMD16<Float>.self)
    for slot in 0..<(layout.height > 0 ? TreeLayout.fanOut : layout.count) {
      for axis in 0..<3 {
        least[axis] = min(least[axis], root[axis][slot])
        greatest[axis] = max(greatest[axis], root[axis + (layout.height > 0 ? 3 : 0)][slot])
      }
    }
    return (least, greatest)
  }
}
