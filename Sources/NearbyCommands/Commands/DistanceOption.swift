import Catalog
import Spatial

/// Distances as they are typed: `800m`, `1.5km`, `0.5mi`, `900ft`; a bare number is metres.
enum DistanceOption {
  private static let units: [(suffix: String, meters: Double)] = [
    ("km", 1000), ("mi", 1609.344), ("ft", 0.3048), ("m", 1),
  ]

  /// The metres that an option gives; nil where it is not given.
  ///
  /// - Throws: for a unit that is unknown, a number that is none, and below 0.
  static func meters(
    _ arguments: Arguments, _ option: OptionSpec
  ) throws(CommandError) -> Double? {
    guard let text = arguments.value(option) else { return nil }
    let shown = "--\(option.long) \(text.prefix(40))"
    let lower = text.lowercased()
    let unit = units.first { lower.hasSuffix($0.suffix) }
    let number = String(lower.dropLast(unit?.suffix.count ?? 0))
    guard let value = DecimalNumber.parse(number) else {
      throw .usage("\(shown): not a distance; give a number with m, km, mi or ft")
    }
    guard value >= 0 else {
      throw .usage("\(shown): a distance must be 0 or more")
    }
    return value * (unit?.meters ?? 1)
  }
}
