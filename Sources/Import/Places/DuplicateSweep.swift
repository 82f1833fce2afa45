import Catalog
import Spatial

/// Finds places that may be one: names that fold alike or nearly alike, within a distance.
///
/// The places are sorted by latitude on the disk and swept from south to north; only those of the last
/// few metres are in memory.
package final class DuplicateSweep {
  /// A place that may be one with an earlier one.
  package struct Pair: Hashable, Sendable {
    /// The id that stays, and the id that would be merged into it.
    package let kept: String
    package let merged: String
    /// The names of the two.
    package let keptName: String
    package let mergedName: String
    /// All names of the one that would be merged.
    package let mergedNames: [String]
    /// How far apart they are, in metres.
    package let distanceMeters: Double
  }

  /// A place is compared with so many of those near it, which in a heap of places takes time that grows
  /// with the square of its height: with so many whose names may be like its own but are not the same,
  /// and with so many in all.
  private static let likeLimit = 32
  private static let stepLimit = 1 << 14

  private let radiusMeters: Double
  private var places: Places

  /// The places on their way through the sorter.
  private struct Places: ~Copyable {
    var sorter: LineSorter
    private var count: UInt32 = 0
    private var record = Record()

    init(_ sorter: consuming LineSorter) { self.sorter = sorter }

    /// Adds a record that a body fills behind its position.
    @inline(__always)
    mutating func add(
      at point: Coordinate, _ fill: (inout Record) -> Void
    ) throws(FileSystem.Failure) {
      record.begin(at: point, number: count)
      count += 1
      fill(&record)
      try sorter.add(record.bytes.bytes)
    }
  }

  /// - Parameters:
  ///   - directory: where sorted runs may be kept.
  ///   - radiusMeters: places further apart are never one; the limit is included.
  package init(directory: String, radiusMeters: Double) {
    places = Places(LineSorter(directory: directory, name: "duplicates", limit: 4 << 20))
    self.radiusMeters = radiusMeters
  }

  /// Waits for what is being written.
  func settle() { places.sorter.settle() }

  /// Adds a place; of two that are one the first added stays.
  package func add(id: String, names: [String], at point: Coordinate) throws(FileSystem.Failure) {
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    try places.add(at: point) { record in
      for name in unique { record.append(NameKey(folding: name)) }
      if unique.count == 1 { record.append(NameKey.none) }
      record.append(id)
      for name in unique { record.append(name) }
    }
  }

  #if GEOS
    /// Adds a draft whose folded names stand in a range, with the names that its row has: the first, and the
    /// second where it is another.
    func add(
      id: UnsafeBufferPointer<UInt8>, _ draft: borrowing PlaceDraft,
      _ folded: borrowing FoldedNames, _ range: Range<Int>
    ) throws(FileSystem.Failure) {
      let names = PlaceRowWriter.names(draft)
      let isOne = names.en == names.zhHant || draft.isEqual(names.en, names.zhHant)
      let first = folded.key(names.en, in: range)
      let second = isOne ? .none : folded.key(names.zhHant, in: range)
      try places.add(at: draft.position.coordinate) { record in
        record.append(first)
        record.append(second)
        record.append(id)
        draft.withBytes(names.en) { record.append($0) }
        if !isOne { draft.withBytes(names.zhHant) { record.append($0) } }
      }
    }
  #endif

  /// A place on its way through the sorter: the latitude in ten-millionths of a degree and the number of the
  /// place, by which records are sorted; latitude, longitude and two keys as they are in memory; then id
  /// and names, each behind its length.
  private struct Record: ~Copyable {
    private(set) var bytes = ByteBuffer()

    mutating func begin(at point: Coordinate, number: UInt32) {
      bytes.removeAll()
      let south = UInt64(((point.latitude + 90) * 1e7).rounded())
      append((south << 32 | UInt64(number)).bigEndian)
      append(point.latitude.bitPattern)
      append(point.longitude.bitPattern)
    }

    private mutating func append(_ value: UInt64) { bytes.append(raw: value) }

    mutating func append(_ key: NameKey) {
      append(key.hash)
      append(key.sketch)
    }

    mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { append($0) }
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
      bytes.append(raw: UInt32(text.count))
      bytes.append(contentsOf: text)
    }
  }

  // MARK: Sweeping

  /// A place within the last few metres.
  private struct Entry {
    let point: Coordinate
    let order: UInt32
    let keys: (NameKey, NameKey)
    /// Where its id and names stand in the texts.
    var text: Range<Int>

    /// How many of the keys say something.
    var keyCount: Int { (keys.0.isEmpty ? 0 : 1) + (keys.1.isEmpty ? 0 : 1) }
    /// The first that does.
    var firstKey: NameKey { keys.0.isEmpty ? keys.1 : keys.0 }

    init(_ record: UnsafeBufferPointer<UInt8>, text: Range<Int>) {
      let raw = UnsafeRawBufferPointer(record)
      func word(_ index: Int) -> UInt64 {
        raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
      }
      order = UInt32(truncatingIfNeeded: word(0).bigEndian)
      point = Coordinate(
        uncheckedLatitude: Double(bitPattern: word(1)), longitude: Double(bitPattern: word(2)))
      keys = (
        NameKey(hash: word(3), sketch: word(4)), NameKey(hash: word(5), sketch: word(6))
      )
      self.text = text
    }

    static let size = 56

    /// Whether one of its names may be equal or nearly equal to another.
    func mayHaveNear(_ key: NameKey) -> Bool {
      guard !key.isEmpty else { return false }
      return (!keys.0.isEmpty && keys.0.mayBeNear(key))
        || (!keys.1.isEmpty && keys.1.mayBeNear(key))
    }

    /// Whether they have a name that is, in all likelihood, the same.
    func sharesKey(with other: Entry) -> Bool {
      func has(_ key: NameKey) -> Bool {
        !key.isEmpty && (key.hash == other.keys.0.hash || key.hash == other.keys.1.hash)
      }
      return has(keys.0) || has(keys.1)
    }

    func hasKeys(of other: Entry) -> Bool {
      keys.0 == other.keys.0 && keys.1 == other.keys.1
    }

    /// The entry once its texts have moved.
    func moved(by offset: Int) -> Entry {
      var copy = self
      copy.text = text.lowerBound + offset..<text.upperBound + offset
      return copy
    }
  }

  /// A place near another.
  private struct Near {
    let entry: Entry
    let distanceMeters: Double
  }

  /// The places of a band of latitude, in columns of longitude.
  private struct Band {
    private let bandDegrees: Double
    private var columnDegrees = 360.0
    /// The degree of latitude for which the columns are wide enough.
    private var zone = Int.min
    private(set) var entries: [Entry] = []
    /// The column of each entry, and the entry behind it in its chain, or −1.
    private var links: [(column: Int32, next: Int32)] = []
    /// The first and the last entry of each chain, or −1; columns that are alike in their last bits share
    /// one, and those side by side never do.
    private var chains = [(first: Int32, last: Int32)](repeating: (-1, -1), count: chainCount)
    private static var chainCount: Int { 4096 }
    private(set) var texts: [UInt8] = []
    /// The first entry that is not forgotten.
    private var first = 0

    init(bandDegrees: Double) { self.bandDegrees = bandDegrees }

    private func column(_ longitude: Double) -> Int32 {
      Int32((longitude / columnDegrees).rounded(.down))
    }

    private static func chain(_ column: Int32) -> Int { Int(column) & (chainCount - 1) }

    /// Forgets what is too far south of a latitude to matter.
    mutating func advance(to latitude: Double) {
      while first < entries.count, entries[first].point.latitude < latitude - bandDegrees {
        // Those of a chain are in the order in which they came: it is the first of its own.
        let (column, next) = links[first]
        chains[Self.chain(column)].first = next
        if next < 0 { chains[Self.chain(column)].last = -1 }
        first += 1
      }
      let isNewZone = zone != Int(latitude.rounded(.down))
      if isNewZone || first > max(4096, entries.count / 2) { rebuild(at: latitude) }
    }

    /// Drops what is forgotten, and makes the columns as wide as the radius is anywhere in this degree of
    /// latitude; at a pole one column is all.
    private mutating func rebuild(at latitude: Double) {
      zone = Int(latitude.rounded(.down))
      let polar = Double(max(abs(zone), abs(zone + 1))) + bandDegrees
      columnDegrees =
        polar < 89.5 ? max(1e-6, bandDegrees / Trigonometry.cosine(degrees: polar)) : 360
      let kept = entries[first...]
      let start = kept.first?.text.lowerBound ?? texts.count
      texts.removeSubrange(..<start)
      entries = kept.map { $0.moved(by: -start) }
      first = 0
      for index in chains.indices { chains[index] = (-1, -1) }
      links.removeAll(keepingCapacity: true)
      for index in entries.indices { enter(index) }
    }

    private mutating func enter(_ index: Int) {
      let column = column(entries[index].point.longitude)
      links.append((column, -1))
      let chain = Self.chain(column)
      let last = chains[chain].last
      if last < 0 {
        chains[chain].first = Int32(index)
      } else {
        links[Int(last)].next = Int32(index)
      }
      chains[chain].last = Int32(index)
    }

    mutating func append(_ record: UnsafeBufferPointer<UInt8>) {
      let start = texts.count
      texts.append(contentsOf: UnsafeBufferPointer(rebasing: record[Entry.size...]))
      entries.append(Entry(record, text: start..<texts.count))
      enter(entries.count - 1)
    }

    /// Finds the entries within a distance of another whose names may be like its names. Changes nothing;
    /// it is mutating so that no copy is made for the call.
    ///
    /// - Returns: false where so many are near that not all were looked at.
    mutating func find(
      near entry: Entry, radiusMeters: Double, into found: inout [Near]
    ) -> Bool {
      found.removeAll(keepingCapacity: true)
      let column = column(entry.point.longitude)
      return entries.withUnsafeBufferPointer { entries in
        links.withUnsafeBufferPointer { links in
          Self.find(
            near: entry, radiusMeters, column, chains, entries, links, into: &found)
        }
      }
    }

    private static func find(
      near entry: Entry, _ radiusMeters: Double, _ column: Int32,
      _ chains: [(first: Int32, last: Int32)], _ entries: UnsafeBufferPointer<Entry>,
      _ links: UnsafeBufferPointer<(column: Int32, next: Int32)>, into found: inout [Near]
    ) -> Bool {
      var (steps, likes) = (0, 0)
      for near in column - 1...column + 1 {
        var index = Int(chains[chain(near)].first)
        while index >= 0 {
          let other = entries[index]
          let isSame = entry.sharesKey(with: other)
          // Where enough are like it, only the same name counts.
          if isSame || likes <= DuplicateSweep.likeLimit, links[index].column == near,
            mayBeAlike(entry, other)
          {
            let distance = entry.point.greatCircleDistance(to: other.point)
            if distance <= radiusMeters {
              if !isSame { likes += 1 }
              if isSame || likes <= DuplicateSweep.likeLimit {
                found.append(Near(entry: other, distanceMeters: distance))
              }
            }
          }
          steps += 1
          if steps == DuplicateSweep.stepLimit { return false }
          index = Int(links[index].next)
        }
      }
      return likes <= DuplicateSweep.likeLimit
    }

    private static func mayBeAlike(_ a: Entry, _ b: Entry) -> Bool {
      if a.firstKey.mayBeNear(b.firstKey) { return !a.firstKey.isEmpty && !b.firstKey.isEmpty }
      guard a.keyCount == 1 || b.keyCount == 1 else { return false }
      return a.mayHaveNear(b.keys.0) || a.mayHaveNear(b.keys.1)
    }

    /// The id and the names of an entry.
    func texts(_ entry: Entry) -> [String] { DuplicateSweep.texts(texts[entry.text]) }
  }

  /// Texts behind their lengths.
  private static func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
    var texts: [String] = []
    var rest = bytes
    while rest.count >= 4 {
      let count = rest.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
      texts.append(String(decoding: rest.dropFirst(4).prefix(count), as: UTF8.self))
      rest = rest.dropFirst(4 + count)
    }
    return texts
  }

  /// All pairs, each merged place once, with the one that stays in the end.
  ///
  /// - Returns: how many places lie in a heap so high that they were not compared with all of it.
  /// - Complexity: O(n log n) where places are not stacked.
  @discardableResult
  package func pairs(_ body: (Pair) -> Void) throws(ImportError) -> Int {
    let radius = radiusMeters
    // A hair more than the radius, in degrees of latitude.
    var band = Band(
      bandDegrees: radius / Coordinate.earthRadiusMeters * (180 / .pi) * 1.001 + 1e-7)
    var found: [Near] = []
    var roots: [UInt32: (order: UInt32, id: String, name: String)] = [:]
    var heaped = 0
    try places.sorter.forEach { record throws(ImportError) in
      if FileSystem.wasInterrupted { throw .interrupted }
      let entry = Entry(record, text: 0..<0)
      band.advance(to: entry.point.latitude)
      var own: [String] = []
      var isCopy = false
      if !band.find(near: entry, radiusMeters: radius, into: &found) { heaped += 1 }
      for near in found {
        let other = near.entry
        if own.isEmpty { own = Self.texts(Array(record[Entry.size...])[...]) }
        let others = band.texts(other)
        guard Self.isAlike(own, others) else { continue }
        if near.distanceMeters == 0 && entry.hasKeys(of: other) { isCopy = true }
        let isEarlier = entry.order < other.order
        let (kept, merged) = isEarlier ? (own, others) : (others, own)
        let (order, mergedOrder) =
          isEarlier ? (entry.order, other.order) : (other.order, entry.order)
        var root = (order: order, id: kept[0], name: kept[1])
        while let next = roots[root.order] { root = next }
        guard roots[mergedOrder] == nil, root.order != mergedOrder else { continue }
        roots[mergedOrder] = root
        body(
          Pair(
            kept: root.id, merged: merged[0], keptName: root.name, mergedName: merged[1],
            mergedNames: Array(merged.dropFirst()),
            distanceMeters: near.distanceMeters))
      }
      // What lies on its like and has the names of it finds nothing that the other does not: a stack of
      // one thing costs no more than its height.
      if !isCopy { band.append(record) }
    }
    return heaped
  }

  /// Whether two places, as id and names, have names that are alike. The first names decide; the others
  /// only where one place has no other name.
  private static func isAlike(_ a: [String], _ b: [String]) -> Bool {
    func keys(_ texts: [String]) -> [[Unicode.Scalar]] {
      texts.dropFirst().map { Array(Folding.fold($0).unicodeScalars) }.filter { !$0.isEmpty }
    }
    let (a, b) = (keys(a), keys(b))
    guard let first = a.first, let second = b.first else { return false }
    if isAlike(first, second) { return true }
    guard a.count == 1 || b.count == 1 else { return false }
    return a.contains { key in b.contains { isAlike(key, $0) } }
  }

  /// Equal, or long and nearly equal with the same digits: Pier 2 is not Pier 3.
  static func isAlike(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    if a == b { return true }
    let shorter = min(a.count, b.count)
    guard shorter >= 8, abs(a.count - b.count) <= 2 else { return false }
    let isDigit = { (scalar: Unicode.Scalar) in (0x30...0x39).contains(scalar.value) }
    guard a.filter(isDigit) == b.filter(isDigit) else { return false }
    let limit = EditDistance.tolerance(length: shorter)
    return EditDistance.between(a[...], b[...], limit: limit) != nil
  }
}
