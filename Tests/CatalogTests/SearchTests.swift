import Catalog
import TestSupport
import Testing

@Suite struct SearchTests {
  let catalog: Catalog

  init() throws { catalog = try Catalog(directory: Repository.data) }

  /// What a traveller types, and what it is taken for.
  @Test(arguments: [
    ("peninsula", "peninsula-hong-kong"), ("The Peninsula Hong Kong", "peninsula-hong-kong"),
    ("peninsula-hong-kong", "peninsula-hong-kong"), ("PENINSULA HOTEL", "peninsula-hong-kong"),
    ("ＰＥＮＩＮＳＵＬＡ", "peninsula-hong-kong"), ("半島酒店", "peninsula-hong-kong"),
    ("半岛酒店", "peninsula-hong-kong"), ("penninsula", "peninsula-hong-kong"),
    ("尖沙咀", "tsim-sha-tsui-station"), ("尖沙嘴", "tsim-sha-tsui-station"),
    ("Tsim Sha Tsui Station", "tsim-sha-tsui-station"), ("尖沙咀站", "tsim-sha-tsui-station"),
    ("港鐵尖沙咀站", "tsim-sha-tsui-station"), ("sha tin", "sha-tin-station"),
    ("Yau Tsim Mong", "E"), ("油尖旺", "E"), ("油尖旺区", "E"), ("E", "E"),
    ("Sha Tin District", "R"), ("big buddha", "big-buddha"), ("Tian Tan Buddha", "big-buddha"),
    ("天坛大佛", "big-buddha"), ("disneyland", "hong-kong-disneyland"),
    // A misspelt name beats a misspelt part of a longer one.
    ("causway bay", "causeway-bay-station"), ("cental", "central-station"),
    ("ocaen park", "ocean-park"), ("tsim sha tsiu", "tsim-sha-tsui-station"),
    ("mong kuk", "mong-kok-station"), ("sheung wann", "sheung-wan-station"),
  ])
  func resolves(_ text: String, _ id: String) throws {
    guard case .found(let match, _) = catalog.resolve(text) else {
      Issue.record("\(text) is not found: \(catalog.resolve(text))")
      return
    }
    #expect(match.id == id)
  }

  @Test func exactBeatsPrefixBeatsFuzzy() {
    func quality(_ text: String) -> Match.Quality? {
      if case .found(let match, _) = catalog.resolve(text) { match.quality } else { nil }
    }
    #expect(quality("big-buddha") == .id)
    #expect(quality("Big Buddha") == .exact)
    #expect(quality("big bud") == .prefix)
    #expect(quality("big budha") == .fuzzy)
  }

  @Test func severalThatFitAreListed() {
    guard case .ambiguous(let matches) = catalog.resolve("harbour grand") else {
      Issue.record("two hotels have that name")
      return
    }
    #expect(
      Set(matches.map(\.id)).isSuperset(of: ["harbour-grand-hong-kong", "harbour-grand-kowloon"]))
    #expect(matches.count <= 10)
  }

  /// A station beside the attraction it is named after gives nearly the same answer; it is named.
  @Test func whatWasPassedOverIsSaid() {
    func passedOver(_ text: String) -> [String]? {
      if case .found(_, let others) = catalog.resolve(text) { others.map(\.id) } else { nil }
    }
    #expect(passedOver("ocean park") == ["ocean-park-station"])
    #expect(passedOver("sha tin") == ["R"])
    #expect(passedOver("big buddha") == [])
  }

  @Test func aNameNobodyHasGivesTheClosest() {
    guard case .notFound(let suggestions) = catalog.resolve("penunzula hotl") else {
      Issue.record("nothing is called that")
      return
    }
    #expect(suggestions.contains { $0.id == "peninsula-hong-kong" })
    #expect(suggestions.count <= 5)
  }

  @Test(arguments: ["", " ", "!!!", "\u{0}", String(repeating: "a", count: 100_000)])
  func nothingReadableIsNotFound(_ text: String) {
    guard case .notFound = catalog.resolve(text) else {
      Issue.record("\(text.prefix(20)) names nothing")
      return
    }
  }

  @Test func searchFindsAllScripts() {
    for text in ["buddha", "大佛", "BUDDHA", "Bûddha"] {
      #expect(
        catalog.search(text, in: catalog.attractions).contains { $0.id == "big-buddha" }, "\(text)")
    }
    #expect(catalog.search("", in: catalog.hotels).count == 317)
    #expect(catalog.search("big buddha", in: catalog.hotels).isEmpty)
  }
}
