import Catalog

/// Which words of files mean which category.
package struct CategoryTable: Sendable {
  private var categories: [String: Category] = [:]

  /// The built-in words: the categories' own names in three scripts, the layers of the government's
  /// facility files, and OpenStreetMap's tags.
  package init() {
    for category in Category.allCases {
      for language in Language.allCases { add(category.label(in: language), category) }
      add(category.rawValue, category)
    }
    for (category, words) in Self.words { for word in words { add(word, category) } }
  }

  /// Adds a word, or changes what it means.
  package mutating func add(_ word: String, _ category: Category) {
    categories[Folding.fold(word)] = category
  }

  /// Adds the rows of a CSV file with the columns `word` and `category`.
  ///
  /// - Throws: where the file cannot be read, a column is missing, a category does not exist, or
  ///   a word stands twice for different ones.
  package mutating func add(path: String) throws(DataError) {
    var reader = try CSVReader(path: path)
    guard let header = try reader.next(),
      let word = header.fields.firstIndex(of: "word"),
      let target = header.fields.firstIndex(of: "category")
    else {
      throw .invalid(
        place: FilePlace(file: path, line: 1), reason: "needs the columns word and category")
    }
    var told: [String: String] = [:]
    while let row = try reader.next() {
      guard row.fields.count > max(word, target) else {
        throw .invalid(
          place: FilePlace(file: path, line: row.line), reason: "fewer fields than the header")
      }
      guard let category = Category(rawValue: row.fields[target]) else {
        throw .invalid(
          place: FilePlace(file: path, line: row.line, field: "category"),
          reason: Spelling.unknown("category", row.fields[target], among: Category.allNames))
      }
      let other = told.updateValue(category.rawValue, forKey: Folding.fold(row.fields[word]))
      if let other, other != category.rawValue {
        throw .invalid(
          place: FilePlace(file: path, line: row.line, field: "word"),
          reason: "\"\(row.fields[word].prefix(60))\" stands twice, as \(other) and as "
            + category.rawValue)
      }
      add(row.fields[word], category)
    }
  }

  /// The category of a word or tag; nil where the table does not know it.
  package func category(_ word: String) -> Category? {
    if let found = categories[Folding.fold(word)] { return found }
    // `amenity=fast_food` may be known by its key alone.
    guard let equals = word.firstIndex(of: "=") else { return nil }
    return categories[Folding.fold("\(word[..<equals])=*")]
  }

  private static let words: [(Category, [String])] = [
    (
      .museum,
      [
        "museums", "gallery", "art gallery", "exhibition", "tourism=museum", "tourism=gallery",
        "Museum and art gallery", "文博館",
      ]
    ),
    (
      .heritage,
      [
        "historic building", "declared monument", "declared monuments", "monument",
        "heritage trail",
        "historic=monument", "historic=memorial", "historic=castle", "historic=fort", "historic=*",
        "法定古蹟", "歷史建築",
      ]
    ),
    (
      .temple,
      [
        "temples", "monastery", "church", "mosque", "shrine", "place of worship",
        "amenity=place_of_worship", "building=temple", "寺廟", "教堂",
      ]
    ),
    (
      .theatre,
      [
        "performance venues", "performing arts venue", "civic centres", "theater", "theatres",
        "concert hall", "town hall", "amenity=theatre", "amenity=arts_centre", "表演場地",
      ]
    ),
    (
      .landmark,
      [
        "attraction", "sight", "sights", "sightseeing", "tourist attraction", "tourism=attraction",
        "tourism=artwork", "man_made=lighthouse", "man_made=tower", "旅遊景點", "景點",
      ]
    ),
    (
      .viewpoint,
      [
        "viewpoints", "lookout", "lookouts", "peak", "promenade", "promenades", "tourism=viewpoint",
        "natural=peak", "觀景台", "海濱長廊",
      ]
    ),
    (.street, ["streets", "neighbourhood", "highway=pedestrian", "place=neighbourhood"]),
    (
      .market,
      [
        "markets", "public markets", "market", "cooked food centre", "cooked food markets",
        "hawker bazaars", "amenity=marketplace", "公眾街市", "街市", "熟食中心",
      ]
    ),
    (
      .shopping,
      ["malls", "mall", "shopping mall", "shopping centre", "shop=mall", "shop=*", "商場", "購物中心"]
    ),
    (
      .nightlife,
      ["bar", "bars", "pub", "amenity=bar", "amenity=pub", "amenity=nightclub", "酒吧"]
    ),
    (.themePark, ["theme park", "amusement park", "tourism=theme_park", "tourism=zoo", "樂園"]),
    (
      .park,
      [
        "parks", "Parks, Zoos and Gardens", "garden", "gardens", "leisure=park", "leisure=garden",
        "公園及動植物公園", "花園",
      ]
    ),
    (
      .nature,
      [
        "country parks", "country park", "marine parks", "marine park", "nature reserve",
        "wetland", "reservoir", "visitor centres", "leisure=nature_reserve", "natural=*",
        "waterfall", "郊野公園", "海岸公園",
      ]
    ),
    (.trail, ["trails", "hiking trail", "hiking", "nature trail", "route=hiking", "遠足徑"]),
    (.beach, ["beaches", "bathing beaches", "bathing beach", "natural=beach", "泳灘", "海灘"]),
    (.island, ["islands", "place=island", "place=islet"]),
    (.village, ["villages", "place=village", "place=hamlet"]),
    (
      .campsite,
      [
        "camp sites", "camp site", "campsite", "campsites", "holiday camps", "campground",
        "tourism=camp_site", "露營地點", "營地", "度假營",
      ]
    ),
    (
      .sports,
      [
        "stadium", "stadia", "sports centre", "sports centres", "sports grounds",
        "water sports centres", "water-sports centres", "riding schools", "swimming pool",
        "leisure=stadium", "leisure=sports_centre", "leisure=*", "體育館", "運動場",
      ]
    ),
    (
      .transport,
      [
        "ferry", "tram", "cable car", "railway=station", "aerialway=station",
        "amenity=ferry_terminal", "railway=*", "bus stop", "bus station", "bus terminus",
        "tram stop",
        "highway=bus_stop", "amenity=bus_station", "public_transport=*", "巴士站", "巴士總站", "電車站",
      ]
    ),
  ]
}
