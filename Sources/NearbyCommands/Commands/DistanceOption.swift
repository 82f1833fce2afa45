import Catalog
import Spatial

/// Distances as they are typed: `800m`, `1.5km`, `0.5mi`, `900ft`; a bare number is metres.
enum DistanceOption {
  private static let units: [(suffix: String, meters: Double)] = [
    ("km", 1000), ("mi", 1609.344), ("ft", 0.3048), ("m", 1),
  ]

  /// The metres of a text.
  ///
  /// - Throws: for a unit that is unknown, a number that is none, and below 0.
  static func meters(_ text: String) throws(CommandError) -> Double {
    let lower = text.lowercased()
    let unit = units.first { lower.hasSuffix($0.suffix) }
    let number = String(lower.dropLast(unit?.suffix.count ?? 0))
    guard let value = DecimalNumber.parse(number) else {
      throw .usage(
        "\"\(text.prefix(40))\" is not a distance; give a number with m, km, mi or ft")
    }
    guard value >= 0 else {
      throw .usage("--within \(text): a distance must be 0 or more")
    }
    return value * (unit?.meters ?? 1)
  }
}
