/// A point on the sphere in degrees, latitude first, always finite and in range.
///
/// Latitude runs −90…90 and longitude −180…180, both ends included; −180 and 180 are the same
/// meridian and 0 m apart. A longitude beyond ±180 is refused, never wrapped: in a file it is more
/// often a fault than a habit.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, −90…90.
  public let latitude: Double
  /// Degrees east of Greenwich, −180…180.
  public let longitude: Double

  /// Makes a coordinate, or says what is wrong with the numbers.
  ///
  /// - Parameters:
  ///   - latitude: degrees, −90…90.
  ///   - longitude: degrees, −180…180.
  /// - Throws: ``CoordinateError/notFinite(_:axis:)`` or ``CoordinateError/outOfRange(_:axis:hint:)``.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    guard latitude.isFinite else { throw .notFinite("\(latitude)", axis: .latitude) }
    guard longitude.isFinite else { throw .notFinite("\(longitude)", axis: .longitude) }
    guard abs(latitude) <= 90 else {
      throw .outOfRange(
        latitude, axis: .latitude,
        hint: CoordinateError.Hint(latitude: latitude, longitude: longitude))
    }
    guard abs(longitude) <= 180 else {
      throw .outOfRange(
        longitude, axis: .longitude,
        hint: CoordinateError.Hint(latitude: latitude, longitude: longitude))
    }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Makes a coordinate from numbers already known to be valid.
  ///
  /// - Precondition: both are finite and in range; checked in debug builds.
  package init(uncheckedLatitude latitude: Double, longitude: Double) {
    assert(abs(latitude) <= 90 && abs(longitude) <= 180, "coordinate out of range")
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Coordinate: CustomStringConvertible {
  /// `latitude, longitude` in the shortest digits that read back as the same numbers.
  public var description: String { "\(latitude), \(longitude)" }
}
