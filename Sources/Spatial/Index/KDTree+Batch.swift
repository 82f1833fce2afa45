extension KDTree {
  private static let batch = 256

  /// The nearest points of many queries, searched for side by side on all cores.
  ///
  /// Each answer is that of ``nearest(to:count:within:where:)``, and the answers are in the order of
  /// the queries. No queries give no answers. Searched is in the order of a curve, along which one query
  /// finds in the processor's memory what those before it have brought there.
  ///
  /// - Parameters:
  ///   - queries: where from.
  ///   - count: at most so many a query; 0 gives none.
  ///   - radiusMeters: only points at this distance or nearer, the limit included.
  ///   - isIncluded: called with a point's index, from several tasks at once.
  /// - Precondition: `count >= 0`, and the radius is not NaN.
  /// - Complexity: that of the single query for each, divided by the cores.
  public func nearest(
    toEach queries: [Coordinate], count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: (@Sendable (Int) -> Bool)? = nil
  ) async -> [[Neighbor]] {
    precondition(count >= 0, "count must not be negative")
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    let order = CurveOrder.order(of: queries)
    return await withTaskGroup(of: (start: Int, answers: [[Neighbor]]).self) { group in
      for start in stride(from: 0, to: queries.count, by: Self.batch) {
        group.addTask {
          var scratch = Scratch()
          let end = min(start + Self.batch, queries.count)
          let answers = order[start..<end].map { query in
            var answer: [Neighbor] = []
            nearest(
              to: queries[Int(query)], count: count, within: radiusMeters, where: isIncluded,
              into: &answer,
              using: &scratch)
            return answer
          }
          return (start, answers)
        }
      }
      var all = [[Neighbor]](repeating: [], count: queries.count)
      for await (start, answers) in group {
        for (query, answer) in zip(order[start...], answers) { all[Int(query)] = answer }
      }
      return all
    }
  }
}
