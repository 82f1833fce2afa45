/// One answer of a nearest-neighbour query: which point, and how far.
///
/// Answers are ordered by distance, and equal distances by index.
public struct Neighbor: Hashable, Sendable, BitwiseCopyable {
  /// The position of the point in the collection that the index was built from.
  public let index: Int
  /// The great-circle distance in metres, the same double as ``Coordinate/greatCircleDistance(to:)``.
  public let distanceMeters: Double

  /// Pairs a position with its distance in metres.
  public init(index: Int, distanceMeters: Double) {
    self.index = index
    self.distanceMeters = distanceMeters
  }
}

extension Neighbor: Comparable {
  /// Nearer first; at the same distance, the lower index first.
  @inline(__always)
  public static func < (a: Neighbor, b: Neighbor) -> Bool {
    a.distanceMeters != b.distanceMeters ? a.distanceMeters < b.distanceMeters : a.index < b.index
  }
}

/// What one query touched.
public struct SearchStatistics: Hashable, Sendable {
  /// Inner nodes and leaves that were visited.
  public var nodesVisited = 0
  /// Points whose distance was computed or bounded one by one.
  public var pointsTested = 0

  /// All zero.
  public init() {}

  /// Adds what another search touched.
  mutating func add(_ other: SearchStatistics) {
    nodesVisited += other.nodesVisited
    pointsTested += other.pointsTested
  }
}

extension Array<Neighbor> {
  /// Takes other contents, in the same memory where that is enough.
  @inline(__always)
  mutating func replace(with neighbors: UnsafeBufferPointer<Neighbor>) {
    // As many as before is the common case, and needs nothing of the array but its memory.
    guard neighbors.count == count else {
      removeAll(keepingCapacity: true)
      append(contentsOf: neighbors)
      return
    }
    withUnsafeMutableBufferPointer { own in
      for place in 0..<neighbors.count { own[place] = neighbors[place] }
    }
  }
}
