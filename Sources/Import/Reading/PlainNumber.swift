import Catalog

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

  /// The value of `[-]digits[.digits]` with nothing around; nil for every other spelling, also for those
  /// that ``DecimalNumber`` reads.
  ///
  /// Up to 15 digits take one division, exactly rounded, since both operands are exact (Clinger, W. D.
  /// (1990), doi:10.1145/93548.93557).
  static func value(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var digits: UInt64 = 0
    var count = 0
    var point: Int?
    for (index, byte) in text.enumerated() {
      if byte &- 0x30 < 10 {
        digits = digits &* 10 &+ UInt64(byte - 0x30)
        count += 1
      } else if byte == UInt8(ascii: "."), point == nil, count > 0 {
        point = count
      } else if byte != UInt8(ascii: "-") || index > 0 {
        return nil
      }
    }
    guard count > 0, point != count, count <= 300 else { return nil }
    let decimals = count - (point ?? count)
    guard count <= 15 else {
      return Double(String(decoding: text, as: UTF8.self))
    }
    let magnitude = Double(digits) / powersOfTen[decimals]
    return text[0] == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// Whether a text is a number, as no name of a column is.
  static func isNumber(_ text: String) -> Bool { DecimalNumber.parse(text) != nil }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
