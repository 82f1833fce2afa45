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

  /// Appends ``text(_:)``.
  static func append(_ value: Double, to bytes: inout some ByteSink & ~Copyable) {
    if appendShort(value, to: &bytes) { return }
    var text = text(value)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends a number of at most 15 digits between 0.001 and 1000, as degrees mostly are; false for every
  /// other number, and then nothing was appended.
  ///
  /// No two decimals of at most 15 digits are the same double. So one that divides out to the number is
  /// the shortest there is, and the only one so short.
  static func appendShort(_ value: Double, to bytes: inout some ByteSink & ~Copyable) -> Bool {
    let magnitude = abs(value)
    guard magnitude >= 0.001, magnitude < 1000 else { return false }
    let units = (magnitude * 1e8).rounded()
    if units / 1e8 == magnitude {
      if value < 0 { bytes.append(UInt8(ascii: "-")) }
      let (whole, rest) = UInt64(units).quotientAndRemainder(dividingBy: 100_000_000)
      append(whole, to: &bytes)
      appendFraction(rest, to: &bytes)
      return true
    }
    let decimals = magnitude < 1 ? 15 : magnitude < 10 ? 14 : magnitude < 100 ? 13 : 12
    let power = powersOfTen[decimals]
    let scaled = (magnitude * power).rounded()
    guard scaled / power == magnitude else { return false }
    let (whole, rest) = UInt64(scaled).quotientAndRemainder(dividingBy: UInt64(power))
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(whole, to: &bytes)
    guard rest > 0 else { return true }
    bytes.append(UInt8(ascii: "."))
    var fraction = rest
    var places = decimals
    while fraction.isMultiple(of: 10) {
      fraction /= 10
      places -= 1
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: places) { digits in
      for place in stride(from: places - 1, through: 0, by: -1) {
        digits[place] = UInt8(0x30 + fraction % 10)
        fraction /= 10
      }
      bytes.append(contentsOf: UnsafeBufferPointer(digits))
    }
    return true
  }

  /// Appends a point and eight decimals without the zeros at their end; nothing where all are zeros.
  private static func appendFraction(_ units: UInt64, to bytes: inout some ByteSink & ~Copyable) {
    guard units > 0 else { return }
    // Halves side by side, split again and again: each byte of the word is a digit in the end, the first
    // the lowest.
    let (high, low) = units.quotientAndRemainder(dividingBy: 10_000)
    var word = high | low << 32
    let hundreds = (word &* 10_486) >> 20 & 0x0000_007F_0000_007F
    word = hundreds | (word &- hundreds &* 100) << 16
    let tens = (word &* 103) >> 10 & 0x000F_000F_000F_000F
    word = tens | (word &- tens &* 10) << 8
    let count = 8 - word.leadingZeroBitCount / 8
    bytes.append(UInt8(ascii: "."))
    withUnsafeBytes(of: (word | 0x3030_3030_3030_3030).littleEndian) {
      bytes.append(
        contentsOf: UnsafeBufferPointer(rebasing: $0.bindMemory(to: UInt8.self)[..<count]))
    }
  }

  /// Appends a whole number.
  static func append(_ value: UInt64, to bytes: inout some ByteSink & ~Copyable) {
    if value < 10 {
      bytes.append(0x30 | UInt8(value))
      return
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = 20
      var rest = value
      repeat {
        start -= 1
        digits[start] = UInt8(0x30 + rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// The value of `[-]digits[.digits]` with nothing around; nil for every other spelling, also for those
  /// that ``DecimalNumber`` reads.
  ///
  /// Correctly rounded. Up to 15 digits take one division, since both operands are exact (Clinger, W. D.
  /// (1990), doi:10.1145/93548.93557), and up to 19 one of whole numbers.
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
    guard count <= 19 else {
      return Double(String(decoding: text, as: UTF8.self))
    }
    let magnitude =
      count <= 15 ? Double(digits) / powersOfTen[decimals] : quotient(digits, decimals)
    return text[0] == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// Whether a text is a number, as no name of a column is.
  static func isNumber(_ text: String) -> Bool { DecimalNumber.parse(text) != nil }

  /// A whole number divided by a power of ten up to 19, correctly rounded: 63 bits of the quotient, the
  /// last of them set where something remains, decide as all bits would.
  private static func quotient(_ number: UInt64, _ decimals: Int) -> Double {
    guard number > 0 else { return 0 }
    var divisor: UInt64 = 1
    for _ in 0..<decimals { divisor &*= 10 }
    let (up, down) = (number.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let shifted = number << UInt64(up)
    let (quotient, remainder) = (divisor << UInt64(down)).dividingFullWidth(
      (shifted >> 1, shifted << 63))
    let exponent = down - up - 63
    return Double(quotient | (remainder == 0 ? 0 : 1))
      * Double(sign: .plus, exponent: exponent, significand: 1)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
