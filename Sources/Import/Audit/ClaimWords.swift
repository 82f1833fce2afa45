import Catalog

/// The words of typed names in the form in which claims are compared: folded, without "the",
/// with one spelling for what is written in several ways.
struct ClaimWords {
  /// The words of the city's name: `hong`, `kong`.
  let city: [String]
  /// What stands for them: their first letters, and all of them as one word.
  private let cityForms: Set<String>

  /// The city's name in Chinese, folded.
  private let cityHan: String
  /// What stations are abbreviated to, and their names: `tst` is `tsim sha tsui`.
  private let abbreviations: [String: [String]]

  /// Learns the names of a city.
  ///
  /// - Complexity: O(n) for n stations.
  init(_ catalog: Catalog) {
    let name = catalog.city.name
    city = Folding.fold(name.en).split(separator: " ").map(String.init)
    let initials = city.compactMap(\.first).map(String.init).joined()
    cityForms = city.count > 1 ? [initials, city.joined()] : []
    cityHan = Folding.fold(name.zhHant)
    var abbreviations: [String: [String]] = [:]
    for station in catalog.stations where station.kind == .rail {
      for alias in station.aliases
      where (2...4).contains(alias.utf8.count)
        && alias.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
      {
        abbreviations[Folding.fold(alias)] =
          Folding.fold(station.name.en).split(separator: " ").map(String.init)
      }
    }
    self.abbreviations = abbreviations
  }

  /// The words of a name.
  ///
  /// `The HK Museum of Art Ctr` gives `hong kong museum of art centre`; a Chinese name is one word.
  /// - Complexity: O(length).
  func words(_ name: String) -> [String] {
    var words = Folding.fold(name).split(separator: " ").map(String.init)
    if words.count > 1, words[0] == "a" { words.removeFirst() }
    if words.contains(where: { $0 != "the" }) { words.removeAll { $0 == "the" } }
    var written: [String] = []
    for (index, word) in words.enumerated() {
      if cityForms.contains(word) {
        written += city
      } else if let name = abbreviations[word] {
        written += name
      } else if word == "st" {
        // `St Stephen's Beach`, and `Temple St`.
        written.append(index == 0 ? "saint" : "street")
      } else {
        written.append(Self.spellings[word] ?? word)
      }
    }
    return written
  }

  /// The words without those of the city in front or behind; nil where there are none there, or nothing
  /// but common words is left.
  func withoutCity(_ words: [String]) -> [String]? {
    var rest = words[...]
    if rest.starts(with: city) { rest = rest.dropFirst(city.count) }
    if rest.suffix(city.count).elementsEqual(city) { rest = rest.dropLast(city.count) }
    if rest.count == 1, let word = rest.first, word.hasPrefix(cityHan),
      word.count > cityHan.count + 1
    {
      rest = [String(word.dropFirst(cityHan.count))]
    }
    guard rest != words[...], !rest.isEmpty else { return nil }
    let isTelling =
      rest.count > 1 ? !rest.allSatisfy(Self.common.contains) : !Self.areCommon(Array(rest))
    return isTelling ? Array(rest) : nil
  }

  /// What is written in several ways, as it is compared.
  private static let spellings: [String: String] = [
    "center": "centre", "ctr": "centre", "harbor": "harbour", "theater": "theatre",
    "mkt": "market", "rd": "road", "ave": "avenue", "sq": "square", "gdn": "garden",
    "gdns": "gardens", "bldg": "building", "stn": "station", "mt": "mount", "intl": "international",
    "natl": "national", "isl": "island", "bch": "beach",
  ]

  /// Words that say what kind of thing a name is, with the categories that are such things. A name may
  /// have one behind it that the catalog does without.
  static let kinds: [String: Set<Category>] = [
    "mall": [.shopping], "malls": [.shopping], "outlet": [.shopping], "outlets": [.shopping],
    "shopping": [.shopping, .market, .street],
    "arcade": [.shopping], "plaza": [.shopping, .landmark], "store": [.shopping],
    "museum": [.museum, .heritage], "gallery": [.museum], "temple": [.temple],
    "monastery": [.temple], "church": [.temple, .heritage], "beach": [.beach],
    "island": [.island], "park": [.park, .nature, .themePark, .sports],
    "garden": [.park, .nature], "gardens": [.park, .nature],
    "market": [.market, .street, .shopping],
    "markets": [.market, .street], "street": [.street, .market, .nightlife],
    "road": [.street, .market], "avenue": [.street, .market], "village": [.village, .heritage],
    "theatre": [.theatre], "stadium": [.sports], "racecourse": [.sports], "tower": [.landmark],
    "building": [.landmark, .heritage], "square": [.landmark, .shopping, .park],
    "promenade": [.viewpoint, .park], "peak": [.viewpoint], "trail": [.trail],
    "reservoir": [.nature], "centre": [.theatre, .landmark, .museum, .shopping, .heritage],
    "terminal": [.transport], "ferry": [.transport], "tram": [.transport], "pier": [.transport],
    "cable": [.transport], "car": [.transport], "resort": [.themePark],
    "complex": [.shopping, .landmark, .sports, .theatre],
  ]

  /// Words that only say what is done or seen there.
  static let decoration: Set<String> = [
    "view", "views", "night", "nightlife", "skyline", "area", "district", "tour", "tours", "ride",
    "cruise", "hike", "hiking", "ticket",
    "tickets", "entrance", "visit", "scenery", "sunset", "waterfront", "harbourfront", "itself",
    "nearby",
  ]

  /// Words of comforts and of things that are everywhere; what has no other word names no place.
  private static let common: Set<String> = [
    "airport", "shuttle", "free", "wifi", "wi", "fi", "internet", "bus", "stop", "taxi", "parking",
    "city", "downtown", "town", "swimming", "pool", "gym", "fitness", "spa", "sauna", "breakfast",
    "restaurant", "restaurants", "bar", "bars", "cafe", "cafes", "coffee", "dining", "food", "shop",
    "shops", "store", "stores", "supermarket", "convenience", "mtr", "metro", "subway", "train",
    "station", "stations", "railway", "hotel", "hotels", "harbour", "sea", "ocean", "mountain",
    "public", "transport", "transportation", "service", "services", "business", "room", "rooms",
    "attractions", "attraction", "sights", "local", "nearby", "near", "close", "to", "the", "and",
    "of", "in", "at", "from", "with", "many", "other", "museums", "parks", "temples", "beaches",
    "pier", "piers", "ferry", "highway", "express", "link", "exit", "walking", "distance", "easy",
    "access", "great", "location", "minutes", "minute", "min", "mins", "walk", "hour", "hours",
    "24",
    "免费", "机场", "巴士", "地铁", "港铁", "地铁站", "港铁站", "市中心", "泳池", "游泳池", "餐厅", "酒吧", "商场", "购物中心",
    "购物", "酒店", "停车场", "便利店", "超市", "超级市场", "博物馆", "美术馆", "公园", "沙滩", "泳滩", "海滩", "庙", "庙宇", "寺庙",
    "市集", "街市", "夜市", "码头", "海景", "夜景", "美食", "景点",
  ]

  /// Whether words name no place at all: each of them is a kind, a decoration or a common thing.
  static func areCommon(_ words: [String]) -> Bool {
    words.allSatisfy { common.contains($0) || kinds[$0] != nil || decoration.contains($0) }
  }

  /// Words that say that a railway station is meant and not the quarter around it.
  static func areStation(_ words: [String]) -> Bool {
    words.contains { ["station", "mtr", "exit"].contains($0) || $0.hasSuffix("站") }
  }

  /// Whether a word is written in Chinese characters.
  static func isHan(_ word: String) -> Bool {
    word.unicodeScalars.first.map(Folding.isHan) ?? false
  }
}
