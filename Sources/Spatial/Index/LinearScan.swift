/// Every point tested, every time: the plain index, and the oracle for the others.
public struct LinearScan: Sendable {
  /// The points, in the order given.
  public let coordinates: [Coordinate]
  private let cosines: [Double]
  /// The labels of the points; empty where they have none.
  public internal(set) var labels: [PointLabel] = []

  /// Keeps the points. Any number of them, also none.
  ///
  /// - Complexity: O(n).
  public init(_ coordinates: some Sequence<Coordinate>) {
    self.coordinates = Array(coordinates)
    cosines = self.coordinates.map { Trigonometry.cosine(degrees: $0.latitude) }
  }

  /// How many points.
  public var count: Int { coordinates.count }

  /// The `count` nearest points, nearest first, equal distances by index.
  ///
  /// - Parameters:
  ///   - query: where from.
  ///   - count: at most so many; 0 gives none.
  ///   - radiusMeters: only points at this distance or nearer, the limit included.
  ///   - isIncluded: called with a point's index; only points it admits are counted.
  /// - Precondition: `count >= 0`, and the radius is not NaN.
  /// - Complexity: O(n log n).
  public func nearest(
    to query: Coordinate, count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    precondition(count >= 0, "count must not be negative")
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    return Array(all(around: query, within: radiusMeters, where: isIncluded).prefix(count))
  }

  /// As ``nearest(to:count:within:where:)``, and adds what was touched: every admitted point.
  public func nearest(
    to query: Coordinate, count: Int, within radiusMeters: Double = .infinity,
    where isIncluded: ((Int) -> Bool)? = nil, statistics: inout SearchStatistics
  ) -> [Neighbor] {
    statistics.pointsTested += self.count
    return nearest(to: query, count: count, within: radiusMeters, where: isIncluded)
  }

  /// All points within a radius, nearest first, equal distances by index.
  ///
  /// - Parameters:
  ///   - radiusMeters: the limit, included; a negative one admits nothing.
  ///   - query: where from.
  ///   - isIncluded: called with a point's index; only points it admits are counted.
  /// - Precondition: the radius is not NaN.
  /// - Complexity: O(n log n).
  public func within(
    radiusMeters: Double, of query: Coordinate, where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    return all(around: query, within: radiusMeters, where: isIncluded)
  }

  private func all(
    around query: Coordinate, within radiusMeters: Double, where isIncluded: ((Int) -> Bool)?
  ) -> [Neighbor] {
    let cosine = Trigonometry.cosine(degrees: query.latitude)
    var found: [Neighbor] = []
    for index in coordinates.indices where isIncluded?(index) ?? true {
      let point = coordinates[index]
      let distance = Coordinate.distanceMeters(
        haversine: Coordinate.haversine(
          query.latitude, query.longitude, cosine: cosine,
          point.latitude, point.longitude, cosine: cosines[index]))
      if distance <= radiusMeters {
        found.append(Neighbor(index: index, distanceMeters: distance))
      }
    }
    return found.sorted()
  }
}
