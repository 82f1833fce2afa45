/// The name of a column as words, in the form in which they are compared.
enum ColumnWords {
  /// The words of a name in lower case, full-width letters as plain ones: parted at every sign that is no
  /// letter and no digit, and where a capital follows a small letter or begins the last word of several
  /// capitals. `LATITUDE`, `Lat (WGS84)`, `gpsLat` and `GPSLat` are `latitude`, `lat wgs84` and twice
  /// `gps lat`.
  static func of(_ name: String) -> [String] {
    let scalars = name.unicodeScalars.map(plain)
    var words: [String] = []
    var word = ""
    for (index, scalar) in scalars.enumerated() {
      if isCapital(scalar), !word.isEmpty {
        let (before, after) = (
          scalars[index - 1], index + 1 < scalars.count ? scalars[index + 1] : " "
        )
        if isSmall(before) || isDigit(before) || (isCapital(before) && isSmall(after)) {
          words.append(word)
          word = ""
        }
      }
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A: word.unicodeScalars.append(scalar)
      case 0..<0x80 where !isCapital(scalar), 0xA0, 0x200B, 0x3000...0x303F, 0xFEFF, 0xB0, 0xBA:
        if !word.isEmpty { words.append(word) }
        word = ""
      default: word += String(scalar).lowercased()
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// The words with Latin and Chinese ones parted as well: `x坐標` is `x` and `坐標`.
  static func byScript(_ words: [String]) -> [String] {
    words.flatMap { word -> [String] in
      var parts: [String] = []
      var isASCII: Bool?
      for character in word {
        if character.isASCII == isASCII {
          parts[parts.count - 1].append(character)
        } else {
          parts.append(String(character))
        }
        isASCII = character.isASCII
      }
      return parts
    }
  }

  /// ASCII for full-width ASCII.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x41 < 26 }
  private static func isSmall(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x61 < 26 }
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value &- 0x30 < 10 }
}
