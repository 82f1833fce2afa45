import Catalog

/// A distance as lists give it: `500 m`, `0.5km`, `約300米`, `5 min walk`, `步行5分鐘`.
enum ClaimedDistance {
  /// How far one walks in a minute, in metres: what the walking times of property advertisements mean.
  static let walkingMetersPerMinute = 80.0

  private static let units: [(words: [String], meters: Double)] = [
    (["kilometres", "kilometers", "kilometre", "kilometer", "kms", "km", "公里", "千米"], 1000),
    (["minutes", "minute", "mins", "min", "分鐘", "分钟"], walkingMetersPerMinute),
    (["miles", "mile", "mi"], 1609.344), (["feet", "foot", "ft"], 0.3048),
    (["metres", "meters", "metre", "meter", "mtrs", "m", "米"], 1),
  ]

  /// The metres of a text; nil where it is no distance.
  ///
  /// - Parameter unit: what a bare number counts, in metres.
  static func meters(_ text: String, unit: Double = 1) -> Double? {
    let lower = text.lowercased()
    guard let start = lower.firstIndex(where: \.isASCIIDigit) else { return nil }
    let end =
      lower[start...].firstIndex { !$0.isASCIIDigit && $0 != "." && $0 != "," } ?? lower.endIndex
    guard let number = number(lower[start..<end]) else { return nil }
    let rest = lower[end...].drop { $0 == " " || $0 == "-" }
    guard !rest.isEmpty else { return number * unit }
    for (words, meters) in units {
      for word in words where rest.hasPrefix(word) {
        let behind = rest.dropFirst(word.count).first
        if behind.map({ !$0.isLetter || !$0.isASCII }) ?? true { return number * meters }
      }
    }
    return nil
  }

  /// `1,200` is over a thousand, and `0,5` a half.
  private static func number(_ text: Substring) -> Double? {
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    let areThousands =
      groups.count > 1 && groups[0] != "0"
      && groups.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
    return DecimalNumber.parse(
      areThousands || groups.count > 2 ? groups.joined() : groups.joined(separator: "."))
  }

  /// What a bare number counts in a column of a name, in metres: `distance_km`.
  static func unit(ofColumn name: String) -> Double {
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    if words.contains("km") || name.contains("公里") { return 1000 }
    let isTime = words.contains { ["min", "mins", "minutes", "walk", "walking"].contains($0) }
    return isTime || name.contains("分") ? walkingMetersPerMinute : 1
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
