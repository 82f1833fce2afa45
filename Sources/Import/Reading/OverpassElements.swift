import Catalog
import Spatial

/// The elements of an Overpass answer: nodes, ways and relations with their tags.
///
/// A thing is often mapped twice, as a node and as the outline around it. An element with the name and
/// the main tag of an earlier one, inside whose box or within ``sameThingMeters`` it lies, is that
/// thing and is passed over.
struct OverpassElements {
  /// Two elements of one name and kind nearer than this are one thing.
  static let sameThingMeters = 200.0

  private struct Known {
    let point: Coordinate
    let box: BoundingBox?
    let id: String
  }

  private var known: [Int: [Known]] = [:]

  /// The tags that say what a thing is, the telling ones first.
  static let kinds = [
    "tourism", "historic", "leisure", "natural", "amenity", "shop", "railway", "public_transport",
    "man_made", "place", "highway", "building",
  ]

  /// Why an answer is refused in which the server remarks an error.
  static func refusal(_ remark: String) -> String {
    "the server did not finish its answer: \"\(CleanText.foldingSpace(remark).prefix(200))\"; ask it "
      + "again, for less, or with a longer [timeout:…] or a larger [maxsize:…]"
  }

  /// Fills the record from one element.
  ///
  /// - Throws: where the bytes are not JSON.
  mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ columns: inout ColumnNames,
    into record: inout SourceRecord
  ) throws(JSONFault) {
    let json: JSONValue
    do throws(JSONParser.Failure) {
      json = try JSONParser.parse(Array(bytes))
    } catch {
      throw JSONFault(offset: error.byteOffset, reason: error.reason)
    }
    columns.restart()
    guard let type = json["type"]?.string, case .object(let tags)? = json["tags"], !tags.isEmpty
    else {
      // The corners of ways come along as nodes without tags.
      record.omission = "an element without tags"
      return
    }
    let id = "\(type)/\(json["id"]?.number.map { PlainNumber.text($0) } ?? "?")"
    var kind: String?
    func add(_ name: String, _ value: String) {
      guard let column = columns.number(of: name) else { return }
      record.append(value.utf8, column: column)
    }
    add("osm_id", id)
    for tag in tags {
      guard let value = tag.value.string else { continue }
      add(tag.name, value)
    }
    for name in Self.kinds {
      guard let value = json["tags"]?[name]?.string else { continue }
      kind = "\(name)=\(value)"
      break
    }
    if let kind { add("osm_kind", kind) }
    guard let name = json["tags"]?["name"]?.string ?? json["tags"]?["name:en"]?.string else {
      record.omission = "an element without a name"
      return
    }
    guard let (x, y) = Self.position(json) else {
      record.fault = "\(id) has no position; ask the server for \"out center\""
      return
    }
    record.geometry = .point(x: x, y: y)
    // What is out of range gets its error where all positions do.
    guard let point = try? Coordinate(latitude: y, longitude: x) else { return }
    let box = Self.box(json)
    let key = Folding.fold(name).hashValue ^ (kind ?? "").hashValue
    if let same = known[key]?.first(where: { Self.isOne($0, point, box) }) {
      record.omission = "\(id) is the same as \(same.id)"
      return
    }
    known[key, default: []].append(Known(point: point, box: box, id: id))
  }

  private static func isOne(_ known: Known, _ point: Coordinate, _ box: BoundingBox?) -> Bool {
    known.box?.covers(point) == true || box?.covers(known.point) == true
      || known.point.greatCircleDistance(to: point) <= sameThingMeters
  }

  private static func position(_ json: JSONValue) -> (x: Double, y: Double)? {
    func pair(_ value: JSONValue?) -> (x: Double, y: Double)? {
      guard let value, let x = number(value["lon"]), let y = number(value["lat"]) else {
        return nil
      }
      return (x, y)
    }
    if let point = pair(json) ?? pair(json["center"]) { return point }
    if let outline = json["geometry"]?.array?.compactMap({ pair($0) }), !outline.isEmpty {
      return InteriorPoint.of(outline)
    }
    guard let bounds = json["bounds"], let west = number(bounds["minlon"]),
      let south = number(bounds["minlat"]), let east = number(bounds["maxlon"]),
      let north = number(bounds["maxlat"])
    else { return nil }
    return ((west + east) / 2, (south + north) / 2)
  }

  private static func box(_ json: JSONValue) -> BoundingBox? {
    guard let bounds = json["bounds"], let west = number(bounds["minlon"]),
      let south = number(bounds["minlat"]), let east = number(bounds["maxlon"]),
      let north = number(bounds["maxlat"])
    else { return nil }
    return try? BoundingBox(west: west, south: south, east: east, north: north)
  }

  private static func number(_ value: JSONValue?) -> Double? {
    value?.number ?? value?.string.flatMap { DecimalNumber.parse($0) }
  }
}
