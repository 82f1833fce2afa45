import Spatial

/// One thing to measure. The label, the work and the filter all follow from it.
enum Task: Hashable {
  case nearest(Int)
  /// One point in so many is admitted.
  case filtered(Int, oneIn: Int, by: FilterKind)
  case radius(meters: Double)

  /// The rows of a workload, in order.
  static func all(isWide: Bool) -> [Task] {
    [
      .nearest(1), .nearest(10), .nearest(100),
      .radius(meters: isWide ? 1_000 : 500), .radius(meters: isWide ? 10_000 : 2_000),
    ] + filters
  }

  /// What the row is called; the peers' programs print the same.
  var label: String {
    switch self {
    case .nearest(let count): "k=\(count)"
    case .filtered(let count, let oneIn, by: .label): "k=\(count) 1/\(oneIn)"
    case .filtered(let count, let oneIn, by: let kind): "k=\(count) 1/\(oneIn) \(kind.rawValue)"
    case .radius(let meters): "r=\(Int(meters))"
    }
  }

  /// Answers one query.
  @inline(__always)
  func run(
    _ tree: KDTree, _ query: Coordinate, filter: TaskFilter,
    into results: inout [Neighbor], using scratch: inout KDTree.Scratch
  ) {
    switch self {
    case .nearest(let count):
      tree.nearest(to: query, count: count, into: &results, using: &scratch)
    case .filtered(let count, _, by: .label), .filtered(let count, _, by: .groups):
      tree.nearest(
        to: query, count: count, matching: filter.labels, into: &results, using: &scratch)
    case .filtered(let count, _, by: .closure):
      tree.nearest(
        to: query, count: count, where: filter.isIncluded, into: &results, using: &scratch)
    case .radius(let meters):
      tree.within(radiusMeters: meters, of: query, into: &results, using: &scratch)
    }
  }
}
