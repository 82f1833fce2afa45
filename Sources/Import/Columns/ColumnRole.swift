import Catalog

/// What a column may mean.
package enum ColumnRole: Int, CaseIterable, Sendable {
  case latitude, longitude, easting, northing
  /// Both numbers in one text.
  case coordinate
  case id, nameEn, nameZhHant, nameZhHans, aliases, category, prominence, kind, district, region,
    code, openingHours, addressEn, addressZhHant, website, telephone, description, source,
    sourceReference, secondSource, agreementMeters, sameAs
  // Of hand-typed lists.
  case hotel, claim, hotelLatitude, hotelLongitude, claimedDistance

  /// What the role is called on a command line.
  package var word: String { Self.words[rawValue] }

  /// The role of a word.
  package init?(word: String) {
    guard let index = Self.words.firstIndex(of: word.lowercased()) else { return nil }
    self.init(rawValue: index)
  }

  /// The words of all roles, in the order of their declaration.
  package static let words = [
    "latitude", "longitude", "easting", "northing", "coordinate", "id", "name", "name-zh-hant",
    "name-zh-hans", "aliases", "category", "prominence", "kind", "district", "region", "code",
    "opening-hours", "address", "address-zh-hant", "website", "telephone", "description", "source",
    "source-ref", "second-source", "agreement-meters", "same-as", "hotel", "claim",
    "hotel-latitude",
    "hotel-longitude", "claimed-distance",
  ]

  /// The names under which the role is found, the surest first, as ``ColumnMap/key(_:)`` writes them.
  var names: [String] {
    switch self {
    case .latitude: ["latitude", "lat", "緯度", "纬度", "北緯", "北纬"]
    case .longitude: ["longitude", "lon", "lng", "long", "經度", "经度", "東經", "东经"]
    case .easting: ["easting", "坐標東", "座標東", "坐标东", "東"]
    case .northing: ["northing", "坐標北", "座標北", "坐标北", "北"]
    case .coordinate:
      [
        "coordinate", "coordinates", "latlng", "latlon", "lat lng", "lat lon", "lat long", "geo",
        "gps", "geom", "geometry", "the geom", "wkt", "wkb", "坐標", "座標", "坐标", "經緯度", "经纬度",
      ]
    case .id: ["id", "slug"]
    case .nameEn:
      [
        "name en", "name eng", "english name", "name english", "facility name", "name of facility",
        "name in english", "英文名稱", "英文名称", "title en", "name", "title", "station en", "place",
        "attraction", "venue", "label", "englishname", "ename", "institution eng", "institution en",
      ]
    case .nameZhHant:
      [
        "name zh hant", "name tc", "name zh hk", "name zh tw", "name zht", "name chi", "name cht",
        "name zh", "chinese name", "name chinese", "name in chinese", "中文名稱", "設施名稱", "名稱", "名字",
        "地點", "景點", "station zh hant", "title tc", "名", "name cn", "name b5", "中心名稱", "機構名稱",
        "chinesename", "cname", "institution tc", "institution chi",
      ]
    case .nameZhHans:
      ["name zh hans", "name sc", "name zh cn", "name zhs", "name chs", "名称", "设施名称", "中文名称"]
    case .aliases: ["aliases", "alias", "alt name", "other names", "別名", "别名"]
    case .category:
      [
        "category", "osm kind", "category en", "english category", "dataset en", "layer", "type",
        "kind",
        "類別", "类别", "中文類別", "category tc", "dataset tc", "folder", "symbol",
      ]
    case .prominence: ["prominence"]
    case .kind: ["kind"]
    case .district:
      [
        "district", "district code", "district en", "district by polygon", "search01 en", "地區",
        "地区",
        "分區", "district tc", "search01 tc", "district name",
      ]
    case .region: ["region", "area", "區域", "区域"]
    case .code: ["code", "district code", "area code", "id"]
    case .openingHours: ["opening hours", "hours", "開放時間", "开放时间", "nsearch02 en"]
    case .addressEn:
      [
        "address en", "english address", "address", "addr full", "address english", "address eng",
        "英文地址",
      ]
    case .addressZhHant:
      [
        "address zh hant", "address tc", "address cn", "address b5", "地址", "中文地址", "address zh",
        "address chinese", "chinese address", "address chi",
      ]
    case .website:
      [
        "website", "contact website", "url", "web site", "homepage", "網址", "網頁", "网址",
        "nsearch06 en",
      ]
    case .telephone:
      [
        "telephone", "phone", "tel", "contact phone", "telephone number", "phone number", "tel no",
        "聯絡電話", "電話", "電話號碼", "电话", "nsearch03 en",
      ]
    case .description: ["description", "desc", "comment", "簡介", "介紹", "描述"]
    case .source: ["source"]
    case .sourceReference: ["source ref", "osm id", "objectid", "object id", "gmid", "ref"]
    case .secondSource: ["second source"]
    // A key has no units.
    case .agreementMeters: ["agreement"]
    case .sameAs: ["same as"]
    case .hotel:
      [
        "hotel", "hotel name", "hotel en", "hotel name en", "name of hotel", "property",
        "property name", "accommodation", "accommodation name", "lodging", "酒店", "酒店名稱", "酒店名称",
        "酒店名", "飯店", "饭店", "旅館", "旅馆", "賓館", "宾馆", "住宿", "hotel zh", "hotel tc", "stay", "from",
        "name en", "name", "title", "名稱", "名称",
      ]
    case .claim:
      [
        "claimed nearby", "claimed attraction", "nearby attraction", "nearby attractions", "nearby",
        "claim", "claims", "claimed", "claimed place", "claimed landmark", "attraction",
        "attraction name", "attractions", "attractions nearby", "nearby place", "nearby places",
        "nearby landmark", "nearby landmarks", "landmark", "landmarks", "landmark name", "poi",
        "pois",
        "point of interest", "points of interest", "sight", "sights", "attraction en",
        "attraction zh",
        "景點", "景点", "景點名稱", "景点名称", "附近景點", "附近景点", "鄰近景點", "邻近景点", "周邊景點", "周边景点", "旅遊景點",
        "旅游景点", "附近", "地標", "地标", "near", "close to", "to", "place",
      ]
    case .hotelLatitude:
      ["hotel latitude", "hotel lat", "property latitude", "property lat", "酒店緯度", "酒店纬度"]
    case .hotelLongitude:
      [
        "hotel longitude", "hotel lon", "hotel lng", "hotel long", "property longitude",
        "property lon", "property lng", "酒店經度", "酒店经度",
      ]
    case .claimedDistance:
      [
        "claimed distance", "claimed distance km", "distance", "distance km", "stated distance",
        "dist",
        "dist km", "distance min", "walk", "walk min", "walking", "walking time",
        "walking distance",
        "walking minutes", "minutes walk", "距離", "距离", "距離 公里", "步行時間", "步行时间",
      ]
    }
  }

  /// The parts of a position that a column of the role may be called after, the surest first.
  var axes: [PositionName.Axis] {
    switch self {
    case .latitude: [.latitude, .y]
    case .longitude: [.longitude, .x]
    case .easting: [.easting, .xCoordinate]
    case .northing: [.northing, .yCoordinate]
    case .coordinate: [.both]
    default: []
    }
  }

  /// The language of a role that is a name of the place.
  var language: NameWords.Language? {
    switch self {
    case .nameEn: .english
    case .nameZhHant: .traditional
    case .nameZhHans: .simplified
    default: nil
    }
  }
}
