/// What the name of a column says of a position, whatever else it says: `Latitude (WGS84)`,
/// `Northing_(HK1980)`, `X坐標`, `location.lat`.
struct PositionName: Hashable {
  /// Which number of a position, or which form of it.
  enum Axis: Hashable {
    case latitude, longitude, easting, northing
    /// The first or second number, of a system that the name leaves open.
    case x, y
    /// Degrees or metres by the look of them: a coordinate that the name calls x or y.
    case xCoordinate, yCoordinate
    /// Both numbers.
    case both
    /// Words that may mean both numbers, or an address.
    case place
  }

  let axis: Axis
  /// The words that say neither which number it is nor in what: `hotel` of `hotel_lat`.
  let others: [String]

  /// The meaning of a name; nil where it says nothing of a position, or degrees of another datum than
  /// WGS 84, which must be called by hand.
  init?(_ words: [String]) {
    var found: Set<Axis> = []
    var hemispheres: Set<Axis> = []
    var others: [String] = []
    var (isGrid, isCoordinate, isPlace, isOfOtherDatum) = (false, false, false, false)
    for word in ColumnWords.byScript(words) {
      if Self.isOfOtherDatum(word) {
        isOfOtherDatum = true
      } else if let axis = Self.axes[word] ?? Self.chineseAxis(word) {
        isCoordinate = isCoordinate || axis == .xCoordinate || axis == .yCoordinate
        found.insert(axis == .xCoordinate ? .x : axis == .yCoordinate ? .y : axis)
      } else if let axis = Self.hemispheres[word] {
        hemispheres.insert(axis)
      } else if Self.grids.contains(word) {
        isGrid = true
      } else if Self.coordinates.contains(word) || Self.isChineseCoordinate(word) {
        isCoordinate = true
      } else if Self.places.contains(word) {
        isPlace = true
      } else if !Self.noise.contains(word) {
        others.append(word)
      }
    }
    if isOfOtherDatum { return nil }
    self.others = others
    if found == [.latitude, .longitude] || found.contains(.both) {
      axis = .both
    } else if let degrees = Self.only(found, [.latitude, .y]) ?? Self.only(found, [.longitude, .x])
    {
      // Degrees of the grid's own datum are none of WGS 84.
      if isGrid { return nil }
      axis = degrees
    } else if let metres = Self.only(found, [.easting, .x]) ?? Self.only(found, [.northing, .y]) {
      axis = metres
    } else if found == [.x] || found == [.y] {
      let isX = found == [.x]
      axis =
        isGrid
        ? isX ? .easting : .northing
        : isCoordinate ? isX ? .xCoordinate : .yCoordinate : isX ? .x : .y
    } else if found.isEmpty, hemispheres.count == 1, isGrid || isCoordinate {
      axis = hemispheres == [.easting] ? .easting : .northing
    } else if found.isEmpty, hemispheres.isEmpty, isCoordinate {
      axis = .both
    } else if found.isEmpty, hemispheres.isEmpty, isPlace {
      axis = .place
    } else {
      return nil
    }
  }

  /// The first of two axes, where it was found with or without the second and nothing else was.
  private static func only(_ found: Set<Axis>, _ axes: [Axis]) -> Axis? {
    found.contains(axes[0]) && found.isSubset(of: axes) ? axes[0] : nil
  }

  private static let axes: [String: Axis] = [
    "lat": .latitude, "latitude": .latitude, "lats": .latitude, "latitudes": .latitude,
    "lon": .longitude, "lng": .longitude, "long": .longitude, "longitude": .longitude,
    "lons": .longitude, "longitudes": .longitude, "longtitude": .longitude,
    "easting": .easting, "eastings": .easting, "northing": .northing, "northings": .northing,
    "x": .x, "y": .y, "xcoord": .xCoordinate, "ycoord": .yCoordinate, "coordx": .xCoordinate,
    "coordy": .yCoordinate, "xcoordinate": .xCoordinate, "ycoordinate": .yCoordinate,
    "latlng": .both, "latlon": .both, "latlong": .both, "lnglat": .both,
    "lonlat": .both, "wkt": .both, "ewkt": .both, "wkb": .both, "geopoint": .both,
  ]
  private static let hemispheres: [String: Axis] = [
    "e": .easting, "east": .easting, "n": .northing, "north": .northing, "東": .easting,
    "东": .easting, "北": .northing,
  ]
  private static let grids: Set<String> = [
    "hk80", "hk1980", "hk1980grid", "hk80grid", "1980", "grid", "2326", "方格", "方格網", "網格",
    "香港1980", "香港", "hkgrid", "metre", "metres", "meter", "meters", "m", "米",
  ]
  private static let coordinates: Set<String> = [
    "coord", "coords", "coordinate", "coordinates", "coor", "geo", "geom", "geometry", "shape",
    "gps",
  ]
  private static let places: Set<String> = [
    "location", "position", "point", "loc", "pos", "geolocation",
  ]
  /// What degrees may be in that is not WGS 84.
  private static let datums: Set<String> = [
    "gcj", "gcj02", "bd", "bd09", "baidu", "mars", "amap", "gaode", "tencent", "cgcs2000",
  ]
  private static let chineseDatums = ["火星", "百度", "高德", "騰訊", "腾讯"]
  /// Whether words name degrees of another datum than WGS 84.
  static func isOfOtherDatum(_ words: [String]) -> Bool { words.contains(where: isOfOtherDatum) }

  private static func isOfOtherDatum(_ word: String) -> Bool {
    datums.contains(word) || chineseDatums.contains { word.contains($0) }
  }

  private static let noise: Set<String> = [
    "wgs84", "wgs", "84", "4326", "epsg", "crs84", "dd", "deg", "degs", "degree", "degrees",
    "decimal", "dms", "度", "十進制", "十进制", "the", "of", "in", "and", "2d", "value", "center",
    "centre", "centroid", "map", "google", "gis",
    "hk", "attributes", "properties", "fields", "地理", "位置", "全球定位", "系統",
  ]

  private static func chineseAxis(_ word: String) -> Axis? {
    guard word.first?.isASCII == false else { return nil }
    func has(_ parts: String...) -> Bool { parts.contains { word.contains($0) } }
    if has("經緯", "经纬", "緯經", "纬经") { return .both }
    if has("緯度", "纬度", "北緯", "北纬") { return has("經度", "经度") ? .both : .latitude }
    if has("經度", "经度", "東經", "东经") { return .longitude }
    guard isChineseCoordinate(word) else { return nil }
    if has("東", "东", "橫", "横") { return has("北", "縱", "纵") ? nil : .easting }
    return has("北", "縱", "纵") ? .northing : nil
  }

  private static func isChineseCoordinate(_ word: String) -> Bool {
    ["坐標", "座標", "坐标", "座标"].contains { word.contains($0) }
  }
}
