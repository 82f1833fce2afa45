import Catalog
import Spatial

/// Finds places that may be one: names that fold alike or nearly alike, within a distance.
///
/// The places are sorted by latitude on the disk and swept from south to north; only those of the last
/// few metres are in memory (``DuplicateBand``). Then it is chosen which stay (``DuplicateChoice``).
package final class DuplicateSweep {
  /// A place that may be one with an earlier one.
  package struct Pair: Hashable, Sendable {
    /// The id that stays, and the id that would be merged into it.
    package let kept: String
    package let merged: String
    /// The names of the two.
    package let keptName: String
    package let mergedName: String
    /// How far apart they are, in metres.
    package let distanceMeters: Double
    /// Whether they are of two kinds, as a temple and the stop named after it, and so stay two.
    package let isContradicted: Bool
  }

  private let radiusMeters: Double
  private let choice: DuplicateChoice
  private var places: Places
  /// How many places stand already, and are not compared with each other.
  private var knownCount: UInt32 = 0

  /// The places on their way through the sorter.
  private struct Places: ~Copyable {
    var sorter: LineSorter
    private(set) var count: UInt32 = 0
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
    choice = DuplicateChoice(directory: directory)
    self.radiusMeters = radiusMeters
  }

  /// Waits for what is being written.
  func settle() {
    places.sorter.settle()
    choice.settle()
  }

  /// What was added so far stands already: it stays, and no two of it are a pair.
  func closeKnown() { knownCount = places.count }

  /// Adds a place of one name or two; of two that are one the first added stays.
  package func add(id: String, names: [String], at point: Coordinate) throws(FileSystem.Failure) {
    try add(id: id, names: names, at: point, .open)
  }

  func add(
    id: String, names: [String], at point: Coordinate, _ nature: PlaceNature
  ) throws(FileSystem.Failure) {
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    try places.add(at: point) { record in
      for name in unique { record.append(NameKey(folding: name)) }
      if unique.count == 1 { record.append(NameKey.none) }
      record.append(nature)
      record.append(id)
      for name in unique { record.append(name) }
    }
  }

  #if GEOS
    /// Adds a draft whose folded names stand in a range, with the names that its row has: the first, and the
    /// second where it is another.
    func add(
      id: UnsafeBufferPointer<UInt8>, _ draft: borrowing PlaceDraft,
      _ folded: borrowing FoldedNames, _ range: Range<Int>, _ nature: PlaceNature
    ) throws(FileSystem.Failure) {
      let names = PlaceRowWriter.names(draft)
      let isOne = names.en == names.zhHant || draft.isEqual(names.en, names.zhHant)
      let first = folded.key(names.en, in: range)
      let second = isOne ? .none : folded.key(names.zhHant, in: range)
      try places.add(at: draft.position.coordinate) { record in
        record.append(first)
        record.append(second)
        record.append(nature)
        record.append(id)
        draft.withBytes(names.en) { record.append($0) }
        if !isOne { draft.withBytes(names.zhHant) { record.append($0) } }
      }
    }
  #endif

  /// A place on its way through the sorter: the latitude in ten-millionths of a degree and the number of the
  /// place, by which records are sorted; latitude, longitude and two keys as they are in memory; a byte for
  /// the nature; then id and names, each behind its length.
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

    mutating func append(_ nature: PlaceNature) { bytes.append(nature.rawValue) }

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

  /// Texts behind their lengths.
  static func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
    var texts: [String] = []
    var rest = bytes
    while rest.count >= 4 {
      let count = rest.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
      texts.append(String(decoding: rest.dropFirst(4).prefix(count), as: UTF8.self))
      rest = rest.dropFirst(4 + count)
    }
    return texts
  }

  /// All pairs: each place that would become one with another once, with the one that stays.
  ///
  /// - Returns: how many places lie in a heap so high that they were not compared with all of it.
  /// - Complexity: O(n log n) where places are not stacked.
  @discardableResult
  package func pairs(_ body: (Pair) throws(ImportError) -> Void) throws(ImportError) -> Int {
    let radius = radiusMeters
    let known = knownCount
    // A hair more than the radius, in degrees of latitude.
    var band = DuplicateBand(
      bandDegrees: radius / Coordinate.earthRadiusMeters * (180 / .pi) * 1.001 + 1e-7,
      choice: choice)
    var found: [DuplicateBand.Near] = []
    var heaped = 0
    try places.sorter.forEach { record throws(ImportError) in
      if FileSystem.wasInterrupted { throw .interrupted }
      let entry = DuplicateBand.Entry(record, text: 0..<0)
      do throws(FileSystem.Failure) {
        try band.advance(to: entry.point.latitude)
        let isWhole = band.find(near: entry, radiusMeters: radius, into: &found)
        if !isWhole { heaped += 1 }
        if found.isEmpty {
          band.append(record)
          return
        }
        let texts = Array(record[DuplicateBand.Entry.size...])[...]
        let own = Self.texts(texts)
        var original: DuplicateBand.Entry?
        for near in found {
          let other = near.entry
          if entry.order >= known || other.order >= known {
            guard near.isSame || Self.isAlike(own, band.texts(other)) else { continue }
            band.note(entry, other, distanceMeters: near.distanceMeters)
          }
          let isOfOneTime = (entry.order < known) == (other.order < known)
          if original == nil, isOfOneTime, entry.isCopy(of: other) { original = other }
        }
        if !isWhole { band.isCrowded = true }
        // What lies on its like and has the names of it finds nothing that the other does not: a stack
        // of one thing costs no more than its height.
        if let original {
          try band.handOver(entry, copyOf: original, texts)
        } else {
          band.append(record)
        }
      } catch {
        throw .system(error)
      }
    }
    do throws(FileSystem.Failure) {
      try band.finish()
    } catch {
      throw .system(error)
    }
    try choice.forEachPair(radiusMeters: radius, body)
    return heaped
  }

  /// Whether two places, as id and names, have names that are alike. The first names decide; the others
  /// only where one place has no other name.
  static func isAlike(_ a: [String], _ b: [String]) -> Bool {
    func keys(_ texts: [String]) -> [[Unicode.Scalar]] {
      texts.dropFirst().map { Array(Folding.fold($0).unicodeScalars) }.filter { !$0.isEmpty }
    }
    let (a, b) = (keys(a), keys(b))
    guard let first = a.first, let second = b.first else { return false }
    if NameLikeness.isAlike(first, second) { return true }
    guard a.count == 1 || b.count == 1 else { return false }
    return a.contains { key in b.contains { NameLikeness.isAlike(key, $0) } }
  }
}
