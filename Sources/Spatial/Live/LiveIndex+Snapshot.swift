extension LiveIndex {
  /// The points of one moment. A value: it stays what it is, whatever happens to the index.
  public struct Snapshot: Sendable {
    /// The trees, each at least ``ratio`` times as large as the next when they were built.
    var parts: [LivePart] = []
    /// The newest points.
    var buffer = LiveBuffer()

    /// How many points there are.
    public var count: Int { parts.reduce(buffer.count) { $0 + $1.liveCount } }

    /// The `count` nearest points, nearest first, equal distances by id.
    ///
    /// - Parameters:
    ///   - query: where from.
    ///   - count: at most so many; 0 gives none, more than there are gives all.
    ///   - filter: which labels count; nil for all.
    ///   - radiusMeters: only points at this distance or nearer, the limit included; a negative one
    ///     admits nothing.
    ///   - isIncluded: called with a point's id, for points that may belong to the answer only.
    /// - Returns: neighbors whose ``Neighbor/index`` is the id.
    /// - Precondition: `count >= 0`, and the radius is not NaN.
    /// - Complexity: O(log² n + `count` · log n) expected, O(n log n) at worst.
    public func nearest(
      to query: Coordinate, count: Int, matching filter: LabelFilter? = nil,
      within radiusMeters: Double = .infinity, where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Neighbor] {
      var results: [Neighbor] = []
      var scratch = Scratch()
      nearest(
        to: query, count: count, matching: filter, within: radiusMeters, where: isIncluded,
        into: &results, using: &scratch)
      return results
    }

    /// Puts the `count` nearest points into an array, as ``nearest(to:count:matching:within:where:)``
    /// returns them.
    ///
    /// Once the array and the scratch have grown to what such searches need, none allocates.
    ///
    /// - Parameters:
    ///   - results: emptied first; its memory is kept.
    ///   - scratch: the search's working memory.
    public func nearest(
      to query: Coordinate, count: Int, matching filter: LabelFilter? = nil,
      within radiusMeters: Double = .infinity, where isIncluded: ((Int) -> Bool)? = nil,
      into results: inout [Neighbor], using scratch: inout Scratch
    ) {
      precondition(count >= 0, "count must not be negative")
      search(
        query, wanted: count, matching: filter, within: radiusMeters, where: isIncluded,
        into: &results, using: &scratch)
    }

    /// All points within a radius, nearest first, equal distances by id.
    ///
    /// - Parameters:
    ///   - radiusMeters: the limit, included; a negative one admits nothing.
    ///   - query: where from.
    ///   - filter: which labels count; nil for all.
    ///   - isIncluded: called with a point's id, for points that may belong to the answer only.
    /// - Returns: neighbors whose ``Neighbor/index`` is the id.
    /// - Precondition: the radius is not NaN.
    /// - Complexity: O(log² n + m · log n) expected for m points, O(n log n) at worst.
    public func within(
      radiusMeters: Double, of query: Coordinate, matching filter: LabelFilter? = nil,
      where isIncluded: ((Int) -> Bool)? = nil
    ) -> [Neighbor] {
      var results: [Neighbor] = []
      var scratch = Scratch()
      within(
        radiusMeters: radiusMeters, of: query, matching: filter, where: isIncluded,
        into: &results, using: &scratch)
      return results
    }

    /// Puts all points within a radius into an array, as ``within(radiusMeters:of:matching:where:)``
    /// returns them.
    ///
    /// Once the array and the scratch have grown to what such searches need, none allocates.
    ///
    /// - Parameters:
    ///   - results: emptied first; its memory is kept.
    ///   - scratch: the search's working memory.
    public func within(
      radiusMeters: Double, of query: Coordinate, matching filter: LabelFilter? = nil,
      where isIncluded: ((Int) -> Bool)? = nil, into results: inout [Neighbor],
      using scratch: inout Scratch
    ) {
      search(
        query, wanted: nil, matching: filter, within: radiusMeters, where: isIncluded,
        into: &results, using: &scratch)
    }

    /// Searches the nearest part first, and every further one as far as the answer so far leaves open.
    private func search(
      _ query: Coordinate, wanted: Int?, matching filter: LabelFilter?,
      within radiusMeters: Double, where isIncluded: ((Int) -> Bool)?,
      into results: inout [Neighbor], using scratch: inout Scratch
    ) {
      precondition(!radiusMeters.isNaN, "the radius must be a number")
      results.removeAll(keepingCapacity: true)
      guard wanted != 0 else { return }
      let origin = DistanceOrigin(query)
      let vector = origin.vector
      var limit = radiusMeters
      scratch.order.removeAll(keepingCapacity: true)
      for number in 0..<parts.count {
        let bound = parts[number].points.bound(from: vector)
        // Few, and the larger come first where a query lies in several.
        var place = scratch.order.count
        scratch.order.append((bound, number))
        while place > 0, scratch.order[place - 1].bound > bound {
          scratch.order.swapAt(place, place - 1)
          place -= 1
        }
      }
      for place in 0..<scratch.order.count {
        let (bound, number) = scratch.order[place]
        if bound > 0, bound > ChordBound.within(radiusMeters: limit) { break }
        let points = parts[number].points
        let isThere = scratch.filter.of(parts[number], isIncluded)
        let found = points.tree.ranked(
          query, wanted: wanted.map { min($0, points.count) }, matching: filter, within: limit,
          where: isThere, using: &scratch.tree)
        points.merge(found, into: &results, count: wanted ?? .max, using: &scratch.merged)
        // The limit is inclusive, so that a lower id at the same distance is not lost.
        if results.count == wanted { limit = min(limit, results[results.count - 1].distanceMeters) }
      }
      scratch.filter.reset()
      buffer.forEachCandidate(of: vector, within: limit) { point in
        guard filter?.admits(point.label) ?? true else { return limit }
        let meters = origin.meters(
          latitude: point.coordinate.latitude, longitude: point.coordinate.longitude)
        guard meters <= limit, isIncluded?(point.id) ?? true else { return limit }
        results.insert(Neighbor(index: point.id, distanceMeters: meters), count: wanted ?? .max)
        if results.count == wanted { limit = min(limit, results[results.count - 1].distanceMeters) }
        return limit
      }
    }
  }
}

extension Array<Neighbor> {
  /// Puts a neighbor into its place in a sorted array of at most `count`.
  fileprivate mutating func insert(_ neighbor: Neighbor, count: Int) {
    if self.count < count {
      append(neighbor)
    } else if !(neighbor < self[count - 1]) {
      return
    }
    var place = self.count - 1
    while place > 0, neighbor < self[place - 1] {
      self[place] = self[place - 1]
      place -= 1
    }
    self[place] = neighbor
  }
}

// MARK: - Changes, made to a copy that nobody else has yet

extension LiveIndex.Snapshot {
  /// A tree takes in those behind it as long as it is not this many times as large.
  private static let ratio = 32

  /// Whether a point has the id.
  ///
  /// - Complexity: O(log² n).
  func contains(id: Int) -> Bool {
    buffer.place(of: id) != nil || parts.contains { $0.place(of: id) != nil }
  }

  mutating func insert(_ point: LivePoint, bufferLimit: Int) -> Bool {
    guard !contains(id: point.id) else { return false }
    buffer.append(point)
    if buffer.count >= bufferLimit {
      let points = buffer.points.sorted { $0.id < $1.id }
      buffer = LiveBuffer()
      append(points)
    }
    return true
  }

  mutating func remove(id: Int) -> Bool {
    if let place = buffer.place(of: id) {
      buffer.remove(at: place)
      return true
    }
    for number in parts.indices {
      guard let place = parts[number].place(of: id) else { continue }
      parts[number].markRemoved(place)
      if parts[number].liveCount * 2 <= parts[number].points.count { rebuild(from: number) }
      return true
    }
    return false
  }

  /// Takes out a tree that is half removed and those behind it, and builds one of what they have.
  private mutating func rebuild(from number: Int) {
    var points: [LivePoint] = []
    for part in parts[number...].reversed() { points = part.merged(with: points) }
    parts.removeSubrange(number...)
    if !points.isEmpty { append(points) }
  }

  /// Makes a tree of points by ascending id, together with the trees that are not much larger.
  private mutating func append(_ points: [LivePoint]) {
    var points = points
    while let last = parts.last, last.liveCount < Self.ratio * points.count {
      points = last.merged(with: points)
      parts.removeLast()
    }
    parts.append(LivePart(points))
  }
}
