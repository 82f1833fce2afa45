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
  /// - Throws: ``CoordinateError/notFinite(_:axis:)``, or ``CoordinateError/outOfRange(_:axis:swapped:)``
  ///   whose `swapped` is true where the two numbers would be valid the other way round.
  public init(latitude: Double, longitude: Double) throws(CoordinateError) {
    guard latitude.isFinite else { throw .notFinite("\(latitude)", axis: .latitude) }
    guard longitude.isFinite else { throw .notFinite("\(longitude)", axis: .longitude) }
    guard abs(latitude) <= 90 else {
      let swapped = abs(latitude) <= 180 && abs(longitude) <= 90
      throw .outOfRange(latitude, axis: .latitude, swapped: swapped)
    }
    guard abs(longitude) <= 180 else {
      throw .outOfRange(longitude, axis: .longitude, swapped: false)
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

/// What is wrong with a pair of numbers, or with a text, given as a coordinate.
public enum CoordinateError: Error, Equatable, Sendable {
  /// Which of the two numbers.
  public enum Axis: String, Sendable {
    case latitude, longitude
  }

  /// Not a number, or infinite. The value is kept as text.
  case notFinite(String, axis: Axis)
  /// Beyond ±90 for a latitude, ±180 for a longitude; `swapped` where exchanging the two would help.
  case outOfRange(Double, axis: Axis, swapped: Bool)
  /// Minutes or seconds of 60 or more, or below 0.
  case sexagesimalOutOfRange(Double, unit: String)
  /// A text that is meant as a coordinate and cannot be read as one, with the reason.
  case unreadable(String, reason: String)
}

extension CoordinateError: CustomStringConvertible {
  /// One sentence that names the value and the valid range.
  public var description: String {
    switch self {
    case .notFinite(let text, let axis):
      "\(axis.rawValue) \(text) is not a finite number"
    case .outOfRange(let value, .latitude, let swapped):
      "latitude \(value.plainDescription) is outside −90…90"
        + (swapped ? "; are latitude and longitude swapped?" : "")
    case .outOfRange(let value, .longitude, _):
      "longitude \(value.plainDescription) is outside −180…180"
    case .sexagesimalOutOfRange(let value, let unit):
      "\(value.plainDescription) \(unit) are outside 0…59"
    case .unreadable(let text, let reason):
      "\"\(text)\" is not a coordinate: \(reason)"
    }
  }
}

extension Double {
  /// The shortest exact decimal, without a trailing `.0`.
  package var plainDescription: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
