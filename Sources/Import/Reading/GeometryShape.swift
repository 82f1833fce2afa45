import Catalog

/// The types of GeoJSON.
enum GeometryKind: String, CaseIterable {
  case feature = "Feature"
  case point = "Point"
  case multiPoint = "MultiPoint"
  case lineString = "LineString"
  case multiLineString = "MultiLineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
  case collection = "GeometryCollection"

  init?(_ name: UnsafeBufferPointer<UInt8>) {
    let found = Self.allCases.first { name.elementsEqual($0.rawValue.utf8) }
    guard let found else { return nil }
    self = found
  }
}

/// A geometry while it is read: its type may stand behind its coordinates.
struct Shape {
  var isFeature = false
  var type: GeometryKind?
  var point: (x: Double, y: Double)?
  /// Coordinates that wait for their type.
  var pending: UnsafeBufferPointer<UInt8>?
  /// Whether it has a list of geometries.
  var hasParts = false
  private var area = Area()
  /// The first position of a line, and of a list of points.
  private var line: (x: Double, y: Double)?
  private var listed: (x: Double, y: Double)?
  private var reach = Reach()
  private var problem: String?

  init() {}

  /// Takes over the geometry of a feature, or a part of a collection.
  mutating func adopt(_ inner: Shape) {
    var inner = inner
    if inner.type == nil || inner.type == .feature {
      problem = problem ?? "a geometry without a known type"
      return
    }
    inner.resolve()
    problem = problem ?? inner.problem
    point = point ?? inner.point
    area.parts += inner.area.parts
    line = line ?? inner.line
    listed = listed ?? inner.listed
    if hasParts, let point = inner.point { reach.add(point.x, point.y) }
    reach.add(inner.reach)
  }

  private mutating func resolve() {
    let bytes = pending
    pending = nil
    guard let type else {
      if bytes != nil { problem = "a geometry without a known type" }
      return
    }
    if type == .feature { return }
    if type == .collection {
      if !hasParts { problem = problem ?? "a GeometryCollection without geometries" }
      return
    }
    guard let bytes else {
      if point == nil { problem = "a \(type.rawValue) without coordinates" }
      return
    }
    do throws(JSONFault) {
      try read(bytes, type)
    } catch {
      problem = error.reason
    }
  }

  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ type: GeometryKind
  ) throws(JSONFault) {
    var cursor = JSONCursor(bytes)
    switch type {
    case .feature, .collection: break
    case .point:
      point = try Positions.point(&cursor)
      if point == nil, !Positions.isEmpty(bytes) { problem = "a position is not two numbers" }
    case .multiPoint:
      let positions = try Positions.list(&cursor)
      reach.add(positions)
      listed = positions.first
    case .lineString:
      let positions = try Positions.list(&cursor)
      reach.add(positions)
      line = positions.first
    case .multiLineString:
      for positions in try Positions.lists(&cursor) {
        reach.add(positions)
        line = line ?? positions.first
      }
    case .polygon:
      let rings = try Positions.lists(&cursor)
      for ring in rings { reach.add(ring) }
      area.add(rings)
    case .multiPolygon:
      var parts: [[[Area.Position]]] = []
      try Positions.each(&cursor) { cursor throws(JSONFault) in
        parts.append(try Positions.lists(&cursor))
      }
      for rings in parts {
        for ring in rings { reach.add(ring) }
        area.add(rings)
      }
    }
  }

  /// Gives the record its geometry: a point, which says best where something is; else an area, else a line,
  /// else the first of some points.
  mutating func settle(
    _ bytes: UnsafeBufferPointer<UInt8>, into record: inout SourceRecord
  ) throws(JSONFault) {
    resolve()
    if let found = point ?? area.representative ?? line ?? listed {
      record.geometry = .point(x: found.x, y: found.y)
    } else {
      record.geometry = .null
    }
    record.reach = reach
    if !area.parts.isEmpty { record.area = area }
    if let problem { record.fault = problem }
  }
}

extension JSONCursor {
  /// The cursor at an earlier offset.
  func rewound(to offset: Int) -> JSONCursor {
    var copy = self
    copy.move(to: offset)
    return copy
  }
}

/// Coordinates of GeoJSON as numbers.
enum Positions {
  /// Whether the array holds nothing.
  static func isEmpty(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { [0x5B, 0x5D, 0x20, 0x0A, 0x0D, 0x09].contains($0) }
  }

  /// The first two numbers of a position; nil where it is something else. Numbers in strings follow
  /// the one rule of ``DecimalNumber``.
  static func point(_ cursor: inout JSONCursor) throws(JSONFault) -> (x: Double, y: Double)? {
    guard cursor.current == UInt8(ascii: "["), cursor.open(UInt8(ascii: "]")) else { return nil }
    var values = (x: 0.0, y: 0.0)
    var count = 0
    repeat {
      let value: Double
      switch cursor.current {
      case UInt8(ascii: "\""):
        var text: [UInt8] = []
        try cursor.string(into: &text)
        guard let number = DecimalNumber.parse(String(decoding: text, as: UTF8.self)) else {
          return nil
        }
        value = number
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "t"), UInt8(ascii: "f"),
        UInt8(ascii: "n"):
        return nil
      default: value = try cursor.number()
      }
      if count == 0 { values.x = value } else if count == 1 { values.y = value }
      count += 1
    } while try cursor.goesOn(until: UInt8(ascii: "]"))
    return count >= 2 ? values : nil
  }

  /// A list of positions.
  static func list(_ cursor: inout JSONCursor) throws(JSONFault) -> [Area.Position] {
    var positions: [Area.Position] = []
    try each(&cursor) { cursor throws(JSONFault) in
      guard let position = try point(&cursor) else {
        throw cursor.fault("a position is not two numbers")
      }
      positions.append(position)
    }
    return positions
  }

  /// A list of lists of positions.
  static func lists(_ cursor: inout JSONCursor) throws(JSONFault) -> [[Area.Position]] {
    var lists: [[Area.Position]] = []
    try each(&cursor) { cursor throws(JSONFault) in lists.append(try list(&cursor)) }
    return lists
  }

  /// Calls with the cursor at each element of an array, which must be stepped over.
  static func each(
    _ cursor: inout JSONCursor, _ body: (inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard cursor.current == UInt8(ascii: "[") else {
      throw cursor.fault("coordinates are not arrays of positions")
    }
    guard cursor.open(UInt8(ascii: "]")) else { return }
    repeat { try body(&cursor) } while try cursor.goesOn(until: UInt8(ascii: "]"))
  }
}
