import Catalog

/// The placemarks of a KML file, or the waypoints of a GPX file.
package struct XMLRecords: RecordReader {
  private enum Dialect { case kml, gpx }

  package private(set) var columns = ColumnNames()
  package var columnCount: Int { columns.names.count }
  package var referenceSystem: String? { nil }
  private var reader: XMLReader
  private let file: String
  private var dialect: Dialect?
  private var count = 0
  /// The names of the folders around, in KML.
  private var folders: [String] = []

  /// Reads a document.
  package init(_ stream: TextStream) {
    reader = XMLReader(stream)
    file = stream.file
  }

  package mutating func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    record.reset()
    while let event = try reader.next() {
      guard let dialect else {
        guard case .start(let root, _) = event else { continue }
        switch root {
        case "kml", "Document", "Folder", "Placemark": self.dialect = .kml
        case "gpx": self.dialect = .gpx
        default:
          throw .invalid(
            place: FilePlace(file: file, line: reader.line),
            reason: "<\(root.prefix(40))> is neither KML nor GPX")
        }
        if root == "Placemark" { return try placemark(into: &record) }
        continue
      }
      switch (dialect, event) {
      case (.kml, .start("Placemark", _)): return try placemark(into: &record)
      case (.kml, .start("Folder", _)): folders.append("")
      case (.kml, .end("Folder")): _ = folders.popLast()
      case (.kml, .text(let text)):
        if reader.path.suffix(2) == ["Folder", "name"], !folders.isEmpty {
          folders[folders.count - 1] += text
        }
      case (.gpx, .start("wpt", let attributes)):
        return try waypoint(attributes, into: &record)
      default: break
      }
    }
    return false
  }

  private mutating func begin(_ record: inout SourceRecord) {
    count += 1
    record.number = count
    record.line = reader.line
    record.geometry = .null
    columns.restart()
  }

  private mutating func add(_ name: String, _ text: String, to record: inout SourceRecord) {
    guard !text.isEmpty else { return }
    guard let column = columns.number(of: name) else {
      record.fault = "more than \(ColumnNames.limit) different names of data in the file"
      return
    }
    record.append(text.utf8, column: column)
  }

  // MARK: KML

  private static let plain: [String: String] = [
    "name": "name", "description": "description", "address": "address",
    "phoneNumber": "telephone",
  ]

  private mutating func placemark(into record: inout SourceRecord) throws(DataError) -> Bool {
    begin(&record)
    let depth = reader.path.count
    var text = ""
    var dataName = ""
    var geometry: (x: Double, y: Double)?
    var isPoint = false
    while let event = try reader.next() {
      switch event {
      case .start(let name, let attributes):
        text = ""
        if name == "Data" || name == "SimpleData" {
          dataName = attributes.first { $0.name == "name" }?.value ?? ""
        }
        if name == "link", let link = attributes.first(where: { $0.name == "href" })?.value {
          add("website", link, to: &record)
        }
      case .text(let piece): if text.isEmpty { text = piece } else { text += piece }
      case .end("Placemark") where reader.path.count < depth:
        if let geometry { record.geometry = .point(x: geometry.x, y: geometry.y) }
        if let folder = folders.last(where: { !$0.isEmpty }) { add("folder", folder, to: &record) }
        return true
      case .end("coordinates"):
        let parents = reader.path.suffix(3)
        // A hole of an area does not say where it is.
        if parents.contains("innerBoundaryIs") || isPoint { break }
        let owner = reader.path.last ?? ""
        guard owner == "Point" || geometry == nil else { break }
        guard let found = Self.position(text, isArea: owner == "LinearRing") else {
          if !text.allSatisfy(\.isWhitespace) {
            record.fault = "coordinates \"\(text.prefix(40))\" are not longitude,latitude"
          }
          break
        }
        geometry = found
        isPoint = owner == "Point"
        record.shape = isPoint ? nil : owner == "LinearRing" ? "Polygon" : owner
      case .end(let name):
        if reader.path.count == depth, let column = Self.plain[name] {
          add(column, text, to: &record)
        } else if name == "value" || name == "SimpleData" {
          if !dataName.isEmpty { add(dataName, text, to: &record) }
        }
        text = ""
      }
    }
    throw reader.fault("<Placemark> is not closed")
  }

  /// `longitude,latitude[,height]`, several of them parted by space.
  private static func position(_ text: String, isArea: Bool) -> (x: Double, y: Double)? {
    if !isArea, let plain = plainPosition(text) { return plain }
    var positions: [(x: Double, y: Double)] = []
    for tuple in text.split(whereSeparator: \.isWhitespace) {
      let parts = tuple.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count >= 2, let x = DecimalNumber.parse(String(parts[0])),
        let y = DecimalNumber.parse(String(parts[1]))
      else { return nil }
      positions.append((x, y))
      if !isArea { break }
    }
    return isArea ? InteriorPoint.of(positions) : positions.first
  }

  /// The first two of plain numbers parted by nothing but commas; nil for other texts.
  private static func plainPosition(_ text: String) -> (x: Double, y: Double)? {
    var text = text
    return text.withUTF8 { bytes in
      let comma = UInt8(ascii: ",")
      guard bytes.allSatisfy({ $0 &- 0x30 < 10 || $0 == comma || $0 &- 0x2D < 2 }) else {
        return nil
      }
      let parts = bytes.split(separator: comma, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, let x = PlainNumber.value(UnsafeBufferPointer(rebasing: parts[0])),
        let y = PlainNumber.value(UnsafeBufferPointer(rebasing: parts[1]))
      else { return nil }
      return (x, y)
    }
  }

  // MARK: GPX

  private static let waypointColumns: [String: String] = [
    "name": "name", "desc": "description", "cmt": "comment", "type": "type", "sym": "symbol",
    "ele": "elevation", "link": "website", "url": "website",
  ]

  private mutating func waypoint(
    _ attributes: [(name: String, value: String)], into record: inout SourceRecord
  ) throws(DataError) -> Bool {
    begin(&record)
    func number(_ name: String) -> Double? {
      guard let text = attributes.first(where: { $0.name == name })?.value else {
        record.fault = record.fault ?? "a waypoint without \(name)"
        return nil
      }
      let number = DecimalNumber.parse(text)
      if number == nil {
        record.fault =
          record.fault ?? "\(name) \"\(text.prefix(40))\" is not a plain decimal number"
      }
      return number
    }
    let (x, y) = (number("lon"), number("lat"))
    if let x, let y { record.geometry = .point(x: x, y: y) }
    let depth = reader.path.count
    var text = ""
    while let event = try reader.next() {
      switch event {
      case .start(let name, let attributes):
        text = ""
        if name == "link", reader.path.count == depth + 1,
          let link = attributes.first(where: { $0.name == "href" })?.value
        {
          add("website", link, to: &record)
        }
      case .text(let piece): text += piece
      case .end("wpt") where reader.path.count < depth: return true
      case .end(let name):
        if reader.path.count == depth, name != "link", let column = Self.waypointColumns[name] {
          add(column, text, to: &record)
        }
        text = ""
      }
    }
    throw reader.fault("<wpt> is not closed")
  }
}
