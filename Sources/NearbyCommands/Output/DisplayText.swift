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
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
    }
  }

  /// The text without control characters, which a terminal would obey.
  static func safe(_ text: String) -> String {
    if isPlain(text) { return text }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.reduce(into: "") { safe, scalar in
      if scalar == "\n" || scalar == "\t" {
        safe += " "
      } else {
        safe.unicodeScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
  }

  /// C0 and C1 controls, and the marks that turn the direction of writing.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
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
