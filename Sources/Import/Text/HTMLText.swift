/// HTML in the texts of files, as text.
///
/// Only what is HTML beyond doubt is taken for markup: elements of HTML whose attributes are `word=value`,
/// comments, and entities that end with a semicolon. `<Peak>`, `a < b` and `R&D` are text.
package enum HTMLText {
  /// The text without markup, as it is kept; nil where nothing is left or what is left stands for nothing.
  ///
  /// Markup that comes to light when other markup is read is read as well, so that a text once cleaned
  /// stays as it is: `&amp;lt;` is `<`. A text that holds more than ``roundLimit`` layers is no markup.
  ///
  /// - Parameters:
  ///   - html: a text.
  ///   - isName: whether it names something. A name keeps elements that are no letters in another form,
  ///     such as images and scripts, and a name that is nothing but markup is no name in markup: it stays
  ///     as it is.
  /// - Complexity: O(length).
  package static func value(_ html: String, isName: Bool = false) -> String? {
    guard let given = CleanText.value(html) else { return nil }
    var text = given
    for _ in 0..<roundLimit {
      guard text.utf8.contains(where: { $0 == lessThan || $0 == ampersand }) else { return text }
      let plain = plain(text, isName: isName)
      if plain.utf8.elementsEqual(text.utf8) { return text }
      if plain.utf8.allSatisfy({ $0 == 0x20 }) { return isName ? given : nil }
      guard let next = CleanText.value(plain) else { return nil }
      text = next
    }
    return given
  }

  /// How often markup may be wrapped in markup.
  static let roundLimit = 8

  private static let lessThan = UInt8(ascii: "<")
  private static let greaterThan = UInt8(ascii: ">")
  private static let ampersand = UInt8(ascii: "&")

  /// The text without its outermost markup.
  private static func plain(_ html: String, isName: Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(html.utf8.count)
    var source = Source(bytes: Array(html.utf8))
    while source.index < source.bytes.count {
      let byte = source.bytes[source.index]
      if byte == lessThan, let (name, end) = source.tag(), !isName || !solid.contains(name) {
        if !inline.contains(name) { text.append(0x20) }
        source.index = end
        if name == "script" || name == "style" { source.skipContent(of: name) }
      } else if byte == ampersand, let (value, end) = source.entity() {
        text.append(contentsOf: value.utf8)
        source.index = end
      } else {
        text.append(byte)
        source.index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Elements

  /// Elements that do not part words.
  private static let inline: Set<String> = [
    "!", "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn",
    "em",
    "font", "i", "ins", "kbd", "mark", "nobr", "q", "rp", "rt", "ruby", "s", "samp", "small",
    "span",
    "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]

  /// Elements that part words.
  private static let block: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "col",
    "colgroup",
    "dd", "details", "dir", "div", "dl", "dt", "figcaption", "figure", "footer", "h1", "h2", "h3",
    "h4",
    "h5", "h6", "head", "header", "hr", "html", "label", "legend", "li", "main", "nav", "ol", "p",
    "pre",
    "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul",
  ]

  /// Elements that are something else than text.
  private static let solid: Set<String> = [
    "applet", "area", "audio", "base", "button", "canvas", "embed", "fieldset", "form", "frame",
    "frameset", "iframe", "img", "input", "link", "map", "marquee", "math", "meta", "meter",
    "noframes",
    "noscript", "object", "option", "param", "picture", "progress", "script", "select", "source",
    "style", "svg", "template", "textarea", "track", "video",
  ]

  /// Attributes that may stand without a value.
  private static let bare: Set<String> = [
    "async", "autoplay", "checked", "compact", "controls", "defer", "disabled", "download",
    "hidden",
    "html", "loop", "multiple", "muted", "noshade", "nowrap", "readonly", "required", "reversed",
    "selected",
  ]

  /// A text and how far it is read.
  private struct Source {
    let bytes: [UInt8]
    var index = 0
    /// How many bytes may still be looked at in vain: what begins like markup again and again, and never
    /// ends, is text.
    private var patience: Int
    /// Elements that are not closed any more from here on.
    private var unclosed: Set<String> = []

    init(bytes: [UInt8]) {
      self.bytes = bytes
      patience = 4096 + bytes.count * 8
    }

    private func has(_ word: StaticString, at start: Int) -> Bool {
      word.withUTF8Buffer { word in
        start + word.count <= bytes.count && word.elementsEqual(bytes[start..<start + word.count])
      }
    }

    /// The end of the first of these words at or behind a byte.
    private mutating func end(of word: StaticString, from start: Int) -> Int? {
      guard patience > 0 else { return nil }
      var place = start
      while place < bytes.count {
        if has(word, at: place) { return place + word.utf8CodeUnitCount }
        place += 1
      }
      patience -= place - start
      return nil
    }

    /// The name of the tag or comment that begins here, in lower case, and where it ends.
    mutating func tag() -> (name: String, end: Int)? { tag(at: index) }

    private mutating func tag(at start: Int) -> (name: String, end: Int)? {
      if has("<!--", at: start) { return end(of: "-->", from: start + 4).map { ("!", $0) } }
      guard patience > 0 else { return nil }
      var place = start + 1
      let isClosing = place < bytes.count && bytes[place] == UInt8(ascii: "/")
      if isClosing { place += 1 }
      var name = word(at: &place, limit: 10)
      if name.isEmpty, has("!", at: place) {
        place += 1
        name = word(at: &place, limit: 10) == "doctype" ? "!" : ""
      }
      guard name == "!" || inline.contains(name) || block.contains(name) || solid.contains(name)
      else { return nil }
      defer { patience -= place - start }
      while true {
        let gap = place
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == UInt8(ascii: "/") {
          place += 1
        }
        guard place < bytes.count else { return nil }
        if bytes[place] == greaterThan {
          patience += place - start
          return (name, place + 1)
        }
        guard place > gap, !isClosing, attribute(at: &place) else { return nil }
      }
    }

    /// Letters and digits in lower case; empty where there are none or too many.
    private func word(at place: inout Int, limit: Int) -> String {
      let start = place
      while place < bytes.count, bytes[place].isWord { place += 1 }
      guard place - start <= limit else { return "" }
      return String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
    }

    /// Passes over `word=value`, with the value in quotes or not, or a word that needs none.
    private func attribute(at place: inout Int) -> Bool {
      let start = place
      while place < bytes.count, bytes[place].isWord || ":_-.@".utf8.contains(bytes[place]) {
        place += 1
      }
      guard place > start else { return false }
      let end = place
      while place < bytes.count, bytes[place] == 0x20 { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
        place = end
        return bare.contains(String(decoding: bytes[start..<end], as: UTF8.self).lowercased())
      }
      place += 1
      while place < bytes.count, bytes[place] == 0x20 { place += 1 }
      guard place < bytes.count else { return false }
      let quote = bytes[place]
      if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        place += 1
        while place < bytes.count, bytes[place] != quote { place += 1 }
        place += 1
        return place <= bytes.count
      }
      let value = place
      // A bar parts names from each other, so it is no part of a value.
      while place < bytes.count, bytes[place] > 0x20, !"\"'<>`=|".utf8.contains(bytes[place]) {
        place += 1
      }
      // A slash before the end belongs to the value.
      return place > value
    }

    /// Passes over what stands before and in `</name>`, where there is one.
    mutating func skipContent(of name: String) {
      guard !unclosed.contains(name) else { return }
      var place = index
      while let open = bytes[place...].firstIndex(of: lessThan) {
        if let (found, end) = tag(at: open), found == name, has("/", at: open + 1) {
          index = end
          return
        }
        place = open + 1
      }
      unclosed.insert(name)
    }

    /// What the entity that begins here stands for, and where it ends.
    func entity() -> (value: String, end: Int)? {
      let start = index + 1
      guard
        let semicolon = bytes[start..<min(start + 12, bytes.count)].firstIndex(
          of: UInt8(ascii: ";"))
      else { return nil }
      let word = String(decoding: bytes[start..<semicolon], as: UTF8.self)
      if let value = named[word] { return (value, semicolon + 1) }
      guard word.utf8.first == UInt8(ascii: "#") else { return nil }
      let digits = word.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let number = UInt32(
        isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      guard let value = number.flatMap(HTMLText.character) else { return nil }
      return (String(Character(value)), semicolon + 1)
    }
  }

  // MARK: Entities

  /// The character of a number, which below 160 is one of Windows; nil for other controls.
  private static func character(_ number: UInt32) -> Unicode.Scalar? {
    switch number {
    case 9, 10, 12, 13: " "
    case 0x80...0x9F: windows[Int(number) - 0x80]
    case 0..<0x20, 0x7F: nil
    default: Unicode.Scalar(number)
    }
  }

  /// Windows-1252 from 128 on, as the HTML standard (13.2.5.80) reads such numbers.
  private static let windows: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  private static let named: [String: String] = {
    var named = [
      "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"",
      "QUOT": "\"", "apos": "'", "nbsp": " ", "ensp": " ", "emsp": " ", "thinsp": " ", "ndash": "–",
      "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
      "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "hellip": "…", "bull": "•", "trade": "™",
      "euro": "€", "prime": "′", "Prime": "″", "minus": "−", "larr": "←", "rarr": "→",
      "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "shy": "\u{AD}",
      "zwj": "\u{200D}", "zwnj": "\u{200C}",
    ]
    // U+00A1…U+00FF but for the soft hyphen, in their order.
    let latin = [
      "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo",
      "not", "", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot",
      "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute",
      "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml",
      "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde",
      "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig",
      "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute",
      "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute",
      "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute",
      "thorn", "yuml",
    ]
    for (offset, name) in latin.enumerated() where !name.isEmpty {
      named[name] = Unicode.Scalar(UInt32(0xA1 + offset)).map { String(Character($0)) }
    }
    return named
  }()
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit.
  fileprivate var isWord: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }
}
