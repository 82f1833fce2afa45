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
    /// How far apart they are, in metres.
    package let distanceMeters: Double
  }

  private struct Entry {
    let point: Coordinate
    let order: Int
    let id: String
    let name: String
    let keys: [[Unicode.Scalar]]
    let column: Int
  }

  private let sorter: LineSorter
  private let radiusMeters: Double
  private var count = 0

  /// - Parameters:
  ///   - directory: where sorted runs may be kept.
  ///   - radiusMeters: places further apart are never one; the limit is included.
  package init(directory: String, radiusMeters: Double) {
    sorter = LineSorter(directory: directory, name: "duplicates", limit: 3 << 20)
    self.radiusMeters = radiusMeters
  }

  /// Adds a place; of two that are one the first added stays.
  package func add(id: String, names: [String], at point: Coordinate) throws(FileSystem.Failure) {
    // Latitude first and with a fixed width, so that lines sort from south to north.
    let south = Int(((point.latitude + 90) * 1e7).rounded())
    let padded = String(repeating: "0", count: 10 - String(south).count) + String(south)
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    let line =
      "\(padded)\t\(count)\t\(point.latitude)\t\(point.longitude)\t\(id)\t"
      + unique.joined(separator: "\t")
    count += 1
    try sorter.add(line.utf8)
  }

  /// All pairs, each merged place once, with the one that stays in the end.
  ///
  /// - Complexity: O(n log n) where places are not stacked.
  package func pairs(_ body: (Pair) -> Void) throws(ImportError) {
    let radius = radiusMeters
    // A hair more than the radius, in degrees of latitude.
    let band = radius / Coordinate.earthRadiusMeters * (180 / .pi) * 1.001 + 1e-7
    var columns: [Int: [Entry]] = [:]
    var recent: [Entry] = []
    var first = 0
    var roots: [String: (id: String, name: String)] = [:]
    try sorter.forEach { line throws(ImportError) in
      let parts = line.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self) }
      guard parts.count >= 6, let order = Int(parts[1]), let latitude = Double(parts[2]),
        let longitude = Double(parts[3])
      else { return }
      let point = Coordinate(uncheckedLatitude: latitude, longitude: longitude)
      // Columns as wide as the radius at this latitude; at a pole one column is all.
      let cosine = max(0.01, Trigonometry.cosine(degrees: min(89, abs(latitude) + 1)))
      let width = max(1e-6, band / cosine)
      let entry = Entry(
        point: point, order: order, id: parts[4], name: parts[5],
        keys: parts[5...].map { Array(Folding.fold($0).unicodeScalars) }.filter { !$0.isEmpty },
        column: Int((longitude / width).rounded(.down)))
      while first < recent.count, recent[first].point.latitude < latitude - band {
        let old = recent[first]
        if let index = columns[old.column]?.firstIndex(where: { $0.order == old.order }) {
          columns[old.column]?.remove(at: index)
          if columns[old.column]?.isEmpty == true { columns[old.column] = nil }
        }
        first += 1
      }
      if first > 4096 {
        recent.removeFirst(first)
        first = 0
      }
      for column in entry.column - 1...entry.column + 1 {
        for other in columns[column] ?? [] where Self.isAlike(entry, other) {
          let distance = point.greatCircleDistance(to: other.point)
          guard distance <= radius else { continue }
          let (kept, merged) = entry.order < other.order ? (entry, other) : (other, entry)
          let root = Self.root(of: (kept.id, kept.name), in: roots)
          guard roots[merged.id] == nil, root.id != merged.id else { continue }
          roots[merged.id] = root
          body(
            Pair(
              kept: root.id, merged: merged.id, keptName: root.name, mergedName: merged.name,
              distanceMeters: distance))
        }
      }
      columns[entry.column, default: []].append(entry)
      recent.append(entry)
    }
  }

  private static func root(
    of place: (id: String, name: String), in roots: [String: (id: String, name: String)]
  ) -> (id: String, name: String) {
    var place = place
    while let next = roots[place.id] { place = next }
    return place
  }

  /// The first names decide; the others only where one place has no other name.
  private static func isAlike(_ a: Entry, _ b: Entry) -> Bool {
    guard let first = a.keys.first, let second = b.keys.first else { return false }
    if isAlike(first, second) { return true }
    guard a.keys.count == 1 || b.keys.count == 1 else { return false }
    return a.keys.contains { key in b.keys.contains { isAlike(key, $0) } }
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
