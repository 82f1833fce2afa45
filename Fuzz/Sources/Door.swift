import Catalog
import Spatial

/// One way into the program for bytes from outside.
struct Door: Sendable {
  let name: String
  /// Lets the bytes in. Whatever they are, the call must come back; a wrong answer traps.
  let open: @Sendable ([UInt8]) -> Void
  /// The most bytes a call may hold at once.
  ///
  /// The command has 100 MB, of which a third is the program itself. What the sanitizer adds, such as
  /// blocks kept back after they were freed, is not counted.
  var memoryBound: Int64 = 64 << 20

  static let all: [Door] =
    [
      Door(name: "coordinate", open: coordinate), Door(name: "json", open: json),
      Door(name: "polygons", open: polygons), Door(name: "csv", open: csv),
      Door(name: "ndjson", open: ndjson), Door(name: "query", open: query),
      Door(name: "index", open: index), Door(name: "catalog", open: catalog),
    ] + importing + booking + commands + [Door(name: "large", open: large, memoryBound: 96 << 20)]

  /// Chunks of a few bytes each, so that every state of a reader meets the end of a buffer.
  static func chunks(_ bytes: [UInt8]) -> () throws(FileSystem.Failure) -> [UInt8] {
    let size = 1 + Int(bytes.first ?? 0) % 61
    var position = 0
    return {
      let end = min(bytes.count, position + size)
      defer { position = end }
      return Array(bytes[position..<end])
    }
  }

  /// Coordinates and numbers as they are typed.
  @Sendable private static func coordinate(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let number = DecimalNumber.parse(text) {
      precondition(number.isFinite, "a number that is none")
    }
    for datum in Datum.allCases {
      do throws(CoordinateError) {
        guard let point = try Coordinate.parse(text, datum: datum) else { continue }
        check(point)
      } catch {
        precondition(!error.description.isEmpty, "an error without words")
      }
    }
  }

  static func check(_ point: Coordinate) {
    precondition(
      abs(point.latitude) <= 90 && abs(point.longitude) <= 180, "a coordinate out of range")
  }

  @Sendable private static func json(_ bytes: [UInt8]) {
    do throws(JSONParser.Failure) {
      _ = try JSONParser.parse(bytes)
    } catch {
      precondition((0...bytes.count).contains(error.byteOffset), "an offset outside the text")
    }
  }

  /// Polygon files as `--inside` takes them, down to the index.
  @Sendable private static func polygons(_ bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(bytes),
      let features = try? GeoJSON.polygonFeatures(in: json, file: "fuzz")
    else { return }
    for position in features.flatMap(\.polygons).flatMap(\.exterior) { check(position) }
    #if GEOS
      let regions = features.map { Region(id: "\($0.index)", polygons: $0.polygons) }
      guard let index = try? RegionIndex(regions) else { return }
      for point in features.flatMap(\.polygons).flatMap(\.exterior).prefix(4) {
        let covering = index.covering(point)
        precondition(index.firstCovering(point) == covering.first, "two answers")
        _ = index.nearest(to: point)
      }
    #endif
  }

  @Sendable private static func csv(_ bytes: [UInt8]) {
    var reader = CSVReader(file: "fuzz", refill: chunks(bytes))
    var last = 0
    while let record = try? reader.next() {
      precondition(record.line > last, "lines out of order")
      precondition(!record.fields.isEmpty, "a record without fields")
      last = record.line
    }
  }

  /// Lines, and a JSON text in each.
  @Sendable private static func ndjson(_ bytes: [UInt8]) {
    var reader = LineReader(file: "fuzz", refill: chunks(bytes))
    while let line = try? reader.next() {
      precondition(!line.contains(UInt8(ascii: "\n")), "a line end in a line")
      _ = try? JSONParser.parse(line)
    }
  }
}
