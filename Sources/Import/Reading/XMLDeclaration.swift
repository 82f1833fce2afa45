import Catalog

/// What an XML document says of its own encoding (XML 1.0, section 4.3.3 and appendix F).
package enum XMLDeclaration {
  /// The encoding of a document that begins with some bytes, as the system's `iconv` calls it; nil for UTF-8,
  /// for a document with a byte order mark, which is believed before any word, and for what is no XML.
  package static func encoding(_ head: [UInt8]) -> String? {
    if head.starts(with: [0x3C, 0, 0x3F, 0]) { return "utf-16le" }
    if head.starts(with: [0, 0x3C, 0, 0x3F]) { return "utf-16be" }
    guard head.starts(with: "<?xml".utf8), let name = name(head.prefix(1024)) else { return nil }
    let word = name.lowercased()
    // The declaration was read as single bytes, so it is none of these.
    if word.hasPrefix("utf") || word.hasPrefix("ucs") || word.hasPrefix("iso-10646") { return nil }
    // What calls itself by the smaller set often has characters of the larger, which agrees with it.
    switch word {
    case "big5": return "big5-hkscs"
    case "gb2312", "gbk", "x-gbk": return "gb18030"
    default: return name
    }
  }

  /// The value of the pseudo-attribute `encoding`.
  private static func name(_ head: ArraySlice<UInt8>) -> String? {
    guard let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let words = String(decoding: head[..<end], as: UTF8.self)
    guard let found = words.end(ofWord: "encoding") else { return nil }
    var rest = words[found...].drop(while: \.isWhitespace)
    guard rest.popFirst() == "=" else { return nil }
    rest = rest.drop(while: \.isWhitespace)
    guard let quote = rest.popFirst(), quote == "\"" || quote == "'",
      let close = rest.firstIndex(of: quote), close > rest.startIndex
    else { return nil }
    return String(rest[..<close])
  }
}

extension String {
  /// The index behind a word that stands behind white space.
  fileprivate func end(ofWord word: String) -> Index? {
    var rest = self[...]
    while let space = rest.firstIndex(where: \.isWhitespace) {
      rest = rest[index(after: space)...]
      if rest.hasPrefix(word) { return index(rest.startIndex, offsetBy: word.count) }
    }
    return nil
  }
}
