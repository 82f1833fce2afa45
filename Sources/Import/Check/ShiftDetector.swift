import Catalog
import Spatial

/// A way in which the points of a file may be shifted together.
package enum Shift: String, CaseIterable, Sendable {
  /// Mainland maps.
  case gcj02, bd09
  /// Degrees on the Hong Kong 1980 datum that were taken for WGS 84: some 300 m off.
  case hk80

  /// Where a point is that is shifted so.
  func wgs84(from point: Coordinate) -> Coordinate {
    switch self {
    case .gcj02: Datum.gcj02.wgs84(from: point)
    case .bd09: Datum.bd09.wgs84(from: point)
    case .hk80: HongKongGrid.wgs84(latitude: point.latitude, longitude: point.longitude)
    }
  }

  /// What to do with the file, as the end of a sentence.
  package var remedy: String {
    switch self {
    case .gcj02, .bd09: "if they come from such a map, read them again with --datum \(rawValue)"
    case .hk80:
      "if they are degrees on the Hong Kong 1980 datum, convert them first: ogr2ogr -s_srs EPSG:4611 "
        + "-t_srs EPSG:4326"
    }
  }
}

/// Sees when the points of a file are shifted together, all or many of them, as those of mainland maps are.
///
/// It compares with what is known: places of the city that have the name of a record, the district a
/// record names with the one its point lies in, and what is land. Nothing is ever changed because of it.
package struct ShiftDetector {
  /// The most records that are kept to judge by.
  private static let sampleLimit = 2000

  /// What was seen.
  package struct Sighting: Sendable {
    /// The shift that explains the points.
    package let shift: Shift
    /// Why, with figures.
    package let reason: String
    /// The numbers of the records that it explains, as they were given.
    package let records: [Int]
  }

  private struct Known {
    let name: [UInt8]
    let point: Coordinate
  }

  /// What is known, by the hash of the folded name.
  private var known: [UInt64: [Known]] = [:]
  /// One bit for each hash that is known, so that most others need no look into the table.
  private var bits = [UInt64](repeating: 0, count: 1 << 11)
  private var samples: [(given: Coordinate, right: Coordinate, record: Int)] = []
  private var labels = Evidence()
  private var sea = Evidence()

  /// Records that are wrong as they are given, and how many are so when they are shifted.
  private struct Evidence {
    var seen = 0
    /// How many are wrong as given, and read as each shift.
    var wrong = 0
    var wrongIf = [Int](repeating: 0, count: Shift.allCases.count)
    /// The different points that are wrong as given, with the shifts that mend them: many records at one
    /// point say no more than one.
    var points: [Coordinate: (record: Int, mending: Set<Shift>)] = [:]

    mutating func add(_ point: Coordinate, record: Int, isWrong: (Coordinate) -> Bool) {
      seen += 1
      let isWrongAsGiven = isWrong(point)
      if isWrongAsGiven { wrong += 1 }
      var mending: Set<Shift> = []
      for (index, shift) in Shift.allCases.enumerated() {
        if isWrong(shift.wgs84(from: point)) {
          wrongIf[index] += 1
        } else {
          mending.insert(shift)
        }
      }
      if isWrongAsGiven, points[point] == nil { points[point] = (record, mending) }
    }

    /// The shift that mends the most, where it makes the whole better by far or mends nearly all that is
    /// wrong.
    func best(isBetter: (_ wrong: Int, _ wrongIf: Int) -> Bool) -> (shift: Shift, records: [Int])? {
      var best: (shift: Shift, records: [Int])?
      for (index, shift) in Shift.allCases.enumerated() {
        let records = points.values.filter { $0.mending.contains(shift) }.map(\.record).sorted()
        let mendsNearlyAll = records.count >= 4 && records.count * 5 >= points.count * 4
        guard records.count >= 3, isBetter(wrong, wrongIf[index]) || mendsNearlyAll,
          records.count > best?.records.count ?? 0
        else { continue }
        best = (shift, records)
      }
      return best
    }
  }

  /// - Parameter places: the names and positions of places known to be right.
  package init(places: some Sequence<(names: [String], point: Coordinate)>) {
    var points: [String: Coordinate] = [:]
    var isShared: Set<String> = []
    for place in places {
      for name in Set(place.names.map(Folding.fold)) where !name.isEmpty {
        // A name of two places says nothing.
        if points.updateValue(place.point, forKey: name) != nil { isShared.insert(name) }
      }
    }
    for (name, point) in points where !isShared.contains(name) {
      let hash = NameKey(folding: name).hash
      known[hash, default: []].append(Known(name: Array(name.utf8), point: point))
      bits[Self.word(hash)] |= 1 << (hash & 63)
    }
  }

  /// Knows the places of a catalog.
  init(knowing catalog: Catalog) {
    var places: [(names: [String], point: Coordinate)] = []
    for list in [catalog.attractions, catalog.hotels, catalog.stations] {
      for place in list {
        let names = Language.allCases.map { place.name[$0] } + place.aliases
        places.append((names, place.coordinate))
      }
    }
    self.init(places: places)
  }

  private static func word(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 6 & 0x7FF) }

  /// Whether ``add(_:record:isInSea:)`` still wants points.
  var needsPoints: Bool { sea.seen < Self.sampleLimit }

  /// Takes into account whether a record lies in the sea.
  mutating func add(_ point: Coordinate, record: Int = 0, isInSea: (Coordinate) -> Bool) {
    guard needsPoints else { return }
    sea.add(point, record: record, isWrong: isInSea)
  }

  /// Takes the names of a record into account, those of a range.
  mutating func add(
    _ folded: borrowing FoldedNames, _ names: Range<Int>, at point: Coordinate, record: Int = 0
  ) {
    guard samples.count < Self.sampleLimit else { return }
    for index in names {
      let name = folded.names[index]
      let hash = name.key.hash
      guard bits[Self.word(hash)] >> (hash & 63) & 1 == 1, let same = known[hash],
        let right = same.first(where: { $0.name.elementsEqual(folded.bytes[name.range]) })?.point,
        right.greatCircleDistance(to: point) < 3000
      else {
        continue
      }
      samples.append((point, right, record))
      break
    }
  }

  /// Takes the district into account that a record names.
  ///
  /// - Parameter district: the district of a point.
  mutating func add(
    label: String, at point: Coordinate, record: Int = 0, district: (Coordinate) -> String?
  ) {
    guard labels.seen < Self.sampleLimit else { return }
    labels.add(point, record: record) { district($0) != label }
  }

  /// The shift with which the points make more sense than as WGS 84, and why.
  package var finding: Sighting? { knownPlaces ?? namedDistricts ?? pointsInSea }

  /// Known places off by about the length of the shift, most of which it brings to where they are.
  private var knownPlaces: Sighting? {
    var best: Sighting?
    for shift in Shift.allCases {
      var off: [Double] = []
      var left: [Double] = []
      var records: [Int] = []
      var count = 0
      for (given, right, record) in samples {
        let mended = shift.wgs84(from: given)
        let distance = given.greatCircleDistance(to: right)
        guard distance > given.greatCircleDistance(to: mended) / 2 else { continue }
        count += 1
        let rest = mended.greatCircleDistance(to: right)
        guard rest < distance / 3 else { continue }
        off.append(distance)
        left.append(rest)
        records.append(record)
      }
      guard off.count >= 3, off.count * 2 > count, off.count > best?.records.count ?? 0 else {
        continue
      }
      off.sort()
      left.sort()
      best = Sighting(
        shift: shift,
        reason: "\(off.count) known places lie \(Int(off[off.count / 2])) m off in the median, and "
          + "\(Int(left[left.count / 2])) m as \(shift.rawValue)",
        records: records)
    }
    return best
  }

  private var namedDistricts: Sighting? {
    guard labels.seen >= 4 else { return nil }
    let found = labels.best { wrong, wrongIf in
      labels.seen >= 5 && wrong - wrongIf >= max(3, labels.seen / 20)
    }
    guard let (shift, records) = found else { return nil }
    return Sighting(
      shift: shift,
      reason: "\(labels.wrong) of \(labels.seen) points lie outside of the district they name, and "
        + "\(records.count) of them in it as \(shift.rawValue)",
      records: records)
  }

  /// Whether far fewer records are wrong when they are shifted: a quarter, or three fifths where that is
  /// more than chance. Of right positions some lie in the sea too, such as those of piers.
  private static func isFarLess(_ wrong: Int, _ wrongIf: Int) -> Bool {
    let fewer = wrong - wrongIf
    return wrongIf * 4 <= wrong
      || (wrongIf * 5 <= wrong * 3 && fewer * fewer >= 9 * (wrong + wrongIf))
  }

  private var pointsInSea: Sighting? {
    guard sea.wrong >= max(3, sea.seen / 50) else { return nil }
    guard let (shift, records) = sea.best(isBetter: Self.isFarLess) else { return nil }
    return Sighting(
      shift: shift,
      reason:
        "\(sea.wrong) of \(sea.seen) points lie in the sea, and \(records.count) of them on land as "
        + shift.rawValue,
      records: records)
  }
}
