import Testing

@testable import Import

/// Geometries, and the files that have several.
@Suite("Geometries")
struct ShapeTests {
  private static let square =
    "[[114.15,22.28],[114.16,22.28],[114.16,22.29],[114.15,22.29],[114.15,22.28]]"
  private static let hole =
    "[[114.153,22.282],[114.158,22.282],[114.158,22.288],[114.153,22.288],[114.153,22.282]]"

  private func convert(_ name: String, _ text: String, _ options: String...) throws -> Outcome {
    let sandbox = try Sandbox()
    return sandbox.run(["convert", try sandbox.write(name, text), "--to", "csv"] + options)
  }

  private func places(_ outcome: Outcome) -> [String] {
    outcome.rows.map { "\($0["latitude"] ?? "") \($0["longitude"] ?? "")" }
  }

  private func feature(_ geometry: String) throws -> Outcome {
    try convert(
      "a.json", #"{"type":"Feature","properties":{"name":"A"},"geometry":\#(geometry)}"#)
  }

  @Test(arguments: [
    (#""Polygon","coordinates":[\#(square)]"#, "22.285 114.155"),
    (#""Polygon","coordinates":[\#(square),\#(hole)]"#, "22.285 114.1515"),
    (
      #""MultiPolygon","coordinates":[[[[1,1],[1.01,1],[1,1.01],[1,1]]],[\#(square),\#(hole)]]"#,
      "22.285 114.1515"
    ),
    (#""MultiLineString","coordinates":[[],[[114.1,22.2],[114.2,22.3]],[[1,2]]]"#, "22.2 114.1"),
    (#""MultiPoint","coordinates":[[114.1,22.2],[114.2,22.3]]"#, "22.2 114.1"),
  ])
  func whereTheyAre(members: String, right: String) throws {
    let outcome = try feature(#"{"type":\#(members)}"#)
    #expect(outcome.status == 0 && places(outcome) == [right], "\(outcome.err)")
    // The type may stand behind the coordinates.
    let parts = members.split(separator: ",", maxSplits: 1)
    let turned = try feature("{\(parts[1]),\"type\":\(parts[0])}")
    #expect(places(turned) == [right])
  }

  /// A point says best where something is, then an area, then a line.
  @Test func collections() throws {
    let points = #"{"type":"MultiPoint","coordinates":[[114.3,22.3]]}"#
    let line = #"{"type":"LineString","coordinates":[[114.1,22.2],[114.2,22.3]]}"#
    let small = #"{"type":"Polygon","coordinates":[[[1,1],[1.001,1],[1,1.001],[1,1]]]}"#
    let large = #"{"type":"Polygon","coordinates":[\#(Self.square),\#(Self.hole)]}"#
    let point = #"{"type":"Point","coordinates":[114.4,22.4]}"#
    var parts = [points, line, small, large, point]
    for right in [
      "22.4 114.4", "22.285 114.1515", "1.000333333 1.000333333", "22.2 114.1", "22.3 114.3",
    ] {
      for order in [parts, parts.reversed()] {
        let geometries = order.joined(separator: ",")
        let outcome = try feature(#"{"type":"GeometryCollection","geometries":[\#(geometries)]}"#)
        #expect(places(outcome) == [right])
        let nested = try feature(
          #"{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":"#
            + "[\(geometries)]}]}")
        #expect(places(nested) == [right])
      }
      parts.removeLast()
    }
  }

  @Test(arguments: [
    (
      #"{"type":"Polygon","coordinates":[[[114.15,22.28],[114.16,99.29],[114.16,22.29]]]}"#,
      "position 2 of its geometry: latitude 99.29 is outside"
    ),
    (
      #"{"type":"Polygon","coordinates":[\#(square),[[114.15,22.28],[114.16,-99.29]]]}"#,
      "position 7 of its geometry: latitude -99.29 is outside"
    ),
    (
      #"{"type":"LineString","coordinates":[[114.15,22.28],[22.28,114.15]]}"#,
      "position 2 of its geometry: latitude 114.15 is outside"
    ),
    (
      #"{"type":"MultiPoint","coordinates":[[114.15,22.28],[114.1,95],[114.1,96]]}"#,
      "position 2 of its geometry: latitude 95 is outside"
    ),
    (
      #"{"type":"MultiLineString","coordinates":[[[114.15,22.28]],[[-190,22]]]}"#,
      "position 2 of its geometry: longitude -190 is outside"
    ),
    (
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[114.15,22.28]},"#
        + #"{"type":"LineString","coordinates":[[114.15,22.28],[114,95]]}]}"#,
      "position 3 of its geometry: latitude 95 is outside"
    ),
    (#"{"type":"Point"}"#, "a Point without coordinates"),
    (#"{"type":"Polygon"}"#, "a Polygon without coordinates"),
    (#"{"type":"GeometryCollection"}"#, "a GeometryCollection without geometries"),
    (#"{"type":"Point","coordinates":null}"#, "a position is not two numbers"),
    (#"{"type":"Point","coordinates":[114]}"#, "a position is not two numbers"),
    (
      #"{"type":"LineString","coordinates":[[114.15,22.28],[114]]}"#,
      "a position is not two numbers"
    ),
    (#"{"type":"Polygon","coordinates":\#(square)}"#, "a position is not two numbers"),
    (#"{"type":"Sphere"}"#, "a geometry of no known type"),
    (#"{"type":"Feature"}"#, "a geometry of no known type"),
    ("{}", "a geometry without a type"),
  ])
  func whatIsWrong(geometry: String, reason: String) throws {
    let outcome = try feature(geometry)
    #expect(outcome.status == 65 && outcome.rows.isEmpty)
    #expect(outcome.err.contains(reason), "\(outcome.err)")
  }

  @Test(arguments: [
    "null", #"{"type":"Point","coordinates":[]}"#, #"{"type":"Polygon","coordinates":[]}"#,
    #"{"type":"Polygon","coordinates":[[]]}"#, #"{"type":"MultiPolygon","coordinates":[[],[[]]]}"#,
    #"{"type":"LineString","coordinates":[]}"#, #"{"type":"GeometryCollection","geometries":[]}"#,
  ])
  func whatIsEmpty(geometry: String) throws {
    let outcome = try feature(geometry)
    #expect(outcome.status == 0 && outcome.rows.isEmpty)
    #expect(outcome.err.contains("1 passed over: no position"), "\(outcome.err)")
  }

  @Test func metresAreCheckedAsMetres() throws {
    let text =
      #"{"type":"Polygon","coordinates":[[[835000,819000],[836000,819000],[836000,LAST],[835000,819000]]]}"#
    let path = "a.json"
    let right = try convert(path, text.replacing("LAST", with: "820000"), "--crs", "EPSG:2326")
    #expect(right.status == 0 && right.rows.count == 1, "\(right.err)")
    let wrong = try convert(path, text.replacing("LAST", with: "20000"), "--crs", "EPSG:2326")
    #expect(wrong.status == 65)
    #expect(
      wrong.err.contains("position 3 of its geometry: easting 836000, northing 20000 is outside"))
  }

  // MARK: KML and GPX

  private func placemark(_ body: String) throws -> Outcome {
    try convert(
      "a.kml",
      "<kml xmlns:gx=\"g\"><Placemark><name>A</name>\(body)</Placemark></kml>")
  }

  private static func ring(_ json: String) -> String {
    let numbers = json.dropFirst(2).dropLast(2).replacing("],[", with: " ")
    return "<LinearRing><coordinates>\(numbers)</coordinates></LinearRing>"
  }

  private static let polygon =
    "<Polygon><outerBoundaryIs>\(ring(square))</outerBoundaryIs><innerBoundaryIs>\(ring(hole))"
    + "</innerBoundaryIs></Polygon>"
  private static let small =
    "<Polygon><outerBoundaryIs>\(ring("[[1,1],[1.001,1],[1,1.001]]"))</outerBoundaryIs></Polygon>"
  private static let line =
    "<LineString><coordinates>114.1,22.2 114.2,22.3</coordinates></LineString>"
  private static let point = "<Point><coordinates>114.4,22.4</coordinates></Point>"
  private static let track =
    "<gx:Track><when>2010</when><gx:coord/><gx:coord>114.1 22.2 5</gx:coord><gx:coord>114.2 22.3</gx:coord></gx:Track>"

  @Test(arguments: [
    (polygon, "22.285 114.1515"), (line, "22.2 114.1"), (track, "22.2 114.1"),
    ("<gx:MultiTrack>\(track)</gx:MultiTrack>", "22.2 114.1"), (ring(square), "22.285 114.155"),
    ("<MultiGeometry>\(line)\(small)\(polygon)</MultiGeometry>", "22.285 114.1515"),
    ("<MultiGeometry>\(polygon)\(small)\(track)</MultiGeometry>", "22.285 114.1515"),
    ("<MultiGeometry>\(polygon)\(point)</MultiGeometry>", "22.4 114.4"),
  ])
  func placemarks(body: String, right: String) throws {
    let outcome = try placemark(body)
    #expect(outcome.status == 0 && places(outcome) == [right], "\(outcome.err)")
  }

  @Test(arguments: [
    (line.replacing("22.3", with: "95"), "position 2 of its geometry: latitude 95 is outside"),
    (polygon.replacing("22.288", with: "95"), "latitude 95 is outside"),
    (track.replacing("114.2", with: "514.2"), "position 2 of its geometry: longitude 514.2"),
    (
      track.replacing("114.2 22.3", with: "x 22.3"), #"gx:coord "x 22.3" is not longitude latitude"#
    ),
    (line.replacing("22.3", with: "?"), #"coordinates "114.1,22.2 114.2,?" are not"#),
    (
      "<MultiGeometry>\(point)\(point.replacing("22.4", with: "94"))</MultiGeometry>",
      "position 2 of its geometry: latitude 94"
    ),
  ])
  func placemarksThatAreWrong(body: String, reason: String) throws {
    let outcome = try placemark(body)
    #expect(outcome.status == 65 && outcome.err.contains(reason), "\(outcome.err)")
  }

  @Test func dataOfOnePlacemarkStaysThere() throws {
    let outcome = try placemark(
      "<ExtendedData><Data name=\"address\"><value>1 Road</value></Data><value>2 Road</value>"
        + "</ExtendedData>\(Self.point)")
    #expect(outcome.rows.first?["address_en"] == "1 Road")
  }

  @Test func tracksAndRoutesOfGPX() throws {
    let track = #"<trk><name>T</name><trkseg><trkpt lat="22.2" lon="114.1"/></trkseg></trk>"#
    let route = #"<rte><name>R</name><rtept lat="22.2" lon="114.1"><name>p</name></rtept></rte>"#
    let none = try convert("a.gpx", "<gpx>\(track)\(route)</gpx>")
    #expect(none.status == 0 && none.rows.isEmpty)
    #expect(none.err.contains("2 passed over: a track or route of GPX, of which only waypoints"))
    let waypoint = #"<wpt lat="22.3" lon="114.2"><name>A</name></wpt>"#
    let some = try convert("a.gpx", "<gpx>\(track)\(waypoint)</gpx>")
    #expect(places(some) == ["22.3 114.2"] && some.err.contains("1 passed over: a track"))
    for (attributes, reason) in [
      (#"lat="x" lon="1""#, #"lat "x" is not a plain decimal number"#),
      (#"lat="1""#, "a waypoint without lon"), ("", "a waypoint without lat"),
    ] {
      let outcome = try convert("a.gpx", "<gpx><wpt \(attributes)><name>A</name></wpt></gpx>")
      #expect(outcome.status == 65 && outcome.err.contains(reason))
    }
  }
}
