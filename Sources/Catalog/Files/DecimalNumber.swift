/// Plain decimal numbers in text: the one rule for every file and option.
package enum DecimalNumber {
  /// The value of `[+-]digits[.digits]` after trimming, with full-width digits and U+2212 read as
  /// plain ones; nil for everything else (`nan`, `inf`, hexadecimal, exponents, thousands marks).
  package static func parse(_ text: String) -> Double? {
    var text = text
    if let short = text.withUTF8(short) { return short }
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E:
        plain.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x2212: plain.append("-")
      case 0xA0, 0x3000: plain.append(" ")
      default: plain.unicodeScalars.append(scalar)
      }
    }
    var rest = Array(plain.utf8)[...]
    let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    while let first = rest.first, spaces.contains(first) { rest.removeFirst() }
    while let last = rest.last, spaces.contains(last) { rest.removeLast() }
    let number = rest
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy(digits.contains) }),
      parts.contains(where: { !$0.isEmpty }), parts.last?.isEmpty == false || parts.count == 1
    else { return nil }
    return Double(String(decoding: number, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The value of at most 15 ASCII digits with a sign and a point; nil for every other text.
  ///
  /// One division, exactly rounded, since both operands are exact (Clinger, W. D. (1990), How to read
  /// floating point numbers accurately, doi:10.1145/93548.93557).
  private static func short(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let (minus, plus) = (UInt8(ascii: "-"), UInt8(ascii: "+"))
    let start = text.first == minus || text.first == plus ? 1 : 0
    var (number, digits, point) = (UInt64(0), 0, text.count)
    for place in start..<text.count {
      let digit = text[place] &- UInt8(ascii: "0")
      if digit < 10 {
        number = number &* 10 &+ UInt64(digit)
        digits += 1
      } else if text[place] == UInt8(ascii: "."), point == text.count {
        point = place
      } else {
        return nil
      }
    }
    let decimals = max(0, text.count - point - 1)
    guard (1...15).contains(digits), point != text.count - 1 else { return nil }
    let magnitude = Double(number) / powersOfTen[decimals]
    return text[0] == minus ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
