import Catalog

extension [String] {
  /// As the library's, which makes up types at run time for what it joins.
  func joined(separator: String) -> String {
    var text = ""
    for (index, part) in enumerated() {
      if index > 0 { text += separator }
      text += part
    }
    return text
  }
}

/// Text in the columns of a terminal.
enum DisplayText {
  /// How many columns a text takes: two for wide and full-width characters, none for marks
  /// (Unicode Standard Annex 11).
  static func width(_ text: String) -> Int {
    if isPlain(text) { return text.utf8.count }
    var columns = 0
    for scalar in text.unicodeScalars { columns += width(scalar) }
    return columns
  }

  /// Whether a text is all printable ASCII, as most are.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 &- 0x20 < 0x5F }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F: return 1
    case 0x300...0x36F, 0x61C, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
    }
  }

  /// The text on one line, without what a terminal would obey or what turns the direction of writing: C0
  /// and C1 controls, line and paragraph separators, and the characters of Unicode's `Bidi_Control`.
  ///
  /// What ends a line or leaves space becomes a space, marks without a width are left out, and the
  /// others are shown as U+FFFD, so that what was there can be seen.
  ///
  /// - Complexity: O(length).
  static func safe(_ text: String) -> String {
    if isPlain(text) { return text }
    guard text.unicodeScalars.contains(where: { replacement(of: $0) != nil }) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let replacement = replacement(of: scalar) {
        safe.append(contentsOf: replacement.unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }

  /// What stands for a character that must not come to a terminal; nil for all others.
  private static func replacement(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    case 0x61C, 0x200E, 0x200F: ""
    default: nil
    }
  }

  /// The text cut to a width, with an ellipsis where something is lost.
  static func cut(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    var cut = ""
    var used = 0
    for character in text {
      let size = width(String(character))
      if used + size > columns - 1 { break }
      cut.append(character)
      used += size
    }
    return columns > 0 ? cut + "…" : ""
  }

  /// The text cut and filled with spaces to a width.
  static func pad(_ text: String, to columns: Int, right: Bool = false) -> String {
    let cut = cut(text, to: columns)
    let space = String(repeating: " ", count: max(0, columns - width(cut)))
    return right ? space + cut : cut + space
  }

  /// The text in lines of at most a width, broken at spaces; a longer word stands alone.
  static func wrap(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, width(last) + 1 + width(String(word)) <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
