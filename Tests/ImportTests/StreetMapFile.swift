/// OpenStreetMap's PBF, as far as a test needs it: nodes, ways and their tags in one block.
///
/// https://wiki.openstreetmap.org/wiki/PBF_Format, uncompressed.
struct StreetMapFile {
  struct Node {
    var id: Int
    var latitude: Double
    var longitude: Double
    var tags: [(String, String)] = []
  }

  struct Way {
    var id: Int
    var nodes: [Int]
    var tags: [(String, String)]
  }

  var nodes: [Node]
  var ways: [Way] = []

  /// The bytes of the file.
  var bytes: [UInt8] {
    var strings: [String] = [""]
    func number(_ text: String) -> UInt64 {
      if let known = strings.firstIndex(of: text) { return UInt64(known) }
      strings.append(text)
      return UInt64(strings.count - 1)
    }
    func pairs(_ tags: [(String, String)]) -> [UInt8] {
      tags.isEmpty
        ? []
        : Self.field(2, tags.flatMap { Self.varint(number($0.0)) })
          + Self.field(3, tags.flatMap { Self.varint(number($0.1)) })
    }
    var group: [UInt8] = []
    for node in nodes {
      group += Self.field(
        1,
        Self.field(1, varint: Self.zigzag(node.id)) + pairs(node.tags)
          + Self.field(8, varint: Self.zigzag(Int((node.latitude * 1e7).rounded())))
          + Self.field(9, varint: Self.zigzag(Int((node.longitude * 1e7).rounded()))))
    }
    var wayGroup: [UInt8] = []
    for way in ways {
      var last = 0
      let references = way.nodes.flatMap { node in
        defer { last = node }
        return Self.varint(Self.zigzag(node - last))
      }
      wayGroup += Self.field(
        3, Self.field(1, varint: UInt64(way.id)) + pairs(way.tags) + Self.field(8, references))
    }
    let table = strings.flatMap { Self.field(1, Array($0.utf8)) }
    let groups = Self.field(2, group) + (ways.isEmpty ? [] : Self.field(2, wayGroup))
    return Self.blob("OSMHeader", Self.field(4, Array("OsmSchema-V0.6".utf8)))
      + Self.blob("OSMData", Self.field(1, table) + groups)
  }

  private static func blob(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let blob = field(1, content)
    let header = field(1, Array(type.utf8)) + field(3, varint: UInt64(blob.count))
    let length = UInt32(header.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + header + blob
  }

  private static func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(content.count)) + content
  }

  private static func field(_ number: UInt64, varint value: UInt64) -> [UInt8] {
    varint(number << 3) + varint(value)
  }

  private static func zigzag(_ value: Int) -> UInt64 {
    UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
  }

  private static func varint(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
