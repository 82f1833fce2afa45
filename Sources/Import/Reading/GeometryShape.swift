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
  var type: GeometryKind?
  var point: (x: Double, y: Double)?
  /// The name of the type, as the file has it.
  var typeName: UnsafeBufferPointer<UInt8>?
  /// Coordinates that wait for their type.
  var pending: UnsafeBufferPointer<UInt8>?
  /// The object's own `crs` member (GeoJSON of 2008), and that of the part which has the point.
  var system: UnsafeBufferPointer<UInt8>?
  private var pointSystem: UnsafeBufferPointer<UInt8>?
  private var name: String?
  private var problem: String?
  private var isResolved = false

  init() {}

  /// Takes over the geometry of a feature, or a part of a collection: the first point wins, then the
  /// first of the others.
  mutating func adopt(_ inner: Shape) {
    var inner = inner
    inner.resolve()
    if let problem = inner.problem { self.problem = self.problem ?? problem }
    guard let found = inner.point else { return }
    let isBetter = point == nil || (name != nil && inner.name == nil)
    if isBetter {
      (point, name) = (found, inner.name)
      pointSystem = inner.pointSystem ?? inner.system
    }
  }

  /// Notes what stands in place of a geometry and is none.
  mutating func refuse(_ value: UnsafeBufferPointer<UInt8>) {
    problem = problem ?? "the geometry is no object: \(JSONCursor.excerpt(value))"
  }

  private mutating func resolve() {
    guard !isResolved else { return }
    isResolved = true
    guard let bytes = pending else {
      if point == nil { problem = problem ?? lack }
      return
    }
    pending = nil
    guard let type else {
      problem =
        typeName.map { "a geometry of no known type: \"\(JSONCursor.excerpt($0))\"" }
        ?? "a geometry without a type: \(JSONCursor.excerpt(bytes))"
      return
    }
    do throws(JSONFault) {
      var cursor = JSONCursor(bytes)
      switch type {
      case .feature, .collection: break
      case .point:
        if let found = try Positions.point(&cursor) {
          point = found
        } else if !Positions.isEmpty(bytes) {
          problem = "a position is not two numbers: \(JSONCursor.excerpt(bytes))"
        }
      default:
        name = type.rawValue
        point = try Positions.representative(bytes, type)
      }
    } catch {
      problem = error.reason
    }
  }

  /// What is wrong with an object without coordinates; nil where it needs none.
  private var lack: String? {
    switch type {
    case .feature, .collection: nil
    case let type?: "a \(type.rawValue) without coordinates"
    case nil:
      typeName.map { "a geometry of no known type: \"\(JSONCursor.excerpt($0))\"" }
    }
  }

  /// Gives the record its geometry.
  mutating func settle(into record: inout SourceRecord) {
    resolve()
    if let point {
      record.geometry = .point(x: point.x, y: point.y)
      record.shape = name
      guard let system = pointSystem ?? system else { return }
      do throws(JSONFault) {
        record.referenceSystem = try ReferenceMember.name(system)
      } catch {
        record.fault = "crs: \(error.reason)"
      }
    } else {
      record.geometry = .null
      if let problem { record.fault = problem }
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
    let name = json["properties"]?["name"]?.string ?? json["name"]?.string
    let code = json["properties"]?["code"]?.number ?? json["code"]?.number
    return name ?? code.map { "EPSG:\($0.plainDescription)" } ?? "a crs without a name"
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

  /// The point that stands for a line (its first position) or an area (a point inside of its largest
  /// polygon); nil where it is empty.
  static func representative(
    _ bytes: UnsafeBufferPointer<UInt8>, _ kind: GeometryKind
  ) throws(JSONFault) -> (x: Double, y: Double)? {
    var rings: [[(x: Double, y: Double)]] = []
    var cursor = JSONCursor(bytes)
    try collect(&cursor, depth: 0, into: &rings)
    return InteriorPoint.standing(for: rings, kind)
  }

  /// Every array of positions, however deep.
  private static func collect(
    _ cursor: inout JSONCursor, depth: Int, into rings: inout [[(x: Double, y: Double)]]
  ) throws(JSONFault) {
    guard depth < 6, cursor.current == UInt8(ascii: "[") else {
      let rest = cursor.rest
      throw cursor.fault(
        "coordinates are not arrays of positions: \(JSONCursor.excerpt(rest))")
    }
    var ring: [(x: Double, y: Double)] = []
    guard cursor.open(UInt8(ascii: "]")) else { return }
    repeat {
      let start = cursor.index
      if let point = try point(&cursor) {
        ring.append(point)
      } else {
        cursor.move(to: start)
        try collect(&cursor, depth: depth + 1, into: &rings)
      }
    } while try cursor.goesOn(until: UInt8(ascii: "]"))
    if !ring.isEmpty { rings.append(ring) }
  }
}

/// A point that surely lies inside a ring.
enum InteriorPoint {
  typealias Position = (x: Double, y: Double)

  /// The point that stands for a geometry: inside of an area, of its largest part where it has several,
  /// and the first position of others; nil where there is none.
  static func standing(for rings: [[Position]], _ kind: GeometryKind) -> Position? {
    switch kind {
    case .polygon: return rings.first.flatMap { of($0) }
    case .multiPolygon:
      // The exterior ring of a part is larger than its holes: the largest of all rings is one.
      return rings.max { area($0) < area($1) }.flatMap { of($0) }
    default: return rings.lazy.compactMap(\.first).first
    }
  }

  /// The ring's planar area, without a sign.
  static func area(_ ring: [Position]) -> Double {
    guard let origin = ring.first else { return 0 }
    var sum = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      sum += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)
    }
    return abs(sum) / 2
  }

  /// The middle of the widest stretch inside the ring, on the parallel through its middle. Of a ring
  /// without an area it is the first position.
  ///
  /// - Complexity: O(n log n).
  static func of(_ ring: [Position]) -> Position? {
    guard let first = ring.first else { return nil }
    let ys = ring.map(\.y)
    guard let low = ys.min(), let high = ys.max(), high > low else { return first }
    let middle = (low + high) / 2
    // Not through a corner: halfway between the corners on both sides.
    let below = ys.filter { $0 < middle }.max() ?? low
    let above = ys.filter { $0 > middle }.min() ?? high
    let y = ys.contains(middle) ? (middle + above) / 2 : (below + above) / 2
    var crossings: [Double] = []
    for index in ring.indices {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      guard (a.y < y) != (b.y < y) else { continue }
      crossings.append(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
    }
    crossings.sort()
    var best: (width: Double, x: Double)?
    for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
      let width = crossings[pair + 1] - crossings[pair]
      if width > best?.width ?? 0 { best = (width, crossings[pair] + width / 2) }
    }
    return best.map { ($0.x, y) } ?? first
  }
}
