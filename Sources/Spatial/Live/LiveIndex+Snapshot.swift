extension LiveIndex {
  /// The points of one moment. A value: it stays what it is, whatever happens to the index.
  public struct Snapshot: Sendable {
    /// The trees, each at least ``ratio`` times as large as the next when they were built.
    var parts: [LivePart] = []
    /// The newest points, in no order.
    var buffer: [LivePoint] = []

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
      precondition(count >= 0, "count must not be negative")
      precondition(!radiusMeters.isNaN, "the radius must be a number")
      guard count > 0 else { return [] }
      var nearest = scan(
        from: query, matching: filter, within: radiusMeters, where: isIncluded)
      if nearest.count > count { nearest.removeSubrange(count...) }
      var scratch = KDTree.Scratch()
      var found: [Neighbor] = []
      for part in parts {
        // The limit is inclusive, so that a lower id at the same distance is not lost.
        let limit =
          nearest.count == count
          ? min(radiusMeters, nearest[count - 1].distanceMeters) : radiusMeters
        part.nearest(
          to: query, count: count, matching: filter, within: limit, where: isIncluded,
          into: &found, using: &scratch)
        part.merge(found, into: &nearest, count: count)
      }
      return nearest
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
      precondition(!radiusMeters.isNaN, "the radius must be a number")
      var all = scan(
        from: query, matching: filter, within: radiusMeters, where: isIncluded)
      var scratch = KDTree.Scratch()
      var found: [Neighbor] = []
      for part in parts {
        part.within(
          radiusMeters: radiusMeters, of: query, matching: filter, where: isIncluded,
          into: &found, using: &scratch)
        part.merge(found, into: &all, count: .max)
      }
      return all
    }

    /// The buffer's part of an answer.
    private func scan(
      from query: Coordinate, matching filter: LabelFilter?, within radiusMeters: Double,
      where isIncluded: ((Int) -> Bool)?
    ) -> [Neighbor] {
      let origin = DistanceOrigin(query)
      var found: [Neighbor] = []
      for point in buffer where filter?.admits(point.label) ?? true {
        let meters = origin.meters(
          latitude: point.coordinate.latitude, longitude: point.coordinate.longitude)
        if meters <= radiusMeters, isIncluded?(point.id) ?? true {
          found.append(Neighbor(index: point.id, distanceMeters: meters))
        }
      }
      return found.sorted()
    }
  }
}

// MARK: - Changes, made to a copy that nobody else has yet

extension LiveIndex.Snapshot {
  /// A tree takes in those behind it as long as it is not this many times as large.
  private static let ratio = 4

  /// Whether a point has the id.
  ///
  /// - Complexity: O(log² n).
  func contains(id: Int) -> Bool {
    buffer.contains { $0.id == id } || parts.contains { $0.place(of: id) != nil }
  }

  mutating func insert(_ point: LivePoint, bufferLimit: Int) -> Bool {
    guard !contains(id: point.id) else { return false }
    buffer.append(point)
    if buffer.count >= bufferLimit {
      let points = buffer.sorted { $0.id < $1.id }
      buffer = []
      append(points)
    }
    return true
  }

  mutating func remove(id: Int) -> Bool {
    if let place = buffer.firstIndex(where: { $0.id == id }) {
      buffer.swapAt(place, buffer.count - 1)
      buffer.removeLast()
      return true
    }
    for number in parts.indices {
      guard let place = parts[number].place(of: id) else { continue }
      parts[number].markRemoved(place)
      if parts[number].liveCount * 2 <= parts[number].ids.count { rebuild(from: number) }
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
