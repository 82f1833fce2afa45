import Catalog
import Spatial

/// The few phrases of a table, in the language of its names.
struct Phrases {
  let language: Language

  private func choose(_ en: String, _ zhHant: String, _ zhHans: String) -> String {
    switch language {
    case .english: en
    case .traditionalChinese: zhHant
    case .simplifiedChinese: zhHans
    }
  }

  var attraction: String { choose("Attraction", "景點", "景点") }
  var name: String { choose("Name", "名稱", "名称") }
  var distance: String { choose("Distance", "距離", "距离") }
  var category: String { choose("Category", "類別", "类别") }
  var district: String { choose("District", "地區", "地区") }
  var region: String { choose("Region", "區域", "区域") }
  var station: String { choose("Nearest station", "最近車站", "最近车站") }
  var about: String {
    choose("Category, district / station", "類別、地區／最近車站", "类别、地区／最近车站")
  }
  var attractions: String { choose("Attractions", "景點", "景点") }
  var hotels: String { choose("Hotels", "酒店", "酒店") }
  var stations: String { choose("Stations", "車站", "车站") }
  var near: String { choose("Near", "鄰近", "邻近") }
  var straightLine: String {
    choose(
      "Distances are straight lines; a walk is longer.", "距離為直線距離，步行路程較長。",
      "距离为直线距离，步行路程较长。")
  }
  var nothing: String {
    choose("No attraction fits.", "沒有符合的景點。", "没有符合的景点。")
  }
  var none: String { choose("Nothing fits.", "沒有符合的結果。", "没有符合的结果。") }

  var noDistrict: String {
    choose("no district within 5 km", "五公里內沒有地區", "五公里内没有地区")
  }
  var nearestDistrict: String {
    choose("no district; the nearest is", "不屬任何地區；最近的是", "不属任何地区；最近的是")
  }

  /// `Sources: had, mtr; see nearby sources`
  func sources(_ ids: String) -> String {
    choose("Sources: ", "資料來源：", "资料来源：") + ids
      + choose("; see nearby sources", "；見 nearby sources", "；见 nearby sources")
  }

  /// `1 place`, `2 places`, for what is said of a command's work, which is English.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `hotel`, `station` and so on.
  func kind(_ kindName: String) -> String {
    switch kindName {
    case "hotel": choose("hotel", "酒店", "酒店")
    case "attraction": choose("attraction", "景點", "景点")
    case "station", "rail": choose("station", "車站", "车站")
    case "pier": choose("pier", "碼頭", "码头")
    case "district": choose("district", "地區", "地区")
    default: choose("coordinate", "座標", "坐标")
    }
  }

  /// One of eight compass points.
  func compass(bearingDegrees: Double) -> String {
    let point = Int((bearingDegrees / 45).rounded()) % 8
    return language == .english
      ? ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][point]
      : choose(
        "", ["北", "東北", "東", "東南", "南", "西南", "西", "西北"][point],
        ["北", "东北", "东", "东南", "南", "西南", "西", "西北"][point])
  }

  /// The name in the language, and the other script beside it where it differs.
  func bothScripts(_ name: LocalizedName) -> (first: String, second: String) {
    let first = name[language]
    let second = language == .english ? name.zhHant : name.en
    return (first, second == first ? "" : second)
  }
}
