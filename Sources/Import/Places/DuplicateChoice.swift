import Catalog
import Spatial

/// Decides which of the places that are like each other stay, and what becomes one with them.
///
/// In the order in which places were added, each becomes one with the first of those before it that stays
/// and is like it itself, and stays where there is none: what is far from a place never joins it by way of
/// others between them.
final class DuplicateChoice {
  private var nodes: LineSorter
  private var pairs: LineSorter
  private var record = ByteBuffer()
  private var isEmpty = true

  init(directory: String) {
    nodes = LineSorter(directory: directory, name: "alike", limit: 3 << 20)
    pairs = LineSorter(directory: directory, name: "pairs", limit: 3 << 20)
  }

  /// Waits for what is being written.
  func settle() {
    nodes.settle()
    pairs.settle()
  }

  /// Adds a place with its likes, and its id and names.
  func add(
    _ entry: DuplicateBand.Entry, _ likes: DuplicateBand.Likes, _ texts: ArraySlice<UInt8>
  ) throws(FileSystem.Failure) {
    isEmpty = false
    record.removeAll()
    record.append(raw: entry.order.bigEndian)
    record.append(raw: entry.point.latitude.bitPattern)
    record.append(raw: entry.point.longitude.bitPattern)
    for key in [entry.keys.0, entry.keys.1] {
      record.append(raw: key.hash)
      record.append(raw: key.sketch)
    }
    record.append(entry.nature.rawValue)
    record.append((likes.isCrowded ? 1 : 0) | (likes.hasCopies ? 2 : 0))
    record.append(raw: likes.original ?? .max)
    record.append(UInt8(likes.earlier.count))
    for like in likes.earlier {
      record.append(raw: like.order)
      record.append(like.nature.rawValue)
      record.append(raw: like.distanceMeters)
    }
    texts.withUnsafeBufferPointer { record.append(contentsOf: $0) }
    try nodes.add(record.bytes)
  }

  /// A place as it was added.
  private struct Node {
    let entry: DuplicateBand.Entry
    let isCrowded: Bool
    let hasCopies: Bool
    let original: UInt32?
    var earlier: [DuplicateBand.Likes.Like] = []
    let texts: UnsafeBufferPointer<UInt8>

    init(_ record: UnsafeBufferPointer<UInt8>) {
      var reader = Reader(record)
      let order = UInt32(bigEndian: reader.next())
      let point = Coordinate(
        uncheckedLatitude: Double(bitPattern: reader.next()),
        longitude: Double(bitPattern: reader.next()))
      let keys = (
        NameKey(hash: reader.next(), sketch: reader.next()),
        NameKey(hash: reader.next(), sketch: reader.next())
      )
      entry = DuplicateBand.Entry(
        order: order, point: point, keys: keys,
        nature: PlaceNature(rawValue: reader.next()) ?? .open)
      let flags: UInt8 = reader.next()
      (isCrowded, hasCopies) = (flags & 1 != 0, flags & 2 != 0)
      let original: UInt32 = reader.next()
      self.original = original == .max ? nil : original
      let count: UInt8 = reader.next()
      for _ in 0..<count {
        earlier.append(
          DuplicateBand.Likes.Like(
            order: reader.next(), nature: PlaceNature(rawValue: reader.next()) ?? .open,
            distanceMeters: reader.next()))
      }
      texts = UnsafeBufferPointer(rebasing: record[reader.offset...])
    }
  }

  /// Values one behind the other as they are in memory.
  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = UnsafeRawBufferPointer(bytes) }

    mutating func next<Value: BitwiseCopyable>() -> Value {
      defer { offset += MemoryLayout<Value>.size }
      return bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
  }

  /// Calls with all pairs, in the order of those that stay and of those that become one with them. Called
  /// once.
  ///
  /// - Complexity: O(n log n) of the places that are like others.
  func forEachPair(
    radiusMeters: Double, _ body: (DuplicateSweep.Pair) throws(ImportError) -> Void
  ) throws(ImportError) {
    if isEmpty { return }
    try choose(radiusMeters)
    var kept: [String] = []
    try pairs.forEach { record throws(ImportError) in
      var reader = Reader(record)
      let _: UInt32 = reader.next()
      let order = UInt32(bigEndian: reader.next())
      if order == 0 {
        kept = DuplicateSweep.texts(Array(record[reader.offset...])[...])
        return
      }
      let isContradicted: UInt8 = reader.next()
      let distance: Double = reader.next()
      let texts = DuplicateSweep.texts(Array(record[reader.offset...])[...])
      guard kept.count > 1, texts.count > 1 else { return }
      try body(
        DuplicateSweep.Pair(
          kept: kept[0], merged: texts[0], keptName: kept[1], mergedName: texts[1],
          distanceMeters: distance, isContradicted: isContradicted != 0))
    }
  }

  private func choose(_ radiusMeters: Double) throws(ImportError) {
    var merged = OrderSet()
    /// Where places went that others may follow.
    var ways: [UInt32: DuplicateBand.Likes.Like] = [:]
    /// Places that stay and are like more than they know.
    var heads: [UInt32: DuplicateBand.Entry] = [:]
    /// What places that stay are by what became one with them.
    var natures: [UInt32: PlaceNature] = [:]
    try nodes.forEach { record throws(ImportError) in
      let node = Node(record)
      let entry = node.entry
      func allows(_ like: DuplicateBand.Likes.Like) -> Bool {
        (natures[like.order] ?? like.nature).allows(entry.nature)
      }
      let staying = node.earlier.filter { !merged.contains($0.order) }
      var target = staying.first(where: allows)
      // What lies on another goes where that went, which more places saw.
      if let way = node.original.flatMap({ ways[$0] }), allows(way),
        way.order < target?.order ?? .max
      {
        target = way
      }
      if target == nil, node.isCrowded {
        for like in node.earlier {
          guard let way = ways[like.order], let head = heads[way.order], allows(way),
            head.sharesName(with: entry), way.order < target?.order ?? .max
          else { continue }
          let distance = head.point.greatCircleDistance(to: entry.point)
          guard distance <= radiusMeters else { continue }
          target = DuplicateBand.Likes.Like(
            order: way.order, nature: way.nature, distanceMeters: distance)
        }
      }
      do throws(FileSystem.Failure) {
        if let target {
          merged.insert(entry.order)
          if entry.nature != .open { natures[target.order] = entry.nature }
          if node.isCrowded || node.hasCopies { ways[entry.order] = target }
          try addPair(target, node, isContradicted: false)
        } else {
          if node.isCrowded { heads[entry.order] = entry }
          try addKept(node)
          if let first = staying.first { try addPair(first, node, isContradicted: true) }
        }
      } catch {
        throw .system(error)
      }
    }
  }

  private func addKept(_ node: Node) throws(FileSystem.Failure) {
    record.removeAll()
    record.append(raw: node.entry.order.bigEndian)
    record.append(raw: UInt32(0))
    record.append(contentsOf: node.texts)
    try pairs.add(record.bytes)
  }

  /// The later of two is never the first of all, so its number is not 0.
  private func addPair(
    _ kept: DuplicateBand.Likes.Like, _ node: Node, isContradicted: Bool
  ) throws(FileSystem.Failure) {
    record.removeAll()
    record.append(raw: kept.order.bigEndian)
    record.append(raw: node.entry.order.bigEndian)
    record.append(isContradicted ? 1 : 0)
    record.append(raw: kept.distanceMeters)
    record.append(contentsOf: node.texts)
    try pairs.add(record.bytes)
  }
}

/// A set of numbers of places, a bit each.
private struct OrderSet {
  private var words: [UInt64] = []

  func contains(_ order: UInt32) -> Bool {
    let word = Int(order >> 6)
    return word < words.count && words[word] & 1 << UInt64(order & 63) != 0
  }

  mutating func insert(_ order: UInt32) {
    let word = Int(order >> 6)
    if word >= words.count {
      words.append(
        contentsOf: repeatElement(0, count: max(word + 1, words.count * 2) - words.count))
    }
    words[word] |= 1 << UInt64(order & 63)
  }
}
