/// Names in the form in which they are compared.
///
/// Two names that fold alike are the same to a reader who types without care: case, accents, width,
/// punctuation and apostrophes do not count, 繁體 and 简体 and the usual variants are one (廈 and 厦),
/// `&` is "and". Stored names are never changed; only keys are folded.
package enum Folding {
  /// The folded form: words of lower-case letters and digits with single spaces between, Han
  /// characters without spaces among themselves. Empty where nothing readable is left.
  ///
  /// Idempotent, and the same for canonically equivalent texts of the Latin script.
  /// - Complexity: O(length).
  package static func fold(_ text: String) -> String {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { fold($0, into: &folded) }
    return String(decoding: folded, as: UTF8.self)
  }

  /// Appends the folded form of a text in UTF-8.
  ///
  /// - Precondition: the bytes are well-formed UTF-8.
  /// - Complexity: O(length).
  package static func fold(_ text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
    folded.reserveCapacity(folded.count + text.count)
    var writer = Writer(start: folded.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index += 1
        switch byte {
        case 0x61...0x7A, 0x30...0x39: writer.append(byte, to: &folded)
        case 0x41...0x5A: writer.append(byte + 0x20, to: &folded)
        case 0x27, 0x60: break
        case 0x26: writer.appendAnd(to: &folded)
        default: writer.hasPendingSpace = true
        }
        continue
      }
      let (scalar, length) = decode(text, at: index)
      index += length
      switch kind(of: scalar) {
      case .kept(let plain): writer.append(plain, to: &folded)
      case .expanded(let plain): for byte in plain.utf8 { writer.append(byte, to: &folded) }
      case .separator: writer.hasPendingSpace = true
      case .ampersand: writer.appendAnd(to: &folded)
      case .dropped: break
      }
    }
  }

  /// Writes words with single spaces between, and none between Han characters.
  private struct Writer {
    /// Where the text begins, before which there is no space.
    let start: Int
    var hasPendingSpace = false
    private var endsInHan = false

    init(start: Int) { self.start = start }

    @inline(__always)
    private mutating func part(isHan: Bool, in folded: inout [UInt8]) {
      if hasPendingSpace, folded.count > start, !(endsInHan && isHan) { folded.append(0x20) }
      hasPendingSpace = false
      endsInHan = isHan
    }

    @inline(__always)
    mutating func append(_ ascii: UInt8, to folded: inout [UInt8]) {
      part(isHan: false, in: &folded)
      folded.append(ascii)
    }

    mutating func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
      part(isHan: isHan(scalar), in: &folded)
      folded.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }

    mutating func appendAnd(to folded: inout [UInt8]) {
      hasPendingSpace = true
      for byte in "and".utf8 { append(byte, to: &folded) }
      hasPendingSpace = true
    }
  }

  /// The character of several bytes at an index, and how many they are.
  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (Unicode.Scalar, length: Int) {
    func rest(_ offset: Int) -> UInt32 { UInt32(text[index + offset] & 0x3F) }
    let lead = UInt32(text[index])
    let value: UInt32
    let length: Int
    if lead < 0xE0 {
      (value, length) = ((lead & 0x1F) << 6 | rest(1), 2)
    } else if lead < 0xF0 {
      (value, length) = ((lead & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
    } else {
      (value, length) = ((lead & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// Whether the scalar is a Han character, written without spaces between words.
  package static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF, 0x3005, 0x3007: true
    default: false
    }
  }

  private enum Kind {
    case kept(Unicode.Scalar)
    case expanded(String)
    case separator, ampersand, dropped
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: return .kept(scalar)
    case 0x41...0x5A: return .kept(shifted(scalar, by: 0x20))
    case 0x26: return .ampersand
    case 0x27, 0x60, 0xB4, 0x2BC, 0x2018, 0x2019: return .dropped
    case 0..<0x80: return .separator
    // Combining marks, joiners and variation selectors.
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x200B...0x200F, 0x2060, 0x20D0...0x20FF, 0xFE00...0xFE0F,
      0xFE20...0xFE2F, 0xFEFF:
      return .dropped
    // Full-width ASCII.
    case 0xFF01...0xFF5E: return kind(of: shifted(scalar, by: -0xFEE0))
    default: break
    }
    if isHan(scalar) { return .kept(commonHan(scalar)) }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    let simple = lower.first.flatMap { kind in lower.count == 1 ? kind : nil } ?? scalar
    if let plain = plainLatin(simple) ?? plainLatin(scalar) { return .expanded(plain) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      return .kept(simple)
    case .nonspacingMark, .format, .control: return .dropped
    case .spacingMark: return .kept(scalar)
    default: return .separator
    }
  }

  private static func shifted(_ scalar: Unicode.Scalar, by offset: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(Int(scalar.value) + offset)) ?? scalar
  }
}
