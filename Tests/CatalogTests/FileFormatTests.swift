import TestSupport
import Testing

@testable import Catalog

@Suite struct CSVReaderTests {
  private func rows(_ text: String, chunk: Int? = nil) throws -> [[String]] {
    try rows(Array(text.utf8), chunk: chunk)
  }

  private func rows(_ bytes: [UInt8], chunk: Int? = nil) throws -> [[String]] {
    var rest = bytes[...]
    var reader = CSVReader(file: "test.csv") {
      let piece = Array(rest.prefix(chunk ?? 1 << 20))
      rest = rest.dropFirst(piece.count)
      return piece
    }
    var rows: [[String]] = []
    while let record = try reader.next() { rows.append(record.fields) }
    return rows
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
    ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]),
    ("\u{FEFF}\"a\",b\n", [["a", "b"]]),
    ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
    ("a\tb\n1\t2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\n\"x\ny\",\"q\"\"q\"\n", [["a", "b"], ["x\ny", "q\"q"]]),
    ("a,b\n\n\n1,2\n\n", [["a", "b"], ["1", "2"]]),
    ("a,b\n,\n", [["a", "b"], ["", ""]]),
    ("名稱,緯度\n香港,22\n", [["名稱", "緯度"], ["香港", "22"]]),
    ("\n\na;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]),
    ("", []), ("\n\n", []), ("a", [["a"]]),
  ])
  func reads(_ text: String, _ expected: [[String]]) throws {
    #expect(try rows(text) == expected)
    // Chunk borders fall anywhere, also inside a quote and a character.
    for chunk in 1...4 {
      #expect(try rows(text, chunk: max(chunk, 3)) == expected, "chunk \(chunk)")
    }
  }

  @Test func utf16IsReadByItsByteOrderMark() throws {
    let text = "名稱\t緯度\n香港\t22\n"
    var little: [UInt8] = [0xFF, 0xFE]
    var big: [UInt8] = [0xFE, 0xFF]
    for unit in text.utf16 {
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    for bytes in [little, big] { #expect(try rows(bytes) == [["名稱", "緯度"], ["香港", "22"]]) }
  }

  @Test func linesAreCountedThroughQuotes() throws {
    var reader = CSVReader(file: "f", bytes: Array("a\n\"x\r\ny\"\n\nz\n".utf8))
    var lines: [Int] = []
    while let record = try reader.next() { lines.append(record.line) }
    #expect(lines == [1, 2, 5])
  }

  @Test func faultsNameTheirLine() {
    func place(_ bytes: [UInt8]) -> FilePlace? {
      let error = #expect(throws: DataError.self) { try rows(bytes) }
      return error?.place
    }
    #expect(place(Array("a,b\n1,\"open\n".utf8))?.line == 2)
    #expect(place([0x61, 0x0A, 0x62, 0xFF, 0x0A])?.line == 2)
    #expect(place(Array("a\n\"".utf8) + [UInt8](repeating: 0x78, count: 1 << 21))?.line == 2)
  }
}

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  @Test func values() throws {
    #expect(try parse(" null ") == .null)
    #expect(try parse("[true,false]") == .array([.bool(true), .bool(false)]))
    #expect(try parse("-12.5e1") == .number(-125))
    #expect(try parse("\"a\\u9999\\n\\ud83d\\ude00\"") == .string("a\u{9999}\n\u{1F600}"))
    #expect(try parse("{\"a\": {\"b\": []}}")["a"]?["b"] == .array([]))
    #expect(try parse("\u{FEFF}1") == .number(1))
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", "1e", ".5", "+1", "NaN", "Infinity",
    "nul",
    "'a'", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\u{1}\"", "1 2", "1e400", "-", "\"a",
    "[1 2]", "{a:1}",
  ])
  func faultsAreRefused(_ text: String) {
    #expect(throws: JSONParser.Failure.self) { try parse(text) }
  }

  @Test func theOffsetOfTheFaultIsNamed() {
    let error = #expect(throws: JSONParser.Failure.self) { try parse("{\"a\": [1, x]}") }
    #expect(error?.byteOffset == 10)
  }

  @Test func depthIsBounded() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try parse(deep) }
    #expect(throws: JSONParser.Failure.self) { try parse("[" + deep + "]") }
    #expect(throws: JSONParser.Failure.self) { try parse(String(repeating: "[", count: 1 << 20)) }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
  }
}

@Suite struct DecimalNumberTests {
  @Test(arguments: [
    ("22.3", 22.3), (" 22.3 ", 22.3), ("-0.5", -0.5), ("+7", 7), (".5", 0.5), ("２２．３", 22.3),
    ("\u{2212}33.86", -33.86), ("007", 7), ("\u{3000}1\n", 1),
  ])
  func plain(_ text: String, _ value: Double) { #expect(DecimalNumber.parse(text) == value) }

  @Test(arguments: [
    "", " ", "nan", "inf", "-inf", "infinity", "0x16", "1e5", "1e400", "1,5", "1 5", "1.2.3", "5.",
    "--1", "+-1", ".", "-", "１e２", "22.3N", "٢٢", "½", String(repeating: "9", count: 400),
  ])
  func everythingElseIsNil(_ text: String) { #expect(DecimalNumber.parse(text) == nil) }
}

@Suite struct GeoJSONTests {
  private static let square = "[[[0,0],[2,0],[2,2],[0,2],[0,0]]]"

  private func features(_ text: String) throws -> [GeoJSON.PolygonFeature] {
    try GeoJSON.polygonFeatures(in: try JSONParser.parse(Array(text.utf8)), file: "f.geojson")
  }

  @Test func everyContainerIsRead() throws {
    let polygon = "{\"type\":\"Polygon\",\"coordinates\":\(Self.square)}"
    let multi = "{\"type\":\"MultiPolygon\",\"coordinates\":[\(Self.square),\(Self.square)]}"
    let feature = "{\"type\":\"Feature\",\"properties\":null,\"geometry\":\(polygon)}"
    let empty = "{\"type\":\"Feature\",\"properties\":null,\"geometry\":null}"
    #expect(try features(polygon).map(\.polygons.count) == [1])
    #expect(try features(multi).map(\.polygons.count) == [2])
    #expect(try features(feature).count == 1)
    #expect(
      try features("{\"type\":\"GeometryCollection\",\"geometries\":[\(polygon),\(multi)]}")
        .map(\.polygons.count) == [3])
    let collection = try features(
      "{\"type\":\"FeatureCollection\",\"features\":[\(empty),\(feature)]}")
    #expect(collection.map(\.index) == [1], "null geometries are left out")
    #expect(try features("{\"type\":\"FeatureCollection\",\"features\":[]}").isEmpty)
  }

  @Test func longitudeComesFirstAndHeightIsPassedOver() throws {
    let ring = "[[[114,22,5],[115,22,5],[115,23,5],[114,22,5]]]"
    let polygon = try #require(
      try features("{\"type\":\"Polygon\",\"coordinates\":\(ring)}").first?.polygons.first)
    #expect(polygon.exterior[0].latitude == 22 && polygon.exterior[0].longitude == 114)
  }

  @Test(arguments: [
    ("{\"type\":\"Point\",\"coordinates\":[0,0]}", "Point"),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1],[0,0]]]}", "3 positions"),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[835700,817000],[1,0],[1,1],[0,0]]]}", "HK1980 grid"),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[22,114],[1,0],[1,1],[0,0]]]}", "swapped"),
    ("{\"type\":\"Polygon\",\"coordinates\":[[[null,0],[1,0],[1,1],[0,0]]]}", "two numbers"),
    ("{\"type\":\"Polygon\"}", "without rings"), ("{}", "without a GeoJSON type"),
    (
      "{\"type\":\"Polygon\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::2326\"}},\"coordinates\":\(square)}",
      "HK1980 grid"
    ),
  ])
  func faultsAreNamed(_ text: String, _ part: String) {
    let error = #expect(throws: DataError.self) { try features(text) }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test func wgs84ReferenceSystemsAreAccepted() throws {
    for name in ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326"] {
      let text =
        "{\"type\":\"Polygon\",\"crs\":{\"properties\":{\"name\":\"\(name)\"}},\"coordinates\":\(Self.square)}"
      #expect(try features(text).count == 1, "\(name)")
    }
  }

  @Test func theFaultyFeatureIsNumbered() {
    let good = "{\"type\":\"Feature\",\"geometry\":null}"
    let bad =
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,1],[0,0]]]}}"
    let error = #expect(throws: DataError.self) {
      try features("{\"type\":\"FeatureCollection\",\"features\":[\(good),\(bad)]}")
    }
    #expect(error?.place.field == "feature 2")
  }
}
