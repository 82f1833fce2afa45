import Spatial

/// How a filter is put to the index. The points that it admits are the same.
enum FilterKind: String, CaseIterable {
  /// By a code of one group, of which one point in ten, in a hundred, in a thousand has a rarer one.
  case label = ""
  /// By a code of each of two groups, which are independent of each other and both frequent.
  case groups
  /// By a closure over a table.
  case closure
}

extension Task {
  /// The filters of one group, then the same points by other means.
  static var filters: [Task] {
    [10, 100, 1_000].map { .filtered(10, oneIn: $0, by: .label) }
      + [.filtered(10, oneIn: 100, by: .groups)]
      + [10, 100, 1_000].map { .filtered(10, oneIn: $0, by: .closure) }
  }

  /// Whether a filter of one in so many admits a point: the same points in every program.
  static func admits(_ index: Int, oneIn: Int) -> Bool { hash(index) % UInt32(oneIn) == 0 }

  private static func hash(_ index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: index) &* 2_654_435_761
  }

  /// The label of a point: in the first group 0, 1, 2 where one in a thousand, a hundred, ten admits
  /// it, otherwise 3; in the second the next digit of the same hash.
  static func label(_ index: Int) -> PointLabel {
    let first = [1_000, 100, 10].firstIndex { admits(index, oneIn: $0) } ?? 3
    return PointLabel(first: first, second: Int(hash(index) / 10 % 10))
  }

  /// The filter of the task, made once as a caller would: the labels, or a closure over a table.
  func filter(count: Int) -> TaskFilter {
    switch self {
    case .filtered(_, let oneIn, by: .closure):
      let admitted = (0..<count).map { Self.admits($0, oneIn: oneIn) }
      return TaskFilter { admitted[$0] }
    case .filtered(_, oneIn: 10, by: .label):
      return TaskFilter(LabelFilter(first: LabelFilter.codes(0...2)))
    case .filtered(_, oneIn: 100, by: .label):
      return TaskFilter(LabelFilter(first: LabelFilter.codes(0...1)))
    case .filtered(_, oneIn: 1_000, by: .label):
      return TaskFilter(LabelFilter(first: LabelFilter.codes([0])))
    case .filtered(_, oneIn: 100, by: .groups):
      return TaskFilter(
        LabelFilter(first: LabelFilter.codes(0...2), second: LabelFilter.codes([0])))
    default:
      return TaskFilter()
    }
  }
}

/// What a query passes beside its place and its limit.
struct TaskFilter {
  let labels: LabelFilter
  let isIncluded: ((Int) -> Bool)?

  init(_ labels: LabelFilter = LabelFilter(), isIncluded: ((Int) -> Bool)? = nil) {
    self.labels = labels
    self.isIncluded = isIncluded
  }
}
