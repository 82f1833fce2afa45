extension LiveIndex {
  /// The working memory of searches, for a caller who asks many questions and wants none of them to
  /// allocate.
  ///
  /// It grows to what the largest search needed and then stays. It belongs to no index; tasks that
  /// search side by side need one each.
  public struct Scratch: ~Copyable {
    var tree = KDTree.Scratch()
    /// Where two sorted answers become one.
    var merged: [Neighbor] = []
    /// The parts in the order in which they are searched.
    var order: [(bound: Float, number: Int)] = []
    let filter = PartFilter()

    /// Memory for a few hundred candidates.
    public init() {}
  }

  /// A filter for the trees that is made once and told of each part: one of its own for each search of
  /// a part would be memory.
  final class PartFilter {
    private var part: LivePart?
    private var isIncluded: ((Int) -> Bool)?
    private var body: ((Int) -> Bool)?

    /// The filter for a part's tree: what is there, and what a caller admits by id; nil for everything.
    func of(_ part: LivePart, _ isIncluded: ((Int) -> Bool)?) -> ((Int) -> Bool)? {
      if case .none = isIncluded, part.liveCount == part.points.count { return nil }
      self.part = part
      self.isIncluded = isIncluded
      if case .none = body { body = { [unowned self] place in self.admits(place) } }
      return body
    }

    private func admits(_ place: Int) -> Bool {
      guard let part, !part.removed.contains(place) else { return false }
      return isIncluded?(part.points.ids[place]) ?? true
    }

    /// Holds on to nothing of the last search.
    func reset() {
      part = nil
      isIncluded = nil
    }
  }
}

// One owner at a time, and nothing in it that points elsewhere: it may move between tasks.
extension LiveIndex.Scratch: @unchecked Sendable {}
