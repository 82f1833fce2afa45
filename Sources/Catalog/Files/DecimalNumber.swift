/// Plain decimal numbers in text: the one rule for every file and option.
package enum DecimalNumber {
  /// The value of `[+-]digits[.digits]` after trimming, with full-width digits and U+2212 read as
  /// plain ones; nil for everything else (`nan`, `inf`, hexadecimal, exponents, thousands marks).
  package static func parse(_ text: String) -> Double? {
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
}
