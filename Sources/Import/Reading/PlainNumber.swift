/// Numbers as plain decimals.
enum PlainNumber {
  /// The shortest decimal that reads back as the same number, without an exponent.
  static func text(_ value: Double) -> String {
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let parts = text[..<mark].drop { $0 == "-" }.split(separator: ".")
    let whole = parts.first ?? "0"
    let fraction = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
    let digits = String(whole) + fraction
    let point = whole.count + exponent
    if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)" }
    if point >= digits.count {
      return sign + digits + String(repeating: "0", count: point - digits.count)
    }
    return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}
