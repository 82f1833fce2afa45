/// What kind of attraction a place is; the list is closed.
public enum Category: String, CaseIterable, Sendable {
  case museum, heritage, temple, theatre, landmark, viewpoint, street, market, shopping, nightlife
  case themePark = "theme-park"
  case park, nature, trail, beach, island, village, campsite, sports, transport

  /// The category as a reader of the language calls it.
  public func label(in language: Language) -> String {
    switch language {
    case .english: self == .themePark ? "theme park" : rawValue
    case .traditionalChinese: chinese.traditional
    case .simplifiedChinese: chinese.simplified
    }
  }

  /// Whether one place may be filed under both: a stop is not the sight that it is named after. A landmark
  /// may be anything.
  package func allows(_ other: Category) -> Bool {
    self == other || self == .landmark || other == .landmark
      || (self != .transport && other != .transport)
  }

  /// What belongs to the category, in one line of English.
  public var summary: String {
    switch self {
    case .museum: "museums and galleries"
    case .heritage: "historic buildings, monuments and walled villages"
    case .temple: "temples, monasteries, churches and mosques"
    case .theatre: "theatres, concert halls and arts venues"
    case .landmark: "buildings, statues and squares to look at"
    case .viewpoint: "places with a view, promenades and peaks"
    case .street: "streets and neighbourhoods to walk"
    case .market: "street markets, public markets and cooked food centres"
    case .shopping: "shopping centres and department stores"
    case .nightlife: "bar and dining streets"
    case .themePark: "amusement parks"
    case .park: "urban parks and gardens"
    case .nature: "country parks, marine parks, wetlands and reservoirs"
    case .trail: "long-distance and nature trails"
    case .beach: "bathing beaches"
    case .island: "islands as a whole"
    case .village: "fishing villages and old towns"
    case .campsite: "camp sites and holiday camps"
    case .sports: "stadiums, water sports and riding"
    case .transport: "rides and terminals worth a visit"
    }
  }

  private var chinese: (traditional: String, simplified: String) {
    switch self {
    case .museum: ("博物館", "博物馆")
    case .heritage: ("古蹟", "古迹")
    case .temple: ("廟宇", "庙宇")
    case .theatre: ("劇院", "剧院")
    case .landmark: ("地標", "地标")
    case .viewpoint: ("觀景點", "观景点")
    case .street: ("街道", "街道")
    case .market: ("市集", "市集")
    case .shopping: ("購物", "购物")
    case .nightlife: ("夜生活", "夜生活")
    case .themePark: ("主題公園", "主题公园")
    case .park: ("公園", "公园")
    case .nature: ("自然", "自然")
    case .trail: ("行山徑", "步行径")
    case .beach: ("泳灘", "海滩")
    case .island: ("島嶼", "岛屿")
    case .village: ("村落", "村落")
    case .campsite: ("營地", "营地")
    case .sports: ("體育", "体育")
    case .transport: ("交通", "交通")
    }
  }
}
