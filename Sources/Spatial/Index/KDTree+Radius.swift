extension KDTree {
  /// All points within a radius, nearest first, equal distances by index.
  ///
  /// - Parameters:
  ///   - radiusMeters: the limit, included; a negative one admits nothing, and 0 the points at
  ///     distance 0.
  ///   - query: where from.
  ///   - isIncluded: called with a point's index, for points that may belong to the answer only.
  /// - Precondition: the radius is not NaN.
  /// - Complexity: O(log n + m) expected for m points spread over an area, O(n log n) at worst.
  public func within(
    radiusMeters: Double, of query: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    var statistics = SearchStatistics()
    return within(
      radiusMeters: radiusMeters, of: query, where: isIncluded, statistics: &statistics)
  }

  /// All points within a radius, as ``within(radiusMeters:of:where:)``, and what the search touched.
  ///
  /// - Parameter statistics: the search's numbers are added to these.
  public func within(
    radiusMeters: Double, of query: Coordinate, where isIncluded: ((Int) -> Bool)? = nil,
    statistics: inout SearchStatistics
  ) -> [Neighbor] {
    var results: [Neighbor] = []
    var scratch = Scratch()
    search(
      query, within: radiusMeters, where: isIncluded, into: &results, using: &scratch,
      statistics: &statistics)
    return results
  }

  /// Puts all points within a radius into an array, as ``within(radiusMeters:of:where:)`` returns
  /// them.
  ///
  /// Once the array and the scratch have grown to what such searches need, none allocates.
  ///
  /// - Parameters:
  ///   - results: emptied first; its memory is kept.
  ///   - scratch: the search's working memory.
  public func within(
    radiusMeters: Double, of query: Coordinate, where isIncluded: ((Int) -> Bool)? = nil,
    into results: inout [Neighbor], using scratch: inout Scratch
  ) {
    var statistics = SearchStatistics()
    search(
      query, within: radiusMeters, where: isIncluded, into: &results, using: &scratch,
      statistics: &statistics)
  }

  func search(
    _ query: Coordinate, within radiusMeters: Double, where isIncluded: ((Int) -> Bool)?,
    into results: inout [Neighbor], using scratch: inout Scratch,
    statistics: inout SearchStatistics
  ) {
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    results.replace(
      with: ranked(
        query, wanted: nil, within: radiusMeters, where: isIncluded,
        using: &scratch, statistics: &statistics))
  }
}
