extension Coordinate {
  /// Reads a coordinate in any common spelling, or says that the text is something else.
  ///
  /// Two numbers, latitude first, apart by a comma, a semicolon or white space: `22.2944, 114.1722`;
  /// degrees with minutes and seconds: `22°17'40"N 114°10'20"E`, `22 17 40, 114 10 20`; hemispheres
  /// before or after (`N22°17.667' E114°10.333'`, 北緯22.29 東經114.17), which also allow longitude
  /// first, as do the words `lat` and `lon`; decimal commas where a semicolon or a space parts the two
  /// (`22,2944; 114,1722`); brackets around the pair; a `geo:` URI (RFC 5870); the link of a map page. Full-width characters, U+2212 and typographic primes are read as their plain
  /// forms. Hexadecimal, exponents, `nan` and `inf` are errors.
  ///
  /// - Parameters:
  ///   - text: at most 200 characters are looked at; a longer text is no coordinate.
  ///   - datum: what the numbers refer to.
  /// - Returns: the WGS 84 coordinate, or nil where the text is not meant as a coordinate (fewer than
  ///   two numbers, or other words).
  /// - Throws: every ``CoordinateError`` case, where the text is meant as one and is wrong.
  /// - Complexity: O(length).
  public static func parse(
    _ text: String, datum: Datum = .wgs84
  ) throws(CoordinateError) -> Coordinate? {
    // One word of letters is a name, and the commonest.
    if text.utf8.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) }) { return nil }
    if let pair = MapLink.pair(in: text) { return try parse(pair, datum: datum) }
    guard text.utf8.count <= 800, text.unicodeScalars.count <= 200 else { return nil }
    guard let raw = try CoordinateScanner(text).coordinate() else { return nil }
    return datum.wgs84(from: raw)
  }
}

/// Turns a text into tokens, and tokens into a latitude and a longitude.
private struct CoordinateScanner {
  enum Hemisphere: Character {
    case north = "N"
    case south = "S"
    case east = "E"
    case west = "W"

    var axis: CoordinateError.Axis { self == .north || self == .south ? .latitude : .longitude }
    var isNegative: Bool { self == .south || self == .west }
  }

  enum Token: Equatable {
    case number(String)
    case degrees, minutes, seconds
    case hemisphere(Hemisphere)
    /// A word such as `lat` or `longitude` before the number.
    case label(CoordinateError.Axis)
    case comma, semicolon
  }

  let original: String
  let plain: [Character]

  init(_ text: String) {
    original = text
    plain = PlainCharacters.fold(text)
  }

  func coordinate() throws(CoordinateError) -> Coordinate? {
    guard var tokens = tokenize() else {
      if let word = strangeNumber() {
        throw unreadable("\(word.lowercased()) is not a plain decimal number")
      }
      return nil
    }
    let numbers = tokens.reduce(0) { count, token in
      if case .number = token { count + 1 } else { count }
    }
    guard numbers >= 2 else { return nil }
    joinDecimalCommas(&tokens)
    let (first, second) = try halves(of: tokens)
    let a = try Half(first, in: self)
    let b = try Half(second, in: self)
    if let axis = a.axis, axis == b.axis { throw unreadable("two \(axis.rawValue)s") }
    let longitudeFirst = a.axis == .longitude || b.axis == .latitude
    return longitudeFirst
      ? try Coordinate(latitude: b.value, longitude: a.value)
      : try Coordinate(latitude: a.value, longitude: b.value)
  }

  func unreadable(_ reason: String) -> CoordinateError {
    .unreadable(original, reason: reason)
  }

  /// Of two words that a lenient parser or a hasty eye takes for numbers, the one that is not plain:
  /// a coordinate was meant.
  private func strangeNumber() -> String? {
    let plainCharacters = "+-.0123456789"
    let words = plain.split { $0 == " " || $0 == "," || $0 == ";" }.map { String($0) }
    func looksNumeric(_ word: String) -> Bool {
      Double(word) != nil
        || word.allSatisfy(plainCharacters.contains)
          && word.contains(where: PlainCharacters.isDigit)
    }
    guard words.count == 2, words.allSatisfy(looksNumeric) else { return nil }
    return words.first { Double($0) == nil || !$0.allSatisfy(plainCharacters.contains) } ?? words[0]
  }

  private func tokenize() -> [Token]? {
    var tokens: [Token] = []
    var rest = plain[...]
    while let next = rest.first {
      switch next {
      case " ": rest.removeFirst()
      case "°": take(.degrees)
      case "'":
        if rest.dropFirst().first == "'" {
          rest.removeFirst()
          take(.seconds)
        } else {
          take(.minutes)
        }
      case "\"": take(.seconds)
      case ",": take(.comma)
      case ";": take(.semicolon)
      case "L":
        guard let axis = takeLabel() else { return nil }
        tokens.append(.label(axis))
      case "N", "S", "E", "W":
        guard let hemisphere = Hemisphere(rawValue: next) else { return nil }
        take(.hemisphere(hemisphere))
      default:
        guard let number = takeNumber() else { return nil }
        tokens.append(.number(number))
      }
    }
    return tokens

    func take(_ token: Token) {
      tokens.append(token)
      rest.removeFirst()
    }

    func takeLabel() -> CoordinateError.Axis? {
      let word = rest.prefix { ("A"..."Z").contains($0) }
      rest = rest.dropFirst(word.count)
      return switch String(word) {
      case "LAT", "LATITUDE": .latitude
      case "LON", "LNG", "LONG", "LONGITUDE": .longitude
      default: nil
      }
    }

    /// `1e5` is no coordinate, `N22.29E114.17` is one: after a hemisphere an E is another.
    func beginsExponent() -> Bool {
      guard rest.first == "E", let next = rest.dropFirst().first else { return false }
      let hasHemisphere = tokens.contains { if case .hemisphere = $0 { true } else { false } }
      return !hasHemisphere && (PlainCharacters.isDigit(next) || next == "+" || next == "-")
    }

    /// `[+-]digits[.digits]` or `[+-].digits`, not followed by another letter, digit or point.
    func takeNumber() -> String? {
      var number = ""
      if let sign = rest.first, sign == "+" || sign == "-" {
        number.append(sign)
        rest.removeFirst()
      }
      var digits = 0
      var points = 0
      while let character = rest.first {
        if PlainCharacters.isDigit(character) {
          digits += 1
        } else if character == "." && points == 0 {
          points = 1
        } else {
          break
        }
        number.append(character)
        rest.removeFirst()
      }
      guard digits > 0, number.last != ".", rest.first != ".", !beginsExponent() else { return nil }
      return number
    }
  }

  /// `22,2944; 114,1722` and `22,2944 114,1722`: a comma between digits is a decimal point.
  private func joinDecimalCommas(_ tokens: inout [Token]) {
    let kinds = tokens.map { token -> Character in
      switch token {
      case .number: "n"
      case .comma: ","
      case .semicolon: ";"
      default: "x"
      }
    }
    guard ["n,n;n,n", "n,nn,n"].contains(String(kinds)) else { return }
    // Without white space inside, or the comma parts two numbers after all.
    let parts = plain.split { $0 == ";" || $0 == " " }.filter { !$0.isEmpty }
    guard parts.count == 2,
      case .number(let a) = tokens[0], case .number(let b) = tokens[2],
      case .number(let c) = tokens[tokens.count - 3],
      case .number(let d) = tokens[tokens.count - 1],
      b.allSatisfy(PlainCharacters.isDigit), d.allSatisfy(PlainCharacters.isDigit),
      !a.contains("."), !c.contains(".")
    else { return }
    tokens = [.number(a + "." + b), .semicolon, .number(c + "." + d)]
  }

  private func halves(
    of tokens: [Token]
  ) throws(CoordinateError) -> (ArraySlice<Token>, ArraySlice<Token>) {
    let separators = tokens.indices.filter { tokens[$0] == .comma || tokens[$0] == .semicolon }
    if separators.count > 1 { throw unreadable("more than one separator") }
    if let separator = separators.first {
      return (tokens[..<separator], tokens[(separator + 1)...])
    }
    let labels = tokens.indices.filter { index in
      if case .label = tokens[index] { true } else { false }
    }
    if labels.count == 2 { return (tokens[..<labels[1]], tokens[labels[1]...]) }
    let hemispheres = tokens.indices.filter { index in
      if case .hemisphere = tokens[index] { true } else { false }
    }
    if hemispheres.count == 2 {
      let split = hemispheres[0] == 0 ? hemispheres[1] : hemispheres[0] + 1
      return (tokens[..<split], tokens[split...])
    }
    let numbers = tokens.indices.filter { index in
      if case .number = tokens[index] { true } else { false }
    }
    let degrees = tokens.indices.filter { tokens[$0] == .degrees }
    if degrees.count == 2 {
      let split = degrees[1] - 1
      return (tokens[..<split], tokens[split...])
    }
    guard [2, 4, 6].contains(numbers.count) else {
      throw unreadable("\(numbers.count) numbers; give 2, 4 or 6, or part the two with a comma")
    }
    // One letter between the two belongs to the first: `22.29 N 114.17`.
    let split = numbers[numbers.count / 2]
    return (tokens[..<split], tokens[split...])
  }

  /// One of the two: its value in degrees, and the axis where a hemisphere names it.
  struct Half {
    let value: Double
    let axis: CoordinateError.Axis?

    init(_ tokens: ArraySlice<Token>, in scanner: CoordinateScanner) throws(CoordinateError) {
      var tokens = tokens
      var label: CoordinateError.Axis?
      if case .label(let axis)? = tokens.first {
        label = axis
        tokens.removeFirst()
      }
      var hemisphere: Hemisphere?
      if case .hemisphere(let first)? = tokens.first {
        hemisphere = first
        tokens.removeFirst()
      } else if case .hemisphere(let last)? = tokens.last {
        hemisphere = last
        tokens.removeLast()
      }
      var parts: [Double] = []
      var isNegative = false
      let marks: [Token] = [.degrees, .minutes, .seconds]
      while let token = tokens.popFirst() {
        guard case .number(let digits) = token, parts.count < 3 else {
          throw scanner.unreadable("degrees, minutes and seconds must stand in this order")
        }
        guard let number = Double(digits), number.isFinite else {
          throw scanner.unreadable("\(digits) is too large")
        }
        if parts.isEmpty {
          isNegative = digits.hasPrefix("-")
        } else if digits.hasPrefix("-") || digits.hasPrefix("+") {
          throw scanner.unreadable("a sign inside the number")
        }
        if parts.last.map({ $0 != $0.rounded(.towardZero) }) ?? false {
          throw scanner.unreadable("only the last of degrees, minutes and seconds has decimals")
        }
        if let mark = tokens.first, marks.contains(mark) {
          guard mark == marks[parts.count] else {
            throw scanner.unreadable("degrees, minutes and seconds must stand in this order")
          }
          tokens.removeFirst()
        }
        parts.append(abs(number))
      }
      guard let degrees = parts.first else { throw scanner.unreadable("a number is missing") }
      for (part, unit) in zip(parts.dropFirst(), ["minutes", "seconds"]) where part >= 60 {
        throw .sexagesimalOutOfRange(part, unit: unit)
      }
      if hemisphere != nil && isNegative { throw scanner.unreadable("a sign and a hemisphere") }
      let magnitude =
        switch parts.count {
        case 1: degrees
        case 2: (degrees * 60 + parts[1]) / 60
        default: (degrees * 3600 + parts[1] * 60 + parts[2]) / 3600
        }
      value = isNegative || hemisphere?.isNegative == true ? -magnitude : magnitude
      if let label, let axis = hemisphere?.axis, label != axis {
        throw scanner.unreadable("a label and a hemisphere that do not agree")
      }
      axis = label ?? hemisphere?.axis
    }
  }
}

/// The characters of a coordinate in their plain forms.
private enum PlainCharacters {
  /// Trimmed, in upper case, compatibility forms folded, `geo:` and its parameters taken off.
  static func fold(_ text: String) -> [Character] {
    var plain: [Character] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: plain.append(ascii(scalar.value - 0xFEE0))
      case 0x61...0x7A: plain.append(ascii(scalar.value - 0x20))
      case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0xFEFF:
        plain.append(" ")
      case 0x2010, 0x2011, 0x2013, 0x2212, 0xFE63: plain.append("-")
      case 0x3A, 0x3D: plain.append(" ")  // 22:17:40, lat=22.29
      case 0x3001: plain.append(",")
      case 0xBA, 0x2DA, 0x5EA6: plain.append("°")  // º ˚ 度
      case 0x2019, 0x2032, 0x5206: plain.append("'")  // ’ ′ 分
      case 0x201D, 0x2033, 0x79D2: plain.append("\"")  // ” ″ 秒
      case 0x5317: plain.append("N")  // 北
      case 0x5357: plain.append("S")  // 南
      case 0x6771, 0x4E1C: plain.append("E")  // 東东
      case 0x897F: plain.append("W")  // 西
      case 0x7DEF, 0x7EAC, 0x7D93, 0x7ECF: continue  // 緯纬經经 follow a hemisphere
      default: plain.append(Character(scalar))
      }
    }
    while plain.first == " " { plain.removeFirst() }
    while plain.last == " " { plain.removeLast() }
    if let first = plain.first, let last = plain.last,
      ["()", "[]"].contains(String([first, last]))
    {
      plain = Array(plain.dropFirst().dropLast())
    }
    if plain.starts(with: "GEO ") {
      plain.removeFirst(4)
      if let end = plain.firstIndex(where: { $0 == ";" || $0 == "?" }) {
        plain = Array(plain[..<end])
      }
    }
    return plain
  }

  static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func ascii(_ value: UInt32) -> Character {
    let upper = (0x61...0x7A).contains(value) ? value - 0x20 : value
    return Character(Unicode.Scalar(UInt8(truncatingIfNeeded: upper)))
  }
}
