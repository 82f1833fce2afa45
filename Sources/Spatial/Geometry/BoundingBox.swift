/// A box of meridians and parallels in degrees, in the order of RFC 7946 §5: west, south, east, north.
///
/// Where west is greater than east the box crosses the date line. Borders belong to the box.
public struct BoundingBox: Hashable, Sendable {
  /// The western meridian, −180…180.
  public let west: Double
  /// The southern parallel, −90…90.
  public let south: Double
  /// The eastern meridian, −180…180.
  public let east: Double
  /// The northern parallel, −90…90.
  public let north: Double

  /// Makes a box from two valid corners with south not above north.
  ///
  /// - Throws: the ``CoordinateError`` of the corner that is out of range, or
  ///   ``CoordinateError/unreadable(_:reason:)`` where south is above north.
  public init(west: Double, south: Double, east: Double, north: Double) throws(CoordinateError) {
    _ = try Coordinate(latitude: south, longitude: west)
    _ = try Coordinate(latitude: north, longitude: east)
    guard south <= north else {
      throw .unreadable("\(west), \(south), \(east), \(north)", reason: "south is above north")
    }
    self.init(uncheckedWest: west, south: south, east: east, north: north)
  }

  /// Makes a box from numbers already known to be valid.
  package init(uncheckedWest west: Double, south: Double, east: Double, north: Double) {
    self.west = west
    self.south = south
    self.east = east
    self.north = north
  }

  /// Whether the box runs across the 180° meridian.
  public var crossesDateLine: Bool { west > east }

  /// Whether the point lies in the box or on its border; −180 and 180 count as one meridian.
  public func covers(_ point: Coordinate) -> Bool {
    guard south <= point.latitude && point.latitude <= north else { return false }
    return coversMeridian(point.longitude)
      || (abs(point.longitude) == 180 && coversMeridian(-point.longitude))
  }

  private func coversMeridian(_ longitude: Double) -> Bool {
    crossesDateLine
      ? longitude >= west || longitude <= east
      : west <= longitude && longitude <= east
  }

  /// The smallest box, up to rounding outwards, that holds all points within a distance of a point.
  ///
  /// A circle that reaches a pole gives all longitudes.
  ///
  /// - Parameters:
  ///   - center: the middle of the circle.
  ///   - radiusMeters: the great-circle radius; at least 0, infinity gives the whole sphere.
  /// - Precondition: the radius is not NaN and not negative.
  public init(around center: Coordinate, radiusMeters: Double) {
    precondition(radiusMeters >= 0, "the radius must be at least 0")
    // A hair outwards, so that rounding never leaves a point of the circle outside.
    let angle = min(180, radiusMeters / Coordinate.earthRadiusMeters * (180 / .pi)) + 1e-9
    let south = center.latitude - angle
    let north = center.latitude + angle
    // Where the meridians touch the circle: sin Δλ = sin r / cos φ.
    let sine = Trigonometry.sine(degrees: min(90, angle))
    let cosine = Trigonometry.cosine(degrees: center.latitude)
    guard south > -90, north < 90, sine < cosine else {
      self.init(uncheckedWest: -180, south: max(-90, south), east: 180, north: min(90, north))
      return
    }
    let turn = Trigonometry.arcsine(sine / cosine) * (180 / .pi) + 1e-9
    let west = center.longitude - turn
    let east = center.longitude + turn
    self.init(
      uncheckedWest: west < -180 ? west + 360 : west, south: south,
      east: east > 180 ? east - 360 : east, north: north)
  }
}
