import Catalog
import Spatial

/// Sees when the points of a file are shifted together, as those of mainland maps are.
///
/// It compares with what is known: places of the city that have the name of a record, the district a
/// record names with the one its point lies in, and what is land. Nothing is ever changed because of it.
package struct ShiftDetector {
  /// The most records that are kept to judge by.
  private static let sampleLimit = 2000

  private struct Known {
    let name: [UInt8]
    let point: Coordinate
  }

  /// What is known, by the hash of the folded name.
  private var known: [UInt64: [Known]] = [:]
  /// One bit for each hash that is known, so that most others need no look into the table.
  private var bits = [UInt64](repeating: 0, count: 1 << 11)
  private var samples: [(given: Coordinate, right: Coordinate)] = []
  private var labels: [Datum: Int] = [:]
  private var labelled = 0
  private var wet: [Datum: Int] = [:]
  private var seen = 0

  /// - Parameter places: the names and positions of places known to be right.
  package init(places: some Sequence<(names: [String], point: Coordinate)>) {
    var points: [String: Coordinate] = [:]
    for place in places {
      for name in Set(place.names.map(Folding.fold)) where !name.isEmpty {
        // A name of two places says nothing.
        if points.updateValue(place.point, forKey: name) != nil { points[name] = nil }
      }
    }
    for (name, point) in points {
      let hash = NameKey(folding: name).hash
      known[hash, default: []].append(Known(name: Array(name.utf8), point: point))
      bits[Self.word(hash)] |= 1 << (hash & 63)
    }
  }

  private static func word(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 6 & 0x7FF) }

  /// Whether ``add(_:isInSea:)`` still wants points.
  var needsPoints: Bool { seen < Self.sampleLimit }

  /// Takes into account whether a record lies in the sea.
  mutating func add(_ point: Coordinate, isInSea: (Coordinate, Category?) -> Bool) {
    guard needsPoints else { return }
    seen += 1
    for datum in Datum.allCases where isInSea(datum.wgs84(from: point), nil) {
      wet[datum, default: 0] += 1
    }
  }

  /// Takes the names of a record into account, those of a range.
  mutating func add(_ folded: borrowing FoldedNames, _ names: Range<Int>, at point: Coordinate) {
    if samples.count < Self.sampleLimit {
      for index in names {
        let name = folded.names[index]
        let hash = name.key.hash
        guard bits[Self.word(hash)] >> (hash & 63) & 1 == 1, let same = known[hash],
          let right = same.first(where: { $0.name.elementsEqual(folded.bytes[name.range]) })?.point,
          right.greatCircleDistance(to: point) < 3000
        else {
          continue
        }
        samples.append((point, right))
        break
      }
    }
  }

  /// Takes the district into account that a record names.
  ///
  /// - Parameter district: the district of a point.
  mutating func add(label: String, at point: Coordinate, district: (Coordinate) -> String?) {
    guard labelled < Self.sampleLimit else { return }
    labelled += 1
    for datum in Datum.allCases where district(datum.wgs84(from: point)) == label {
      labels[datum, default: 0] += 1
    }
  }

  /// The datum in which the points make more sense than as WGS 84, and why.
  package var finding: (datum: Datum, reason: String)? {
    if samples.count >= 3 {
      func median(_ datum: Datum) -> Double {
        samples.map { datum.wgs84(from: $0.given).greatCircleDistance(to: $0.right) }
          .sorted()[samples.count / 2]
      }
      let asGiven = median(.wgs84)
      for datum in [Datum.gcj02, .bd09] where asGiven > 300 && median(datum) < asGiven / 3 {
        return (
          datum,
          "\(samples.count) known places lie \(Int(asGiven)) m off in the median, and "
            + "\(Int(median(datum))) m as \(datum.rawValue)"
        )
      }
    }
    let right = labels[.wgs84] ?? 0
    for datum in [Datum.gcj02, .bd09] where labelled >= 5 {
      let shifted = labels[datum] ?? 0
      if shifted - right >= max(3, labelled / 20) {
        return (
          datum,
          "\(right) of \(labelled) points lie in the district they name, and \(shifted) as "
            + datum.rawValue
        )
      }
    }
    let inSea = wet[.wgs84] ?? 0
    for datum in [Datum.gcj02, .bd09] where inSea >= max(3, seen / 50) {
      let shifted = wet[datum] ?? 0
      if shifted * 4 <= inSea {
        return (
          datum, "\(inSea) of \(seen) points lie in the sea, and \(shifted) as \(datum.rawValue)"
        )
      }
    }
    return nil
  }
}
