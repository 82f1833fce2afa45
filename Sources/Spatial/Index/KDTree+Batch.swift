import CLanes

extension KDTree {
  /// The nearest points of many queries, searched for on all cores.
  ///
  /// Each list is that of ``nearest(to:count:within:where:)``, and the lists are in the order of the
  /// queries, whatever the threads; no queries give no lists. Searched is in the order of a curve,
  /// along which one query finds in the processor's memory what those before it have brought there;
  /// for a `count` of 1 alone, several queries are searched for side by side instead.
  /// The call returns when all is done.
  ///
  /// - Parameters:
  ///   - queries: where from.
  ///   - count: at most so many a query; 0 gives none.
  ///   - filter: which labels count; nil for all.
  ///   - radiusMeters: only points at this distance or nearer, the limit included.
  ///   - threadLimit: at most so many threads, the caller's among them.
  ///   - isIncluded: called with a point's index, from several threads at once.
  /// - Precondition: `count >= 0`, the radius is not NaN, and the limit is at least 1.
  /// - Complexity: that of the single query for each, divided by the cores. Memory is asked for a few
  ///   times in all, and for each thread.
  public func nearest(
    toEach queries: [Coordinate], count: Int, matching filter: LabelFilter? = nil,
    within radiusMeters: Double = .infinity, threadLimit: Int = .max,
    where isIncluded: (@Sendable (Int) -> Bool)? = nil
  ) -> NeighborLists {
    var lists = NeighborLists()
    nearest(
      toEach: queries, count: count, matching: filter, within: radiusMeters,
      threadLimit: threadLimit, where: isIncluded, into: &lists)
    return lists
  }

  /// Puts the nearest points of many queries into lists, as
  /// ``nearest(toEach:count:matching:within:threadLimit:where:)`` returns them.
  ///
  /// - Parameter lists: what it held is gone; its memory is kept where the answers need as much.
  public func nearest(
    toEach queries: [Coordinate], count: Int, matching filter: LabelFilter? = nil,
    within radiusMeters: Double = .infinity, threadLimit: Int = .max,
    where isIncluded: (@Sendable (Int) -> Bool)? = nil,
    into lists: inout NeighborLists
  ) {
    precondition(count >= 0, "count must not be negative")
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    let batch = QueryBatch(queries, threadLimit: threadLimit)
    let wanted = min(count, self.count)
    if wanted > 0, radiusMeters == .infinity, filter == nil, isIncluded == nil, storage.isTrusted {
      guard wanted > 1 else {
        return batch.runOne(into: &lists) { queries, answers, scratch in
          nearestOne(of: queries, into: answers, using: &scratch)
        }
      }
      batch.run(each: wanted, into: &lists) { query, list, scratch in
        let found = ranked(
          query, wanted: wanted, within: .infinity, where: nil, using: &scratch)
        UnsafeMutableRawPointer(list).copyMemory(
          from: UnsafeRawPointer(found.baseAddress!),
          byteCount: wanted * MemoryLayout<Neighbor>.stride)
      }
    } else {
      batch.run(into: &lists, isIncluded) { query, isIncluded, scratch in
        ranked(
          query, wanted: wanted, matching: filter, within: radiusMeters, where: isIncluded,
          using: &scratch)
      }
    }
  }

  /// All points within a radius of many queries, searched for on all cores.
  ///
  /// Each list is that of ``within(radiusMeters:of:where:)``; all else is as for
  /// ``nearest(toEach:count:matching:within:threadLimit:where:)``.
  ///
  /// - Precondition: the radius is not NaN, and the limit is at least 1.
  public func within(
    radiusMeters: Double, ofEach queries: [Coordinate], matching filter: LabelFilter? = nil,
    threadLimit: Int = .max, where isIncluded: (@Sendable (Int) -> Bool)? = nil
  ) -> NeighborLists {
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    var lists = NeighborLists()
    QueryBatch(queries, threadLimit: threadLimit).run(into: &lists, isIncluded) {
      query, isIncluded, scratch in
      ranked(
        query, wanted: nil, matching: filter, within: radiusMeters, where: isIncluded,
        using: &scratch)
    }
    return lists
  }
}

/// Many queries, and the threads that search for their answers.
private struct QueryBatch {
  private let queries: [Coordinate]
  private let threads: Int

  /// What a thread takes at a time: enough that the turns cost nothing, and so few that all threads
  /// are done at about the same time.
  private static let turn = 256
  /// So many neighbors at the start of a list, four to a line of the cache, are asked for early; the
  /// processor sees the others coming.
  private static let prefetched = 64
  /// A thread is worth its cost for so many queries.
  private static let queriesPerThread = 256

  typealias Scratch = KDTree.Scratch
  typealias Filter = (Int) -> Bool

  init(_ queries: [Coordinate], threadLimit: Int) {
    precondition(threadLimit >= 1, "at least one thread")
    self.queries = queries
    let worthwhile = min(threadLimit, queries.count / Self.queriesPerThread)
    threads = worthwhile > 1 ? min(worthwhile, Threads.processorCount) : 1
  }

  private var turns: Int { (queries.count + Self.turn - 1) / Self.turn }

  /// The places in the order of search that belong to a turn.
  private func places(ofTurn turn: Int) -> Range<Int> {
    turn * Self.turn..<min((turn + 1) * Self.turn, queries.count)
  }

  /// Answers of one length each are written where they belong.
  func run(
    each length: Int, into lists: inout NeighborLists,
    _ search: @Sendable (Coordinate, UnsafeMutablePointer<Neighbor>, inout Scratch) -> Void
  ) {
    lists.offsets.overwrite(count: queries.count + 1) { offsets in
      for place in 0...queries.count { offsets[place] = place * length }
    }
    lists.neighbors.overwrite(count: queries.count * length) { neighbors in
      guard let base = neighbors.baseAddress else { return }
      let order = CurveOrder.order(of: queries)
      // Threads write to places of their own.
      nonisolated(unsafe) let all = base
      Threads.forEach(turns, atMost: threads, state: { Scratch() }) { turn, scratch in
        for place in places(ofTurn: turn) {
          let number = Int(order[place])
          let list = all + number * length
          // The lists are not where the curve goes: their memory comes while the search goes on.
          for line in stride(from: 0, to: min(length, Self.prefetched), by: 4) {
            clanes_prefetch_for_writing(list + line)
          }
          search(queries[number], list, &scratch)
        }
      }
    }
  }

  /// The nearest point of each query, searched for a block at a time, is written where it belongs.
  ///
  /// In the order of the queries: searches that wait for memory side by side gain less by a curve than
  /// it costs.
  func runOne(
    into lists: inout NeighborLists,
    _ search:
      @Sendable (
        UnsafeBufferPointer<Coordinate>, UnsafeMutableBufferPointer<Neighbor?>, inout Scratch
      ) -> Void
  ) {
    lists.offsets.overwrite(count: queries.count + 1) { offsets in
      for place in 0...queries.count { offsets[place] = place }
    }
    lists.neighbors.overwrite(count: queries.count) { neighbors in
      queries.withUnsafeBufferPointer { queries in
        // Threads write to places of their own.
        nonisolated(unsafe) let (queries, neighbors) = (queries, neighbors)
        Threads.forEach(turns, atMost: threads, state: { Scratch() }) { turn, scratch in
          withUnsafeTemporaryAllocation(of: Neighbor?.self, capacity: KDTree.block) { answers in
            answers.initialize(repeating: nil)
            let places = places(ofTurn: turn)
            for start in stride(from: places.lowerBound, to: places.upperBound, by: KDTree.block) {
              let end = min(start + KDTree.block, places.upperBound)
              search(UnsafeBufferPointer(rebasing: queries[start..<end]), answers, &scratch)
              for place in start..<end {
                guard let answer = answers[place - start] else {
                  preconditionFailure("without a radius every query has a nearest point")
                }
                neighbors[place] = answer
              }
            }
          }
        }
      }
    }
  }

  /// Answers of any length are put together turn by turn, and then where they belong.
  func run(
    into lists: inout NeighborLists, _ isIncluded: (@Sendable (Int) -> Bool)?,
    _ search: @Sendable (Coordinate, Filter?, inout Scratch) -> UnsafeBufferPointer<Neighbor>
  ) {
    let order = CurveOrder.order(of: queries)
    let parts = UnsafeMutablePointer<[Neighbor]>.allocate(capacity: turns)
    parts.initialize(repeating: [], count: turns)
    defer {
      parts.deinitialize(count: turns)
      parts.deallocate()
    }
    // Threads write to places of their own.
    nonisolated(unsafe) let found = parts
    lists.offsets.overwrite(count: queries.count + 1) { offsets in
      nonisolated(unsafe) let lengths = offsets
      lengths[0] = 0
      Threads.forEach(turns, atMost: threads, state: { Scratch() }) { turn, scratch in
        // A closure of its own: threads that count references to one hold each other up.
        let filter: Filter? = isIncluded.map { isIncluded in { isIncluded($0) } }
        for place in places(ofTurn: turn) {
          let number = Int(order[place])
          let answer = search(queries[number], filter, &scratch)
          lengths[number + 1] = answer.count
          found[turn].append(contentsOf: answer)
        }
      }
      for query in queries.indices { offsets[query + 1] += offsets[query] }
    }
    let offsets = lists.offsets
    lists.neighbors.overwrite(count: offsets[queries.count]) { neighbors in
      nonisolated(unsafe) let all = neighbors
      Threads.forEach(turns, atMost: threads) { turn in
        var next = 0
        for place in places(ofTurn: turn) {
          let number = Int(order[place])
          for slot in offsets[number]..<offsets[number + 1] {
            all[slot] = found[turn][next]
            next += 1
          }
        }
        found[turn] = []
      }
    }
  }
}
