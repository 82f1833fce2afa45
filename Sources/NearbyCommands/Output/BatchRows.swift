import Catalog
import Spatial

/// Writes the rows of a batch: what does not change from row to row is rendered once a place.
struct BatchRows: Sendable {
  /// The fields or members of one attraction before and behind its distance and bearing.
  private struct Fragments: Sendable {
    let coordinate: Coordinate
    let place: Range<Int>
    let station: Range<Int>
  }

  private let format: OutputFormat
  private let fragments: [Fragments]
  /// The text of all fragments. In one array: threads that count references to one place's text hold
  /// each other up.
  private let texts: [UInt8]

  /// - Parameter format: CSV or NDJSON.
  init(_ maker: RecordMaker, format: OutputFormat) {
    self.format = format
    var texts: [UInt8] = []
    func add(_ text: some Collection<UInt8>) -> Range<Int> {
      texts += text
      return texts.count - text.count..<texts.count
    }
    fragments = maker.catalog.attractions.map { place in
      let json = maker.record(place).json
      switch format {
      case .csv:
        return Fragments(
          coordinate: place.coordinate, place: add(RecordWriter.row(json, .placeColumns).utf8),
          station: add(RecordWriter.row(json, .stationColumns).utf8))
      default:
        guard case .object(let members) = json else { preconditionFailure("records are objects") }
        func text(_ members: some Collection<JSONValue.Member>) -> Range<Int> {
          add(JSONText.of(.object(Array(members))).utf8.dropFirst().dropLast())
        }
        let station = members.firstIndex { $0.name == "nearestStation" } ?? members.endIndex
        return Fragments(
          coordinate: place.coordinate, place: text(members[..<station]),
          station: text(members[station...]))
      }
    }
    self.texts = texts
  }

  /// Appends one line for each neighbor, whose indexes are positions among the attractions.
  func append(
    _ neighbors: some Collection<Neighbor>, line: Int, origin: Origin, to text: inout [UInt8]
  ) {
    let start: String
    let latitude = origin.coordinate.latitude.plainDescription
    let longitude = origin.coordinate.longitude.plainDescription
    switch format {
    case .csv:
      let query = RecordWriter.quoted(origin.query)
      start = "\(line),\(query),\(origin.id ?? ""),\(latitude),\(longitude),"
    default:
      let query = JSONText.of(.string(origin.query))
      let id = JSONText.of(.optional(origin.id))
      start =
        "{\"line\": \(line), \"query\": \(query), \"origin\": {\"id\": \(id), "
        + "\"latitude\": \(latitude), \"longitude\": \(longitude)}, \"rank\": "
    }
    texts.withUnsafeBufferPointer { texts in
      func add(_ fragment: Range<Int>) {
        text.append(contentsOf: UnsafeBufferPointer(rebasing: texts[fragment]))
      }
      for (offset, neighbor) in neighbors.enumerated() {
        let fragment = fragments[neighbor.index]
        let distance = neighbor.distanceMeters.plainDescription
        let bearing = origin.coordinate.initialBearing(to: fragment.coordinate).plainDescription
        text += start.utf8
        switch format {
        case .csv:
          text += "\(offset + 1),".utf8
          add(fragment.place)
          text += ",\(distance),\(bearing),".utf8
          add(fragment.station)
          text += "\n".utf8
        default:
          text += "\(offset + 1), ".utf8
          add(fragment.place)
          text += ", \"distanceMeters\": \(distance), \"bearingDegrees\": \(bearing), ".utf8
          add(fragment.station)
          text += "}\n".utf8
        }
      }
    }
  }
}
