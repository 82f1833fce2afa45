/// What a pair of degrees refers to.
///
/// Mainland Chinese maps publish shifted coordinates: GCJ-02 lies some 600 m off in Hong Kong, BD-09
/// adds a second shift on top. Nothing in a number tells them apart from WGS 84, so a conversion
/// happens only where the caller names the datum.
public enum Datum: String, CaseIterable, Sendable {
  /// The World Geodetic System 1984, as every GPS receiver and GeoJSON file.
  case wgs84
  /// The datum of Chinese online maps (Amap, Tencent, Google on the mainland).
  case gcj02
  /// Baidu's datum.
  case bd09

  /// The WGS 84 coordinate of a point given in this datum.
  ///
  /// GCJ-02 is inverted by iteration to below 1e-9°. A point outside the box in which the shift is
  /// applied (longitude 72.004…137.8347, latitude 0.8293…55.8271) is returned as it is.
  ///
  /// - Complexity: O(1).
  public func wgs84(from point: Coordinate) -> Coordinate {
    switch self {
    case .wgs84: point
    case .gcj02: Self.removingShift(point)
    case .bd09: Self.removingShift(Self.removingBaiduTwist(point))
    }
  }

  /// The GCJ-02 coordinate of a WGS 84 point: the forward shift.
  static func addingShift(_ point: Coordinate) -> Coordinate {
    let (latitude, longitude) = shift(at: point)
    return Coordinate(
      uncheckedLatitude: point.latitude + latitude, longitude: point.longitude + longitude)
  }

  private static func removingShift(_ point: Coordinate) -> Coordinate {
    guard isShifted(point) else { return point }
    // The shift changes by less than 1 % over its own length: each round gains two digits.
    var guess = point
    for _ in 0..<8 {
      let (latitude, longitude) = shift(at: guess)
      guess = Coordinate(
        uncheckedLatitude: point.latitude - latitude, longitude: point.longitude - longitude)
    }
    return guess
  }

  private static func isShifted(_ point: Coordinate) -> Bool {
    (0.8293...55.8271).contains(point.latitude) && (72.004...137.8347).contains(point.longitude)
  }

  /// The shift of GCJ-02 in degrees of latitude and longitude.
  ///
  /// Two trigonometric polynomials around 35° N 105° E, in metres on the Krasovsky 1940 ellipsoid.
  private static func shift(at point: Coordinate) -> (latitude: Double, longitude: Double) {
    let x = point.longitude - 105
    let y = point.latitude - 35
    let root = abs(x).squareRoot()
    let ripple = (20 * sine(6 * x) + 20 * sine(2 * x)) * 2 / 3

    var north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + ripple
    north += (20 * sine(y) + 40 * sine(y / 3)) * 2 / 3
    north += (160 * sine(y / 12) + 320 * sine(y / 30)) * 2 / 3

    var east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + ripple
    east += (20 * sine(x) + 40 * sine(x / 3)) * 2 / 3
    east += (150 * sine(x / 12) + 300 * sine(x / 30)) * 2 / 3

    let semiMajorAxis = 6_378_245.0
    let eccentricitySquared = 0.006_693_421_622_965_943
    let sineLatitude = Trigonometry.sine(degrees: point.latitude)
    let w = 1 - eccentricitySquared * sineLatitude * sineLatitude
    let meridianRadius = semiMajorAxis * (1 - eccentricitySquared) / (w * w.squareRoot())
    let parallelRadius =
      semiMajorAxis / w.squareRoot() * Trigonometry.cosine(degrees: point.latitude)
    return (north / meridianRadius * (180 / .pi), east / parallelRadius * (180 / .pi))
  }

  private static func removingBaiduTwist(_ point: Coordinate) -> Coordinate {
    let x = point.longitude - 0.0065
    let y = point.latitude - 0.006
    let length = (x * x + y * y).squareRoot() - 0.000_02 * sine(y * 50 / 3)
    let angle =
      Trigonometry.arctangentDegrees(y: y, x: x)
      - 0.000_003 * sine(x * 50 / 3 + 0.5) * (180 / .pi)
    let latitude = length * Trigonometry.sine(degrees: angle)
    let longitude = length * Trigonometry.cosine(degrees: angle)
    return Coordinate(
      uncheckedLatitude: max(-90, min(90, latitude)),
      longitude: max(-180, min(180, longitude)))
  }

  /// sin(πt), reduced so that the kernel stays in its range.
  private static func sine(_ halfTurns: Double) -> Double {
    Trigonometry.sine(degrees: halfTurns.truncatingRemainder(dividingBy: 2) * 180)
  }
}
