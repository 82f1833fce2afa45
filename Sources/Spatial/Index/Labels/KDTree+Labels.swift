extension KDTree {
  /// Builds the tree of points with labels.
  ///
  /// Queries may then ask for some labels only, and pass by the parts of the tree that have none of
  /// them. Labels cost about three bytes a point, and up to two more for lists of the points of rare
  /// codes; queries that ask for no labels are as fast as without.
  ///
  /// - Parameters:
  ///   - coordinates: the points; a point's index is its place in the sequence.
  ///   - labels: a label for each point, in the same order.
  ///   - threadLimit: at most so many threads, the caller's among them.
  /// - Precondition: as many labels as points, fewer than 2³² − 1 of them, and a limit of at least 1.
  /// - Complexity: O(n log n).
  public init(
    _ coordinates: some Sequence<Coordinate>, labels: some Sequence<PointLabel>,
    threadLimit: Int = .max
  ) {
    self.init(coordinates, labels: labels, threadLimit: threadLimit, lanes: .best)
  }

  /// The same with the choice of inner loops made by the caller, for tests and benchmarks.
  package init(
    _ coordinates: some Sequence<Coordinate>, labels: some Sequence<PointLabel>,
    threadLimit: Int = .max, lanes: Lanes
  ) {
    let tree = KDTree(coordinates, threadLimit: threadLimit, lanes: lanes)
    self.init(
      tree.storage,
      labels: LabelBuilder.build(labels as? [PointLabel] ?? Array(labels), for: tree.storage),
      lanes: tree.lanes)
  }

  /// The `count` nearest points of some labels, nearest first, equal distances by index.
  ///
  /// In a tree without labels every point has code 0 in both groups.
  ///
  /// - Parameters:
  ///   - query: where from.
  ///   - count: at most so many; 0 gives none, more than there are gives all.
  ///   - filter: which labels count.
  ///   - radiusMeters: only points at this distance or nearer, the limit included; a negative one
  ///     admits nothing.
  ///   - isIncluded: a further condition, called with the index of a point whose label is admitted
  ///     and that may belong to the answer.
  /// - Precondition: `count >= 0`, and the radius is not NaN.
  /// - Complexity: O(log n + `count`) expected where the admitted points are spread as all are, and
  ///   not more than a few times that where they are few; O(n log n) at worst.
  public func nearest(
    to query: Coordinate, count: Int, matching filter: LabelFilter,
    within radiusMeters: Double = .infinity, where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    var statistics = SearchStatistics()
    return nearest(
      to: query, count: count, matching: filter, within: radiusMeters, where: isIncluded,
      statistics: &statistics)
  }

  /// The `count` nearest points of some labels, as ``nearest(to:count:matching:within:where:)``, and
  /// what the search touched.
  ///
  /// - Parameter statistics: the search's numbers are added to these.
  public func nearest(
    to query: Coordinate, count: Int, matching filter: LabelFilter,
    within radiusMeters: Double = .infinity, where isIncluded: ((Int) -> Bool)? = nil,
    statistics: inout SearchStatistics
  ) -> [Neighbor] {
    var results: [Neighbor] = []
    var scratch = Scratch()
    search(
      query, wanted: count, matching: filter, within: radiusMeters, where: isIncluded,
      into: &results, using: &scratch, statistics: &statistics)
    return results
  }

  /// Puts the `count` nearest points of some labels into an array, as
  /// ``nearest(to:count:matching:within:where:)`` returns them.
  ///
  /// Once the array and the scratch have grown to what such searches need, none allocates.
  ///
  /// - Parameters:
  ///   - results: emptied first; its memory is kept.
  ///   - scratch: the search's working memory.
  public func nearest(
    to query: Coordinate, count: Int, matching filter: LabelFilter,
    within radiusMeters: Double = .infinity, where isIncluded: ((Int) -> Bool)? = nil,
    into results: inout [Neighbor], using scratch: inout Scratch
  ) {
    var statistics = SearchStatistics()
    search(
      query, wanted: count, matching: filter, within: radiusMeters, where: isIncluded,
      into: &results, using: &scratch, statistics: &statistics)
  }

  /// All points of some labels within a radius, nearest first, equal distances by index.
  ///
  /// In a tree without labels every point has code 0 in both groups.
  ///
  /// - Parameters:
  ///   - radiusMeters: the limit, included; a negative one admits nothing.
  ///   - query: where from.
  ///   - filter: which labels count.
  ///   - isIncluded: a further condition, called with the index of a point whose label is admitted
  ///     and that may belong to the answer.
  /// - Precondition: the radius is not NaN.
  /// - Complexity: O(log n + m) expected for m points in the radius, whatever their labels, O(n log n)
  ///   at worst.
  public func within(
    radiusMeters: Double, of query: Coordinate, matching filter: LabelFilter,
    where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    var results: [Neighbor] = []
    var scratch = Scratch()
    within(
      radiusMeters: radiusMeters, of: query, matching: filter, where: isIncluded, into: &results,
      using: &scratch)
    return results
  }

  /// Puts all points of some labels within a radius into an array, as
  /// ``within(radiusMeters:of:matching:where:)`` returns them.
  ///
  /// Once the array and the scratch have grown to what such searches need, none allocates.
  ///
  /// - Parameters:
  ///   - results: emptied first; its memory is kept.
  ///   - scratch: the search's working memory.
  public func within(
    radiusMeters: Double, of query: Coordinate, matching filter: LabelFilter,
    where isIncluded: ((Int) -> Bool)? = nil, into results: inout [Neighbor],
    using scratch: inout Scratch
  ) {
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    var statistics = SearchStatistics()
    results.replace(
      with: ranked(
        query, wanted: nil, matching: filter, within: radiusMeters, where: isIncluded,
        using: &scratch, statistics: &statistics))
  }

  private func search(
    _ query: Coordinate, wanted: Int, matching filter: LabelFilter,
    within radiusMeters: Double, where isIncluded: ((Int) -> Bool)?,
    into results: inout [Neighbor], using scratch: inout Scratch,
    statistics: inout SearchStatistics
  ) {
    precondition(wanted >= 0, "count must not be negative")
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    results.replace(
      with: ranked(
        query, wanted: min(wanted, count), matching: filter, within: radiusMeters,
        where: isIncluded, using: &scratch, statistics: &statistics))
  }

  /// An answer of some labels in the scratch's memory, good until its next use.
  ///
  /// - Parameter wanted: 0…``count``; nil for all within the radius.
  func ranked(
    _ query: Coordinate, wanted: Int?, matching filter: LabelFilter, within radiusMeters: Double,
    where isIncluded: ((Int) -> Bool)?, using scratch: inout Scratch,
    statistics: inout SearchStatistics
  ) -> UnsafeBufferPointer<Neighbor> {
    guard let labels else {
      let wanted = filter.admits(PointLabel()) ? wanted : 0
      return ranked(
        query, wanted: wanted, within: radiusMeters, where: isIncluded, using: &scratch,
        statistics: &statistics)
    }
    if wanted == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
    var search = TreeSearch(
      storage, from: query, within: radiusMeters, lanes: lanes, in: scratch)
    search.run(
      matching: filter, in: labels, wanted: wanted, within: radiusMeters, where: isIncluded,
      using: &scratch)
    if let wanted { search.finish(wanted: wanted, in: scratch) }
    let ranked = search.rank(within: radiusMeters, in: scratch)
    statistics.add(search.statistics)
    guard let wanted else { return ranked }
    return UnsafeBufferPointer(rebasing: ranked.prefix(wanted))
  }
  /// The same of some labels or of all, for a caller who does not ask what was touched.
  @inline(__always)
  func ranked(
    _ query: Coordinate, wanted: Int?, matching filter: LabelFilter?, within radiusMeters: Double,
    where isIncluded: ((Int) -> Bool)?, using scratch: inout Scratch
  ) -> UnsafeBufferPointer<Neighbor> {
    var statistics = SearchStatistics()
    guard let filter else {
      return ranked(
        query, wanted: wanted, within: radiusMeters, where: isIncluded, using: &scratch,
        statistics: &statistics)
    }
    return ranked(
      query, wanted: wanted, matching: filter, within: radiusMeters, where: isIncluded,
      using: &scratch, statistics: &statistics)
  }
}
