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
    return text.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostBytes(of: bytes.count)) { room in
        let count = fold(bytes, to: room, commonHan)
        return String(decoding: UnsafeBufferPointer(rebasing: room[..<count]), as: UTF8.self)
      }
    }
  }

  /// How many bytes the folded form of so many bytes may take: an ampersand becomes " and".
  package static func mostBytes(of count: Int) -> Int { count * 4 }

  /// Writes the folded form of a text in UTF-8 to memory, for those who fold many.
  ///
  /// - Precondition: the bytes are well-formed UTF-8, and there is room for ``mostBytes(of:)``.
  /// - Returns: how many bytes were written.
  /// - Complexity: O(length).
  package static func fold(
    _ text: UnsafeBufferPointer<UInt8>, to room: UnsafeMutableBufferPointer<UInt8>,
    by table: HanTable
  ) -> Int {
    fold(text, to: room) { table[$0] }
  }

  @inline(__always)
  private static func fold(
    _ text: UnsafeBufferPointer<UInt8>, to room: UnsafeMutableBufferPointer<UInt8>,
    _ common: (Unicode.Scalar) -> Unicode.Scalar
  ) -> Int {
    precondition(room.count >= mostBytes(of: text.count))
    guard let start = room.baseAddress else { return 0 }
    var writer = Writer(start: start)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        index &+= 1
        // Small letters and digits are most of a name.
        let small = byte | 0x20
        if small &- 0x61 < 26 {
          writer.append(small)
        } else if byte &- 0x30 < 10 {
          writer.append(byte)
        } else if byte == 0x26 {
          writer.appendAnd()
        } else if byte != 0x27 && byte != 0x60 {
          writer.hasPendingSpace = true
        }
        continue
      }
      let (scalar, length) = decode(text, at: index)
      index &+= length
      if isHan(scalar) {
        writer.append(common(scalar))
        continue
      }
      switch kind(of: scalar) {
      case .kept(let plain): writer.append(plain)
      case .expanded(let plain): for byte in plain.utf8 { writer.append(byte) }
      case .separator: writer.hasPendingSpace = true
      case .ampersand: writer.appendAnd()
      case .dropped: break
      }
    }
    return writer.end - start
  }

  /// Writes words with single spaces between, and none between Han characters.
  private struct Writer {
    /// Where the text begins, before which there is no space.
    let start: UnsafeMutablePointer<UInt8>
    private(set) var end: UnsafeMutablePointer<UInt8>
    var hasPendingSpace = false
    private var endsInHan = false

    init(start: UnsafeMutablePointer<UInt8>) { (self.start, end) = (start, start) }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
      end.pointee = byte
      end += 1
    }

    @inline(__always)
    private mutating func part(isHan: Bool) {
      if hasPendingSpace, end > start, !(endsInHan && isHan) { put(0x20) }
      hasPendingSpace = false
      endsInHan = isHan
    }

    @inline(__always)
    mutating func append(_ ascii: UInt8) {
      part(isHan: false)
      put(ascii)
    }

    mutating func append(_ scalar: Unicode.Scalar) {
      part(isHan: isHan(scalar))
      for byte in UTF8.encode(scalar) ?? .init() { put(byte) }
    }

    mutating func appendAnd() {
      hasPendingSpace = true
      for byte in "and".utf8 { append(byte) }
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

  /// The kind of a scalar that is no Han character.
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
