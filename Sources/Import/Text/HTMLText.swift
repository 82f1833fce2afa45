/// HTML in the texts of files, as text.
package enum HTMLText {
  /// The text without tags, its entities read, white space folded. A text without either is returned
  /// as it is, and so is a lone `<` or `&`.
  ///
  /// - Complexity: O(length).
  package static func plain(_ html: String) -> String {
    guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return html }
    var text = ""
    var rest = Substring(html)
    while let character = rest.first {
      if character == "<", let (name, end) = tag(rest) {
        if breaking.contains(name), !text.isEmpty { text += " " }
        rest = rest[end...]
        if name == "script" || name == "style", let close = closing(name, rest) {
          rest = rest[close...]
        }
      } else if character == "&", let (value, end) = entity(rest) {
        text += value
        rest = rest[end...]
      } else {
        text.append(character)
        rest.removeFirst()
      }
    }
    return CleanText.foldingSpace(text)
  }

  /// A name without markup. What is nothing but markup is not a name in markup: it stays as it is.
  package static func name(_ name: String) -> String {
    let plain = plain(name)
    return plain.isEmpty ? name : plain
  }

  private static let breaking: Set<String> = [
    "br", "p", "div", "tr", "td", "th", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "hr",
    "section", "dt", "dd",
  ]

  /// The name of the tag or comment at the beginning of a text, and where it ends.
  private static func tag(_ text: Substring) -> (name: String, end: Substring.Index)? {
    if text.hasPrefix("<!--") {
      guard let end = range(of: "-->", in: text) else { return nil }
      return ("!", end)
    }
    var index = text.index(after: text.startIndex)
    guard index < text.endIndex else { return nil }
    if text[index] == "/" || text[index] == "!" { index = text.index(after: index) }
    let nameStart = index
    while index < text.endIndex, text[index].isASCII, text[index].isLetter || text[index].isNumber {
      index = text.index(after: index)
    }
    let name = text[nameStart..<index].lowercased()
    guard let first = name.first, first.isLetter, name.count <= 12, index < text.endIndex,
      text[index] == ">" || text[index] == "/" || text[index].isWhitespace
    else { return nil }
    var quote: Character?
    while index < text.endIndex {
      let character = text[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return (name, text.index(after: index))
      }
      index = text.index(after: index)
    }
    return nil
  }

  /// Where the text behind `</name>` begins.
  private static func closing(_ name: String, _ text: Substring) -> Substring.Index? {
    var rest = text
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...]
      if let (found, end) = tag(rest), found == name { return end }
      rest.removeFirst()
    }
    return nil
  }

  private static func range(of mark: String, in text: Substring) -> Substring.Index? {
    var rest = text
    while !rest.isEmpty {
      if rest.hasPrefix(mark) { return rest.index(rest.startIndex, offsetBy: mark.count) }
      rest.removeFirst()
    }
    return nil
  }

  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…",
    "copy": "©",
    "reg": "®", "trade": "™", "deg": "°", "middot": "·", "bull": "•", "eacute": "é", "egrave": "è",
    "agrave": "à", "ccedil": "ç", "ouml": "ö", "uuml": "ü", "auml": "ä", "szlig": "ß", "times": "×",
    "pound": "£", "yen": "¥", "euro": "€",
  ]

  private static func entity(_ text: Substring) -> (value: String, end: Substring.Index)? {
    guard let semicolon = text.prefix(12).firstIndex(of: ";") else { return nil }
    let word = text[text.index(after: text.startIndex)..<semicolon]
    let end = text.index(after: semicolon)
    if let value = named[String(word)] { return (value, end) }
    guard word.hasPrefix("#") else { return nil }
    let digits = word.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let number, number >= 0x20, let scalar = Unicode.Scalar(number) else { return nil }
    return (String(Character(scalar)), end)
  }
}
