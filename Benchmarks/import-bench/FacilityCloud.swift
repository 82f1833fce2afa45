import Import
import Spatial

/// Facilities as government files have them, from a seed.
struct FacilityCloud {
  /// The kinds of file it writes.
  enum Kind: String, CaseIterable {
    case csv
    /// Rows of an id, a name and a position: what is done for a record counts for more than its bytes.
    case shortCSV = "short.csv"
    case geojson, ndjson, kml
  }

  private var state: UInt64
  private let land: (Coordinate) -> Bool
  private let bounds: BoundingBox

  /// - Parameter city: the facilities stand in its districts and on its land.
  init(seed: UInt64, in city: CityFrame) {
    state = seed
    bounds = city.city.bounds
    let finder = city.districtFinder()
    land = { finder.code(at: $0) != nil && city.land?.isInSea($0) != true }
  }

  /// SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195).
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number with eight decimals, as the government writes them.
  private mutating func degrees(_ low: Double, _ high: Double) -> Double {
    let units = (high - low) * 1e8
    return ((low * 1e8 + Double(next() % UInt64(units))).rounded()) / 1e8
  }

  private mutating func point() -> Coordinate {
    while true {
      let latitude = degrees(bounds.south, bounds.north)
      let longitude = degrees(bounds.west, bounds.east)
      if let point = try? Coordinate(latitude: latitude, longitude: longitude), land(point) {
        return point
      }
    }
  }

  /// The text of a file with so many facilities, handed over in pieces.
  func write(_ kind: Kind, rows: Int, to output: ([UInt8]) throws -> Void) throws {
    var copy = self
    var text = Self.head(kind)
    for row in 0..<rows {
      text += copy.record(kind, row)
      if text.utf8.count > 1 << 20 {
        try output(Array(text.utf8))
        text = ""
      }
    }
    try output(Array((text + Self.tail(kind)).utf8))
  }

  private static func head(_ kind: Kind) -> String {
    switch kind {
    case .csv:
      "OBJECTID,DATASET_EN,NAME_EN,NAME_TC,ADDRESS_EN,LATITUDE,LONGITUDE,LASTUPDATE,TEL\n"
    case .shortCSV: "id,name,lat,lon\n"
    case .geojson: "{\"type\":\"FeatureCollection\",\"features\":["
    case .ndjson: ""
    case .kml: "<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n"
    }
  }

  private static func tail(_ kind: Kind) -> String {
    switch kind {
    case .csv, .shortCSV, .ndjson: ""
    case .geojson: "\n]}\n"
    case .kml: "</Document></kml>\n"
    }
  }

  private static let first = [
    "Golden", "Happy", "Silver", "Lucky", "Harbour", "Jade", "Pearl", "Victoria", "Dragon",
  ]
  private static let second = [
    "Garden", "Temple", "Museum", "Park", "Market", "Pier", "Hall", "Centre", "Court",
  ]
  private static let datasets = [
    "Parks, Zoos and Gardens", "Museums", "Public Markets", "Bathing Beaches", "Temples",
  ]

  private mutating func record(_ kind: Kind, _ row: Int) -> String {
    func one(_ words: [String], _ random: UInt64) -> String {
      words[Int(random % UInt64(words.count))]
    }
    let number = next() % 100_000
    let name = "\(one(Self.first, next())) \(one(Self.second, next())) \(number)"
    let chinese = "設施\(number)號"
    let dataset = one(Self.datasets, next())
    let address = "\(row % 300) Nathan Road, Yau Ma Tei, Kowloon"
    let point = point()
    switch kind {
    case .csv:
      return
        "\(row),\"\(dataset)\",\(name),\(chinese),\"\(address)\",\(point.latitude),\(point.longitude),20220209095749,2451 \(number % 10_000)\n"
    case .shortCSV: return "\(row),\(name),\(point.latitude),\(point.longitude)\n"
    case .geojson, .ndjson:
      let feature =
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(point.longitude),\(point.latitude)]},\"properties\":{\"OBJECTID\":\(row),\"DATASET_EN\":\"\(dataset)\",\"NAME_EN\":\"\(name)\",\"NAME_TC\":\"\(chinese)\",\"ADDRESS_EN\":\"\(address)\",\"LASTUPDATE\":\"20220209095749\"}}"
      if kind == .ndjson { return feature + "\n" }
      return (row == 0 ? "\n" : ",\n") + feature
    case .kml:
      return
        "<Placemark><name>\(name)</name><address>\(address)</address><ExtendedData><Data name=\"NAME_TC\"><value>\(chinese)</value></Data><Data name=\"DATASET_EN\"><value>\(dataset)</value></Data></ExtendedData><Point><coordinates>\(point.longitude),\(point.latitude)</coordinates></Point></Placemark>\n"
    }
  }
}
