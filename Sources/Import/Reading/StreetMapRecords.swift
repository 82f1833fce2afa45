import Catalog
import Spatial

/// The records of a layer that GDAL reads, with OpenStreetMap's told as an Overpass server tells them.
///
/// GDAL gives a few tags columns of their own and puts the others into `other_tags`, as PostgreSQL's
/// hstore writes pairs: `"name:zh"=>"香港太空館","tourism"=>"museum"`. Other layers pass as they are.
package struct StreetMapRecords: RecordReader {
  package private(set) var columns = ColumnNames()
  package var columnCount: Int { columns.names.count }
  package var referenceSystem: String? { base.referenceSystem }
  private var base: JSONRecords
  private var inner = SourceRecord()
  private let isPoints: Bool
  private let things: MappedThings

  /// Reads the records of a layer that GDAL calls so, and that stands alone.
  package init(_ base: JSONRecords, layer: String) {
    self.init(base, layer: layer, things: MappedThings())
  }

  /// Reads the records of one of several layers.
  ///
  /// - Parameter things: the elements of the layers before, and of this one.
  init(_ base: JSONRecords, layer: String, things: MappedThings) {
    self.base = base
    self.things = things
    isPoints = layer == "points"
  }

  package mutating func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    record.reset()
    guard try base.next(into: &inner) else { return false }
    // The lines are those of GDAL's answer, not of the file.
    record.number = inner.number
    (record.geometry, record.reach) = (inner.geometry, inner.reach)
    (record.fault, record.omission) = (inner.fault, inner.omission)
    columns.restart()
    var tags: [(name: String, value: String)] = []
    var id: MappedThings.ID?
    for column in inner.columns {
      guard let value = inner.text(column) else { continue }
      switch base.columns.names[column] {
      case "other_tags": tags += Self.pairs(value)
      case "osm_id":
        id = MappedThings.ID(type: isPoints ? "node" : "relation", number: Int64(value))
      case "osm_way_id": id = MappedThings.ID(type: "way", number: Int64(value))
      case let name: tags.append((name, value))
      }
    }
    if let id {
      let isNamed = tags.contains { $0.name == "name" || $0.name == "name:en" }
      if !isNamed { record.omission = "an element without a name" }
      if isNamed, record.fault == nil, record.reach.isInDegrees,
        case .point(let x, let y) = record.geometry,
        let point = try? Coordinate(latitude: y, longitude: x)
      {
        let extent = isPoints ? .node : inner.area.map { MappedThings.Extent.area($0) }
        record.meet(things, MappedThings.Element(id, tags, at: point, extent: extent ?? .line))
      }
      let kind = StreetMapTags.kinds(of: tags).first
      if id.number != nil { tags.insert(("osm_id", "\(id)"), at: 0) }
      if let kind { tags.append(("osm_kind", kind)) }
    }
    for tag in tags {
      guard let column = columns.number(of: tag.name) else { continue }
      record.append(tag.value.utf8, column: column)
    }
    return true
  }

  /// The pairs of a text of the type hstore; what is broken ends them.
  package static func pairs(_ text: String) -> [(name: String, value: String)] {
    var rest = text[...]
    func quoted() -> String? {
      guard rest.first == "\"" else { return nil }
      rest.removeFirst()
      var result = ""
      while let character = rest.popFirst() {
        switch character {
        case "\"": return result
        case "\\":
          guard let next = rest.popFirst() else { return nil }
          result.append(next)
        default: result.append(character)
        }
      }
      return nil
    }
    var pairs: [(name: String, value: String)] = []
    while let name = quoted() {
      guard rest.hasPrefix("=>") else { break }
      rest.removeFirst(2)
      if rest.hasPrefix("NULL") {
        rest.removeFirst(4)
      } else {
        guard let value = quoted() else { break }
        pairs.append((name, value))
      }
      rest = rest.drop { $0 == "," || $0 == " " }
    }
    return pairs
  }
}
