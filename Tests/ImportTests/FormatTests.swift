import Testing

@Suite("Formats")
struct FormatTests {
  private func points(_ outcome: Outcome) -> [[String]] {
    outcome.rows.map { [$0["name_en"] ?? "", $0["latitude"] ?? "", $0["longitude"] ?? ""] }
  }

  @Test func everyGeometryGivesOnePoint() throws {
    let outcome = try Sandbox().convert("shapes.json")
    #expect(outcome.status == 0)
    #expect(
      points(outcome) == [
        ["Point with Height", "22.3", "114.17"], ["Line", "22.3", "114.1"],
        ["Area", "22.1", "114.1"], ["Collection", "22.25", "114.15"],
        ["Strings", "22.26", "114.16"],
      ])
    #expect(outcome.err.contains("1 passed over: no position"))
    #expect(outcome.rows[0]["description"] == "a & b")
  }

  @Test func theReferenceSystemMayStandBehindTheFeatures() throws {
    let outcome = try Sandbox().convert("facilities.geojson")
    #expect(outcome.status == 0)
    #expect(outcome.rows.count == 2)
    #expect(outcome.rows[0]["latitude"]?.hasPrefix("22.31738") == true)
    #expect(outcome.err.contains("1 passed over"))
    let row = outcome.rows[0]
    #expect(row["telephone"] == "" && row["opening_hours"] == "")
  }

  #if GEOS
    @Test func disagreeingPositionsAreReportedWithBoth() throws {
      let sandbox = try Sandbox()
      let outcome = sandbox.run(
        "import", Sandbox.fixture("facilities.geojson"), "--into", sandbox.path("city"), "--data",
        Sandbox.city)
      #expect(outcome.status == 0)
      #expect(outcome.err.contains("Two Minds Garden has two positions 1111 m apart"))
      #expect(outcome.err.contains("22.3874, 114.185196"))
      #expect(!outcome.err.contains("Grid Sample Park has two"))
    }
  #endif

  @Test func gridMetresWithoutASignAreRefused() throws {
    let sandbox = try Sandbox()
    let text = #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","#
    let path = try sandbox.write("a.json", text + #""coordinates":[835618,819821]}}"#)
    let outcome = sandbox.run("convert", path, "--to", "csv")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("looks like HK1980 grid metres"))
    #expect(sandbox.run("convert", path, "--to", "csv", "--crs", "EPSG:2326").status == 0)
    #expect(sandbox.run("convert", path, "--to", "csv", "--crs", "EPSG:9").status == 64)
  }

  @Test func anUnknownReferenceSystemIsRefused() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "a.json",
      #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":[]}"#
    )
    let outcome = sandbox.run("convert", path, "--to", "csv")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("EPSG:3857"))
  }

  @Test func emptyCollectionsAreNoFault() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("a.json", #"{"type":"FeatureCollection","features":[]}"#)
    let outcome = sandbox.run("convert", path, "--to", "geojson")
    #expect(outcome.status == 0)
    #expect(outcome.out == "{\"type\": \"FeatureCollection\", \"features\": []}\n")
  }

  @Test func linesAreFaultyOneByOne() throws {
    let outcome = try Sandbox().convert("lines.ndjson")
    #expect(outcome.status == 65)
    #expect(outcome.rows.map { $0["name_en"] } == ["First", "Second", "Third"])
    #expect(outcome.err.contains("lines.ndjson:3"))
    let sequence = try Sandbox().convert("sequence.geojsons")
    #expect(sequence.status == 0)
    #expect(sequence.rows.count == 2)
  }

  #if GEOS
    @Test func aCutOffFileImportsNothing() throws {
      let sandbox = try Sandbox()
      let outcome = sandbox.run(
        "import", Sandbox.fixture("cut.geojson"), "--into", sandbox.path("city"), "--data",
        Sandbox.city)
      #expect(outcome.status == 65)
      #expect(outcome.err.contains("byte 205"))
      #expect(try FileSystemBytes.names(sandbox.folder).isEmpty)
    }
  #endif

  @Test func kml() throws {
    let outcome = try Sandbox().convert("places.kml")
    #expect(outcome.status == 0)
    #expect(
      points(outcome) == [
        ["Sample Camp Site", "22.255105", "113.914275"], ["Sample Square", "22.25", "114.15"],
      ])
    #expect(outcome.rows[0]["name_zh_hant"] == "範例營地")
    #expect(outcome.rows[0]["category"] == "campsite")
    #expect(outcome.rows[0]["description"] == "Water nearby")
    #expect(outcome.rows[0]["telephone"] == "2345 6789")
  }

  @Test func gpx() throws {
    let outcome = try Sandbox().convert("places.gpx")
    #expect(outcome.status == 65)
    #expect(points(outcome) == [["Sample Hut & Spring", "22.255105", "113.914275"]])
    #expect(outcome.err.contains("places.gpx:4"))
  }

  @Test(arguments: ["laughs.kml", "external.kml"])
  func documentTypesAreRefused(file: String) throws {
    let outcome = try Sandbox().convert(file)
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("DOCTYPE"))
    #expect(outcome.rows.isEmpty)
  }

  /// What no XML may contain is no character, however it is written.
  @Test(arguments: [
    ("&#27;", false), ("&#x1B;", false), ("&#0;", false), ("&#8;", false), ("&#x1f;", false),
    ("&#xFFFE;", false), ("&#xD800;", false), ("&#x110000;", false), ("&#+9;", false),
    ("&#;", false), ("&#x;", false), ("&#9;", true), ("&#xA;", true), ("&#13;", true),
    ("&#x9B;", true), ("&#x1F600;", true), ("&#39;", true),
  ])
  func characterReferences(reference: String, isRead: Bool) throws {
    let sandbox = try Sandbox()
    for (name, point) in [("A\(reference)B", "114.1,22.3"), ("A", "114.1,22.3\(reference)")] {
      let path = try sandbox.write(
        "a.kml",
        "<kml><Placemark><name>\(name)</name><Point><coordinates>\(point)</coordinates></Point>"
          + "</Placemark></kml>")
      let outcome = sandbox.run("convert", path, "--to", "csv")
      #expect(outcome.err.contains("\(reference) is no character of XML 1.0") == !isRead)
      if name != "A" { #expect(outcome.status == (isRead ? 0 : 65), "\(outcome.err)") }
    }
  }

  /// The memory for one value is bounded: at 16 MiB a list of short positions took 129 MB.
  @Test func aValueOfMegabytesIsRefused() throws {
    let sandbox = try Sandbox()
    for (count, isRead) in [(1_000_000, true), (1_500_000, false)] {
      let path = try sandbox.write(
        "a.geojson",
        #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"LineString","coordinates":["#
          + String(repeating: "[1,2],", count: count) + "[1,2]]}}")
      let outcome = sandbox.run("convert", path, "--to", "csv")
      #expect(outcome.status == (isRead ? 0 : 65), "\(outcome.err)")
      #expect(outcome.err.contains("over 8 MiB") == !isRead)
    }
  }

  @Test func overpassKnowsOneThingMappedTwice() throws {
    let outcome = try Sandbox().convert("overpass.json")
    #expect(outcome.status == 65)
    #expect(
      points(outcome) == [
        ["Sample Museum", "22.3", "114.17"], ["Sample Museum", "22.32", "114.2"],
        ["Sample Hills", "22.35", "114.1"],
      ])
    #expect(outcome.rows[0]["category"] == "museum")
    #expect(outcome.rows[0]["source_ref"] == "node/1")
    #expect(outcome.err.contains("way/3 is the same as node/1"))
    #expect(outcome.err.contains("way/6 has no position"))
  }

  @Test(arguments: [
    [0x1F, 0x8B, 8, 0] as [UInt8], [0x50, 0x4B, 3, 4], [0x42, 0x5A, 0x68, 0x39],
  ])
  func compressedFilesAreRefused(head: [UInt8]) throws {
    let sandbox = try Sandbox()
    try FileSystemBytes.write(head + [UInt8](repeating: 0, count: 100), sandbox.path("a.csv"))
    let outcome = sandbox.run("convert", sandbox.path("a.csv"), "--to", "csv")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("compressed"))
  }
}
