extension KDTree {
  /// The answers to many questions, in the order in which they were asked.
  ///
  /// All queries' answers stand in one array one after the other, so that a batch allocates a few
  /// blocks and not one a query.
  public struct BatchAnswers: Sendable, RandomAccessCollection {
    /// All answers, those to one query together.
    public let neighbors: [Neighbor]
    /// Where the answer to each query ends.
    private let ends: [Int]

    init(neighbors: [Neighbor], ends: [Int]) {
      self.neighbors = neighbors
      self.ends = ends
    }

    /// The first query, 0.
    public var startIndex: Int { 0 }
    /// How many queries there are.
    public var endIndex: Int { ends.count }

    /// The answer to one query, nearest first.
    ///
    /// - Precondition: a query's place in the batch.
    /// - Complexity: O(1).
    public subscript(query: Int) -> ArraySlice<Neighbor> {
      neighbors[(query == 0 ? 0 : ends[query - 1])..<ends[query]]
    }
  }

  /// The `count` nearest points to each of many places, on as many threads as the caller has.
  ///
  /// Each answer is that of ``nearest(to:count:within:where:)``. The queries are answered in the order
  /// of a curve that fills the sphere, in runs, so that what one has brought into the processor's memory
  /// serves the next; the results do not depend on that.
  ///
  /// - Parameters:
  ///   - queries: any number, in any order.
  ///   - count: at most so many points each.
  ///   - radiusMeters: only points at this distance or nearer, the limit included.
  ///   - isIncluded: called with a point's index, from several threads at once.
  ///   - workers: how many runs there are; the number of cores is a good one.
  ///   - execute: calls its second argument once with each number below the first, side by side or not,
  ///     and returns when all calls have.
  /// - Precondition: `count >= 0`, the radius is not NaN, and there is at least one worker.
  /// - Complexity: as many queries one after the other, by the number of threads; O(m log m) to
  ///   order m queries.
  public func nearest(
    to queries: [Coordinate], count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: (@Sendable (Int) -> Bool)? = nil, workers: Int,
    execute: (Int, @escaping @Sendable (Int) -> Void) -> Void
  ) -> BatchAnswers {
    precondition(count >= 0, "count must not be negative")
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    precondition(workers > 0, "somebody must do the work")
    let order = CurveOrder.order(of: queries)
    let runs = BatchRuns(count: workers)
    execute(workers) { worker in
      runs.put(
        self.run(
          order[(order.count * worker / workers)..<(order.count * (worker + 1) / workers)],
          of: queries, count: count, within: radiusMeters, where: isIncluded), at: worker)
    }
    return gather(runs.all, order: order, workers: workers)
  }

  private func run(
    _ order: ArraySlice<UInt32>, of queries: [Coordinate], count: Int, within radiusMeters: Double,
    where isIncluded: ((Int) -> Bool)?
  ) -> BatchRuns.Run {
    var run = BatchRuns.Run()
    run.ends.reserveCapacity(order.count)
    run.neighbors.reserveCapacity(order.count * Swift.min(count, self.count, 16))
    var scratch = Scratch()
    var results: [Neighbor] = []
    for query in order {
      nearest(
        to: queries[Int(query)], count: count, within: radiusMeters, where: isIncluded,
        into: &results, using: &scratch)
      run.neighbors += results
      run.ends.append(run.neighbors.count)
    }
    return run
  }

  /// Puts the answers in the order of the queries.
  private func gather(
    _ runs: [BatchRuns.Run], order: [UInt32], workers: Int
  ) -> BatchAnswers {
    var ends = [Int](repeating: 0, count: order.count)
    for worker in 0..<workers {
      var start = 0
      let first = order.count * worker / workers
      for (place, end) in runs[worker].ends.enumerated() {
        ends[Int(order[first + place])] = end - start
        start = end
      }
    }
    var total = 0
    for query in ends.indices {
      total += ends[query]
      ends[query] = total
    }
    let neighbors = [Neighbor](unsafeUninitializedCapacity: total) { buffer, initialized in
      for worker in 0..<workers {
        var start = 0
        let first = order.count * worker / workers
        runs[worker].neighbors.withUnsafeBufferPointer { answers in
          for (place, end) in runs[worker].ends.enumerated() {
            let query = Int(order[first + place])
            var target = query == 0 ? 0 : ends[query - 1]
            for source in start..<end {
              buffer.initializeElement(at: target, to: answers[source])
              target += 1
            }
            start = end
          }
        }
      }
      initialized = total
    }
    return BatchAnswers(neighbors: neighbors, ends: ends)
  }
}
