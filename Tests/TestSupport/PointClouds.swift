import Spatial

/// Seeded point clouds, shared by the tests and the benchmarks.
public enum PointCloud: String, CaseIterable, Sendable {
  /// Spread evenly over the sphere.
  case uniform
  /// Clusters inside Hong Kong.
  case clusters
  /// The corners of a grid of a tenth of a degree, in random order.
  case grid
  /// On a circle of latitude around the north pole, all equally far from it.
  case circle
  /// All at one coordinate.
  case duplicates
  /// On one latitude.
  case latitude
  /// Within a few metres to kilometres of the two poles, and on them.
  case poles
  /// On both sides of the date line, and on it with both signs.
  case dateLine
  /// Around a point and its antipode.
  case antipodes

  /// Makes the points that belong to a seed.
  public func points(count: Int, seed: UInt64) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in point(&random, count: count) }
  }

  /// Makes queries where they are hardest: some of the cloud's own places, some beside them, some
  /// anywhere.
  public func queries(count: Int, seed: UInt64, near points: [Coordinate]) -> [Coordinate] {
    var random = SplitMix64(seed: seed ^ 0x5EED)
    return (0..<count).map { number in
      if number == 0, self == .circle { return .valid(90, 0) }
      switch (number % 3, points.isEmpty) {
      case (0, false):
        return points[Int(random.next() % UInt64(points.count))]
      case (1, false):
        let near = points[Int(random.next() % UInt64(points.count))]
        return .valid(
          near.latitude + random.symmetric() * 0.01, near.longitude + random.symmetric() * 0.01)
      default:
        return random.coordinateOnSphere()
      }
    }
  }

  private func point(_ random: inout SplitMix64, count: Int) -> Coordinate {
    switch self {
    case .uniform:
      return random.coordinateOnSphere()
    case .clusters:
      // Forty centres, found again from the number of the cluster.
      var centre = SplitMix64(seed: random.next() % 40)
      return .valid(
        22.2 + 0.35 * centre.unit() + 0.01 * random.bell(),
        113.85 + 0.55 * centre.unit() + 0.01 * random.bell())
    case .grid:
      return .valid(
        22 + Double(random.next() % 100) / 10, 114 + Double(random.next() % 100) / 10)
    case .circle:
      return .valid(89.5, random.symmetric() * 180)
    case .duplicates:
      return .valid(22.3, 114.17)
    case .latitude:
      return .valid(22.3, 114 + random.unit())
    case .poles:
      let (gap, pole) = (random.logarithmic(below: 0.1), random.next() & 1 == 0 ? 90.0 : -90)
      let latitude = random.next() % 16 == 0 ? pole : pole - pole.sign(of: gap)
      return .valid(latitude, random.symmetric() * 180)
    case .dateLine:
      let (gap, side) = (random.logarithmic(below: 0.1), random.next() & 1 == 0 ? 180.0 : -180)
      let longitude = random.next() % 16 == 0 ? side : side - side.sign(of: gap)
      return .valid(random.symmetric(), longitude)
    case .antipodes:
      let here = random.next() & 1 == 0
      let gap = random.next() % 16 == 0 ? 0 : random.logarithmic(below: 1)
      return here
        ? .valid(12 + gap * random.symmetric(), 86 + gap * random.symmetric())
        : .valid(-12 + gap * random.symmetric(), -94 + gap * random.symmetric())
    }
  }
}

extension Coordinate {
  /// A coordinate from numbers brought into range; traps on what cannot be.
  public static func valid(_ latitude: Double, _ longitude: Double) -> Coordinate {
    do {
      return try Coordinate(
        latitude: min(max(latitude, -90), 90), longitude: min(max(longitude, -180), 180))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension SplitMix64 {
  /// A double in −1 ..< 1.
  public mutating func symmetric() -> Double { 2 * unit() - 1 }

  /// About a normal distribution: mean 0, standard deviation 1, never beyond ±6.
  public mutating func bell() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return sum
  }

  /// A positive number below a limit, each of nine powers of ten as likely as the next.
  public mutating func logarithmic(below limit: Double) -> Double {
    var value = limit * unit()
    for _ in 0..<(next() % 9) { value /= 10 }
    return value
  }

  /// A point spread evenly over the sphere.
  ///
  /// Marsaglia, G. (1972), Choosing a point from the surface of a sphere,
  /// doi:10.1214/aoms/1177692644: the height is uniform, and so is the longitude.
  public mutating func coordinateOnSphere() -> Coordinate {
    let height = symmetric()
    // The latitude whose sine is the height.
    let latitude = Trigonometry.arctangentDegrees(y: height, x: (1 - height * height).squareRoot())
    return .valid(latitude, 180 * symmetric())
  }
}

extension Double {
  /// The magnitude of another number with this one's sign.
  fileprivate func sign(of magnitude: Double) -> Double {
    Double(signOf: self, magnitudeOf: magnitude)
  }
}
