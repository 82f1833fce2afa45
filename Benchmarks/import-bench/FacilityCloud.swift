/// Facilities as government files have them, from a seed.
struct FacilityCloud {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195).
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Eight decimals, as the government writes them.
  private mutating func degrees(from low: Int) -> String {
    let fraction = String(next() % 30_000_000)
    return "\(low).\(String(repeating: "0", count: 8 - fraction.count))\(fraction)"
  }

  func csv(bytes: Int) -> [UInt8] {
    var copy = self
    var text: [UInt8] = []
    text.reserveCapacity(bytes + 1024)
    text +=
      "OBJECTID,DATASET_EN,NAME_EN,NAME_TC,ADDRESS_EN,LATITUDE,LONGITUDE,LASTUPDATE,TEL\n".utf8
    var row = 0
    while text.count < bytes {
      let number = copy.next() % 10_000
      text +=
        "\(row),\"Parks, Zoos and Gardens\",Facility \(number) House,設施\(number)號,\"\(row % 300) Nathan Road, Yau Ma Tei, Kowloon\",\(copy.degrees(from: 22)),\(copy.degrees(from: 114)),20220209095749,2451 \(number)\n"
        .utf8
      row += 1
    }
    return text
  }

  func geojson(bytes: Int) -> [UInt8] {
    var copy = self
    var text: [UInt8] = []
    text.reserveCapacity(bytes + 1024)
    text += "{\"type\":\"FeatureCollection\",\"features\":[".utf8
    var row = 0
    while text.count < bytes {
      let number = copy.next() % 10_000
      let latitude = copy.degrees(from: 22)
      let longitude = copy.degrees(from: 114)
      text += (row == 0 ? "\n" : ",\n").utf8
      text +=
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]},\"properties\":{\"OBJECTID\":\(row),\"DATASET_EN\":\"Parks, Zoos and Gardens\",\"NAME_EN\":\"Facility \(number) House\",\"NAME_TC\":\"設施\(number)號\",\"ADDRESS_EN\":\"\(row % 300) Nathan Road, Yau Ma Tei, Kowloon\",\"LASTUPDATE\":\"20220209095749\"}}"
        .utf8
      row += 1
    }
    text += "\n]}\n".utf8
    return text
  }
}
