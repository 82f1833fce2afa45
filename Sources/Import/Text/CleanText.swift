import Catalog

/// Texts of files as they are kept.
package enum CleanText {
  private static let placeholders: Set<String> = [
    "n.a.", "n.a", "na", "n/a", "#n/a", "-", "--", "---", "–", "—", "－", "nil", "null", "none",
    "nan",
    "(null)", "<null>", "(none)", "<none>", "not applicable", "not available", "n/a.", "n. a.",
    "?", "unknown", "tbc", "tba", ".", "不適用", "不适用", "沒有", "無", "无", "暫無", "未知", "\\n",
  ]

  /// The text with white space folded and in NFC; nil where it is empty or stands for nothing.
  package static func value(_ text: String) -> String? {
    let folded = foldingSpace(text)
    guard !folded.isEmpty else { return nil }
    // The longest placeholder has fourteen bytes.
    if folded.utf8.count <= 14, placeholders.contains(folded.lowercased()) { return nil }
    return Normalization.nfc(folded)
  }

  /// What a look at the bytes of a text tells.
  enum State {
    /// It is what ``value(_:)`` makes of it, and no markup is in it.
    case clean
    /// The same, but there may be markup in it.
    case markup
    /// Only ``value(_:)`` can tell.
    case unsure
  }

  /// Looks at a text in UTF-8: printable ASCII and common Chinese characters with single spaces between
  /// are clean, unless they may be a placeholder.
  ///
  /// - Complexity: O(length).
  static func state(of bytes: UnsafeBufferPointer<UInt8>) -> State { look(at: bytes).state }

  /// The same, and whether a clean text is plain: without quotes and commas.
  static func look(at bytes: UnsafeBufferPointer<UInt8>) -> (state: State, isPlain: Bool) {
    guard let first = bytes.first, bytes[bytes.count - 1] != 0x20, first != 0x20,
      bytes.count > 14 || !beginsPlaceholder(first, bytes)
    else { return (.unsure, false) }
    let raw = UnsafeRawBufferPointer(bytes)
    let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    // The high bits of the bytes that are one of two; exact for each, since none is above 0x7F.
    @inline(__always)
    func either(_ a: UInt64, _ b: UInt64, in word: UInt64) -> UInt64 {
      ~(((word ^ ones &* a) &+ ones &* 0x7F) & ((word ^ ones &* b) &+ ones &* 0x7F)) & highBits
    }
    // Not zero once one was met.
    var markup: UInt64 = 0
    var special: UInt64 = 0
    var index = 0
    while index < bytes.count {
      // Eight bytes of printable ASCII, the last of the text maybe a second time.
      let start = min(index, bytes.count &- 8)
      if start >= 0 {
        let word = raw.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
        if (word | (word &+ ones) | (word &- ones &* 0x20)) & highBits == 0 {
          markup |= either(0x3C, 0x26, in: word)
          special |= either(0x22, 0x2C, in: word)
          let spaces = either(0x20, 0x20, in: word)
          let before: UInt64 = start > 0 && bytes[start &- 1] == 0x20 ? 0x80 : 0
          if spaces & (spaces << 8 | before) != 0 { return (.unsure, false) }
          index = start &+ 8
          continue
        }
      }
      let byte = bytes[index]
      if byte &- 0x20 < 0x5F {
        if byte == 0x20, index > 0, bytes[index &- 1] == 0x20 { return (.unsure, false) }
        if byte == 0x3C || byte == 0x26 { markup = 1 }
        if byte == 0x22 || byte == 0x2C { special = 1 }
        index &+= 1
      } else {
        guard let length = composedLength(of: byte, in: bytes, at: index) else {
          return (.unsure, false)
        }
        index &+= length
      }
    }
    guard markup != 0 else { return (.clean, special == 0) }
    // An ampersand without a semicolon begins no entity.
    return (bytes.contains(0x3C) || bytes.contains(0x3B) ? .markup : .clean, special == 0)
  }

  /// Whether a placeholder may begin so.
  private static func beginsPlaceholder(
    _ first: UInt8, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch first {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
      UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "?"), UInt8(ascii: "\\"),
      UInt8(ascii: "<"), 0xE2, 0xEF:
      true
    // 不, and 沒 无 暫 未, and 無.
    case 0xE4: bytes[1] == 0xB8
    case 0xE6: bytes[1] == 0xB2 || bytes[1] == 0x97 || bytes[1] == 0x9A || bytes[1] == 0x9C
    case 0xE7: bytes[1] == 0x84
    default: first < 0x30
    }
  }

  /// How many bytes a character takes that is neither white space nor changed by NFC; nil for others, and
  /// for some of these.
  @inline(__always)
  private static func composedLength(
    of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Int? {
    // U+4000…U+9FFF.
    if byte &- 0xE4 < 6 { return 3 }
    // U+00C0…U+00FF.
    if byte == 0xC3 { return 2 }
    guard byte >= 0xE2, byte < 0xF0 else { return nil }
    let (second, third) = (bytes[index + 1], bytes[index + 2])
    switch (byte, second) {
    // Dashes and quotes, U+2010…U+2027.
    case (0xE2, 0x80): return third &- 0x90 < 0x18 ? 3 : nil
    // Chinese punctuation, U+3001…U+301F.
    case (0xE3, 0x80): return third &- 0x81 < 0x1F ? 3 : nil
    // Full-width ASCII, U+FF01…U+FF5E.
    case (0xEF, 0xBC): return third >= 0x81 ? 3 : nil
    case (0xEF, 0xBD): return third <= 0x9E ? 3 : nil
    default: return nil
    }
  }

  /// Every run of white space and controls as one space, none at the ends.
  ///
  /// - Complexity: O(length).
  package static func foldingSpace(_ text: String) -> String {
    // Most texts are in order already.
    if isFolded(text) { return text }
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { foldSpace(bytes, into: $0) }
    }
  }

  /// Writes a text with its white space folded, which is never longer.
  ///
  /// - Returns: how many bytes that took.
  private static func foldSpace(
    _ bytes: UnsafeBufferPointer<UInt8>, into result: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    var isPending = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let value =
        switch length {
        case 1: UInt32(byte)
        case 2: UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        case 3:
          UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
            | UInt32(bytes[index + 2] & 0x3F)
        // No white space is further out.
        default: UInt32.max
        }
      if isSpace(value) {
        isPending = count > 0
      } else if value != 0xFEFF && value != 0x200B {
        if isPending {
          result[count] = 0x20
          count += 1
        }
        isPending = false
        for byte in bytes[index..<index + length] {
          result[count] = byte
          count += 1
        }
      }
      index += length
    }
    return count
  }

  private static func isFolded(_ text: String) -> Bool {
    var previous: UInt8 = 0x20
    for byte in text.utf8 {
      // All white space that is not ASCII begins with one of five bytes; Chinese characters do not.
      if byte < 0x20 || byte == 0x7F || (byte == 0x20 && previous == 0x20) || byte == 0xC2
        || (0xE1...0xE3).contains(byte) || byte == 0xEF
      {
        return false
      }
      previous = byte
    }
    return previous != 0x20 || text.isEmpty
  }

  /// Whether a character is white space (Unicode's `White_Space`) or a control.
  package static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case ...0x20, 0x7F...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// A name set in ordinary case, where it shouts: every word with a capital, small words without, the
  /// endings of ordinal numbers small; Roman numerals, letters with points, words with digits, words
  /// without a vowel and some abbreviations as they are. Names with a lower-case letter other than that of
  /// `Mc` are left alone.
  package static func fixingCase(_ name: String) -> String {
    let letters = name.replacing("Mc", with: "").unicodeScalars
      .filter { $0.isASCII && $0.properties.isAlphabetic }
    guard letters.count > 1, letters.allSatisfy({ $0.value < 0x61 }) else { return name }
    var isFirst = true
    return name.split(separator: " ", omittingEmptySubsequences: false).map { word in
      defer { isFirst = false }
      return casing(String(word), isFirst: isFirst)
    }.joined(separator: " ")
  }

  private static let smallWords: Set<String> = [
    "a", "an", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to", "with",
  ]

  /// Abbreviations with a vowel, which do not show that they are ones.
  private static let abbreviations: Set<String> = [
    "aia", "boc", "cuhk", "hku", "hkust", "icc", "ifc", "ikea", "ive", "uk", "unesco", "usa",
    "ymca", "ywca",
  ]

  /// Words without a vowel that are no initials.
  private static let shortened: Set<String> = [
    "st", "dr", "mr", "mrs", "jr", "sr", "mt", "rd", "bldg", "blk", "ltd", "hwy", "sq",
  ]

  private static func casing(_ word: String, isFirst: Bool) -> String {
    let lower = word.lowercased()
    if smallWords.contains(lower) && !isFirst { return lower }
    let bare = lower.filter { $0.isLetter || $0.isNumber }
    if abbreviations.contains(bare) { return word }
    if shortened.contains(bare) { return capitalized(lower) }
    if word.contains("-") {
      return word.split(separator: "-", omittingEmptySubsequences: false)
        .map { casing(String($0), isFirst: true) }.joined(separator: "-")
    }
    if word.hasPrefix("Mc") { return "Mc" + casing(String(word.dropFirst(2)), isFirst: true) }
    let digits = bare.prefix { $0.isNumber }
    if !digits.isEmpty, ["st", "nd", "rd", "th"].contains(bare.dropFirst(digits.count)) {
      return lower
    }
    let isNumeral = word.count > 1 && word.allSatisfy { "IVX".contains($0) }
    let isInitials = word.contains(".") && word.split(separator: ".").allSatisfy { $0.count == 1 }
    let hasVowel = word.contains { "AEIOUY".contains($0) }
    if isNumeral || isInitials || word.contains(where: \.isNumber) { return word }
    // Without a vowel it is an abbreviation, such as MTR.
    if !hasVowel && word.count > 1 { return word }
    return capitalized(lower)
  }

  private static func capitalized(_ lower: String) -> String {
    var result = ""
    var startsWord = true
    for character in lower {
      result += startsWord ? character.uppercased() : String(character)
      // O'Brien, but Queen's.
      startsWord = "-/(&".contains(character) || (character == "'" && result.count == 2)
    }
    return result
  }
}
