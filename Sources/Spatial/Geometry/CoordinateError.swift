/// What is wrong with a pair of numbers, or with a text, given as a coordinate.
public enum CoordinateError: Error, Hashable, Sendable {
  /// Which of the two numbers.
  public enum Axis: String, Sendable {
    case latitude, longitude
  }

  /// What a pair that is out of range may have been meant as.
  public enum Hint: Hashable, Sendable {
    /// The two would be valid the other way round.
    case swapped
    /// Eastings and northings of the Hong Kong 1980 grid, in metres.
    case hk1980Grid

    init?(latitude: Double, longitude: Double) {
      let grid = 780_000.0...880_000.0
      if grid.contains(latitude) && grid.contains(longitude) {
        self = .hk1980Grid
      } else if abs(latitude) <= 180 && abs(longitude) <= 90 {
        self = .swapped
      } else {
        return nil
      }
    }
  }

  /// Not a number, or infinite. The value is kept as text.
  case notFinite(String, axis: Axis)
  /// Beyond ±90 for a latitude, ±180 for a longitude.
  case outOfRange(Double, axis: Axis, hint: Hint?)
  /// Minutes or seconds below 0, or 60 and above.
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
    case .outOfRange(let value, let axis, let hint):
      "\(axis.rawValue) \(value.plainDescription) is outside "
        + (axis == .latitude ? "−90…90" : "−180…180") + (hint?.question ?? "")
    case .sexagesimalOutOfRange(let value, let unit):
      "\(value.plainDescription) \(unit): must be at least 0 and below 60"
    case .unreadable(let text, let reason):
      "\"\(text)\" is not a coordinate: \(reason)"
    }
  }
}

extension CoordinateError.Hint {
  fileprivate var question: String {
    switch self {
    case .swapped: "; are latitude and longitude swapped?"
    case .hk1980Grid: "; looks like HK1980 grid metres, not degrees"
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
