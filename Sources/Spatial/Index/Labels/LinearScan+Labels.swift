extension LinearScan {
  /// Keeps the points and their labels.
  ///
  /// - Parameters:
  ///   - coordinates: the points; a point's index is its place in the sequence.
  ///   - labels: a label for each point, in the same order.
  /// - Precondition: as many labels as points.
  /// - Complexity: O(n).
  public init(_ coordinates: some Sequence<Coordinate>, labels: some Sequence<PointLabel>) {
    self.init(coordinates)
    self.labels = Array(labels)
    precondition(self.labels.count == count, "a label for each point")
  }

  /// The `count` nearest points of some labels, nearest first, equal distances by index.
  ///
  /// In a scan without labels every point has code 0 in both groups.
  ///
  /// - Parameters:
  ///   - query: where from.
  ///   - count: at most so many; 0 gives none.
  ///   - filter: which labels count.
  ///   - radiusMeters: only points at this distance or nearer, the limit included.
  ///   - isIncluded: called with the index of a point whose label is admitted.
  /// - Precondition: `count >= 0`, and the radius is not NaN.
  /// - Complexity: O(n log n).
  public func nearest(
    to query: Coordinate, count: Int, matching filter: LabelFilter,
    within radiusMeters: Double = .infinity, where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    nearest(to: query, count: count, within: radiusMeters) { index in
      filter.admits(label(index)) && (isIncluded?(index) ?? true)
    }
  }

  /// All points of some labels within a radius, nearest first, equal distances by index.
  ///
  /// - Parameters:
  ///   - radiusMeters: the limit, included; a negative one admits nothing.
  ///   - query: where from.
  ///   - filter: which labels count.
  ///   - isIncluded: called with the index of a point whose label is admitted.
  /// - Precondition: the radius is not NaN.
  /// - Complexity: O(n log n).
  public func within(
    radiusMeters: Double, of query: Coordinate, matching filter: LabelFilter,
    where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    within(radiusMeters: radiusMeters, of: query) { index in
      filter.admits(label(index)) && (isIncluded?(index) ?? true)
    }
  }

  private func label(_ index: Int) -> PointLabel {
    labels.isEmpty ? PointLabel() : labels[index]
  }
}
