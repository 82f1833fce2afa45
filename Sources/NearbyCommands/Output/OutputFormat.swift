/// The forms in which answers are written.
enum OutputFormat: String, CaseIterable {
  case table, json, geojson, csv, ndjson
}

/// The units of distances in tables; machine formats are always in metres.
enum UnitSystem: String, CaseIterable {
  case metric, imperial

  /// `85 m`, `1.24 km`, `12.4 km`; `280 ft`, `0.77 mi`, `7.7 mi`.
  func format(meters: Double) -> String {
    switch self {
    case .metric:
      let whole = meters.rounded()
      return whole < 1000 ? "\(Int(whole)) m" : "\(Self.decimal(meters / 1000)) km"
    case .imperial:
      let feet = (meters / 0.3048).rounded()
      return feet < 1000 ? "\(Int(feet)) ft" : "\(Self.decimal(meters / 1609.344)) mi"
    }
  }

  /// Two decimals below ten, one below a hundred, then none.
  private static func decimal(_ value: Double) -> String {
    if value < 9.995 { return Decimals.fixed(value, digits: 2) }
    if value < 99.95 { return Decimals.fixed(value, digits: 1) }
    return Decimals.fixed(value, digits: 0)
  }
}

/// Numbers with a fixed count of decimals.
enum Decimals {
  /// Rounded half away from zero; for magnitudes below 10¹² and at most 6 digits.
  static func fixed(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
    let scaled = Int64((abs(value) * scale).rounded())
    let unit = Int64(scale)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % unit)
    let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
    return "\(sign)\(scaled / unit).\(zeros)\(fraction)"
  }
}
