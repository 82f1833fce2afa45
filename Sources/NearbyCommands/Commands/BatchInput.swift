import Catalog
import Spatial

/// The rows of a file of places, one at a time: CSV with a header, or one JSON object a line.
struct BatchInput {
  /// A row: where it stands, and what it gives.
  struct Row: Sendable {
    let line: Int
    let latitude: String?
    let longitude: String?
    let name: String?
  }

  private struct Columns {
    let latitude: Int?
    let longitude: Int?
    let name: Int?
  }

  /// The name for errors.
  let file: String
  /// Whether the rows are JSON objects.
  var isNDJSON: Bool { lines != nil }
  /// One of the two is there.
  private var csv: CSVReader?
  private var lines: LineReader?
  private var columns = Columns(latitude: nil, longitude: nil, name: nil)

  private static let latitudeNames = ["latitude", "lat", "y", "緯度", "纬度", "北緯", "北纬"]
  private static let longitudeNames = [
    "longitude", "lon", "lng", "long", "x", "經度", "经度", "東經", "东经",
  ]
  private static let nameNames = [
    "where", "place", "query", "id", "name", "name_en", "hotel", "名稱", "名称",
  ]

  /// Opens a file; `-` is standard input. What begins with a brace is NDJSON.
  ///
  /// - Throws: where the file cannot be read, is empty, or has no column to start from.
  init(path: String) throws(DataError) {
    let file = path == "-" ? "standard input" : path
    self.file = file
    let input: FileSystem.Input
    var first: [UInt8]?
    do throws(FileSystem.Failure) {
      input = try FileSystem.Input(path: path)
      first = try input.read()
    } catch {
      throw DataError(error)
    }
    let start = (first ?? []).first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    let refill = { () throws(FileSystem.Failure) -> [UInt8] in
      if let bytes = first {
        first = nil
        return bytes
      }
      return try input.read()
    }
    if start == UInt8(ascii: "{") {
      lines = LineReader(file: file, refill: refill)
      return
    }
    var reader = CSVReader(file: file, refill: refill)
    guard let header = try reader.next() else {
      throw .invalid(place: FilePlace(file: file, line: 1), reason: "the file is empty")
    }
    columns = try Self.columns(header, file: file)
    csv = reader
  }

  private static func columns(
    _ header: CSVReader.Record, file: String
  ) throws(DataError) -> Columns {
    let names = header.fields.map { Folding.fold($0) }
    func column(_ wanted: [String]) -> Int? {
      wanted.lazy.compactMap { names.firstIndex(of: Folding.fold($0)) }.first
    }
    let columns = Columns(
      latitude: column(latitudeNames), longitude: column(longitudeNames), name: column(nameNames))
    guard columns.name != nil || (columns.latitude != nil && columns.longitude != nil) else {
      throw .invalid(
        place: FilePlace(file: file, line: header.line),
        reason: "no columns latitude and longitude, and none of where, place, name or id; found: "
          + header.fields.map { String($0.prefix(40)) }.prefix(20).joined(separator: ", "))
    }
    return columns
  }

  /// The next row, or nil at the end.
  ///
  /// - Throws: for a row that is wrong on its own; the rows behind it can still be read, except where
  ///   `isFatal`.
  mutating func next(isFatal: inout Bool) throws(DataError) -> Row? {
    isFatal = true
    // The readers are changed where they stand, so that their memory is used again.
    if lines != nil {
      while let bytes = try lines?.next() {
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        isFatal = false
        return try Self.row(bytes, line: lines?.line ?? 0, file: file)
      }
      return nil
    }
    guard let record = try csv?.next() else { return nil }
    isFatal = false
    func field(_ column: Int?) -> String? {
      guard let column, column < record.fields.count else { return nil }
      let text = record.fields[column]
      // A visible ASCII character at the start settles it.
      let isText = text.utf8.first.map { $0 > 0x20 && $0 < 0x7F } ?? false
      return isText || !text.allSatisfy(\.isWhitespace) ? text : nil
    }
    return Row(
      line: record.line, latitude: field(columns.latitude), longitude: field(columns.longitude),
      name: field(columns.name))
  }

  private static func row(_ bytes: [UInt8], line: Int, file: String) throws(DataError) -> Row {
    let json: JSONValue
    do throws(JSONParser.Failure) {
      json = try JSONParser.parse(bytes)
    } catch {
      throw .invalid(
        place: FilePlace(file: file, line: line, byteOffset: error.byteOffset),
        reason: "not JSON: \(error.reason)")
    }
    guard case .object = json else {
      throw .invalid(
        place: FilePlace(file: file, line: line), reason: "\(json.kind), not an object")
    }
    func text(_ names: [String]) -> String? {
      names.lazy.compactMap { json[$0] }.compactMap { value in
        value.number.map(\.plainDescription) ?? value.string ?? value["en"]?.string
      }.first
    }
    return Row(
      line: line, latitude: text(latitudeNames), longitude: text(longitudeNames),
      name: text(nameNames))
  }
}
