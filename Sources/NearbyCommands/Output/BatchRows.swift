import Catalog
import Spatial

/// Writes the rows of a batch: what does not change from row to row is rendered once a place.
struct BatchRows: Sendable {
  /// The fields or members of one attraction before and behind its distance and bearing.
  private struct Fragments: Sendable {
    let coordinate: Coordinate
    let place: String
    let station: String
  }

  private let format: OutputFormat
  private let fragments: [Fragments]

  /// - Parameter format: CSV or NDJSON.
  init(_ maker: RecordMaker, format: OutputFormat) {
    self.format = format
    fragments = maker.catalog.attractions.map { place in
      let json = maker.record(place).json
      switch format {
      case .csv:
        return Fragments(
          coordinate: place.coordinate, place: RecordWriter.row(json, .placeColumns),
          station: RecordWriter.row(json, .stationColumns))
      default:
        guard case .object(let members) = json else { preconditionFailure("records are objects") }
        func text(_ members: some Collection<JSONValue.Member>) -> String {
          String(JSONText.of(.object(Array(members))).dropFirst().dropLast())
        }
        let station = members.firstIndex { $0.name == "nearestStation" } ?? members.endIndex
        return Fragments(
          coordinate: place.coordinate, place: text(members[..<station]),
          station: text(members[station...]))
      }
    }
  }

  /// Appends one line for each neighbor, whose indexes are positions among the attractions.
  func append(
    _ neighbors: [Neighbor], line: Int, origin: Origin, to text: inout String
  ) {
    let latitude = origin.coordinate.latitude.plainDescription
    let longitude = origin.coordinate.longitude.plainDescription
    let query: String
    let id: String
    switch format {
    case .csv:
      query = RecordWriter.quoted(origin.query)
      id = origin.id ?? ""
    default:
      query = JSONText.of(.string(origin.query))
      id = JSONText.of(.optional(origin.id))
    }
    for (offset, neighbor) in neighbors.enumerated() {
      let fragment = fragments[neighbor.index]
      let distance = neighbor.distanceMeters.plainDescription
      let bearing = origin.coordinate.initialBearing(to: fragment.coordinate).plainDescription
      switch format {
      case .csv:
        text += "\(line),\(query),\(id),\(latitude),\(longitude),\(offset + 1),"
        text += "\(fragment.place),\(distance),\(bearing),\(fragment.station)\n"
      default:
        text += "{\"line\": \(line), \"query\": \(query), "
        text +=
          "\"origin\": {\"id\": \(id), \"latitude\": \(latitude), \"longitude\": \(longitude)}, "
        text += "\"rank\": \(offset + 1), \(fragment.place), \"distanceMeters\": \(distance), "
        text += "\"bearingDegrees\": \(bearing), \(fragment.station)}\n"
      }
    }
  }
}
