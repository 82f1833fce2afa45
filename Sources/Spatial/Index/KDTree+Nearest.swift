extension KDTree {
  /// The `count` nearest points, nearest first, equal distances by index.
  ///
  /// - Parameters:
  ///   - query: where from.
  ///   - count: at most so many; 0 gives none, more than there are gives all.
  ///   - radiusMeters: only points at this distance or nearer, the limit included; a negative one
  ///     admits nothing.
  ///   - isIncluded: called with a point's index, for points that may belong to the answer only;
  ///     points it refuses do not count.
  /// - Precondition: `count >= 0`, and the radius is not NaN.
  /// - Complexity: O(log n + `count`) expected for points spread over an area, O(n log n) at worst.
  public func nearest(
    to query: Coordinate, count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    var statistics = SearchStatistics()
    return nearest(
      to: query, count: count, within: radiusMeters, where: isIncluded, statistics: &statistics)
  }

  /// The `count` nearest points, as ``nearest(to:count:within:where:)``, and what the search touched.
  ///
  /// - Parameter statistics: the search's numbers are added to these.
  public func nearest(
    to query: Coordinate, count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: ((Int) -> Bool)? = nil, statistics: inout SearchStatistics
  ) -> [Neighbor] {
    var results: [Neighbor] = []
    var scratch = Scratch()
    search(
      query, wanted: count, within: radiusMeters, where: isIncluded, into: &results,
      using: &scratch, statistics: &statistics)
    return results
  }

  /// Puts the `count` nearest points into an array, as ``nearest(to:count:within:where:)`` returns
  /// them.
  ///
  /// Once the array and the scratch have grown to what such searches need, none allocates.
  ///
  /// - Parameters:
  ///   - results: emptied first; its memory is kept.
  ///   - scratch: the search's working memory.
  public func nearest(
    to query: Coordinate, count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: ((Int) -> Bool)? = nil, into results: inout [Neighbor],
    using scratch: inout Scratch
  ) {
    var statistics = SearchStatistics()
    search(
      query, wanted: count, within: radiusMeters, where: isIncluded, into: &results,
      using: &scratch, statistics: &statistics)
  }

  func search(
    _ query: Coordinate, wanted: Int, within radiusMeters: Double,
    where isIncluded: ((Int) -> Bool)?, into results: inout [Neighbor],
    using scratch: inout Scratch, statistics: inout SearchStatistics
  ) {
    precondition(wanted >= 0, "count must not be negative")
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    results.replace(
      with: ranked(
        query, wanted: min(wanted, count), within: radiusMeters,
        where: isIncluded, using: &scratch, statistics: &statistics))
  }

  /// An answer in the scratch's memory, good until its next use.
  ///
  /// - Parameter wanted: 0…``count``; nil for all within the radius.
  @inline(__always)
  func ranked(
    _ query: Coordinate, wanted: Int?, within radiusMeters: Double,
    where isIncluded: ((Int) -> Bool)?, using scratch: inout Scratch,
    statistics: inout SearchStatistics
  ) -> UnsafeBufferPointer<Neighbor> {
    if wanted == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
    if wanted == 1, case .none = isIncluded,
      let count = nearest(to: query, within: radiusMeters, in: scratch)
    {
      statistics.add(SearchStatistics(scratch.walk))
      return UnsafeBufferPointer(start: scratch.sorted, count: count)
    }
    var search = TreeSearch(
      storage, from: query, within: radiusMeters, lanes: lanes, in: scratch)
    search.run(wanted: wanted, within: radiusMeters, where: isIncluded, in: &scratch)
    if let wanted { search.finish(wanted: wanted, in: scratch) }
    let ranked = search.rank(within: radiusMeters, in: scratch)
    statistics.add(search.statistics)
    guard let wanted else { return ranked }
    return UnsafeBufferPointer(rebasing: ranked.prefix(wanted))
  }

  /// The same for a caller who does not ask what was touched.
  @inline(__always)
  func ranked(
    _ query: Coordinate, wanted: Int?, within radiusMeters: Double,
    where isIncluded: ((Int) -> Bool)?, using scratch: inout Scratch
  ) -> UnsafeBufferPointer<Neighbor> {
    var statistics = SearchStatistics()
    return ranked(
      query, wanted: wanted, within: radiusMeters, where: isIncluded, using: &scratch,
      statistics: &statistics)
  }

  /// Puts the nearest point into the scratch and says how many there are, 0 or 1; nil where only the
  /// general search can tell.
  @inline(__always)
  private func nearest(
    to query: Coordinate, within radiusMeters: Double, in scratch: borrowing Scratch
  ) -> Int? {
    scratch.enter(storage)
    let count = lanes.functions.pointee.nearest(
      scratch.walk, query.latitude, query.longitude, ChordBound.within(radiusMeters: radiusMeters),
      radiusMeters, Int64(scratch.capacity), scratch.meters, scratch.indexes)
    guard count >= 0 else { return nil }
    scratch.sorted[0] = Neighbor(
      index: Int(scratch.indexes[0]), distanceMeters: scratch.meters[0])
    return Int(count)
  }
}
