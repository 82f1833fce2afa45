import Catalog

/// Reads one JSON object into a record: a GeoJSON Feature (RFC 7946), a bare geometry, or a plain
/// object whose members are columns.
struct FeatureParser {
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
      record.fault = "not an object"
      return
    }
    columns.restart()
    var shape = Shape()
    var id: Range<Int>?
    var foreign: [(name: Range<Int>, value: Range<Int>)] = []
    if cursor.open(UInt8(ascii: "}")) {
      repeat {
        let name = try cursor.name()
        let start = cursor.index
        switch KnownMember(cursor.slice(name)) {
        case .properties where cursor.current == UInt8(ascii: "{"):
          try members(&cursor, prefix: [], into: &record, depth: 1)
        case .geometry:
          shape.isFeature = true
          try geometry(&cursor, into: &shape, depth: 1)
        case .type where cursor.current == UInt8(ascii: "\""):
          shape.type = GeometryKind(cursor.slice(try cursor.rawString()))
          foreign.append((name, start..<cursor.index))
        case .coordinates:
          try coordinates(&cursor, into: &shape)
        case .geometries:
          try geometries(&cursor, into: &shape, depth: 1)
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
      try shape.settle(bytes, into: &record)
    } else if shape.type != nil {
      shape.isFeature = true
      try shape.settle(bytes, into: &record)
    } else {
      for (name, value) in foreign {
        var decoded: [UInt8] = []
        var cursor = JSONCursor(UnsafeBufferPointer(rebasing: bytes[(name.lowerBound - 1)...]))
        try cursor.string(into: &decoded)
        try member(bytes, name: decoded, value: value, into: &record)
      }
      if shape.isFeature || shape.pending != nil {
        shape.isFeature = true
        try shape.settle(bytes, into: &record)
      }
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

  /// The texts of a list with bars between; other elements are left out.
  private mutating func list(
    _ cursor: inout JSONCursor, into bytes: inout [UInt8], depth: Int
  ) throws(JSONFault) {
    try cursor.check(depth)
    guard cursor.open(UInt8(ascii: "]")) else { return }
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

  // MARK: Geometry

  private func geometry(
    _ cursor: inout JSONCursor, into shape: inout Shape, depth: Int
  ) throws(JSONFault) {
    guard cursor.current == UInt8(ascii: "{") else {
      try cursor.skipValue(depth: depth)
      return
    }
    try cursor.check(depth)
    var inner = Shape()
    if cursor.open(UInt8(ascii: "}")) {
      repeat {
        let name = try cursor.name()
        switch KnownMember(cursor.slice(name)) {
        case .type where cursor.current == UInt8(ascii: "\""):
          inner.type = GeometryKind(cursor.slice(try cursor.rawString()))
        case .coordinates: try coordinates(&cursor, into: &inner)
        case .geometries: try geometries(&cursor, into: &inner, depth: depth + 1)
        default: try cursor.skipValue(depth: depth + 1)
        }
      } while try cursor.goesOn(until: UInt8(ascii: "}"))
    }
    shape.adopt(inner)
  }

  private func geometries(
    _ cursor: inout JSONCursor, into shape: inout Shape, depth: Int
  ) throws(JSONFault) {
    guard cursor.current == UInt8(ascii: "[") else {
      try cursor.skipValue(depth: depth)
      return
    }
    try cursor.check(depth)
    shape.hasParts = true
    guard cursor.open(UInt8(ascii: "]")) else { return }
    repeat {
      try geometry(&cursor, into: &shape, depth: depth + 1)
    } while try cursor.goesOn(
      until: UInt8(ascii: "]"))
  }

  private func coordinates(
    _ cursor: inout JSONCursor, into shape: inout Shape
  ) throws(JSONFault) {
    let start = cursor.index
    if shape.type == .point, let point = try Positions.point(&cursor) {
      shape.point = point
    } else {
      if shape.type == .point { cursor = cursor.rewound(to: start) }
      try cursor.skipValue(depth: 2)
      shape.pending = cursor.slice(start..<cursor.index)
    }
  }
}

/// The members that mean something in GeoJSON.
private enum KnownMember {
  case type, geometry, properties, coordinates, geometries, id, other

  init(_ name: UnsafeBufferPointer<UInt8>) {
    switch name.count {
    case 2: self = name.elementsEqual("id".utf8) ? .id : .other
    case 4: self = name.elementsEqual("type".utf8) ? .type : .other
    case 8: self = name.elementsEqual("geometry".utf8) ? .geometry : .other
    case 10:
      self =
        name.elementsEqual("properties".utf8)
        ? .properties : name.elementsEqual("geometries".utf8) ? .geometries : .other
    case 11: self = name.elementsEqual("coordinates".utf8) ? .coordinates : .other
    default: self = .other
    }
  }
}
