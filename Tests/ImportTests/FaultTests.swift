import Catalog
import Testing

/// What spoils one record, what spoils a file, and how both are told.
@Suite("Faults of records and of files")
struct FaultTests {
  private let good =
    #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","#
    + #""coordinates":[114.17,22.3]}}"#

  private func convert(_ name: String, _ text: String, _ options: String...) throws -> Outcome {
    let sandbox = try Sandbox()
    return sandbox.run(["convert", try sandbox.write(name, text), "--to", "csv"] + options)
  }

  private func names(_ outcome: Outcome) -> [String] {
    outcome.rows.map { $0["name_en"] ?? "" }
  }

  private func feature(_ geometry: String, name: String = "B") -> String {
    #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":\#(geometry)}"#
  }

  private func point(_ coordinates: String, name: String = "B") -> String {
    feature(#"{"type":"Point","coordinates":\#(coordinates)}"#, name: name)
  }

  /// A value that is JSON and cannot be used: its feature is left out, the others are not.
  @Test(arguments: [
    ("[1e400,22.3]", "B", "1e400 is too large"),
    ("[114.17,22.3]", #"B\ud83d"#, #"\ud83d is half of a surrogate pair"#),
    ("[114.17,22.3]", #"\udc00"#, #"\udc00 is half of a surrogate pair"#),
    ("[22.3]", "B", "a position is not two numbers: [22.3]"),
    ("[null,22.3]", "B", "a position is not two numbers: [null,22.3]"),
    ("\"114,22\"", "B", "a position is not two numbers: \"114,22\""),
  ])
  func aValueSpoilsItsFeature(coordinates: String, name: String, reason: String) throws {
    let bad = point(coordinates, name: name)
    let text = #"{"type":"FeatureCollection","features":["# + "\(good),\n\(bad),\n\(good)]}"
    let start = text.utf8.count - bad.utf8.count - good.utf8.count - 4
    for (prefix, length) in [("", 0), ("\u{FEFF}", 3)] {
      let outcome = try convert("a.json", prefix + text)
      #expect(outcome.status == 65 && names(outcome) == ["A", "A"])
      #expect(outcome.err.contains("(record 2): \(reason)"), "\(outcome.err)")
      let offset = outcome.err.split(separator: "(byte ").last?.prefix { $0.isNumber }
      let byte = try #require(offset.flatMap { Int($0) }) - length
      #expect((start..<start + bad.utf8.count).contains(byte), "\(outcome.err)")
    }
    // The same one a line, and alone.
    let lines = try convert("a.ndjson", "\(good)\n\(bad)\n\(good)\n")
    #expect(lines.status == 65 && names(lines) == ["A", "A"])
    #expect(lines.err.contains("a.ndjson:2") && lines.err.contains(": \(reason)"), "\(lines.err)")
    let alone = try convert("a.json", bad)
    #expect(alone.status == 65 && alone.rows.isEmpty && alone.err.contains(reason))
  }

  @Test(arguments: [
    (#"{"type":"Circle","coordinates":[114,22]}"#, #"no known type: "Circle""#),
    (#"{"type":"Point"}"#, "a Point without coordinates"),
    ("[114,22]", "the geometry is no object: [114,22]"),
    (
      #"{"type":"Polygon","coordinates":[[[114,22],[114.1,1e999],[114.2,22.1],[114,22]]]}"#,
      "1e999 is too large"
    ),
    (
      #"{"type":"LineString","coordinates":[114.1,22]}"#, "a position is not two numbers: 114.1,22]"
    ),
    (
      #"{"type":"Point","crs":{"name":"\ud800"},"coordinates":[114,22]}"#,
      "half of a surrogate pair"
    ),
  ])
  func geometriesThatAreNone(geometry: String, reason: String) throws {
    let outcome = try convert(
      "a.json",
      #"{"type":"FeatureCollection","features":["# + "\(good),\(feature(geometry)),\(good)]}")
    #expect(outcome.status == 65 && names(outcome) == ["A", "A"])
    #expect(outcome.err.contains("(record 2): ") && outcome.err.contains(reason), "\(outcome.err)")
  }

  @Test func aValueSpoilsItsElement() throws {
    let outcome = try convert(
      "a.json",
      #"{"elements":[{"type":"node","id":1,"lat":22.3,"lon":114.17,"tags":{"name":"A"}},"#
        + #"{"type":"node","id":2,"lat":1e400,"lon":114.17,"tags":{"name":"B"}},"#
        + #"{"type":"node","id":3,"lat":22.1,"lon":114.17,"tags":{"name":"C\ud83d"}},"#
        + #"{"type":"node","id":4,"lat":22.2,"lon":114.17,"tags":{"name":"D"}}]}"#)
    #expect(outcome.status == 65 && names(outcome) == ["A", "D"])
    #expect(outcome.err.contains("(record 2): 1e400 is too large"))
    #expect(outcome.err.contains("(record 3): \\ud83d is half of a surrogate pair"))
  }

  #if GEOS
    /// What is no JSON spoils the file: nothing is imported.
    @Test(arguments: [
      #"{"type":"Feature","properties":{"name":"B"},"geometry":{"type":"Point","coordinates":[0x16,2]}}"#,
      #"{"type":"Feature","properties":{"name":"B" "x":1},"geometry":null}"#,
      #"{"type":"Feature","properties":{"name":"\q"},"geometry":null}"#,
      #"{"type":"Feature","properties":{"name":"\ud8"},"geometry":null}"#,
      #"{"type":"Feature","a":[1}"#, "tru", "01", "1 2", "NaN", #"{"a":Infinity}"#,
    ])
    func aFaultOfFormSpoilsTheFile(element: String) throws {
      let sandbox = try Sandbox()
      for text in [
        #"{"type":"FeatureCollection","features":["# + "\(good),\(element),\(good)]}",
        #"{"type":"FeatureCollection","features":["# + "\(good)],\"x\":\(element)}",
        #"{"type":"FeatureCollection","x":\#(element),"features":["# + "\(good)]}",
      ] {
        let outcome = sandbox.run(
          "import", try sandbox.write("a.json", text), "--into", sandbox.path("city"), "--data",
          Sandbox.city)
        #expect(outcome.status == 65, "\(text)")
        #expect(outcome.err.contains("a.json:1 (byte "), "\(outcome.err)")
        #expect(outcome.err.contains("not JSON"), "\(outcome.err)")
        #expect(try FileSystemBytes.names(sandbox.folder) == ["a.json"])
      }
    }
  #endif

  /// A server that gave up says so beside the elements that it had.
  @Test(arguments: [
    (#""remark":"runtime error: Query timed out in \"query\" at line 2","elements":[E]"#, true),
    (#""elements":[E],"remark":"runtime error: Query run out of memory""#, true),
    (#""elements":[],"remark":"runtime error: open64: 2 No such file""#, true),
    (#""elements":[E],"remark":"runtime remark: Timeout is 180""#, false),
    (#""elements":[E],"remark":null"#, false),
  ])
  func anAnswerThatIsNotWholeIsRefused(members: String, isRefused: Bool) throws {
    let element = #"{"type":"node","id":1,"lat":22.3,"lon":114.17,"tags":{"name":"A"}}"#
    let outcome = try convert(
      "a.json", "{\"version\":0.6,\(members.replacing("E", with: element, maxReplacements: 1))}")
    #expect(outcome.status == (isRefused ? 65 : 0), "\(outcome.err)")
    #expect(outcome.err.contains("did not finish its answer: \"runtime error") == isRefused)
    // Elsewhere it is a member like any other.
    let plain = try convert("a.json", #"{"name":"A","lat":22.3,"lon":114.17,"remark":"an error"}"#)
    #expect(plain.status == 0 && names(plain) == ["A"])
  }

  /// A text sequence, or lines, may have collections (RFC 8142).
  @Test func collectionsAmongTexts() throws {
    let grid = point("[835618,819821]", name: "C")
    let bad = point("[1e400,2]")
    let texts = [
      #"{"type":"FeatureCollection","features":[\#(good),\#(bad),\#(good)]}"#, good,
      #"{"features":[\#(grid)],"crs":{"properties":{"name":"EPSG:2326"}},"type":"FeatureCollection"}"#,
      #"{"type":"FeatureCollection","features":[]}"#, #"{"type":"FeatureCollection"}"#,
      #"{"type":"FeatureCollection","features":[\#(good),{"type":"FeatureCollection"}]}"#,
    ]
    for text in [
      texts.map { "\u{1E}\($0)\n" }.joined(), texts.joined(separator: "\n") + "\n",
    ] {
      let outcome = try convert("a.json", text)
      #expect(outcome.status == 65 && names(outcome) == ["A", "A", "A", "C", "A"])
      #expect(outcome.rows[3]["latitude"]?.hasPrefix("22.31738") == true)
      #expect(outcome.err.contains("(record 2): 1e400 is too large"))
      #expect(outcome.err.split(separator: "a FeatureCollection in place").count == 3)
      #expect(outcome.err.contains("3 bad rows"))
    }
  }

  /// What stands in place of JSON is told.
  @Test(arguments: [
    ("[NaN,22.3]", "expected a value, not NaN"), ("[0x16,22.3]", "expected a comma or ], not x16"),
    ("[114.17;22.3]", "expected a comma or ], not ;22.3"), ("[,22.3]", "expected a value"),
    ("[.5,22.3]", "expected a value, not .5"), ("[+5,22.3]", "expected a value, not +5"),
  ])
  func whatIsNoJSONIsTold(coordinates: String, reason: String) throws {
    let outcome = try convert("a.json", point(coordinates))
    #expect(outcome.status == 65 && outcome.err.contains("not JSON: \(reason)"), "\(outcome.err)")
  }

  /// Nesting deeper than is read spoils its feature, and only what is no JSON in it the file.
  @Test func nestingSpoilsItsFeature() throws {
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    for member in [deep, "{\"a\":\(deep)}", "[\(deep),{\"b\":[1,{}]},[]]"] {
      let bad = #"{"type":"Feature","properties":{"name":"B","x":\#(member)},"geometry":null}"#
      let outcome = try convert(
        "a.json", #"{"type":"FeatureCollection","features":["# + "\(good),\(bad),\(good)]}")
      #expect(outcome.status == 65 && names(outcome) == ["A", "A"])
      #expect(outcome.err.contains("(record 2): nested deeper than 64"), "\(outcome.err)")
      let cut = try convert(
        "a.json",
        #"{"type":"FeatureCollection","features":["#
          + "\(good),\(bad.replacing("]]]]", with: "]] ]1]", maxReplacements: 1)),\(good)]}")
      #expect(cut.err.contains("not JSON") && names(cut) == ["A"], "\(cut.err)")
    }
    let alone = try convert("a.json", "[\(deep)]")
    #expect(alone.status == 65 && alone.err.contains("(record 1): nested deeper"))
  }

  @Test(arguments: ["", #","features":null"#, #","features":{"a":1}"#])
  func aCollectionOfNothingIsRefused(members: String) throws {
    let outcome = try convert("a.json", #"{"type":"FeatureCollection"\#(members)}"#)
    #expect(outcome.status == 65 && outcome.out.isEmpty)
    #expect(outcome.err.contains("a.json (byte 0): a FeatureCollection whose \"features\""))
  }

  /// The answer of the same server in XML, which goes to GDAL.
  @Test(arguments: ["a.osm", "a.xml"])
  func anAnswerInXMLThatIsNotWholeIsRefused(name: String) throws {
    let filler = String(repeating: "<!-- filler -->\n", count: 9000)
    let outcome = try convert(
      name,
      "<?xml version=\"1.0\"?><osm version=\"0.6\" generator=\"Overpass API\">\n\(filler)"
        + "<remark> runtime error: Query timed out </remark></osm>")
    #expect(outcome.status == 65)
    #expect(
      outcome.err.contains("did not finish its answer: \"runtime error: Query timed out\""))
  }

  /// The forms that the drafts of GeoJSON had, and those that servers wrote.
  @Test(arguments: [
    #"{"type":"link","properties":{"href":"http://spatialreference.org/ref/epsg/2326/proj4/"}}"#,
    #"{"type":"url","properties":{"url":"http://www.opengis.net/gml/srs/epsg.xml#2326"}}"#,
    #"{"type":"EPSG","properties":{"code":"2326"}}"#,
    #"{"type":"EPSG","properties":{"code":2326}}"#,
    #"{"type":"OGC","properties":{"urn":"urn:ogc:def:crs:EPSG::2326"}}"#, #""EPSG:2326""#,
  ])
  func formsOfReferenceSystems(crs: String) throws {
    let feature = point("[835618,819821]")
    for text in [
      #"{"type":"FeatureCollection","crs":\#(crs),"features":[\#(feature)]}"#,
      #"{"type":"FeatureCollection","features":[\#(feature)],"crs":\#(crs)}"#,
    ] {
      let outcome = try convert("a.json", text)
      #expect(outcome.status == 0 && outcome.err.isEmpty, "\(outcome.err)")
      #expect(outcome.rows.first?["latitude"]?.hasPrefix("22.31738") == true)
    }
  }

  /// A word that is no type of GeoJSON says nothing of the list behind it.
  @Test func anAnswerWithATypeOfItsOwn() throws {
    let outcome = try convert(
      "a.json", #"{"type":"StopList","data":[{"name_en":"X","lat":"22.34","long":"114.19"}]}"#)
    #expect(outcome.status == 0 && names(outcome) == ["X"])
  }

  /// A character that is broken off is told with its first byte.
  @Test(arguments: [0, 1, 2])
  func brokenCharacters(before: Int) throws {
    let lead = [[0xC3], [0xE9, 0xA6], [0xF0, 0x9F, 0x98]][before].map { UInt8($0) }
    let sandbox = try Sandbox()
    // On both sides of the border of two pieces, which the reader has at 128 KiB.
    for filler in [0, 131_060, 131_064, 131_068, 131_070, 131_072] {
      let text = Array("name,lat,lon\n\(String(repeating: "a", count: filler))".utf8)
      let bytes = text + lead + Array(",22.3,114.1\n".utf8)
      try FileSystem.replace(sandbox.path("a.csv"), with: bytes)
      let outcome = sandbox.run("convert", sandbox.path("a.csv"), "--to", "csv")
      #expect(outcome.status == 65)
      #expect(outcome.err.contains("(byte \(text.count)): not UTF-8"), "\(outcome.err)")
    }
  }

  /// The system of the innermost object that names one counts.
  @Test func everyObjectMayNameItsReferenceSystem() throws {
    func crs(_ name: String) -> String {
      #""crs":{"type":"name","properties":{"name":"\#(name)"}}"#
    }
    let grid = "[835618,819821]"
    let features = [
      #"{"type":"Feature",\#(crs("EPSG:2326")),"properties":{"name":"A"},"geometry":{"type":"Point","coordinates":\#(grid)}}"#,
      #"{"type":"Feature","properties":{"name":"B"},"geometry":{"type":"Point","coordinates":\#(grid),\#(crs("urn:ogc:def:crs:EPSG::2326"))}}"#,
      #"{"type":"Feature","properties":{"name":"C"},"geometry":{"type":"Point","coordinates":[114.17,22.3]},\#(crs("urn:ogc:def:crs:OGC:1.3:CRS84"))}"#,
      #"{"type":"Feature",\#(crs("EPSG:3857")),"properties":{"name":"D"},"geometry":{"type":"Point",\#(crs("EPSG:2326")),"coordinates":\#(grid)}}"#,
      #"{"type":"Feature","properties":{"name":"E"},"geometry":{"type":"GeometryCollection",\#(crs("EPSG:2326")),"geometries":[{"type":"Point","coordinates":\#(grid)}]}}"#,
      #"{"type":"Feature","crs":null,"properties":{"name":"F"},"geometry":{"type":"Point","coordinates":[114.17,22.3]}}"#,
      #"{"type":"Feature",\#(crs("EPSG:3857")),"properties":{"name":"G"},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
    ]
    for text in [
      #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}",
      features.joined(separator: "\n"),
    ] {
      let outcome = try convert("a.json", text)
      #expect(outcome.status == 65 && names(outcome) == ["A", "B", "C", "D", "E", "F"])
      for row in outcome.rows where row["name_en"] != "C" && row["name_en"] != "F" {
        #expect(row["latitude"]?.hasPrefix("22.31738") == true)
      }
      #expect(outcome.err.contains("the reference system \"EPSG:3857\" is not read"))
    }
    // One in degrees inside of a collection in metres; what is given by hand counts before all.
    let mixed =
      #"{"type":"FeatureCollection",\#(crs("EPSG:2326")),"features":[\#(features[2]),\#(point(grid))]}"#
    let read = try convert("a.json", mixed)
    #expect(read.status == 0 && read.rows[0]["latitude"] == "22.3", "\(read.err)")
    let given = try convert("a.json", features[6], "--crs", "EPSG:4326")
    #expect(given.status == 0 && given.rows[0]["latitude"] == "2")
  }

  @Test func waypointsAreToldWithTheirValues() throws {
    let outcome = try convert(
      "a.gpx",
      "<gpx>\n<wpt lat=\"1e400\" lon=\"114\"/>\n<wpt lon=\"114\"/>\n<wpt lat=\"22.3\" lon=\"x\"/></gpx>"
    )
    #expect(outcome.status == 65)
    for line in [
      "a.gpx:2: lat \"1e400\" is not a plain", "a.gpx:3: a waypoint without lat",
      "a.gpx:4: lon \"x\" is",
    ] { #expect(outcome.err.contains(line), "\(outcome.err)") }
  }

  /// The bytes of a text in another encoding are not those of the file; the line is.
  @Test func placesInOtherEncodings() throws {
    let sandbox = try Sandbox()
    let text = #"{"type":"FeatureCollection","features":["# + "\(good),\n\(point("[22.3]"))]}"
    let units: [UInt8] = text.utf16.flatMap { unit -> [UInt8] in
      [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let bytes: [UInt8] = [0xFF, 0xFE] + units
    try FileSystemBytes.write(bytes, sandbox.path("a.json"))
    let outcome = sandbox.run("convert", sandbox.path("a.json"), "--to", "csv")
    #expect(outcome.status == 65 && names(outcome) == ["A"])
    #expect(outcome.err.contains("a.json:2: a position") && !outcome.err.contains("byte"))
  }
}
