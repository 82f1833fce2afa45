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
    var folded = ""
    folded.reserveCapacity(text.utf8.count)
    // The scalar before the pending space decides whether the space stays.
    var last: Unicode.Scalar?
    var hasPendingSpace = false

    func append(_ scalar: Unicode.Scalar) {
      if hasPendingSpace, let last, !(isHan(last) && isHan(scalar)) { folded.append(" ") }
      hasPendingSpace = false
      folded.unicodeScalars.append(scalar)
      last = scalar
    }

    for scalar in text.unicodeScalars {
      switch kind(of: scalar) {
      case .kept(let plain): append(plain)
      case .expanded(let plain): plain.unicodeScalars.forEach(append)
      case .separator: hasPendingSpace = true
      case .ampersand:
        hasPendingSpace = true
        "and".unicodeScalars.forEach(append)
        hasPendingSpace = true
      case .dropped: break
      }
    }
    return folded
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
