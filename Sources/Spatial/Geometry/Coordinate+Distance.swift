extension Coordinate {
  /// The mean radius of the Earth, (2a + b) / 3 of the GRS 80 ellipsoid, in metres.
  ///
  /// Moritz, H. (2000), Geodetic Reference System 1980, *Journal of Geodesy* 74, 128–133,
  /// doi:10.1007/s001900050278.
  public static let earthRadiusMeters = 6_371_008.8

  /// The great-circle distance in metres, by the haversine formula on a sphere of
  /// ``earthRadiusMeters``.
  ///
  /// Symmetric to the last bit, 0 for equal points (also 180 against −180), πR for antipodes, never
  /// NaN: rounding can lift the haversine term above 1 and is clamped. The same bits on every
  /// processor, since no platform function is used. On the ellipsoid the true distance
  /// differs by up to 0.56 %.
  ///
  /// Sinnott, R. W. (1984), Virtues of the Haversine, *Sky and Telescope* 68 (2), 159.
  /// - Complexity: O(1).
  public func greatCircleDistance(to other: Coordinate) -> Double {
    Self.distanceMeters(
      haversine: Self.haversine(
        latitude, longitude, cosine: Trigonometry.cosine(degrees: latitude),
        other.latitude, other.longitude, cosine: Trigonometry.cosine(degrees: other.latitude)))
  }

  /// The haversine of the central angle between two points given in degrees, with the cosines of their latitudes.
  @inline(__always)
  static func haversine(
    _ latitude: Double, _ longitude: Double, cosine: Double,
    _ otherLatitude: Double, _ otherLongitude: Double, cosine otherCosine: Double
  ) -> Double {
    let sineLatitude = Trigonometry.sine(degrees: (latitude - otherLatitude) / 2)
    // Both differences are exact (Sterbenz), so the two ends of the date line meet.
    var turn = abs(longitude - otherLongitude)
    if turn > 180 { turn = 360 - turn }
    let sineLongitude = Trigonometry.sine(degrees: turn / 2)
    return sineLatitude * sineLatitude + (cosine * otherCosine) * (sineLongitude * sineLongitude)
  }

  /// The distance in metres that belongs to a haversine; values above 1 count as 1.
  @inline(__always)
  static func distanceMeters(haversine: Double) -> Double {
    2 * earthRadiusMeters * Trigonometry.arcsine(min(1, haversine).squareRoot())
  }

  /// The initial bearing of the great circle to another point, in degrees clockwise from north, 0 ..< 360.
  ///
  /// Equal points, and antipodes where every direction is right, give 0. From a pole the bearing is
  /// counted from the meridian of the pole's own longitude.
  /// - Complexity: O(1).
  public func initialBearing(to other: Coordinate) -> Double {
    let turn = other.longitude - longitude
    let east = Trigonometry.sine(degrees: turn) * Trigonometry.cosine(degrees: other.latitude)
    let north =
      Trigonometry.cosine(degrees: latitude) * Trigonometry.sine(degrees: other.latitude)
      - Trigonometry.sine(degrees: latitude) * Trigonometry.cosine(degrees: other.latitude)
      * Trigonometry.cosine(degrees: turn)
    if east == 0 && north == 0 { return 0 }
    let bearing = Trigonometry.arctangentDegrees(y: east, x: north)
    let positive = bearing < 0 ? bearing + 360 : bearing
    // −1e-15 + 360 rounds to 360.
    return positive >= 360 ? 0 : positive
  }
}
