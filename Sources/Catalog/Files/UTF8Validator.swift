/// Checks a stream of bytes for well-formed UTF-8 (Unicode Standard, table 3-7), piece by piece.
struct UTF8Validator {
  /// How many continuation bytes are missing, and what the next one may be.
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF
  /// How many continuation bytes the character has.
  private var length = 0

  /// Whether the bytes so far end inside a character.
  var isInsideCharacter: Bool { missing > 0 }

  /// The index of the first byte that is in no character, or nil; below 0 where a character that is broken
  /// off began in an earlier piece.
  ///
  /// - Complexity: O(n); eight ASCII bytes at a time, and a character of three bytes at a time.
  mutating func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      if missing == 0 {
        while index + 32 <= bytes.count, Self.isASCII(raw, index) { index += 32 }
        while index + 8 <= bytes.count,
          raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        { index += 8 }
        // Most Chinese characters, whose first byte asks nothing special of the second.
        while index + 4 <= bytes.count, bytes[index] &- 0xE1 < 12,
          raw.loadUnaligned(fromByteOffset: index + 1, as: UInt16.self) & 0xC0C0 == 0x8080
        { index += 3 }
        guard index < bytes.count else { return nil }
      }
      let byte = bytes[index]
      if missing > 0 {
        guard next.contains(byte) else { return index - (length - missing) - 1 }
        missing -= 1
        next = 0x80...0xBF
      } else if byte >= 0x80 {
        guard let (count, range) = Self.lead(byte) else { return index }
        (missing, next) = (count, range)
        length = count
      }
      index += 1
    }
    return nil
  }

  /// Whether 32 bytes from an index on are ASCII.
  @inline(__always)
  private static func isASCII(_ raw: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    var all: UInt64 = 0
    for offset in stride(from: 0, to: 32, by: 8) {
      all |= raw.loadUnaligned(fromByteOffset: index + offset, as: UInt64.self)
    }
    return all & 0x8080_8080_8080_8080 == 0
  }

  private static func lead(_ byte: UInt8) -> (count: Int, next: ClosedRange<UInt8>)? {
    switch byte {
    case 0xC2...0xDF: (1, 0x80...0xBF)
    case 0xE0: (2, 0xA0...0xBF)
    case 0xED: (2, 0x80...0x9F)
    case 0xE1...0xEF: (2, 0x80...0xBF)
    case 0xF0: (3, 0x90...0xBF)
    case 0xF1...0xF3: (3, 0x80...0xBF)
    case 0xF4: (3, 0x80...0x8F)
    default: nil
    }
  }
}
