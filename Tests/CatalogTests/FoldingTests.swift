import TestSupport
import Testing

@testable import Catalog

@Suite struct FoldingTests {
  /// Texts that a careless typist takes for the same.
  @Test(arguments: [
    ("The Peninsula", "the peninsula"), ("  The   PENINSULA ", "the peninsula"),
    ("Ｐｅｎｉｎｓｕｌａ", "peninsula"), ("Café del Mar", "cafe del mar"),
    ("Cafe\u{301}", "cafe"), ("Queen's Road", "queens road"), ("Queen’s Road", "queens road"),
    ("St. Regis", "st regis"), ("Hotel-ICON", "hotel icon"), ("A&B", "a and b"),
    ("A & B", "a and b"), ("Straße", "strasse"), ("Smørrebrød", "smorrebrod"), ("Đà", "da"),
    ("尖沙咀", "尖沙咀"), ("尖沙嘴", "尖沙咀"), ("半島酒店", "半岛酒店"), ("半岛酒店", "半岛酒店"),
    ("大廈", "大厦"), ("香港 迪士尼", "香港迪士尼"), ("利景酒店．灣仔", "利景酒店湾仔"),
    ("K11 人文", "k11 人文"), ("①", "1"), ("ΑΒΓ", "αβγ"), ("", ""), ("…—!", ""),
    ("a\u{200B}b", "ab"), ("邨", "村"), ("滙豐", "汇丰"),
  ])
  func folds(_ text: String, _ expected: String) {
    #expect(Folding.fold(text) == expected)
  }

  @Test func namesOfTheDataFoldToThemselvesWhenFoldedAgain() throws {
    let catalog = try Catalog(directory: Repository.data)
    for place in Array(catalog.attractions) + Array(catalog.hotels) + Array(catalog.stations) {
      for language in Language.allCases {
        let once = Folding.fold(place.name[language])
        #expect(!once.isEmpty && Folding.fold(once) == once, "\(place.id)")
      }
      // The simplified name is the traditional one in other characters; only 渡假 is another word.
      func resort(_ name: String) -> String {
        String(Folding.fold(name).map { $0 == "渡" ? "度" : $0 })
      }
      #expect(resort(place.name.zhHant) == resort(place.name.zhHans), "\(place.id)")
    }
  }

  /// Every character that the table has, and those around it, alone and behind a word.
  @Test func theTableOfManyFoldsAsTheOther() {
    let table = Folding.HanTable()
    for value in UInt32(1)...0x1_1000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["\(scalar)", "A \(scalar)&"] {
        var copy = text
        let folded = copy.withUTF8 { bytes in
          String(unsafeUninitializedCapacity: Folding.mostBytes(of: bytes.count)) {
            Folding.fold(bytes, to: $0, by: table)
          }
        }
        #expect(folded == Folding.fold(text), "\(String(value, radix: 16))")
      }
    }
  }

  /// Any text at all, also unassigned characters, folds and folds to itself.
  @Test(arguments: 0..<50)
  func anyTextFolds(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var text = ""
    for _ in 0..<200 {
      let value = UInt32(random.next() % [0x80, 0x600, 0x10000, 0x110000][Int(random.next() % 4)])
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    let once = Folding.fold(text)
    #expect(Folding.fold(once) == once, "seed \(seed)")
  }
}

@Suite struct EditDistanceTests {
  private func distance(_ a: String, _ b: String, limit: Int = 99) -> Int? {
    EditDistance.between(
      Array(a.unicodeScalars)[...], Array(b.unicodeScalars)[...], limit: limit)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("peninsula", "penninsula", 1), ("peninsula", "penisnula", 1),
    ("kitten", "sitting", 3), ("尖沙咀", "尖沙嘴", 1), ("ca", "abc", 3),
  ])
  func known(_ a: String, _ b: String, _ expected: Int) {
    #expect(distance(a, b) == expected)
    #expect(distance(b, a) == expected)
  }

  @Test func aboveTheLimitIsNil() {
    #expect(distance("kitten", "sitting", limit: 2) == nil)
    #expect(distance("kitten", "sitting", limit: 3) == 3)
    #expect(distance("a", "abcdef", limit: 2) == nil)
  }

  /// Against the recurrence written out.
  @Test(arguments: 0..<40)
  func agreesWithTheDefinition(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func word() -> [Character] {
      (0..<Int(random.next() % 6)).map { _ in "abc".randomElement(using: &random)! }
    }
    let a = word()
    let b = word()
    func define(_ i: Int, _ j: Int) -> Int {
      if i == 0 || j == 0 { return max(i, j) }
      var best = min(
        define(i - 1, j) + 1, define(i, j - 1) + 1,
        define(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
        best = min(best, define(i - 2, j - 2) + 1)
      }
      return best
    }
    #expect(distance(String(a), String(b)) == define(a.count, b.count), "\(a) \(b)")
  }
}
