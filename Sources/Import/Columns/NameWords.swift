/// What the name of a column says of names: `Name of Facility (English)`, `Park_Name_TC`, `中文名`.
struct NameWords: Hashable {
  enum Language: Hashable { case english, traditional, simplified, open }

  let language: Language
  /// The words that are neither a name nor a language: `park` of `park_name`.
  let others: [String]

  /// The meaning of a name; nil where it names no place.
  init?(_ words: [String]) {
    var (isName, isSimplified, isTraditional, isEnglish, isChinese) = (
      false, false, false, false, false
    )
    var others: [String] = []
    /// The language in which the column's own name is written.
    var ending: Language?
    for word in ColumnWords.byScript(words) {
      if Self.names.contains(word) {
        isName = true
      } else if Self.english.contains(word) {
        isEnglish = true
      } else if Self.traditional.contains(word) {
        isTraditional = true
      } else if Self.simplified.contains(word) {
        isSimplified = true
      } else if Self.chinese.contains(word) {
        isChinese = true
      } else if let end = Self.ends.first(where: word.hasSuffix) {
        isName = true
        var rest = word.dropLast(end.count)
        if rest.contains("英文") { isEnglish = true }
        if rest.contains("中文") { isChinese = true }
        rest = rest.filter { !"中英文".contains($0) }[...]
        if !rest.isEmpty, !["設施", "设施", "地點", "地点", "景點", "景点", "機構", "机构"].contains(String(rest)) {
          others.append(String(rest))
        }
        ending = end == "名称" ? .simplified : .traditional
      } else if !Self.noise.contains(word) {
        others.append(word)
      }
    }
    guard isName, others.allSatisfy({ !Self.ofOthers.contains($0) }) else { return nil }
    guard !others.contains(where: { word in Self.chineseOfOthers.contains { word.contains($0) } })
    else { return nil }
    self.others = others
    let isMainland = words.contains("cn") && words.contains("zh")
    // Chinese without a word of which is the traditional one here.
    language =
      (isSimplified || isMainland) && !isTraditional
      ? .simplified
      : isTraditional || isChinese
        ? ending == .simplified ? .simplified : .traditional
        : isEnglish ? .english : ending ?? .open
  }

  private static let names: Set<String> = ["name", "names", "title", "titles"]
  private static let ends = ["名稱", "名称", "名字", "名"]
  private static let english: Set<String> = ["en", "eng", "english", "英文", "英"]
  private static let traditional: Set<String> = [
    "tc", "zht", "cht", "hant", "traditional", "b5", "big5", "hk", "tw", "繁", "繁體", "繁体", "繁體中文",
  ]
  private static let simplified: Set<String> = [
    "sc", "zhs", "chs", "hans", "simplified", "gb", "簡", "简", "簡體", "简体", "简体中文", "簡體中文",
  ]
  private static let chinese: Set<String> = ["zh", "chi", "chinese", "cn", "中文", "中"]
  private static let noise: Set<String> = [
    "of", "in", "the", "facility", "facilities", "place", "venue", "poi", "attraction", "official",
    "full", "display", "site", "location", "properties", "attributes", "fields", "tags", "設施", "地點",
  ]
  /// Whose names are not the place's.
  private static let ofOthers: Set<String> = [
    "file", "user", "contact", "street", "road", "district", "layer", "category", "dataset",
    "company", "owner", "operator", "region", "country", "city", "area", "column", "image", "photo",
    "type", "last", "first", "sur", "family", "given", "middle", "person", "author", "brand",
    "agent", "manager", "department", "dept", "organisation", "organization", "org", "alt",
    "alternative", "other", "old", "former", "nick", "domain", "host", "class", "group", "code",
    "province", "state", "town", "field", "table", "short", "source", "operated", "estate",
    "building", "job", "page", "meta", "subtitle", "sub", "licensee", "artist", "architect", "id",
  ]
  private static let chineseOfOthers = [
    "地區", "地区", "街道", "分區", "分区", "聯絡", "联络", "联系", "負責", "负责", "部門", "部门", "類", "类", "文件", "國家",
    "国家",
    "城市", "省", "公司", "姓", "別", "别", "檔", "資料", "数据", "數據",
  ]
}
