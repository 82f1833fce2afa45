import Spatial

/// A named set of points and queries for benchmarks, the same on every machine.
public struct Workload: Sendable {
  /// What it is called in tables.
  public let name: String
  /// The points that are indexed.
  public let points: [Coordinate]
  /// Where is searched from, in random order.
  public let queries: [Coordinate]

  /// Takes points and queries as they are.
  public init(name: String, points: [Coordinate], queries: [Coordinate]) {
    self.name = name
    self.points = points
    self.queries = queries
  }

  /// Points in clusters over a background, and queries from the same mixture.
  ///
  /// - Parameters:
  ///   - area: where the background and the clusters' centres lie; nil for the whole sphere.
  ///   - clusters: how many clusters; four fifths of the points are in one of them.
  ///   - spreadDegrees: the standard deviations of the clusters, each as likely as the next.
  public init(
    name: String, pointCount: Int, queryCount: Int, seed: UInt64, area: BenchmarkArea?,
    clusters: Int, spreadDegrees: ClosedRange<Double>
  ) {
    var random = SplitMix64(seed: seed)
    let centres = (0..<clusters).map { _ in
      (
        place: Self.background(area, &random),
        spread: spreadDegrees.lowerBound
          + random.unit() * (spreadDegrees.upperBound - spreadDegrees.lowerBound)
      )
    }
    func draw() -> Coordinate {
      guard random.unit() < 0.8 else { return Self.background(area, &random) }
      let (place, spread) = centres[Int(random.next() % UInt64(clusters))]
      let narrowing = max(Trigonometry.cosine(degrees: place.latitude), 0.05)
      let longitude = place.longitude + spread * random.bell() / narrowing
      return .valid(
        place.latitude + spread * random.bell(),
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }
    self.name = name
    points = (0..<pointCount).map { _ in draw() }
    queries = (0..<queryCount).map { _ in draw() }
  }

  private static func background(
    _ area: BenchmarkArea?, _ random: inout SplitMix64
  ) -> Coordinate {
    guard let area else { return random.coordinateOnSphere() }
    return .valid(
      area.south + random.unit() * (area.north - area.south),
      area.west + random.unit() * (area.east - area.west))
  }
}

/// A rectangle of latitudes and longitudes.
public struct BenchmarkArea: Sendable {
  /// Its edges in degrees.
  public let west, south, east, north: Double

  /// About Hong Kong.
  public static let hongKong = BenchmarkArea(
    west: 113.85, south: 22.17, east: 114.40, north: 22.55)
}

extension Workload {
  /// The workloads by name.
  public static let names = ["hk5k", "hk50k", "world1m", "world10m"]

  /// Makes one of the named workloads; nil for another name.
  public init?(named name: String, queryCount: Int = 10_000, seed: UInt64) {
    switch name {
    case "hk5k", "hk50k":
      self.init(
        name: name, pointCount: name == "hk5k" ? 5_000 : 50_000, queryCount: queryCount,
        seed: seed, area: .hongKong, clusters: 60, spreadDegrees: 0.002...0.02)
    case "world1m", "world10m":
      self.init(
        name: name, pointCount: name == "world1m" ? 1_000_000 : 10_000_000,
        queryCount: queryCount, seed: seed, area: nil, clusters: 2_000,
        spreadDegrees: 0.05...0.5)
    default:
      return nil
    }
  }

  /// Whether distances are those between cities rather than within one.
  public var isWide: Bool { name.hasPrefix("world") }
}
