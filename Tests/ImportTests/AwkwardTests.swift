import Testing

/// Files as people have them.
@Suite("Awkward files")
struct AwkwardTests {
  private func convert(_ name: String, _ text: String, _ options: String...) throws -> Outcome {
    let sandbox = try Sandbox()
    let path = try sandbox.write(name, text)
    return sandbox.run(["convert", path, "--to", "csv"] + options)
  }

  private func points(_ outcome: Outcome) -> [String] {
    outcome.rows.map { "\($0["name_en"] ?? "") \($0["latitude"] ?? "") \($0["longitude"] ?? "")" }
  }

  @Test func thousandsInGridMetres() throws {
    let outcome = try convert(
      "a.csv",
      """
      name;easting;northing
      A;835618;819821
      A;835,618.0;819,821.0
      A;835 618;819 821
      A;835'618;819'821
      A;835.618,0;819.821,0

      """)
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.rows.count == 5 && Set(points(outcome)).count == 1)
    // Degrees have no thousands.
    let degrees = try convert("a.csv", "name;lat;lon\nA;22,276;114,145\nB;1,022,276;114\n")
    #expect(points(degrees) == ["A 22.276 114.145"])
    #expect(degrees.status == 65 && degrees.err.contains("\"1,022,276\""))
  }

  @Test(arguments: [
    ("22.3, 114.17", true), ("(22.3, 114.17)", true), ("22.3 114.17", true),
    ("POINT (114.17 22.3)", true), ("POINT Z (114.17 22.3 5)", true),
    ("SRID=4326;POINT(114.17 22.3)", true), ("114.17, 22.3", false),
    ("SRID=3857;POINT(114.17 22.3)", false), ("POLYGON((1 2,3 4", false),
  ])
  func bothNumbersInOneColumn(text: String, isRead: Bool) throws {
    let outcome = try convert("a.csv", "name,\"lat,lng\"\nA,\"\(text)\"\n")
    #expect(outcome.status == (isRead ? 0 : 65))
    #expect(points(outcome) == (isRead ? ["A 22.3 114.17"] : []))
  }

  @Test func degreesMinutesSeconds() throws {
    let outcome = try convert(
      "a.csv",
      "name,北緯,東經\nA,\"22°17'40\"\"\",\"114°10'20\"\"\"\nB,22度17分40秒,114度10分20秒\n"
        + "C,22°61'00,114°10'20\nD,nan,114\nE,inf,114\nF,1e400,2\n")
    #expect(points(outcome) == ["A", "B"].map { "\($0) 22.294444444444444 114.17222222222222" })
    #expect(outcome.status == 65)
    for fault in [":4: 61 minutes", ":5: latitude is not a number: nan", ":6: ", ":7: "] {
      #expect(outcome.err.contains("a.csv\(fault)"), "\(fault)")
    }
  }

  @Test func placeholdersAreNoPlaces() throws {
    let outcome = try convert(
      "a.csv",
      "name,lat,lon\nA,N.A.,N.A.\nB,-,-\nC,0,0\nD,22.3,114.17\nE,100,100\nF,,\nG,0.000,0.0\n")
    #expect(outcome.status == 0 && points(outcome) == ["D 22.3 114.17"])
  }

  @Test func aKMLWithFoldersAndMarkup() throws {
    let outcome = try convert(
      "a.kml",
      """
      <?xml version="1.0"?><k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Document><k:Folder>
      <k:name>Museums</k:name><k:Placemark><k:name><![CDATA[Space & <b>Museum</b>]]></k:name>
      <k:description><![CDATA[<p>A<br>B</p>]]></k:description><k:Point><k:coordinates>
       114.17,22.3,0
      </k:coordinates></k:Point></k:Placemark></k:Folder><k:Placemark><k:name>Nowhere</k:name>
      </k:Placemark></k:Document></k:kml>
      """)
    #expect(outcome.status == 0 && points(outcome) == ["Space & Museum 22.3 114.17"])
    #expect(outcome.rows[0]["category"] == "museum" && outcome.rows[0]["description"] == "A B")
  }

  @Test func aGPXWithNamespaces() throws {
    let outcome = try convert(
      "a.gpx",
      """
      <x:gpx xmlns:x="http://www.topografix.com/GPX/1/0"><x:wpt lat="22.3" lon="114.17">
      <x:name>One &amp; two</x:name><x:extensions><e xmlns="urn:e"><name>inner</name></e></x:extensions>
      </x:wpt><x:trk><x:name>Track</x:name><x:trkseg><x:trkpt lat="1" lon="2"/></x:trkseg></x:trk></x:gpx>
      """)
    #expect(outcome.status == 0 && points(outcome) == ["One & two 22.3 114.17"])
  }

  /// A conversion needs no names; an import does.
  @Test func placesWithoutNames() throws {
    let sandbox = try Sandbox()
    let table = try sandbox.write("a.csv", "lat,lon\n22.3,114.17\n")
    let bare = try sandbox.write("a.json", #"{"type":"Point","coordinates":[114.17,22.3]}"#)
    for path in [table, bare] {
      let outcome = sandbox.run("convert", path, "--to", "csv")
      #expect(outcome.status == 0 && points(outcome) == [" 22.3 114.17"], "\(path)")
      #if GEOS
        let refused = sandbox.run(
          "import", path, "--into", sandbox.path("city"), "--data", Sandbox.city)
        #expect(refused.status == 65 && refused.err.contains("name"), "\(path)")
      #endif
    }
  }

  @Test(arguments: [
    ("a.csv", "", "the file is empty"), ("a.json", "", "the file is empty"),
    ("a.csv", "Peak,22.27,114.14\n", "give --no-header --column name=1 --column"),
    ("a.csv", "\u{FEFF}", "the file is empty"), ("a.json", "\u{FEFF}\n", "the file is empty"),
    ("a.csv", "\n\r\n", "the file is empty"),
    ("a.json", #"[{"name":"A","breite":22.3}]"#, "found: \"name\", \"breite\""),
    ("a.json", #"{"hits":{"docs":[{"lat":1,"lon":2}]}}"#, "found: \"hits\", \"hits.docs\""),
    ("a.csv", "a,b\n1,2\n", "found: \"a\", \"b\""),
  ])
  func whatCannotBeToldIsRefused(name: String, text: String, reason: String) throws {
    let outcome = try convert(name, text)
    #expect(outcome.status == 65 && outcome.rows.isEmpty)
    #expect(outcome.err.contains(reason), "\(outcome.err)")
  }

  /// None of these is unpacked, so no bomb goes off; zip archives have tests of their own.
  @Test(
    arguments: [
      ("gzip", [0x1F, 0x8B, 8, 0]), ("bzip2", [0x42, 0x5A, 0x68, 0x39]),
      ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
      ("7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    ] as [(String, [UInt8])])
  func compressedFilesAreRefused(kind: String, mark: [UInt8]) throws {
    let sandbox = try Sandbox()
    for name in ["a.csv", "a.json", "a.kmz", "a.gz"] {
      try FileSystemBytes.write(mark + [UInt8](repeating: 0, count: 100), sandbox.path(name))
      let outcome = sandbox.run("convert", sandbox.path(name), "--to", "csv")
      #expect(outcome.status == 65 && outcome.out.isEmpty)
      #expect(outcome.err.contains("\(name): compressed (\(kind)); unpack it first"))
    }
  }

  @Test func aTableWithoutRowsIsNoFault() throws {
    let outcome = try convert("a.csv", "name,lat,lon\n")
    #expect(outcome.status == 0 && outcome.rows.isEmpty)
  }

  /// GeoJSON without arcs is ours, whatever the words in it.
  @Test func aWordDoesNotMakeATopology() throws {
    let outcome = try convert(
      "a.json",
      #"{"type":"Feature","properties":{"name":"Topology"},"geometry":"#
        + #"{"type":"Point","coordinates":[114.17,22.3]}}"#)
    #expect(points(outcome) == ["Topology 22.3 114.17"])
  }

  /// A name so long that the bytes before it leave the window while it is read.
  @Test(arguments: [100, 60_000, 130_000, 200_000, 300_000])
  func namesCutOutOfAMovingWindow(length: Int) throws {
    let long = String(repeating: "n", count: length)
    let feature =
      #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","#
      + #""coordinates":[114.17,22.3]}}"#
    let space = String(repeating: " ", count: length)
    for text in [
      #"{"type":"FeatureCollection","\#(long)":1,\#(space)"features":[\#(feature)]}"#,
      #"{\#(space)"x":"\#(long)",\#(space)"\#(long)":{},"features":[\#(feature)]}"#,
      #"{"\#(long)"\#(space):\#(space)[],"features"\#(space):[\#(feature),\#(feature)]}"#,
    ] {
      let outcome = try convert("a.json", text)
      #expect(outcome.status == 0, "\(outcome.err)")
      #expect(Set(points(outcome)) == ["A 22.3 114.17"])
    }
    // The same cut off at every place that may matter.
    let text = #"{"type":"FeatureCollection","\#(long)":1,\#(space)"features":[\#(feature)]}"#
    for cut in [40, length / 2 + 32, length + 31, length + 33, length + 36, text.utf8.count - 1] {
      let outcome = try convert("a.json", String(text.prefix(cut)))
      #expect(outcome.status == 65, "cut at \(cut)")
    }
  }

  /// The columns and the degrees of the Leisure and Cultural Services Department's facility files.
  @Test func degreesBetweenHyphens() throws {
    let outcome = try convert(
      "a.csv",
      "Name_en,Name_cn,Address_cn,Longitude,Latitude\nSample Park,範例公園,範例道 1 號,114-11-15,22-20-15\n"
        + "Bad,壞,,114-11-18,22-70-16\n")
    #expect(points(outcome) == ["Sample Park 22.3375 114.1875"])
    #expect(outcome.rows.first?["name_zh_hant"] == "範例公園")
    #expect(outcome.rows.first?["address_zh_hant"] == "範例道 1 號")
    #expect(outcome.status == 65 && outcome.err.contains("a.csv:3"))
  }

  @Test(arguments: ["a.csv", "a.tsv", "a.json"])
  func bytesOfZeroAreNoText(name: String) throws {
    let outcome = try convert(name, "name,lat,lon\nA,22.3,114.17\nB\u{0},22.3,114.17\n")
    #expect(outcome.status == 65 && outcome.rows.isEmpty)
    #expect(outcome.err.contains("byte 28"), "\(outcome.err)")
  }

  @Test func positionsThatDisagreeAreTold() throws {
    let outcome = try convert(
      "a.csv", "name,lat,lon,easting,northing\nB,22.3,114.17,835618,817000\nC,22.3,114.17,,\n")
    #expect(outcome.status == 0 && outcome.rows.count == 2)
    #expect(
      outcome.err.contains("a.csv:2: B has two positions") && !outcome.err.contains("a.csv:3"))
  }

  /// The first row is a record where there is no header; the way is the one that the refusal names.
  @Test func aTableWithoutAHeader() throws {
    let text = "Peak,22.27,114.14\nB,22.28,114.15,extra\nC,22.28\nD,22.29,114.16,,\n"
    let outcome = try convert(
      "a.csv", text, "--no-header", "--column", "name=1", "--column", "lat=2", "--column", "lon=3")
    #expect(points(outcome) == ["Peak 22.27 114.14", "D 22.29 114.16"])
    #expect(outcome.status == 65)
    #expect(
      outcome.err.contains("a.csv:2: 4 fields where the first row has 3: \"extra\" is one too"))
    #expect(outcome.err.contains("a.csv:3: 2 fields where the first row has 3"))
    let refused = try convert("a.csv", text, "--no-header")
    #expect(refused.status == 65 && refused.err.contains("found: \"1\", \"2\", \"3\""))
    #expect(try convert("a.csv", text, "--no-header", "--column", "lat=9").err.contains("\"9\""))
    #expect(try convert("a.json", "[]", "--no-header").err.contains("no header to be without"))
  }

  @Test(arguments: ["|", ";", "\t", ","])
  func delimiters(mark: String) throws {
    let header = ["name", "lat", "lon"].joined(separator: mark)
    for text in ["\(header)\n", "sep=\(mark)\n\(header)\n"] {
      let outcome = try convert("a.csv", text + "\"A\(mark)B\"\(mark)22.3\(mark)114.17\n")
      #expect(points(outcome) == ["A\(mark == "\t" ? " " : mark)B 22.3 114.17"], "\(outcome.err)")
    }
  }

  /// Positions of plain objects, as services answer.
  @Test(arguments: [
    #"[{"name":"A","location":{"lat":22.3,"lng":114.17}}]"#,
    #"[{"name":"A","coords":{"latitude":"22.3","longitude":"114.17"}}]"#,
    #"{"name":"A","location":{"type":"Point","coordinates":[114.17,22.3]},"type":"museum"}"#,
    #"{"results":[{"name":"A","geometry":{"location":{"lat":22.3,"lng":114.17},"viewport":{"northeast":{"lat":1,"lng":2}}}}]}"#,
    #"{"status":"ok","data":[{"name":"A","lat":22.3,"lon":114.17}]}"#,
    #"[{"name":"A","geometry":"POINT (114.17 22.3)"}]"#,
    #"[{"name":"A","location":"22.3,114.17"}]"#,
    #"[{"name":"A","location":[22.3,114.17]}]"#, #"{"name":"A","coordinates":"22.3, 114.17"}"#,
    #"{"name":"A","geometry":{"type":"Point","coordinates":[114.17,22.3]}}"#,
    #"{"type":"Feature","data":[{"lat":1,"lon":2}],"properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[114.17,22.3]}}"#,
  ])
  func objectsThatAreNoFeatures(text: String) throws {
    let outcome = try convert("a.json", text)
    #expect(outcome.status == 0 && points(outcome) == ["A 22.3 114.17"], "\(outcome.err)")
  }
}
