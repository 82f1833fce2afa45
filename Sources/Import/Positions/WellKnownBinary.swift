/// A geometry in well-known binary, written in hexadecimal digits as PostgreSQL exports it.
struct WellKnownBinary {
  private static let kinds: [UInt32: GeometryKind] = [
    1: .point, 2: .lineString, 3: .polygon, 4: .multiPoint, 5: .multiLineString, 6: .multiPolygon,
    7: .collection,
  ]

  private var bytes: [UInt8] = []
  private var index = 0
  private var isBigEndian = false

  /// Reads the digits; nil where the text is something else.
  init?(hexadecimal text: [UInt8]) {
    // An order of bytes, a type and two numbers or a count at least.
    guard text.count >= 18, text.count.isMultiple(of: 2), text[0] == UInt8(ascii: "0"),
      text[1] == UInt8(ascii: "0") || text[1] == UInt8(ascii: "1")
    else { return nil }
    bytes.reserveCapacity(text.count / 2)
    for place in stride(from: 0, to: text.count, by: 2) {
      guard let high = Self.digit(text[place]), let low = Self.digit(text[place + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Reads to the end.
  mutating func read(into geometry: inout WrittenGeometry) throws(JSONFault) {
    try part(into: &geometry, depth: 0)
    guard index == bytes.count else { throw fault("bytes after the end") }
  }

  private func fault(_ reason: String) -> JSONFault {
    JSONFault(offset: index * 2, reason: reason)
  }

  private mutating func part(
    into geometry: inout WrittenGeometry, depth: Int
  ) throws(JSONFault) {
    var parts: [[[WrittenGeometry.Point]]] = []
    guard let kind = try shape(into: &parts, of: &geometry, depth) else { return }
    geometry.add(parts, kind)
  }

  /// Reads a geometry's parts with their rings; nil where it was a collection, whose parts the geometry has taken.
  private mutating func shape(
    into parts: inout [[[WrittenGeometry.Point]]], of geometry: inout WrittenGeometry, _ depth: Int
  ) throws(JSONFault) -> GeometryKind? {
    guard depth < 8 else { throw fault("nested too deep") }
    switch try integer(1) {
    case 0: isBigEndian = true
    case 1: isBigEndian = false
    default: throw fault("no order of bytes")
    }
    let code = UInt32(truncatingIfNeeded: try integer(4))
    // PostGIS sets bits for heights, measures and a reference system; ISO adds thousands.
    let plain = code & 0x1FFF_FFFF
    guard let kind = Self.kinds[plain % 1000], plain < 4000 else {
      throw fault("a geometry of kind \(plain)")
    }
    if code & 0x2000_0000 != 0 { geometry.setSystem(try integer(4)) }
    let isHigh = code & 0x8000_0000 != 0 || plain / 1000 & 1 == 1
    let isMeasured = code & 0x4000_0000 != 0 || plain / 1000 & 2 == 2
    let size = 16 + (isHigh ? 8 : 0) + (isMeasured ? 8 : 0)
    switch kind {
    case .point: parts.append([try positions(1, size)])
    case .lineString: parts.append([try positions(try count(of: size), size)])
    case .polygon:
      var rings: [[WrittenGeometry.Point]] = []
      for _ in 0..<(try count(of: 4)) { rings.append(try positions(try count(of: size), size)) }
      parts.append(rings)
    case .collection:
      for _ in 0..<(try count(of: 5)) { try part(into: &geometry, depth: depth + 1) }
      return nil
    default:
      for _ in 0..<(try count(of: 5)) { _ = try shape(into: &parts, of: &geometry, depth + 1) }
    }
    return kind
  }

  private mutating func positions(
    _ count: Int, _ size: Int
  ) throws(JSONFault) -> [WrittenGeometry.Point] {
    var ring: [WrittenGeometry.Point] = []
    for _ in 0..<count {
      let (x, y) = (Double(bitPattern: try integer(8)), Double(bitPattern: try integer(8)))
      if size > 16 { _ = try integer(8) }
      if size > 24 { _ = try integer(8) }
      // An empty point has numbers that are none.
      if x.isNaN, y.isNaN { continue }
      guard x.isFinite, y.isFinite else { throw fault("\(x), \(y) is no position") }
      ring.append((x, y))
    }
    return ring
  }

  /// How many things of some bytes at least follow.
  private mutating func count(of size: Int) throws(JSONFault) -> Int {
    let count = Int(try integer(4))
    guard count <= (bytes.count - index) / size else { throw fault("the text ends too early") }
    return count
  }

  private mutating func integer(_ size: Int) throws(JSONFault) -> UInt64 {
    guard bytes.count - index >= size else { throw fault("the text ends too early") }
    var value: UInt64 = 0
    for place in 0..<size {
      let byte = UInt64(bytes[index + (isBigEndian ? place : size - 1 - place)])
      value = value << 8 | byte
    }
    index += size
    return value
  }
}
