import Catalog
import Spatial

/// Writes records in a machine format.
struct RecordWriter {
  let format: OutputFormat
  let console: Console

  /// Writes a whole answer.
  ///
  /// - Parameters:
  ///   - origin: the `origin` member, where the answer has one.
  ///   - columns: the columns of CSV, which stand also over an empty answer.
  func write(
    _ records: [Record], origin: JSONValue? = nil, attribution: JSONValue, columns: [Column]
  ) throws(CommandError) {
    switch format {
    case .table: preconditionFailure("tables are written by their command")
    case .json:
      try console.write("{")
      if let origin { try console.write("\"origin\": \(JSONText.of(origin)),\n") }
      try writeArray("results", records.map(\.json))
      try console.write(",\n\"attribution\": \(JSONText.of(attribution))}\n")
    case .geojson:
      try console.write("{\"type\": \"FeatureCollection\",\n")
      if let origin { try console.write("\"origin\": \(JSONText.of(origin)),\n") }
      try writeArray("features", records.map(Self.feature))
      try console.write(",\n\"attribution\": \(JSONText.of(attribution))}\n")
    case .ndjson:
      for record in records { try console.write("\(JSONText.of(record.json))\n") }
    case .csv:
      try writeHeader(columns)
      for record in records { try writeRow(record.json, columns) }
    }
  }

  private func writeArray(_ name: String, _ values: [JSONValue]) throws(CommandError) {
    try console.write("\"\(name)\": [")
    for (index, value) in values.enumerated() {
      try console.write((index == 0 ? "\n  " : ",\n  ") + JSONText.of(value))
    }
    try console.write(values.isEmpty ? "]" : "\n]")
  }

  private static func feature(_ record: Record) -> JSONValue {
    let geometry: JSONValue =
      record.coordinate.map { coordinate in
        let (x, y) = GeoJSON.position(of: coordinate)
        return .members([
          "type": .string("Point"), "coordinates": .array([.number(x), .number(y)]),
        ])
      } ?? .null
    return .members([
      "type": .string("Feature"), "geometry": geometry, "properties": record.json,
    ])
  }

  // MARK: CSV

  /// A column: the member it shows, as a path.
  struct Column {
    let path: [String]

    init(_ path: String...) { self.path = path }

    /// The path in snake case.
    var name: String {
      path.map { part in
        part.reduce(into: "") { name, character in
          name += character.isUppercase ? "_\(character.lowercased())" : String(character)
        }
      }.joined(separator: "_")
    }
  }

  /// Writes the names of the columns.
  func writeHeader(_ columns: [Column]) throws(CommandError) {
    try console.write(columns.map(\.name).joined(separator: ",") + "\n")
  }

  /// Writes one row; what is absent or null is empty.
  func writeRow(_ json: JSONValue, _ columns: [Column]) throws(CommandError) {
    try console.write(Self.row(json, columns) + "\n")
  }

  /// The fields of one row.
  static func row(_ json: JSONValue, _ columns: [Column]) -> String {
    columns.map { column in field(column.path.reduce(json) { $0[$1] ?? .null }) }
      .joined(separator: ",")
  }

  private static func field(_ value: JSONValue) -> String {
    switch value {
    case .null: return ""
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number): return number.plainDescription
    case .array(let values): return quoted(values.map(field).joined(separator: "|"))
    case .object: return quoted(JSONText.of(value))
    case .string(let text): return quoted(text)
    }
  }

  /// In quotes where RFC 4180 asks for them.
  static func quoted(_ text: String) -> String {
    let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    // By scalars: a quote with a combining mark is one character, and still a quote.
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }
}

extension [RecordWriter.Column] {
  private typealias Column = RecordWriter.Column

  static var placeColumns: Self {
    [
      Column("id"), Column("name", "en"), Column("name", "zhHant"), Column("name", "zhHans"),
      Column("category"), Column("prominence"), Column("district", "code"),
      Column("district", "name"), Column("latitude"), Column("longitude"),
    ]
  }

  static var stationColumns: Self {
    [
      Column("nearestStation", "id"), Column("nearestStation", "name"),
      Column("nearestStation", "distanceMeters"),
    ]
  }

  /// Answers to `nearby WHERE`.
  static var nearest: Self {
    [Column("rank")] + placeColumns + [Column("distanceMeters"), Column("bearingDegrees")]
      + stationColumns
  }

  /// Answers to `nearby --from FILE`.
  static var batch: Self {
    [
      Column("line"), Column("query"), Column("origin", "id"), Column("origin", "latitude"),
      Column("origin", "longitude"),
    ] + nearest
  }

  /// Lists of places.
  static var places: Self { placeColumns + stationColumns }

  /// One place in full.
  static var full: Self {
    places + [
      Column("aliases"), Column("openingHours"), Column("address", "en"),
      Column("address", "zhHant"), Column("telephone"), Column("website"), Column("source"),
      Column("sourceReference"), Column("secondSource"), Column("agreementMeters"),
    ]
  }

  /// The list of districts.
  static var districts: Self {
    [
      Column("code"), Column("name"), Column("region"), Column("attractions"), Column("hotels"),
      Column("stations"),
    ]
  }

  /// The answer to `nearby district WHERE`.
  static var district: Self {
    [Column("code"), Column("name"), Column("region"), Column("distanceMeters")]
  }
}
