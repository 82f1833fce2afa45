import Catalog

/// A file of areas as one value of GeoJSON: GeoJSON in one piece, one feature a line or a text sequence,
/// and through GDAL what that reads, KML among it.
enum PolygonFile {
  /// Reads the file into memory.
  ///
  /// - Parameter keepsSystem: whether GDAL is to change no position, since their system is given by hand.
  /// - Throws: where it cannot be read, is no file of areas, or GDAL is needed and not there.
  static func read(
    _ path: String, encoding: String?, keepsSystem: Bool = false
  ) throws(DataError) -> JSONValue {
    // Standard input can be looked at once only.
    if path == "-" { return try JSONParser.parse(path: path) }
    let file = try SourceFile(path: path, encoding: encoding)
    switch file.kind {
    case .json: return try json(file, encoding)
    case .csv:
      throw .invalid(
        place: FilePlace(file: path),
        reason: "a table; districts are read from GeoJSON, KML, Shapefile and what else GDAL reads")
    case .xml, .foreign:
      try SourceFile.refuseDocumentType(path)
      let foreign = try file.foreign(keepsSystem: keepsSystem)
      var features: [JSONValue] = []
      for layer in try foreign.layers() {
        let bytes = try all(TextStream(file: path, refill: try foreign.stream(layer: layer)))
        features += try texts(bytes, path)
      }
      return collection(features)
    }
  }

  private static func json(_ file: SourceFile, _ encoding: String?) throws(DataError) -> JSONValue {
    let bytes = try all(try file.text())
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(bytes)
    } catch {
      // One feature a line, or behind each mark of a record.
      let first = bytes.prefix { $0 != 0x0A }
      if bytes.first == 0x1E || (try? JSONParser.parse(Array(first))) != nil {
        return collection(try texts(bytes, file.path))
      }
      let line = 1 + bytes.prefix(error.byteOffset).count { $0 == 0x0A }
      throw .invalid(
        place: FilePlace(file: file.path, line: line, byteOffset: error.byteOffset),
        reason: "not JSON: \(error.reason)")
    }
  }

  /// The values of lines or of texts with a mark before each.
  private static func texts(_ bytes: [UInt8], _ path: String) throws(DataError) -> [JSONValue] {
    let mark: UInt8 = bytes.first == 0x1E ? 0x1E : 0x0A
    var values: [JSONValue] = []
    for (index, text) in bytes.split(separator: mark).enumerated()
    where text.contains(where: { $0 > 0x20 }) {
      do throws(JSONParser.Failure) {
        values.append(try JSONParser.parse(Array(text)))
      } catch {
        throw .invalid(
          place: FilePlace(
            file: path, field: "feature \(index + 1)",
            byteOffset: text.startIndex + error.byteOffset), reason: "not JSON: \(error.reason)")
      }
    }
    return values
  }

  private static func all(_ stream: TextStream) throws(DataError) -> [UInt8] {
    var stream = stream
    var bytes: [UInt8] = []
    while true {
      let piece = try stream.read()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  private static func collection(_ features: [JSONValue]) -> JSONValue {
    .members(["type": .string("FeatureCollection"), "features": .array(features)])
  }
}
