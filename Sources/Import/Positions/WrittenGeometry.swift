import Catalog

/// A geometry in one field of a table: well-known text or, in hexadecimal digits, binary (OGC 06-103r4),
/// either as PostGIS extends it with a reference system, or GeoJSON.
struct WrittenGeometry {
  typealias Point = (x: Double, y: Double)

  /// Its first point.
  private var point: Point?
  private var placing = GeometryPlacing()
  /// The reference system that it names.
  private(set) var system: String?

  /// The position that stands for it: a point, else what stands for the others; nil where it is empty.
  var position: Point? { point ?? placing.position }

  /// How far its positions reach.
  var reach: Reach { placing.reach }

  /// Reads a field.
  ///
  /// - Returns: nil where it is not written like a geometry.
  /// - Throws: where it begins like one and is none.
  /// - Complexity: O(length), and O(n log n) for the corners of an area.
  init?(_ text: String) throws(PositionFault) {
    let bytes = Array(text.utf8)
    do throws(JSONFault) {
      if bytes.first == UInt8(ascii: "{") {
        try self.init(json: bytes)
      } else if var binary = WellKnownBinary(hexadecimal: bytes) {
        self.init()
        try binary.read(into: &self)
      } else if var words = WellKnownText(bytes) {
        self.init()
        try words.read(into: &self)
      } else {
        return nil
      }
    } catch {
      throw .wrong(
        "\"\(JSONCursor.excerpt(bytes))\" is no whole geometry: \(error.reason) at character "
          + "\(error.offset + 1)")
    }
  }

  private init() {}

  private init(json bytes: [UInt8]) throws(JSONFault) {
    var record = SourceRecord()
    try bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in
      var cursor = JSONCursor(bytes)
      var shape = Shape()
      try cursor.geometry(into: &shape, depth: 0)
      cursor.skipSpace()
      guard cursor.current == nil else { throw cursor.fault("text after the end") }
      guard shape.type != nil else { throw JSONFault(offset: 0, reason: "no type of GeoJSON") }
      shape.settle(into: &record)
    }
    if let fault = record.fault { throw JSONFault(offset: 0, reason: fault) }
    if case .point(let x, let y) = record.geometry { point = (x, y) }
    placing.reach = record.reach
    system = record.referenceSystem
  }

  /// Takes over a geometry of parts with rings, lines or lists of points.
  mutating func add(_ parts: [[[Point]]], _ kind: GeometryKind) {
    placing.add(parts, kind)
    if kind == .point { point = point ?? parts.first?.first?.first }
  }

  /// Notes the number of the reference system; 0 is none.
  mutating func setSystem(_ number: UInt64) {
    if number > 0 { system = "EPSG:\(number)" }
  }
}

/// `SRID=2326;MULTIPOLYGON (((…)))`
struct WellKnownText {
  private static let kinds: [String: GeometryKind] = [
    "POINT": .point, "MULTIPOINT": .multiPoint, "LINESTRING": .lineString,
    "MULTILINESTRING": .multiLineString, "POLYGON": .polygon, "MULTIPOLYGON": .multiPolygon,
    "GEOMETRYCOLLECTION": .collection,
  ]

  private let bytes: [UInt8]
  private var index = 0
  private var number: UInt64?

  /// Looks at a text; nil where it does not begin with the name of a geometry.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    let mark = "SRID="
    if String(decoding: bytes.prefix(mark.utf8.count), as: UTF8.self).uppercased() == mark,
      let end = bytes.firstIndex(of: UInt8(ascii: ";"))
    {
      number = UInt64(String(decoding: bytes[mark.utf8.count..<end], as: UTF8.self))
      guard number != nil else { return nil }
      index = end + 1
      skipSpace()
    }
    var copy = self
    guard Self.kind(copy.word()) != nil else { return nil }
  }

  /// Reads to the end.
  mutating func read(into geometry: inout WrittenGeometry) throws(JSONFault) {
    if let number { geometry.setSystem(number) }
    try part(into: &geometry, depth: 0)
    skipSpace()
    guard index == bytes.count else { throw fault("text after the end") }
  }

  /// The kind of a name, also of `POINTZ` and `POINTZM`.
  private static func kind(_ word: String) -> GeometryKind? {
    kinds[word]
      ?? ["ZM", "Z", "M"].lazy.compactMap { end in
        word.hasSuffix(end) ? kinds[String(word.dropLast(end.count))] : nil
      }.first
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(offset: index, reason: reason) }

  private mutating func part(
    into geometry: inout WrittenGeometry, depth: Int
  ) throws(JSONFault) {
    guard depth < 8, let kind = Self.kind(word()) else { throw fault("expected a geometry") }
    let start = index
    if !["Z", "M", "ZM"].contains(word()) { index = start }
    if isEmpty() { return }
    guard kind == .collection else {
      var parts: [[[WrittenGeometry.Point]]] = []
      try list(of: kind, into: &parts, depth: 0)
      geometry.add(parts, kind)
      return
    }
    try expect(UInt8(ascii: "("))
    repeat { try part(into: &geometry, depth: depth + 1) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: ")"))
  }

  private mutating func list(
    of kind: GeometryKind, into parts: inout [[[WrittenGeometry.Point]]], depth: Int
  ) throws(JSONFault) {
    guard depth < 4 else { throw fault("nested too deep") }
    try expect(UInt8(ascii: "("))
    if depth == (kind == .multiPolygon ? 1 : 0) { parts.append([]) }
    var ring: [WrittenGeometry.Point] = []
    repeat {
      skipSpace()
      if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
        try list(of: kind, into: &parts, depth: depth + 1)
      } else if !isEmpty() {
        ring.append(try position())
      }
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: ")"))
    if ring.isEmpty { return }
    if parts.isEmpty { parts.append([]) }
    parts[parts.count - 1].append(ring)
  }

  /// Two to four numbers, of which the first two count.
  private mutating func position() throws(JSONFault) -> WrittenGeometry.Point {
    var values: [Double] = []
    while true {
      skipSpace()
      let start = index
      while index < bytes.count, !" ,()\t\n\r".utf8.contains(bytes[index]) { index += 1 }
      guard index > start else { break }
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      guard let value = DecimalNumber.parse(text) else {
        index = start
        throw fault("\(text.prefix(40)) is no plain number")
      }
      values.append(value)
    }
    guard (2...4).contains(values.count) else { throw fault("a position is not two numbers") }
    return (values[0], values[1])
  }

  // MARK: Signs

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  /// The letters that follow, in capitals.
  private mutating func word() -> String {
    skipSpace()
    let start = index
    while index < bytes.count, (bytes[index] | 0x20) &- 0x61 < 26 { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).uppercased()
  }

  private mutating func isEmpty() -> Bool {
    let start = index
    if word() == "EMPTY" { return true }
    index = start
    return false
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(JSONFault) {
    guard take(byte) else { throw fault("expected \(Character(Unicode.Scalar(byte)))") }
  }
}
