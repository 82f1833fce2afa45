import Spatial

/// One thing to measure. The label, the work and the filter all follow from it.
enum Task: Hashable {
  case nearest(Int)
  /// One point in so many is admitted.
  case filtered(Int, oneIn: Int)
  case radius(meters: Double)

  /// The rows of a workload, in order.
  static func all(isWide: Bool) -> [Task] {
    [
      .nearest(1), .nearest(10), .nearest(100),
      .radius(meters: isWide ? 1_000 : 500), .radius(meters: isWide ? 10_000 : 2_000),
      .filtered(10, oneIn: 10), .filtered(10, oneIn: 100), .filtered(10, oneIn: 1_000),
    ]
  }

  /// What the row is called; the peers' programs print the same.
  var label: String {
    switch self {
    case .nearest(let count): "k=\(count)"
    case .filtered(let count, let oneIn): "k=\(count) 1/\(oneIn)"
    case .radius(let meters): "r=\(Int(meters))"
    }
  }

  /// Whether a filter of one in so many admits a point: the same points in every program.
  static func admits(_ index: Int, oneIn: Int) -> Bool {
    UInt32(truncatingIfNeeded: index) &* 2_654_435_761 % UInt32(oneIn) == 0
  }

  /// Answers one query.
  @inline(__always)
  func run(
    _ tree: KDTree, _ query: Coordinate, isIncluded: ((Int) -> Bool)?,
    into results: inout [Neighbor], using scratch: inout KDTree.Scratch
  ) {
    switch self {
    case .nearest(let count):
      tree.nearest(to: query, count: count, into: &results, using: &scratch)
    case .filtered(let count, _):
      tree.nearest(
        to: query, count: count, where: isIncluded, into: &results, using: &scratch)
    case .radius(let meters):
      tree.within(radiusMeters: meters, of: query, into: &results, using: &scratch)
    }
  }

  /// The filter of the task, answered from a table as a real one would be.
  func filter(count: Int) -> ((Int) -> Bool)? {
    guard case .filtered(_, let oneIn) = self else { return nil }
    let admitted = (0..<count).map { Self.admits($0, oneIn: oneIn) }
    return { admitted[$0] }
  }
}
