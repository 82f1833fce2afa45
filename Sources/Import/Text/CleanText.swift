import Catalog

/// Texts of files as they are kept.
package enum CleanText {
  private static let placeholders: Set<String> = [
    "n.a.", "n.a", "na", "n/a", "#n/a", "-", "--", "---", "–", "—", "nil", "null", "none", "nan",
    "?", "unknown", "tbc", "tba", ".", "不適用", "不适用", "沒有", "無", "无", "暫無", "未知", "\\n",
  ]

  /// The text with white space folded and in NFC; nil where it is empty or stands for nothing.
  package static func value(_ text: String) -> String? {
    let folded = foldingSpace(text)
    guard !folded.isEmpty else { return nil }
    // The longest placeholder has twelve bytes.
    if folded.utf8.count <= 12, placeholders.contains(folded.lowercased()) { return nil }
    return Normalization.nfc(folded)
  }

  /// Whether a text is surely what ``value(_:)`` would make of it: long enough to be no placeholder,
  /// of printable ASCII and common Chinese characters, with single spaces between.
  static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count > 12, bytes[0] != 0x20, bytes[bytes.count - 1] != 0x20 else { return false }
    var previous: UInt8 = 0
    for byte in bytes {
      let isPlain = byte &- 0x21 < 0x5E || byte &- 0x80 < 0x40 || byte &- 0xE4 < 6
      if !isPlain && (byte != 0x20 || previous == 0x20) { return false }
      previous = byte
    }
    return true
  }

  /// Every run of white space and controls as one space, none at the ends.
  ///
  /// - Complexity: O(length).
  package static func foldingSpace(_ text: String) -> String {
    // Most texts are in order already.
    if isFolded(text) { return text }
    var result = String.UnicodeScalarView()
    var isPending = false
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
        isPending = !result.isEmpty
      } else if scalar.value == 0xFEFF || scalar.value == 0x200B {
        continue
      } else {
        if isPending { result.append(" ") }
        isPending = false
        result.append(scalar)
      }
    }
    return String(result)
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

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value <= 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar.properties.isWhitespace
  }

  /// A name set in ordinary case, where it shouts: every word with a capital, small words without,
  /// Roman numerals, letters with points and words with digits as they are. Names with a lower-case
  /// letter are left alone.
  package static func fixingCase(_ name: String) -> String {
    let letters = name.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }
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

  private static func casing(_ word: String, isFirst: Bool) -> String {
    let lower = word.lowercased()
    if smallWords.contains(lower) && !isFirst { return lower }
    let isNumeral = word.count > 1 && word.allSatisfy { "IVX".contains($0) }
    let isInitials = word.contains(".") && word.split(separator: ".").allSatisfy { $0.count == 1 }
    let hasVowel = word.contains { "AEIOUY".contains($0) }
    if isNumeral || isInitials || word.contains(where: \.isNumber) { return word }
    // Without a vowel it is an abbreviation, such as MTR.
    if !hasVowel && word.count > 1 { return word }
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
