import TestSupport
import Testing

@testable import Catalog

/// The order in which names are searched by halving.
@Suite struct SearchKeyTests {
  /// Names that are canonically equivalent and differ in bytes, with others that lie between them.
  @Test func keysAscendByBytes() throws {
    let composed = ["가", "각", "한국", "é", "Å"]
    let names = composed + composed.map(Self.decomposed) + (0..<40).map { "ᄀ\($0) ghost" }
    #expect(
      zip(composed, names.dropFirst(5)).allSatisfy { $0 == $1 && !$0.utf8.elementsEqual($1.utf8) })
    let places = names.enumerated().map { number, name in
      Place(
        id: "p\(number)", kind: .hotel, name: LocalizedName(en: name, zhHant: "", zhHans: ""),
        aliases: [], coordinate: .valid(22.3, 114.17), district: "E", source: "s")
    }
    // A set's order changes from one run to the next, and within one with its capacity.
    for count in 1...places.count {
      let keys = SearchKeys.all(places: Array(places.prefix(count)), districts: [])
      let ascends = zip(keys, keys.dropFirst()).allSatisfy { a, b in
        a.text.utf8.elementsEqual(b.text.utf8)
          ? a.target < b.target : a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
      }
      #expect(ascends, "\(count)")
      #expect(Set(keys.map(\.target)).count == count)
    }
  }

  /// The scalars a composed one stands for, of those in this test.
  private static func decomposed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xAC00...0xD7A3:
        let syllable = scalar.value - 0xAC00
        scalars.append(Unicode.Scalar(0x1100 + syllable / 588)!)
        scalars.append(Unicode.Scalar(0x1161 + syllable % 588 / 28)!)
        if syllable % 28 > 0 { scalars.append(Unicode.Scalar(0x11A7 + syllable % 28)!) }
      case 0xE9: scalars.append(contentsOf: "e\u{301}".unicodeScalars)
      case 0xC5: scalars.append(contentsOf: "A\u{30A}".unicodeScalars)
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
