import Catalog

/// The placemarks of a KML file, or the waypoints of a GPX file, whose tracks and routes are passed over.
///
/// A placemark with several geometries is at the first point of them, else in the area, else at the start
/// of the line or track.
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

  /// A placemark or waypoint of more bytes than this ends the reading.
  private static let recordLimit = 16 << 20

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
        if root == "Folder" { folders.append("") }
        continue
      }
      switch (dialect, event) {
      case (.kml, .start("Placemark", _)): return try placemark(into: &record)
      case (.kml, .start("Folder", _)): folders.append("")
      case (.kml, .end("Folder")): _ = folders.popLast()
      case (.kml, .text(let text)):
        if reader.path.suffix(2) == ["Folder", "name"], let last = folders.last,
          last.utf8.count <= Self.recordLimit
        {
          folders[folders.count - 1] += text
        }
      case (.gpx, .start("wpt", let attributes)):
        return try waypoint(attributes, into: &record)
      case (.gpx, .start("trk", _)), (.gpx, .start("rte", _)):
        guard reader.path.count == 2 else { break }
        begin(&record)
        record.omission = "a track or route of GPX, of which only waypoints are read"
        return true
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

  /// The geometries of a placemark, while it is read.
  private struct Shapes {
    var point: Area.Position?
    var area = Area()
    var line: Area.Position?
    var shell: [Area.Position] = []
    var holes: [[Area.Position]] = []

    /// Takes the positions of an element.
    mutating func add(_ positions: [Area.Position], of path: [String]) {
      switch path.last {
      case "LinearRing" where path.suffix(2).first == "innerBoundaryIs": holes.append(positions)
      case "LinearRing" where path.suffix(2).first == "outerBoundaryIs": shell = positions
      case "LinearRing": area.add([positions])
      case "Point": point = point ?? positions.first
      default: line = line ?? positions.first
      }
    }

    mutating func endPolygon() {
      area.add([shell] + holes)
      (shell, holes) = ([], [])
    }
  }

  private mutating func placemark(into record: inout SourceRecord) throws(DataError) -> Bool {
    begin(&record)
    let depth = reader.path.count
    let start = reader.offset
    var text = ""
    var dataName = ""
    var shapes = Shapes()
    var track: [Area.Position] = []
    while let event = try reader.next() {
      guard reader.offset - start <= Self.recordLimit else {
        throw reader.fault("a placemark of over 16 MiB")
      }
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
        if let found = shapes.point ?? shapes.area.representative ?? shapes.line {
          record.geometry = .point(x: found.x, y: found.y)
        }
        if let folder = folders.last(where: { !$0.isEmpty }) { add("folder", folder, to: &record) }
        return true
      case .end("coordinates"):
        let isPoint = reader.path.last == "Point"
        if isPoint, shapes.point == nil, let plain = Self.plainPosition(text) {
          // Where a point lies that says where the place is, is looked at anyway.
          record.reach.passOver()
          shapes.point = plain
        } else if let positions = Self.positions(&text) {
          record.reach.add(positions)
          shapes.add(positions, of: reader.path)
        } else {
          record.fault =
            "coordinates \"\(CleanText.foldingSpace(text).prefix(40))\" are not longitude,latitude"
        }
        text = ""
      case .end(let name):
        if reader.path.count == depth, let column = Self.plain[name] {
          add(column, text, to: &record)
        } else if name == "value" || name == "SimpleData" {
          if !dataName.isEmpty { add(dataName, text, to: &record) }
        } else if name == "Polygon" {
          shapes.endPolygon()
        } else if name == "coord", reader.path.last == "Track" {
          if let position = Self.trackPosition(text) {
            track.append(position)
          } else if !text.allSatisfy(\.isWhitespace) {
            // An empty one stands for a moment without a position.
            record.fault =
              "gx:coord \"\(CleanText.foldingSpace(text).prefix(40))\" is not longitude latitude"
          }
        } else if name == "Track" {
          record.reach.add(track)
          shapes.add(track, of: ["Track"])
          track = []
        }
        if name == "Data" || name == "SimpleData" { dataName = "" }
        text = ""
      }
    }
    throw reader.fault("<Placemark> is not closed")
  }

  /// `longitude latitude [height]`.
  private static func trackPosition(_ text: String) -> Area.Position? {
    let numbers = text.split(whereSeparator: \.isWhitespace).prefix(2)
      .compactMap { DecimalNumber.parse(String($0)) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// `longitude,latitude[,height]`, several of them parted by space; nil where something else stands there.
  private static func positions(_ text: inout String) -> [Area.Position]? {
    return text.withUTF8 { bytes in
      var positions: [Area.Position] = []
      let isSpace = { (byte: UInt8) in byte == 0x20 || byte &- 0x09 < 5 }
      var rest = bytes[...]
      while let start = rest.firstIndex(where: { !isSpace($0) }) {
        let end = rest[start...].firstIndex(where: isSpace) ?? rest.endIndex
        guard let position = position(UnsafeBufferPointer(rebasing: rest[start..<end])) else {
          return nil
        }
        positions.append(position)
        rest = rest[end...]
      }
      return positions
    }
  }

  /// The first two numbers between commas.
  private static func position(_ tuple: UnsafeBufferPointer<UInt8>) -> Area.Position? {
    let parts = tuple.split(
      separator: UInt8(ascii: ","), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    func number(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
      PlainNumber.value(UnsafeBufferPointer(rebasing: part))
        ?? DecimalNumber.parse(String(decoding: part, as: UTF8.self))
    }
    guard let x = number(parts[0]), let y = number(parts[1]) else { return nil }
    return (x, y)
  }

  /// The position of a text of plain numbers and commas; nil for other texts.
  private static func plainPosition(_ text: String) -> Area.Position? {
    var text = text
    return text.withUTF8 { bytes in
      let comma = UInt8(ascii: ",")
      guard bytes.allSatisfy({ $0 &- 0x30 < 10 || $0 == comma || $0 &- 0x2D < 2 }) else {
        return nil
      }
      return position(bytes)
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
    let (y, x) = (number("lat"), number("lon"))
    if let x, let y { record.geometry = .point(x: x, y: y) }
    let depth = reader.path.count
    let start = reader.offset
    var text = ""
    while let event = try reader.next() {
      guard reader.offset - start <= Self.recordLimit else {
        throw reader.fault("a waypoint of over 16 MiB")
      }
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
