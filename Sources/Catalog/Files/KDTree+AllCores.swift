import Spatial

extension KDTree {
  /// The `count` nearest points to each of many places, on all cores.
  ///
  /// As ``KDTree/nearest(to:count:within:where:workers:execute:)`` with a thread for each core; small
  /// batches stay on the caller's.
  ///
  /// - Parameters:
  ///   - queries: any number, in any order.
  ///   - count: at most so many points each.
  ///   - radiusMeters: only points at this distance or nearer, the limit included.
  ///   - isIncluded: called with a point's index, from several threads at once.
  /// - Returns: the answers in the order of the queries.
  /// - Precondition: `count >= 0`, and the radius is not NaN.
  /// - Complexity: as many queries one after the other, by the number of cores.
  public func nearest(
    to queries: [Coordinate], count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: (@Sendable (Int) -> Bool)? = nil
  ) -> BatchAnswers {
    // A thread costs about as much as a hundred queries.
    let workers = max(1, min(Threads.processorCount, queries.count / 256))
    return nearest(
      to: queries, count: count, within: radiusMeters, where: isIncluded, workers: workers,
      execute: Threads.run)
  }
}
