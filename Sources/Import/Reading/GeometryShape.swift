import Catalog

/// The types of GeoJSON.
enum GeometryKind: String {
  case feature = "Feature"
  case point = "Point"
  case multiPoint = "MultiPoint"
  case lineString = "LineString"
  case multiLineString = "MultiLineString"
  case polygon = "Polygon"
  case multiPolygon = "MultiPolygon"
  case collection = "GeometryCollection"

  init?(_ name: UnsafeBufferPointer<UInt8>) {
    switch name.count {
    case 5: self = .point
    case 7: self = name[0] == UInt8(ascii: "F") ? .feature : .polygon
    case 10: self = name[0] == UInt8(ascii: "M") ? .multiPoint : .lineString
    case 12: self = .multiPolygon
    case 15: self = .multiLineString
    case 18: self = .collection
    default: return nil
    }
    guard name.elementsEqual(rawValue.utf8) else { return nil }
  }
}

/// A geometry while it is read: its type may stand behind its coordinates.
struct Shape {
  var type: GeometryKind?
  var point: (x: Double, y: Double)?
  /// The name of the type, as the file has it.
  var typeName: UnsafeBufferPointer<UInt8>?
  /// Whether there is an object, and not null or nothing.
  var isObject = false
  /// Coordinates that wait for their type.
  var pending: UnsafeBufferPointer<UInt8>?
  /// The object's own `crs` member (GeoJSON of 2008), and that of the part which has the point.
  var system: UnsafeBufferPointer<UInt8>?
  private var partSystem: UnsafeBufferPointer<UInt8>?
  /// Whether it has a list of geometries.
  var hasParts = false
  private var placing = GeometryPlacing()
  private var problem: String?

  init() {}

  /// Takes over the geometry of a feature, or a part of a collection.
  mutating func adopt(_ inner: inout Shape) {
    if inner.type == .feature {
      inner.problem = inner.problem ?? "a geometry of no known type: \"Feature\""
    }
    inner.resolve()
    problem = problem ?? inner.problem
    if point == nil { partSystem = inner.partSystem ?? inner.system ?? partSystem }
    if hasParts, let point = inner.point { placing.reach.add(point.x, point.y) }
    point = point ?? inner.point
    placing.add(inner.placing)
  }

  /// Notes what stands in place of a geometry and is none.
  mutating func refuse(_ value: UnsafeBufferPointer<UInt8>) {
    problem = problem ?? "the geometry is no object: \(JSONCursor.excerpt(value))"
  }

  private mutating func resolve() {
    if type == .feature { return }
    let bytes = pending
    pending = nil
    guard let type else {
      if let typeName {
        problem = "a geometry of no known type: \"\(JSONCursor.excerpt(typeName))\""
      } else if isObject {
        problem =
          problem ?? "a geometry without a type\(bytes.map { ": \(JSONCursor.excerpt($0))" } ?? "")"
      }
      return
    }
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
      if point == nil, !Positions.isEmpty(bytes) {
        problem = "a position is not two numbers: \(JSONCursor.excerpt(bytes))"
      }
    case .multiPoint, .lineString: placing.add([[try Positions.list(&cursor)]], type)
    case .multiLineString, .polygon: placing.add([try Positions.lists(&cursor)], type)
    case .multiPolygon:
      var parts: [[[Area.Position]]] = []
      try Positions.each(&cursor) { cursor throws(JSONFault) in
        parts.append(try Positions.lists(&cursor))
      }
      placing.add(parts, type)
    }
  }

  /// Gives the record its geometry: a point, which says best where something is; else what stands for the
  /// others.
  mutating func settle(into record: inout SourceRecord) {
    resolve()
    if let found = point ?? placing.position {
      record.geometry = .point(x: found.x, y: found.y)
    } else {
      record.geometry = .null
    }
    record.reach = placing.reach
    if !placing.area.parts.isEmpty { record.area = placing.area }
    if let problem { record.fault = problem }
    guard record.geometry != .null, let system = partSystem ?? system else { return }
    do throws(JSONFault) {
      record.referenceSystem = try ReferenceMember.name(system)
    } catch {
      record.fault = "crs: \(error.reason)"
    }
  }
}

/// The `crs` member of GeoJSON of 2008, which any object of it may have.
enum ReferenceMember {
  /// The name of the system; nil where the member is null.
  ///
  /// - Throws: where the value cannot be read.
  static func name(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) -> String? {
    let json: JSONValue
    do throws(JSONParser.Failure) {
      json = try JSONParser.parse(Array(bytes))
    } catch {
      throw JSONFault(offset: error.byteOffset, reason: error.reason)
    }
    guard json != .null else { return nil }
    if let name = json.string { return name }
    for object in [json["properties"], json].compactMap({ $0 }) {
      // The forms of the drafts of GeoJSON: a name, a link, a code, a name of OGC.
      for member in ["name", "href", "url", "urn"] {
        if let name = object[member]?.string { return name }
      }
      if let code = object["code"]?.number?.plainDescription ?? object["code"]?.string {
        return "EPSG:\(code)"
      }
    }
    return "a crs without a name"
  }
}

extension JSONCursor {
  /// What stands behind the index.
  var rest: UnsafeBufferPointer<UInt8> { slice(index..<count) }
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
      let start = cursor.rest
      guard let position = try point(&cursor) else {
        throw cursor.fault("a position is not two numbers: \(JSONCursor.excerpt(start))")
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
      throw cursor.fault(
        "coordinates are not arrays of positions: \(JSONCursor.excerpt(cursor.rest))")
    }
    guard cursor.open(UInt8(ascii: "]")) else { return }
    repeat { try body(&cursor) } while try cursor.goesOn(until: UInt8(ascii: "]"))
  }
}
