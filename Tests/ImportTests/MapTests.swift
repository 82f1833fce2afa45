import Spatial
import Testing

@testable import Import

/// Elements of OpenStreetMap, which has many things twice.
@Suite("Elements of maps")
struct MapTests {
  private static let square = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]
  private static let inner = [(3, 2), (8, 2), (8, 8), (3, 8), (3, 2)]
  private static let ell = [(0, 0), (10, 0), (10, 2), (2, 2), (2, 10), (0, 10), (0, 0)]
  private static let museum = ["name": "A Museum", "tourism": "museum"]

  /// Thousandths of a degree from a corner in Hong Kong.
  private static func position(_ x: Double, _ y: Double) -> String {
    #""lat":\#(PlainNumber.text(22.28 + y / 1000)),"lon":\#(PlainNumber.text(114.15 + x / 1000))"#
  }

  private static func geometry(_ line: [(Int, Int)]) -> String {
    #""geometry":["#
      + line.map { "{\(position(Double($0.0), Double($0.1)))}" }.joined(separator: ",")
      + "]"
  }

  private static func tags(_ tags: [String: String]) -> String {
    #""tags":{"#
      + tags.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }
      .joined(separator: ",") + "}"
  }

  private static func node(_ id: Int, _ x: Double, _ y: Double, _ tags: [String: String]) -> String
  {
    #"{"type":"node","id":\#(id),\#(position(x, y)),\#(Self.tags(tags))}"#
  }

  private static func way(_ id: Int, _ rest: String, _ tags: [String: String]) -> String {
    #"{"type":"way","id":\#(id),\#(rest),\#(Self.tags(tags))}"#
  }

  private static func relation(
    _ id: Int, _ members: [(role: String, line: [(Int, Int)])], _ rest: String = "",
    type: String = "multipolygon"
  ) -> String {
    let members = members.map {
      #"{"type":"way","ref":1,"role":"\#($0.role)",\#(geometry($0.line))}"#
    }
    var tags = museum
    tags["type"] = type
    return
      #"{"type":"relation","id":\#(id),\#(rest)"members":[\#(members.joined(separator: ","))],"#
      + "\(Self.tags(tags))}"
  }

  private static let bounds =
    #""bounds":{"minlat":22.28,"minlon":114.15,"maxlat":22.29,"maxlon":114.16}"#

  private func convert(_ elements: String...) throws -> Outcome {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", #"{"elements":[\#(elements.joined(separator: ","))]}"#)
    return sandbox.run("convert", path, "--to", "csv")
  }

  private func places(_ outcome: Outcome) -> [String] {
    outcome.rows.map {
      "\($0["source_ref"] ?? "") \($0["latitude"] ?? "") \($0["longitude"] ?? "")"
    }
  }

  private func references(_ outcome: Outcome) -> [String] {
    outcome.rows.map { $0["source_ref"] ?? "" }
  }

  // MARK: One thing or two

  @Test(arguments: [
    // Inside of the ring, of the arm of an L, and beside that though inside of the bounds.
    (square, 1.0, 1.0, true), (ell, 1, 9, true), (ell, 8, 8, false), (square, 11, 5, false),
    (square, 10, 5, true),
  ])
  func aNodeInsideOfAnOutline(line: [(Int, Int)], x: Double, y: Double, isOne: Bool) throws {
    let node = Self.node(1, x, y, Self.museum)
    for rest in [Self.geometry(line), "\(Self.bounds),\(Self.geometry(line))"] {
      let way = Self.way(5, rest, Self.museum)
      let first = try convert(node, way)
      #expect(first.status == 0)
      #expect(references(first) == (isOne ? ["node/1"] : ["node/1", "way/5"]))
      #expect(
        first.err.contains("way/5 is the same as node/1, which lies inside of it; passed over")
          == isOne)
      let second = try convert(way, node)
      #expect(references(second) == (isOne ? ["way/5"] : ["way/5", "node/1"]))
      #expect(
        second.err.contains("node/1 is the same as way/5, inside of which it lies; passed over")
          == isOne)
    }
  }

  @Test func twoNodesAreTwoPlaces() throws {
    for distance in [0, 0.3, 1.5] {
      let outcome = try convert(
        Self.node(1, 5, 5, Self.museum), Self.node(2, 5, 5 + distance, Self.museum))
      #expect(references(outcome) == ["node/1", "node/2"] && outcome.err.isEmpty)
    }
  }

  @Test func twoOutlinesAreTwoPlaces() throws {
    let outcome = try convert(
      Self.way(5, Self.geometry(Self.inner), Self.museum),
      Self.relation(6, [("outer", Self.square)]),
      Self.way(7, #""center":{\#(Self.position(5, 5))}"#, Self.museum))
    #expect(references(outcome) == ["way/5", "relation/6", "way/7"])
  }

  @Test func outlinesOfWhichLessIsKnown() throws {
    let node = Self.node(1, 1, 1, Self.museum)
    #expect(references(try convert(node, Self.way(5, Self.bounds, Self.museum))) == ["node/1"])
    // 39 m from the middle, and 76.
    for (x, y, isOne) in [(1.2, 1.3, true), (1.5, 1.5, false)] {
      let way = Self.way(5, #""center":{\#(Self.position(x, y))}"#, Self.museum)
      #expect(references(try convert(node, way)).count == (isOne ? 1 : 2))
      #expect(references(try convert(way, node)).count == (isOne ? 1 : 2))
    }
    // Nothing is inside of a line.
    let line = Self.geometry([(0, 0), (1, 1), (2, 2)])
    #expect(references(try convert(node, Self.way(5, line, Self.museum))).count == 2)
  }

  @Test(arguments: [
    (
      ["name": "大館 Tai Kwun", "name:en": "Tai Kwun"], ["name": "大館", "name:en": "TAI  KWUN"], true
    ),
    (["name": "大館", "name:en": "Tai Kwun"], ["name": "Tai Kwun"], true),
    (["name": "大館 Tai Kwun"], ["name": "大館"], false),
    (["name": "A", "tourism": "museum"], ["name": "A", "building": "yes"], true),
    (["name": "A", "building": "yes"], ["name": "A", "tourism": "museum"], true),
    (["name": "A", "tourism": "museum"], ["name": "A", "amenity": "cafe"], false),
    (
      ["name": "A", "historic": "fort"], ["name": "A", "historic": "fort", "tourism": "museum"],
      true
    ),
    (["name": "A", "tourism": "museum"], ["name": "A"], false),
  ])
  func whatIsOneThing(
    node: [String: String], outline: [String: String], isOne: Bool
  ) throws {
    var (node, outline) = (node, outline)
    if node.count + outline.count < 5, node["building"] == nil, outline["building"] == nil,
      node["tourism"] == nil
    {
      (node["leisure"], outline["leisure"]) = ("park", "park")
    }
    let way = Self.way(5, Self.geometry(Self.square), outline)
    #expect(references(try convert(Self.node(1, 1, 1, node), way)).count == (isOne ? 1 : 2))
    #expect(references(try convert(way, Self.node(1, 1, 1, node))).count == (isOne ? 1 : 2))
  }

  /// Outlines over many cells, and over more than are looked at one by one.
  @Test(arguments: [0.01, 0.1, 0.3, 1, 3, 80])
  func largeOutlines(size: Double) throws {
    func corner(_ x: Double, _ y: Double) -> String {
      #"{"lat":\#(-1 + y * size),"lon":\#(90 + x * size)}"#
    }
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map { corner($0.0, $0.1) }
    let way = Self.way(5, #""geometry":[\#(corners.joined(separator: ","))]"#, Self.museum)
    func node(_ share: Double) -> String {
      #"{"type":"node","id":1,"lat":\#(-1 + size * share),"lon":\#(90 + size * share),"#
        + "\(Self.tags(Self.museum))}"
    }
    #expect(references(try convert(way, node(0.9))) == ["way/5"])
    #expect(references(try convert(node(0.9), way)) == ["node/1"])
    #expect(references(try convert(way, node(-0.01))) == ["way/5", "node/1"])
    #expect(references(try convert(node(1.01), way)) == ["node/1", "way/5"])
  }

  /// What is remembered is bounded, and said where it may have left something out.
  @Test func moreThanIsRemembered() throws {
    let things = MappedThings(memoryLimit: 1000)
    let ring = Self.square.map { (x: 114 + Double($0.0) / 1000, y: 22 + Double($0.1) / 1000) }
    let area = Area(parts: [Area.Part(shell: ring)])
    let point = try Coordinate(latitude: 22.001, longitude: 114.001)
    func meet(_ type: String, _ number: Int64, _ extent: MappedThings.Extent)
      -> MappedThings.Meeting
    {
      things.meet(
        MappedThings.Element(
          MappedThings.ID(type: type, number: number), [("name", "N\(number)")], at: point,
          extent: extent))
    }
    // Of nodes alone none can be inside of another.
    for number in 0..<100 { #expect(meet("node", Int64(number), .node).isCompared) }
    #expect(meet("way", 0, .area(area)).same == "node/0, which lies inside of it")
    let last = meet("way", 99, .area(area))
    #expect(last.same == nil && !last.isCompared)
    #expect(!meet("node", 99, .node).isCompared)
  }

  // MARK: Where they are

  @Test func areasWithHoles() throws {
    let rings = [("outer", Self.square), ("inner", Self.inner)]
    for rest in ["", "\(Self.bounds),"] {
      let outcome = try convert(
        Self.relation(6, rings, rest), Self.node(1, 5, 5, Self.museum),
        Self.node(2, 9, 9, Self.museum))
      #expect(places(outcome) == ["relation/6 22.285 114.1515", "node/1 22.285 114.155"])
    }
    // Rings that come in pieces, in any order and direction; a part inside of the hole.
    let pieces = [
      ("outer", Array(Self.square[..<3])), ("inner", Array(Self.inner[1...].reversed())),
      ("inner", Array(Self.inner[...1])), ("outer", Array(Self.square[2...].reversed())),
      ("outer", [(4, 4), (6, 4), (6, 6), (4, 6), (4, 4)]),
    ]
    #expect(places(try convert(Self.relation(6, pieces))) == ["relation/6 22.285 114.1515"])
    let inside = try convert(Self.relation(6, pieces), Self.node(1, 5, 5, Self.museum))
    #expect(references(inside) == ["relation/6"])
    // Of roles that are empty in an area, and of a route.
    let plain = [("", Self.square)]
    #expect(places(try convert(Self.relation(6, plain))) == ["relation/6 22.285 114.155"])
    #expect(
      places(try convert(Self.relation(6, plain, type: "route"))) == ["relation/6 22.28 114.15"])
  }

  @Test func whatIsNotWhole() throws {
    let open = [("outer", Array(Self.square[..<4]))]
    #expect(places(try convert(Self.relation(6, open))) == ["relation/6 22.28 114.15"])
    let cut = Self.geometry(Self.square).replacing("[{", with: "[null,{")
    #expect(
      places(try convert(Self.way(5, "\(Self.bounds),\(cut)", Self.museum)))
        == ["way/5 22.285 114.155"])
    #expect(places(try convert(Self.way(5, cut, Self.museum))) == ["way/5 22.28 114.15"])
    let line = Self.way(5, "\(Self.bounds),\(Self.geometry(Self.ell.dropLast()))", Self.museum)
    #expect(places(try convert(line)) == ["way/5 22.28 114.15"])
    var street = Self.museum
    street["highway"] = "path"
    let round = Self.way(5, Self.geometry(Self.square), street)
    #expect(places(try convert(round)) == ["way/5 22.28 114.15"])
    let far =
      #"{"type":"way","id":5,"bounds":{"minlat":1,"minlon":179,"maxlat":2,"maxlon":-178},"#
      + #""tags":{"name":"Far"}}"#
    #expect(places(try convert(far)) == ["way/5 1.5 -179.5"])
  }

  @Test(arguments: [
    (#"{"type":"node","id":3,"lat":22.2,"tags":{"name":"C"}}"#, "node/3 has no lon"),
    (#"{"type":"node","id":3,"tags":{"name":"C"}}"#, "node/3 has no lat and lon"),
    (
      #"{"type":"node","id":3,"lat":"x","lon":114,"tags":{"name":"C"}}"#, #"node/3: lat "x" is not"#
    ),
    (#"{"type":"node","id":3,"lat":22,"lon":[1],"tags":{"name":"C"}}"#, "node/3: lon [1] is not"),
    (#"{"type":"way","id":9,"nodes":[1],"tags":{"name":"W"}}"#, #"way/9 has no position; ask the"#),
    (
      #"{"type":"way","id":9,"geometry":[{"lat":1,"lon":2},{"lat":95,"lon":2}],"tags":{"name":"W"}}"#,
      "position 2 of its geometry: latitude 95 is outside"
    ),
    (
      #"{"type":"way","id":9,"geometry":[{"lat":1,"lon":2},{"lat":1e300,"lon":2},{"lat":1,"lon":2},"#
        + #"{"lat":1,"lon":2}],"tags":{"name":"W"}}"#, "position 2 of its geometry: latitude 1e+300"
    ),
    (
      #"{"type":"way","id":9,"geometry":[{"lat":1}],"tags":{"name":"W"}}"#, "a position without lat"
    ),
    (#"{"type":"way","id":9,"bounds":{"minlat":1},"tags":{"name":"W"}}"#, "way/9: bounds without"),
    (
      #"{"type":"way","id":9,"bounds":{"minlat":2,"minlon":1,"maxlat":1,"maxlon":2},"#
        + #""tags":{"name":"W"}}"#, "south is above north"
    ),
    (#"{"id":9,"lat":22,"lon":114,"tags":{"name":"W"}}"#, "an element without a type"),
    ("5", "an element that is no object"),
  ])
  func elementsThatAreWrong(element: String, reason: String) throws {
    let outcome = try convert(element, Self.node(1, 5, 5, Self.museum))
    #expect(outcome.status == 65 && outcome.err.contains(reason), "\(outcome.err)")
    #expect(references(outcome) == ["node/1"])
  }

  @Test func elementsThatAreNoPlaces() throws {
    let outcome = try convert(
      #"{"type":"area","id":3600000001,"tags":{"name":"Hong Kong"}}"#,
      #"{"type":"count","id":0,"tags":{"nodes":"3"}}"#, Self.node(1, 5, 5, Self.museum))
    #expect(outcome.status == 0 && references(outcome) == ["node/1"])
    #expect(outcome.err.contains("2 passed over: an element that is no node, way or relation"))
  }

  @Test func anElementWithoutAnID() throws {
    for id in ["", #""id":null,"#, #""id":1.5,"#] {
      let node = #"{"type":"node",\#(id)\#(Self.position(5, 5)),\#(Self.tags(Self.museum))}"#
      let outcome = try convert(node, Self.way(5, Self.geometry(Self.square), Self.museum))
      #expect(references(outcome) == [""])
      #expect(outcome.err.contains("way/5 is the same as a node without an id"))
    }
  }

  #if GEOS
    /// Both are named in an import too, and what is not one thing is proposed as a duplicate only.
    @Test func anImportNamesBoth() throws {
      let sandbox = try Sandbox()
      let path = try sandbox.write(
        "a.json",
        #"{"elements":[\#(Self.node(1, 5, 5, Self.museum)),\#(Self.node(2, 5, 5.3, Self.museum)),"#
          + "\(Self.way(5, Self.geometry(Self.square), Self.museum))]}")
      let outcome = sandbox.run(
        "import", path, "--into", sandbox.path("city"), "--data", Sandbox.city)
      #expect(outcome.status == 0, "\(outcome.err)")
      #expect(outcome.out.contains("2 places of 3 records"))
      #expect(outcome.err.contains("way/5 is the same as node/2, which lies inside of it"))
      #expect(outcome.err.contains("1 passed over: the same thing as an earlier element"))
      #expect(outcome.err.contains("may be one place, 33 m apart"))
    }
  #endif
}
