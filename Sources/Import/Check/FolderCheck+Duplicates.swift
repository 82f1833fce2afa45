import Catalog
import Spatial

extension FolderCheck {
  /// Two places of one kind and name nearer than this are one place, in metres.
  package static let duplicateMeters = 50.0
  /// A place is compared with the rows at so many points next to it, of its own name and of all names, and
  /// with the first so many of each point: a heap costs no more for being high.
  private static let pointLimit = 32
  private static let rowLimit = 8

  /// Places of one kind that may be one, as an import proposes them: the English names decide, and the
  /// Chinese ones where one of the two has no other. Several kitchens of one building may have one Chinese
  /// name. A row that says which other it is the same as is no finding.
  mutating func checkDuplicates() {
    for kind in Place.Kind.allCases {
      let rows = files.rows.filter { $0.place.kind == kind }
      for (index, found) in Self.repeats(in: rows).sorted(by: { $0.key < $1.key }) {
        let (row, other) = (rows[index], rows[found.first])
        add(
          .duplicate, row,
          "\(row.place.id) and \(other.place.id) (\(other.file):\(other.line)) have one name and lie "
            + "\(Int(found.meters.rounded())) m apart; remove one, or name the other in the column same_as"
        )
      }
    }
  }

  private typealias Repeat = (first: Int, meters: Double)

  /// The rows that repeat an earlier one, each with the first that it repeats.
  private static func repeats(in rows: [CityFiles.Row]) -> [Int: Repeat] {
    var repeats: [Int: Repeat] = [:]
    guard rows.count > 1 else { return repeats }
    let names = rows.map { row in
      // As an import compares them: an id, and the different names.
      [row.place.id, row.place.name.en]
        + (row.place.name.zhHant == row.place.name.en ? [] : [row.place.name.zhHant])
    }
    let keys = names.map { $0.dropFirst().map { NameKey(folding: $0) } }
    // The first row that is like another: the names of the nearest are compared in the order of the file.
    func compare(_ index: Int, _ near: [(row: Int, meters: Double)]) {
      let first = repeats[index]?.first ?? index
      let earlier = near.filter { $0.row < first }.sorted { $0.row < $1.row }
      let found = earlier.first { other, _ in
        keys[index].contains { key in keys[other].contains { key.mayBeNear($0) } }
          && mayBeOne(rows[index].place, rows[other].place)
          && !areKnown(rows[index], rows[other])
          && DuplicateSweep.isAlike(names[index], names[other])
      }
      if let found { repeats[index] = (found.row, found.meters) }
    }
    // Those of one name, however many lie around.
    var byName: [UInt64: [Int]] = [:]
    for (index, keys) in keys.enumerated() {
      for key in Set(keys.map(\.hash)) { byName[key, default: []].append(index) }
    }
    for indexes in byName.values where indexes.count > 1 {
      let stacks = Stacks(indexes, rows)
      for index in indexes {
        compare(index, stacks.near(rows[index].place.coordinate))
      }
    }
    // Those of nearly one name.
    let stacks = Stacks(Array(rows.indices), rows)
    for (index, row) in rows.enumerated() {
      compare(index, stacks.near(row.place.coordinate))
    }
    return repeats
  }

  /// Rows by their points, so that a heap at one point costs no more than its height.
  private struct Stacks {
    private let points: [(coordinate: Coordinate, rows: [Int])]
    private let tree: KDTree

    init(_ indexes: [Int], _ rows: [CityFiles.Row]) {
      var numbers: [Coordinate: Int] = [:]
      var points: [(coordinate: Coordinate, rows: [Int])] = []
      for index in indexes {
        let coordinate = rows[index].place.coordinate
        if let number = numbers[coordinate] {
          points[number].rows.append(index)
        } else {
          numbers[coordinate] = points.count
          points.append((coordinate, [index]))
        }
      }
      self.points = points
      tree = KDTree(points.map(\.coordinate))
    }

    /// The first rows of the points next to a coordinate.
    func near(_ coordinate: Coordinate) -> [(row: Int, meters: Double)] {
      tree.nearest(
        to: coordinate, count: FolderCheck.pointLimit, within: FolderCheck.duplicateMeters
      ).flatMap { near in
        points[near.index].rows.prefix(FolderCheck.rowLimit).map { ($0, near.distanceMeters) }
      }
    }
  }

  /// Whether what the places are lets them be one: a stop is not what it is named after.
  private static func mayBeOne(_ a: Place, _ b: Place) -> Bool {
    guard let category = a.category, let other = b.category else { return true }
    return category.allows(other)
  }

  /// Whether the rows say themselves that they are one place.
  private static func areKnown(_ a: CityFiles.Row, _ b: CityFiles.Row) -> Bool {
    func first(_ row: CityFiles.Row) -> String { row.sameAs ?? row.place.id }
    return (a.sameAs != nil || b.sameAs != nil) && first(a) == first(b)
  }
}
