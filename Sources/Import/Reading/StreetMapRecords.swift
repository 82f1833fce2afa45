import Catalog

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

  /// Reads the records of a layer that GDAL calls so.
  package init(_ base: JSONRecords, layer: String) {
    self.base = base
    isPoints = layer == "points"
  }

  package mutating func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    record.reset()
    guard try base.next(into: &inner) else { return false }
    (record.line, record.byteOffset, record.number) = (inner.line, inner.byteOffset, inner.number)
    (record.geometry, record.shape) = (inner.geometry, inner.shape)
    (record.fault, record.omission) = (inner.fault, inner.omission)
    columns.restart()
    var tags: [(name: String, value: String)] = []
    var id: String?
    for column in inner.columns {
      guard let value = inner.text(column) else { continue }
      switch base.columns.names[column] {
      case "other_tags": tags += Self.pairs(value)
      case "osm_id": id = "\(isPoints ? "node" : "relation")/\(value)"
      case "osm_way_id": id = "way/\(value)"
      case let name: tags.append((name, value))
      }
    }
    if let id {
      tags.insert(("osm_id", id), at: 0)
      let kind = OverpassElements.kinds.lazy.compactMap { kind in
        tags.first { $0.name == kind }.map { "\(kind)=\($0.value)" }
      }.first
      if let kind { tags.insert(("osm_kind", kind), at: 1) }
      let isNamed = tags.contains { $0.name == "name" || $0.name == "name:en" }
      if !isNamed { record.omission = "an element without a name" }
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
