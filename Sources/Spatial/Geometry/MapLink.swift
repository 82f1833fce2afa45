/// The coordinate in the address of a map page.
enum MapLink {
  /// The text `latitude,longitude` that a link holds; nil for other texts and other links.
  ///
  /// Known forms: `…/@22.29,114.17,17z`, the parameters `ll`, `q`, `query`, `center`, `mlat` with `mlon`,
  /// and `#map=17/22.29/114.17`. Of several the first is taken.
  ///
  /// - Complexity: O(length), at most 2,000 bytes.
  static func pair(in text: String) -> String? {
    let lower = text.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://"), text.utf8.count <= 2000 else {
      return nil
    }
    let parts = lower.split { "?&#".contains($0) }
    for (index, part) in parts.enumerated() {
      if let at = part.firstIndex(of: "@"),
        let pair = firstTwo(part[part.index(after: at)...], separator: ",")
      {
        return pair
      }
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = part[part.index(after: equals)...]
      switch part[..<equals] {
      case "ll", "q", "query", "center":
        if let pair = firstTwo(value, separator: ",") { return pair }
      case "map":
        if let pair = firstTwo(value.drop { $0 != "/" }.dropFirst(), separator: "/") { return pair }
      case "mlat":
        let longitude = parts.dropFirst(index).first { $0.hasPrefix("mlon=") }
        if let longitude { return "\(value),\(longitude.dropFirst(5))" }
      default: break
      }
    }
    return nil
  }

  /// The first two parts, where both are plain decimal numbers.
  private static func firstTwo(_ text: Substring, separator: Character) -> String? {
    var plain = ""
    var rest = text
    while let character = rest.popFirst() {
      // A comma is written as %2C in a link.
      if character == "%", rest.hasPrefix("2c") {
        rest = rest.dropFirst(2)
        plain.append(",")
      } else {
        plain.append(character)
      }
    }
    let numbers = plain.split(separator: separator).prefix(2)
    guard numbers.count == 2,
      numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy("+-.0123456789".contains) })
    else { return nil }
    return numbers.joined(separator: ",")
  }
}
