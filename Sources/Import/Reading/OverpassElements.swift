import Catalog
import Spatial

/// The elements of an Overpass answer: nodes, ways and relations with their tags.
///
/// A way that is closed, and a relation whose outer ways close, is an area and placed inside; another way
/// is at its start. What came without `geometry` is at its `center`, or in the middle of its `bounds`. An
/// element that ``MappedThings`` knows as the same thing as an earlier one is passed over.
struct OverpassElements {
  private let things = MappedThings()

  /// Why an answer is refused in which the server remarks an error.
  static func refusal(_ remark: String) -> String {
    "the server did not finish its answer: \"\(CleanText.foldingSpace(remark).prefix(200))\"; ask it "
      + "again, for less, or with a longer [timeout:…] or a larger [maxsize:…]"
  }

  /// Fills the record from one element.
  ///
  /// - Throws: where the bytes are not JSON.
  func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ columns: inout ColumnNames,
    into record: inout SourceRecord
  ) throws(JSONFault) {
    var cursor = JSONCursor(bytes)
    guard cursor.current == UInt8(ascii: "{") else {
      try cursor.skipValue()
      record.fault = "an element that is no object"
      return
    }
    var element = OverpassElement()
    try cursor.eachMember { name, cursor throws(JSONFault) in try element.read(name, &cursor) }
    columns.restart()
    // The corners of ways come along as nodes without tags.
    guard !element.tags.isEmpty else {
      record.omission = "an element without tags"
      return
    }
    guard let type = element.type else {
      record.fault = "an element without a type"
      return
    }
    let id = MappedThings.ID(type: type, number: element.id)
    let place = element.place()
    let isMapped = ["node", "way", "relation"].contains(type)
    guard isMapped || place != nil else {
      // What an `area` or a `count` is, or what the query made.
      record.omission = "an element that is no node, way or relation and has no position"
      return
    }
    func add(_ name: String, _ value: String) {
      guard let column = columns.number(of: name) else {
        record.fault = "more than \(ColumnNames.limit) different names of tags in the file"
        return
      }
      record.append(value.utf8, column: column)
    }
    if element.id != nil { add("osm_id", "\(id)") }
    for tag in element.tags { add(tag.name, tag.value) }
    if let kind = StreetMapTags.kinds(of: element.tags).first { add("osm_kind", kind) }
    guard element.tag("name") != nil || element.tag("name:en") != nil else {
      record.omission = "an element without a name"
      return
    }
    if let problem = element.problem {
      record.fault = "\(id): \(problem)"
      return
    }
    guard let place else {
      record.fault = "\(id) has no \(type == "node" ? element.missingNumber : Self.advice)"
      return
    }
    record.geometry = .point(x: place.point.x, y: place.point.y)
    record.reach = element.reach
    // What is out of range gets its error where all positions do.
    guard record.reach.isInDegrees,
      let point = try? Coordinate(latitude: place.point.y, longitude: place.point.x)
    else { return }
    record.meet(
      things, MappedThings.Element(id, element.tags, at: point, extent: place.extent))
  }

  private static let advice = "position; ask the server for \"out center\" or \"out geom\""
}

extension SourceRecord {
  /// Has the record passed over where it is the same thing as an earlier one.
  mutating func meet(_ things: MappedThings, _ element: MappedThings.Element) {
    let meeting = things.meet(element)
    isUncompared = !meeting.isCompared
    if let same = meeting.same { repetition = "\(element.id) is the same as \(same)" }
  }
}

/// What an element says of itself.
private struct OverpassElement {
  typealias Position = Area.Position

  /// Positions with gaps where the server cut them.
  private struct Line {
    var positions: [Position] = []
    var isWhole = true
  }

  private(set) var type: String?
  private(set) var id: Int64?
  private(set) var tags: [(name: String, value: String)] = []
  private(set) var reach = Reach()
  /// What is wrong with its positions.
  private(set) var problem: String?
  private var latitude: Double?
  private var longitude: Double?
  private var center: Position?
  private var bounds: BoundingBox?
  private var line: Line?
  private var members: [(role: String, line: Line)] = []

  func tag(_ name: String) -> String? { tags.first { $0.name == name }?.value }

  /// Which number of a node is missing.
  var missingNumber: String {
    latitude == nil ? longitude == nil ? "lat and lon" : "lat" : "lon"
  }

  // MARK: Reading

  mutating func read(_ name: String, _ cursor: inout JSONCursor) throws(JSONFault) {
    switch name {
    case "type": type = try cursor.text()
    case "id": id = try cursor.text().flatMap { Int64($0) }
    case "lat": latitude = try number("lat", &cursor)
    case "lon": longitude = try number("lon", &cursor)
    case "center": center = try position(&cursor)
    case "bounds": try readBounds(&cursor)
    case "geometry": line = try readLine(&cursor)
    case "members": try readMembers(&cursor)
    case "tags":
      try cursor.eachMember { name, cursor throws(JSONFault) in
        if let value = try cursor.text() { tags.append((name, value)) }
      }
    default: try cursor.skipValue(depth: 1)
    }
  }

  /// A number, also as text; nil for `null`, and with a problem for anything else.
  private mutating func number(
    _ name: String, _ cursor: inout JSONCursor
  ) throws(JSONFault) -> Double? {
    if cursor.current.map({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }) == true {
      return try cursor.number()
    }
    let start = cursor.index
    let text = try cursor.text()
    if let number = text.flatMap(DecimalNumber.parse) { return number }
    let raw = String(decoding: cursor.slice(start..<cursor.index).prefix(40), as: UTF8.self)
    if raw != "null" { problem = problem ?? "\(name) \(raw) is not a plain decimal number" }
    return nil
  }

  /// An object with two numbers; nil for `null`.
  private mutating func position(_ cursor: inout JSONCursor) throws(JSONFault) -> Position? {
    var (x, y): (Double?, Double?)
    let isObject = cursor.current == UInt8(ascii: "{")
    try cursor.eachMember { name, cursor throws(JSONFault) in
      switch name {
      case "lat": y = try number("lat", &cursor)
      case "lon": x = try number("lon", &cursor)
      default: try cursor.skipValue(depth: 2)
      }
    }
    if let x, let y { return (x, y) }
    if isObject { problem = problem ?? "a position without lat and lon" }
    return nil
  }

  private mutating func readBounds(_ cursor: inout JSONCursor) throws(JSONFault) {
    var sides: [String: Double] = [:]
    try cursor.eachMember { name, cursor throws(JSONFault) in
      sides[name] = try number(name, &cursor)
    }
    guard !sides.isEmpty else { return }
    guard let west = sides["minlon"], let south = sides["minlat"], let east = sides["maxlon"],
      let north = sides["maxlat"]
    else {
      problem = problem ?? "bounds without minlat, minlon, maxlat and maxlon"
      return
    }
    do throws(CoordinateError) {
      bounds = try BoundingBox(west: west, south: south, east: east, north: north)
    } catch {
      problem = problem ?? "bounds: \(error)"
    }
  }

  private mutating func readLine(_ cursor: inout JSONCursor) throws(JSONFault) -> Line? {
    guard cursor.current == UInt8(ascii: "[") else {
      try cursor.skipValue(depth: 1)
      return nil
    }
    var line = Line()
    try Positions.each(&cursor) { cursor throws(JSONFault) in
      if let position = try position(&cursor) {
        line.positions.append(position)
        reach.add(position.x, position.y)
      } else {
        line.isWhole = false
      }
    }
    return line
  }

  private mutating func readMembers(_ cursor: inout JSONCursor) throws(JSONFault) {
    guard cursor.current == UInt8(ascii: "[") else { return try cursor.skipValue(depth: 1) }
    try Positions.each(&cursor) { cursor throws(JSONFault) in
      var role = ""
      var line: Line?
      try cursor.eachMember { name, cursor throws(JSONFault) in
        switch name {
        case "role": role = try cursor.text() ?? ""
        case "geometry": line = try readLine(&cursor)
        default: try cursor.skipValue(depth: 2)
        }
      }
      if let line { members.append((role, line)) }
    }
  }

  // MARK: Placing

  /// Where it is, and what it takes up; nil where nothing says so.
  func place() -> (point: Position, extent: MappedThings.Extent)? {
    if let latitude, let longitude {
      return ((longitude, latitude), type == "node" ? .node : outlineExtent)
    }
    if let area = area(), let point = area.representative { return (point, .area(area)) }
    let isCut = line?.isWhole == false || members.contains { !$0.line.isWhole }
    let start = (line.map { [$0] } ?? members.map(\.line)).lazy.compactMap(\.positions.first).first
    if let start, !isCut { return (start, .line) }
    if let center { return (center, outlineExtent) }
    if let bounds {
      let width = bounds.east - bounds.west + (bounds.crossesDateLine ? 360 : 0)
      let middle = bounds.west + width / 2
      return (
        (middle > 180 ? middle - 360 : middle, (bounds.south + bounds.north) / 2), .box(bounds)
      )
    }
    return start.map { ($0, .line) }
  }

  /// What an outline takes up of which the positions are not known.
  private var outlineExtent: MappedThings.Extent { bounds.map { .box($0) } ?? .middle }

  /// The area of a closed way, or of a relation whose ways are rings; nil for all else.
  private func area() -> Area? {
    if let line {
      let isStreet = tag("highway") != nil || tag("barrier") != nil
      guard line.isWhole, Self.isRing(line.positions),
        tag("area").map({ $0 != "no" }) ?? !isStreet
      else { return nil }
      return Area(parts: [Area.Part(shell: line.positions)])
    }
    var (outer, inner): ([[Position]], [[Position]]) = ([], [])
    let isArea = tag("type") == "multipolygon" || tag("type") == "boundary"
    for (role, line) in members {
      guard role == "outer" || role == "inner" || (isArea && role.isEmpty) else { continue }
      guard line.isWhole else { return nil }
      if role == "inner" { inner.append(line.positions) } else { outer.append(line.positions) }
    }
    guard !outer.isEmpty, let shells = Self.rings(outer), let holes = Self.rings(inner) else {
      return nil
    }
    let reaches = holes.map { Reach($0) }
    return Area(
      parts: shells.map { shell in
        // A hole of another shell that lies around this one takes nothing from it.
        let reach = Reach(shell)
        let own = holes.indices.filter { reach.covers(reaches[$0]) }
        return Area.Part(shell: shell, holes: own.map { holes[$0] })
      })
  }

  private static func isRing(_ line: [Position]) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    return line.count >= 4 && first == last
  }

  /// The rings that lines make end to end; nil where one is left over.
  ///
  /// - Complexity: O(n) in all positions.
  private static func rings(_ lines: [[Position]]) -> [[Position]]? {
    struct End: Hashable {
      let x: Double
      let y: Double
    }
    var rings = lines.filter(isRing)
    let open = lines.filter { $0.count > 1 && !isRing($0) }
    var ends: [End: [Int]] = [:]
    func end(_ position: Position) -> End { End(x: position.x, y: position.y) }
    for (number, line) in open.enumerated() {
      ends[end(line[0]), default: []].append(number)
      ends[end(line[line.count - 1]), default: []].append(number)
    }
    var isUsed = [Bool](repeating: false, count: open.count)
    for start in open.indices where !isUsed[start] {
      isUsed[start] = true
      var ring = open[start]
      while ring[0] != ring[ring.count - 1] {
        let last = end(ring[ring.count - 1])
        while let number = ends[last]?.last, isUsed[number] { ends[last]?.removeLast() }
        guard let number = ends[last]?.popLast() else { return nil }
        isUsed[number] = true
        let line = open[number]
        ring += end(line[0]) == last ? line.dropFirst() : line.reversed().dropFirst()
      }
      rings.append(ring)
    }
    return rings
  }
}

extension JSONCursor {
  /// Calls with the name of each member of an object and the cursor at its value, which must be stepped
  /// over; steps over anything that is no object.
  fileprivate mutating func eachMember(
    _ body: (String, inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard current == UInt8(ascii: "{") else { return try skipValue(depth: 2) }
    guard open(UInt8(ascii: "}")) else { return }
    repeat {
      let start = index
      let raw = try name()
      var name = String(decoding: slice(raw), as: UTF8.self)
      if name.utf8.contains(UInt8(ascii: "\\")) {
        let value = index
        move(to: start)
        var decoded: [UInt8] = []
        try string(into: &decoded)
        name = String(decoding: decoded, as: UTF8.self)
        move(to: value)
      }
      try body(name, &self)
    } while try goesOn(until: UInt8(ascii: "}"))
  }

  /// The text of a string, or a number or word as it stands; nil for null, and for what it steps over.
  fileprivate mutating func text() throws(JSONFault) -> String? {
    switch current {
    case UInt8(ascii: "\""):
      var text: [UInt8] = []
      try string(into: &text)
      return String(decoding: text, as: UTF8.self)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"):
      try skipValue(depth: 2)
      return nil
    default:
      let start = index
      try skipScalar()
      return String(decoding: slice(start..<index), as: UTF8.self)
    }
  }
}
