import Catalog

/// Names that hold a Chinese and an English name in one text, such as `昂坪營地Ngong Ping Camp Site`.
package enum BilingualName {
  /// The two names of a text; nil where it is one name, or may be.
  ///
  /// All of the one script must stand before all of the other, at least two Chinese characters and three
  /// words of Latin letters; or fewer words where a slash or a bar parts the two. A shorter Latin part
  /// mostly belongs to the Chinese one (`K11購物藝術館`, `Café 花園`), and so does what stands in brackets.
  ///
  /// - Complexity: O(length).
  package static func parts(_ text: String) -> (chinese: String, latin: String)? {
    // Most names are of one script.
    guard text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.contains(where: { $0 < 0x80 }) else {
      return nil
    }
    let scalars = Array(text.unicodeScalars)
    let scripts = scalars.map(Script.init)
    guard !scripts.contains(.bracket), let leading = scripts.first(where: { $0.isLetter }),
      let border = scripts.firstIndex(where: { $0.isLetter && $0 != leading }),
      !scripts[border...].contains(leading)
    else { return nil }
    // A digit between the two may belong to either.
    guard border > 0, scripts[border - 1] != .digit else { return nil }
    let first = trimmed(scalars[..<border])
    let second = trimmed(scalars[border...])
    let (chinese, latin) = leading == .han ? (first, second) : (second, first)
    let between = scalars[(border - min(border, 4))..<border]
    let isParted = between.contains { "/|／｜".unicodeScalars.contains($0) }
    let words = latin.split(separator: " ").count {
      $0.unicodeScalars.contains { Script($0) == .latin }
    }
    guard chinese.unicodeScalars.count(where: { Folding.isHan($0) }) >= 2,
      words >= (isParted ? 1 : 3), let end = latin.last, let start = latin.first,
      !"&+".contains(end), !"&+".contains(start), CleanText.value(chinese) == chinese,
      CleanText.value(latin) == latin
    else { return nil }
    return (chinese, latin)
  }

  private enum Script {
    case han, latin, digit, bracket, other

    init(_ scalar: Unicode.Scalar) {
      if Folding.isHan(scalar) {
        self = .han
      } else if "()[]{}<>（）［］「」『』【】〔〕《》〈〉“”\"".unicodeScalars.contains(scalar) {
        self = .bracket
      } else if scalar.properties.numericType != nil {
        self = .digit
      } else {
        self = scalar.properties.isAlphabetic ? .latin : .other
      }
    }

    var isLetter: Bool { self == .han || self == .latin }
  }

  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let around = " -–—/|／｜,，、:：;；"
    func isAround(_ scalar: Unicode.Scalar) -> Bool { around.unicodeScalars.contains(scalar) }
    var text = String.UnicodeScalarView()
    text.append(
      contentsOf: scalars.drop(while: isAround).reversed().drop(while: isAround).reversed())
    return String(text)
  }
}
