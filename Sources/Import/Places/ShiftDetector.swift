import Catalog
import Spatial

/// Sees when the points of a file are shifted together, as those of mainland maps are.
///
/// It compares with what is known: places of the city that have the name of a record, the district a
/// record names with the one its point lies in, and what is land. Nothing is ever changed because of it.
package struct ShiftDetector {
  /// The most records that are kept to judge by.
  private static let sampleLimit = 2000

  private var known: [String: Coordinate] = [:]
  private var samples: [(given: Coordinate, right: Coordinate)] = []
  private var labels: [Datum: Int] = [:]
  private var labelled = 0
  private var wet: [Datum: Int] = [:]
  private var seen = 0

  /// - Parameter places: the names and positions of places known to be right.
  package init(places: some Sequence<(names: [String], point: Coordinate)>) {
    for place in places {
      for name in Set(place.names.map(Folding.fold)) where !name.isEmpty {
        // A name of two places says nothing.
        if known.updateValue(place.point, forKey: name) != nil { known[name] = nil }
      }
    }
  }

  /// Takes a record into account.
  ///
  /// - Parameters:
  ///   - names: what the record is called.
  ///   - point: where it is.
  ///   - district: whether a point lies in the district that the record names; nil where it names none.
  ///   - isInSea: whether a point lies in the sea; nil where nothing is known of that.
  package mutating func add(
    names: [String], at point: Coordinate, district: ((Coordinate) -> Bool)?,
    isInSea: ((Coordinate) -> Bool)? = nil
  ) {
    if let isInSea, seen < Self.sampleLimit {
      seen += 1
      for datum in Datum.allCases where isInSea(datum.wgs84(from: point)) {
        wet[datum, default: 0] += 1
      }
    }
    if samples.count < Self.sampleLimit {
      for name in names {
        guard let right = known[Folding.fold(name)], right.greatCircleDistance(to: point) < 3000
        else {
          continue
        }
        samples.append((point, right))
        break
      }
    }
    if let district, labelled < Self.sampleLimit {
      labelled += 1
      for datum in Datum.allCases where district(datum.wgs84(from: point)) {
        labels[datum, default: 0] += 1
      }
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
