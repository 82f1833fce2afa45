import Catalog

/// Reads one JSON object into a record: a GeoJSON Feature (RFC 7946), a bare geometry, or a plain
/// object whose members are columns.
struct FeatureParser {
  /// What is wrong with a collection where a feature should be.
  static let collectionFault = "a FeatureCollection in place of a Feature"

  private typealias Member = (name: Range<Int>, value: Range<Int>)

  var columns = ColumnNames()
  private var name: [UInt8] = []
  private var text: [UInt8] = []

  /// Fills the record. An object that is JSON but no feature becomes a record with a fault.
  ///
  /// - Throws: where the bytes are not JSON.
  mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, into record: inout SourceRecord
  ) throws(JSONFault) {
    var cursor = JSONCursor(bytes)
    cursor.skipSpace()
    guard cursor.current == UInt8(ascii: "{") else {
      try cursor.skipValue()
      try finish(&cursor)
      record.fault = "not an object: \(JSONCursor.excerpt(bytes))"
      return
    }
    columns.restart()
    var shape = Shape()
    var id: Range<Int>?
    var foreign: [Member] = []
    var inner = Shape()
    // Of these two only what is no GeoJSON makes columns.
    var own: (geometry: Member?, coordinates: Member?)
    if cursor.open(UInt8(ascii: "}")) {
      repeat {
        let name = try cursor.name()
        let start = cursor.index
        switch KnownMember(cursor.slice(name)) {
        case .properties where cursor.current == UInt8(ascii: "{"):
          try members(&cursor, prefix: [], into: &record, depth: 1)
        case .geometry:
          if own.geometry != nil { inner = Shape() }
          try cursor.geometry(into: &inner, depth: 1)
          own.geometry = (name, start..<cursor.index)
        case .type where cursor.current == UInt8(ascii: "\""):
          let word = cursor.slice(try cursor.rawString())
          (shape.type, shape.typeName) = (GeometryKind(word), word)
          foreign.append((name, start..<cursor.index))
        case .crs:
          try cursor.skipValue(depth: 1)
          shape.system = cursor.slice(start..<cursor.index)
          foreign.append((name, start..<cursor.index))
        case .coordinates:
          try cursor.coordinates(into: &shape)
          own.coordinates = (name, start..<cursor.index)
        case .geometries:
          try cursor.geometries(into: &shape, depth: 1)
        case .id:
          try cursor.skipValue(depth: 1)
          id = start..<cursor.index
          foreign.append((name, start..<cursor.index))
        default:
          try cursor.skipValue(depth: 1)
          foreign.append((name, start..<cursor.index))
        }
      } while try cursor.goesOn(until: UInt8(ascii: "}"))
    }
    try finish(&cursor)
    if shape.type == .feature {
      if let id, !record.fields.contains(where: { columns.names[$0.column] == "id" }) {
        try member(bytes, name: Array("id".utf8), value: id, into: &record)
      }
      if own.geometry != nil { shape.adopt(&inner) }
      shape.settle(into: &record)
    } else if shape.type != nil {
      shape.settle(into: &record)
    } else if let name = shape.typeName, name.elementsEqual("FeatureCollection".utf8) {
      record.fault = Self.collectionFault
    } else {
      if let geometry = own.geometry { foreign.append(geometry) }
      if let coordinates = own.coordinates { foreign.append(coordinates) }
      try plain(bytes, foreign, into: &record)
    }
  }

  /// The members of an object that is no GeoJSON: each is a column, unless it is a geometry of GeoJSON.
  private mutating func plain(
    _ bytes: UnsafeBufferPointer<UInt8>, _ members: [Member], into record: inout SourceRecord
  ) throws(JSONFault) {
    for (name, value) in members {
      if record.geometry == .none, bytes[value.lowerBound] == UInt8(ascii: "{") {
        var cursor = JSONCursor(UnsafeBufferPointer(rebasing: bytes[value]))
        var shape = Shape()
        try cursor.geometry(into: &shape, depth: 1)
        if shape.type != nil, shape.type != .feature {
          shape.settle(into: &record)
          continue
        }
      }
      var decoded: [UInt8] = []
      var cursor = JSONCursor(UnsafeBufferPointer(rebasing: bytes[(name.lowerBound - 1)...]))
      try cursor.string(into: &decoded)
      try member(bytes, name: decoded, value: value, into: &record)
    }
  }

  private func finish(_ cursor: inout JSONCursor) throws(JSONFault) {
    cursor.skipSpace()
    guard cursor.current == nil else { throw cursor.fault("text after the end") }
  }

  // MARK: Columns

  private mutating func members(
    _ cursor: inout JSONCursor, prefix: [UInt8], into record: inout SourceRecord, depth: Int
  ) throws(JSONFault) {
    try cursor.check(depth)
    guard cursor.open(UInt8(ascii: "}")) else { return }
    repeat {
      let raw = try cursor.name()
      let slice = cursor.slice(raw)
      if prefix.isEmpty, !slice.contains(UInt8(ascii: "\\")) {
        try value(&cursor, column: columns.number(of: slice), name: slice, &record, depth)
      } else {
        var full = prefix
        var again = JSONCursor(
          UnsafeBufferPointer(
            start: slice.baseAddress.map { $0 - 1 }, count: slice.count + 2))
        try again.string(into: &full)
        let number = full.withUnsafeBufferPointer { columns.number(of: $0) }
        let piece = full
        try piece.withUnsafeBufferPointer { buffer throws(JSONFault) in
          try value(&cursor, column: number, name: buffer, &record, depth)
        }
      }
    } while try cursor.goesOn(until: UInt8(ascii: "}"))
  }

  /// A member of a plain object, whose value is a range of the bytes.
  private mutating func member(
    _ bytes: UnsafeBufferPointer<UInt8>, name: [UInt8], value range: Range<Int>,
    into record: inout SourceRecord
  ) throws(JSONFault) {
    var cursor = JSONCursor(UnsafeBufferPointer(rebasing: bytes[range]))
    let number = name.withUnsafeBufferPointer { columns.number(of: $0) }
    try name.withUnsafeBufferPointer { buffer throws(JSONFault) in
      try value(&cursor, column: number, name: buffer, &record, 1)
    }
  }

  private mutating func value(
    _ cursor: inout JSONCursor, column: Int?, name: UnsafeBufferPointer<UInt8>,
    _ record: inout SourceRecord, _ depth: Int
  ) throws(JSONFault) {
    guard let column else {
      try cursor.skipValue(depth: depth + 1)
      record.fault = "more than \(ColumnNames.limit) different names of properties in the file"
      return
    }
    let start = record.bytes.count
    switch cursor.current {
    case UInt8(ascii: "\""): try cursor.string(into: &record.bytes)
    case UInt8(ascii: "n"):
      try cursor.skipScalar()
      return
    case UInt8(ascii: "{"):
      // One level of names inside of names, as `{"name": {"en": …}}`.
      let prefix = Array(name) + [UInt8(ascii: ".")]
      guard prefix.count < 256, depth < 3 else {
        try cursor.skipValue(depth: depth)
        return
      }
      try members(&cursor, prefix: prefix, into: &record, depth: depth + 1)
      return
    case UInt8(ascii: "["): try list(&cursor, into: &record.bytes, depth: depth)
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      let word = cursor.index
      try cursor.skipScalar()
      record.bytes.append(contentsOf: cursor.slice(word..<cursor.index))
    default:
      let range = try cursor.numberRange()
      let digits = cursor.slice(range)
      if digits.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }),
        let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
      {
        record.bytes.append(contentsOf: PlainNumber.text(number).utf8)
      } else {
        record.bytes.append(contentsOf: digits)
      }
    }
    record.append(
      SourceRecord.Field(column: column, start: start, end: record.bytes.count))
  }

  /// The texts of a list with bars between; other elements are left out. Two or three numbers, as
  /// positions are, have commas between.
  private mutating func list(
    _ cursor: inout JSONCursor, into bytes: inout [UInt8], depth: Int
  ) throws(JSONFault) {
    try cursor.check(depth)
    guard cursor.open(UInt8(ascii: "]")) else { return }
    if let numbers = Self.numbers(&cursor) {
      bytes.append(contentsOf: numbers)
      return
    }
    var isFirst = true
    repeat {
      guard cursor.current == UInt8(ascii: "\"") else {
        try cursor.skipValue(depth: depth + 1)
        continue
      }
      if !isFirst { bytes.append(UInt8(ascii: "|")) }
      isFirst = false
      try cursor.string(into: &bytes)
    } while try cursor.goesOn(until: UInt8(ascii: "]"))
  }

  /// A list of two or three plain numbers from its first element on; where it is another, nil and the
  /// cursor has not moved.
  private static func numbers(_ cursor: inout JSONCursor) -> [UInt8]? {
    var copy = cursor
    let start = copy.index
    var count = 0
    while count < 3, (try? copy.numberRange()) != nil {
      count += 1
      let text = copy.slice(start..<copy.index)
      guard let goesOn = try? copy.goesOn(until: UInt8(ascii: "]")) else { return nil }
      if goesOn { continue }
      cursor = copy
      return count > 1 ? Array(text) : nil
    }
    return nil
  }
}
