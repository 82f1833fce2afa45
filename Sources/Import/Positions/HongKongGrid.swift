import Spatial

/// The Hong Kong 1980 Grid (EPSG:2326): transverse Mercator on the International ellipsoid of 1924.
///
/// Survey and Mapping Office, Lands Department (1995), Explanatory Notes on Geodetic Datums in Hong
/// Kong, appendix A. The projection's series are cut where they no longer reach 0.1 mm within 100 km
/// of the origin. From there to WGS 84 by the seven parameters of EPSG:1825, one for the whole
/// territory, good to about a metre.
package enum HongKongGrid {
  /// Where eastings and northings of the territory lie, with some sea around, in metres.
  package static let range = 780_000.0...880_000.0

  // The projection.
  private static let originLatitude = 22.312_133_333_333_335
  private static let originLongitude = 114.178_555_555_555_55
  private static let falseEasting = 836_694.05
  private static let falseNorthing = 819_069.80

  private struct Ellipsoid {
    let semiMajorAxis: Double
    let eccentricitySquared: Double

    init(semiMajorAxis: Double, inverseFlattening: Double) {
      self.semiMajorAxis = semiMajorAxis
      let flattening = 1 / inverseFlattening
      eccentricitySquared = flattening * (2 - flattening)
    }

    /// The radius of curvature across the meridian.
    func primeVertical(sine: Double) -> Double {
      semiMajorAxis / (1 - eccentricitySquared * sine * sine).squareRoot()
    }
  }

  private static let international = Ellipsoid(
    semiMajorAxis: 6_378_388, inverseFlattening: 297)
  private static let wgs84 = Ellipsoid(
    semiMajorAxis: 6_378_137, inverseFlattening: 298.257_223_563)

  /// Whether two numbers may be an easting and a northing.
  package static func covers(easting: Double, northing: Double) -> Bool {
    range.contains(easting) && range.contains(northing)
  }

  /// The WGS 84 coordinate of a point of the grid; nil outside of ``range``.
  ///
  /// - Parameters:
  ///   - easting: metres.
  ///   - northing: metres.
  /// - Complexity: O(1).
  package static func wgs84(easting: Double, northing: Double) -> Coordinate? {
    guard covers(easting: easting, northing: northing) else { return nil }
    let (latitude, longitude) = geographic(easting: easting, northing: northing)
    return wgs84(latitude: latitude, longitude: longitude)
  }

  /// Degrees on the Hong Kong 1980 datum.
  private static func geographic(
    easting: Double, northing: Double
  ) -> (latitude: Double, longitude: Double) {
    let ellipsoid = international
    let e2 = ellipsoid.eccentricitySquared
    // The latitude of the foot: where the meridian is as long as the northing says.
    let length = meridian(originLatitude) + northing - falseNorthing
    var foot = originLatitude
    for _ in 0..<6 {
      let sine = Trigonometry.sine(degrees: foot)
      let w = 1 - e2 * sine * sine
      let radius = ellipsoid.semiMajorAxis * (1 - e2) / (w * w.squareRoot())
      foot += (length - meridian(foot)) / radius * (180 / .pi)
    }
    let sine = Trigonometry.sine(degrees: foot)
    let cosine = Trigonometry.cosine(degrees: foot)
    let nu = ellipsoid.primeVertical(sine: sine)
    let w = 1 - e2 * sine * sine
    let rho = ellipsoid.semiMajorAxis * (1 - e2) / (w * w.squareRoot())
    let psi = nu / rho
    let t = sine / cosine
    let x = (easting - falseEasting) / nu
    let x2 = x * x
    let t2 = t * t
    // Redfearn (1948), Survey Review 9, 318–322.
    let latitude =
      foot - (180 / .pi) * (nu / rho) * t * x2
      * (0.5 - x2 / 24 * (-4 * psi * psi + 9 * psi * (1 - t2) + 12 * t2)
        + x2 * x2 / 720 * (61 + 90 * t2 + 45 * t2 * t2))
    let longitude =
      originLongitude + (180 / .pi) * x / cosine
      * (1 - x2 / 6 * (psi + 2 * t2) + x2 * x2 / 120 * (5 + 28 * t2 + 24 * t2 * t2))
    return (latitude, longitude)
  }

  /// The length of the meridian from the equator in metres.
  private static func meridian(_ latitude: Double) -> Double {
    let e2 = international.eccentricitySquared
    let e4 = e2 * e2
    let e6 = e4 * e2
    let a0 = 1 - e2 / 4 - 3 * e4 / 64 - 5 * e6 / 256
    let a2 = 3.0 / 8 * (e2 + e4 / 4 + 15 * e6 / 128)
    let a4 = 15.0 / 256 * (e4 + 3 * e6 / 4)
    let a6 = 35 * e6 / 3072
    return international.semiMajorAxis
      * (a0 * latitude * (.pi / 180) - a2 * Trigonometry.sine(degrees: 2 * latitude)
        + a4 * Trigonometry.sine(degrees: 4 * latitude)
        - a6 * Trigonometry.sine(degrees: 6 * latitude))
  }

  /// From degrees on the Hong Kong 1980 datum (EPSG:4611) to WGS 84.
  ///
  /// - Complexity: O(1).
  static func wgs84(latitude: Double, longitude: Double) -> Coordinate {
    let sine = Trigonometry.sine(degrees: latitude)
    let cosine = Trigonometry.cosine(degrees: latitude)
    let nu = international.primeVertical(sine: sine)
    let x = nu * cosine * Trigonometry.cosine(degrees: longitude)
    let y = nu * cosine * Trigonometry.sine(degrees: longitude)
    let z = nu * (1 - international.eccentricitySquared) * sine
    // EPSG:1825, as a position vector: metres, arc seconds, parts per million.
    let second = Double.pi / 180 / 3600
    let (rx, ry, rz) = (0.067_753 * second, -2.243_648 * second, -1.158_828 * second)
    let scale = 1 - 1.094_246e-6
    let x2 = -162.619 + scale * (x - rz * y + ry * z)
    let y2 = -276.959 + scale * (rz * x + y - rx * z)
    let z2 = -161.764 + scale * (-ry * x + rx * y + z)
    // Bowring (1976), Survey Review 23, 323–327: exact here after two rounds.
    let ellipsoid = wgs84
    let e2 = ellipsoid.eccentricitySquared
    let distance = (x2 * x2 + y2 * y2).squareRoot()
    var result = Trigonometry.arctangentDegrees(y: z2, x: distance * (1 - e2))
    for _ in 0..<4 {
      let sine = Trigonometry.sine(degrees: result)
      let radius = ellipsoid.primeVertical(sine: sine)
      result = Trigonometry.arctangentDegrees(y: z2 + e2 * radius * sine, x: distance)
    }
    return Coordinate(
      uncheckedLatitude: result, longitude: Trigonometry.arctangentDegrees(y: y2, x: x2))
  }
}
