import Catalog
import Spatial
import TestSupport
import Testing

@testable import Import

/// Whether GDAL's programs are there; `make test` installs them.
let hasGDAL: Bool = {
  guard let program = try? FileSystem.Program(["ogr2ogr", "--version"]) else { return false }
  while let bytes = try? program.read(), !bytes.isEmpty {}
  return program.wait() == 0
}()

/// Runs `ogr2ogr`; its exit code, or nil where it is not there.
func ogr2ogr(_ words: [String]) -> Int32? {
  guard let program = try? FileSystem.Program(["ogr2ogr"] + words) else { return nil }
  while let bytes = try? program.read(), !bytes.isEmpty {}
  return program.wait()
}

func ogr2ogr(_ words: String...) -> Int32? { ogr2ogr(words) }

@Suite("Files that GDAL reads", .enabled(if: hasGDAL))
struct ForeignTests {
  /// One of each kind that GDAL writes as well, of one place.
  @Test(arguments: [
    ("ESRI Shapefile", "places.shp"), ("ESRI Shapefile", "places.shz"), ("GPKG", "places.gpkg"),
    ("FlatGeobuf", "places.fgb"), ("OpenFileGDB", "places.gdb"), ("MapInfo File", "places.tab"),
    ("MapInfo File", "places.mif"), ("GML", "places.gml"), ("LIBKML", "places.kmz"),
    ("SQLite", "places.sqlite"), ("OGR_GMT", "places.gmt"), ("Geoconcept", "places.gxt"),
    ("JML", "places.jml"), ("MapML", "places.mapml"), ("netCDF", "places.nc"),
    ("GeoJSONSeq", "places.geojsons"), ("LIBKML", "places.kml"), ("PCIDSK", "places.pix"),
  ])
  func areReadThroughIt(driver: String, file: String) throws {
    let sandbox = try Sandbox()
    let source = try sandbox.write(
      "source.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Sample"},"#
        + #""geometry":{"type":"Point","coordinates":[114.17,22.3]}}]}"#)
    try #require(ogr2ogr("-f", driver, sandbox.path(file), source) == 0)
    let outcome = sandbox.run("convert", sandbox.path(file), "--to", "csv")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.rows.map { $0["name_en"] } == ["Sample"])
    #expect(outcome.rows.first?["latitude"] == "22.3")
  }

  /// What `ogrinfo` says of a layer, in the forms of its drivers and versions.
  @Test(
    arguments: [
      ("1: points (Point)", "points"), ("Layer: points (Point)", "points"), ("12: a: b", "a: b"),
      ("1: points (title: All points) (Point)", "points"), ("1: Sheet1 (None)", "Sheet1"),
      ("1: a (b) (3D Point)", "a (b)"), ("INFO: Open of `a'", nil), ("Group x:", nil), ("", nil),
    ] as [(String, String?)])
  func namesOfLayers(line: String, right: String?) {
    #expect(ForeignFile.layer(line) == right)
  }

  /// A Shapefile without a `.cpg` says nothing of its encoding.
  @Test func theEncodingMayBeGiven() throws {
    let sandbox = try Sandbox()
    let source = try sandbox.write(
      "source.geojson",
      #"{"type":"Feature","properties":{"name":"香港"},"geometry":{"type":"Point","#
        + #""coordinates":[114.17,22.3]}}"#)
    let file = sandbox.path("a.shp")
    try #require(
      ogr2ogr("-f", "ESRI Shapefile", "-lco", "ENCODING=BIG5", file, source) == 0)
    FileSystem.removeFile(sandbox.path("a.cpg"))
    #expect(sandbox.run("convert", file, "--to", "csv").rows.first?["name_en"] != "香港")
    for encoding in ["big5", "big5-hkscs"] {
      let told = sandbox.run("convert", file, "--to", "csv", "--encoding", encoding)
      #expect(told.status == 0 && told.out.contains("香港"), "\(told.err)")
    }
    let unknown = sandbox.run("convert", file, "--to", "csv", "--encoding", "no-such")
    #expect(unknown.status == 65 && unknown.err.contains("no-such"))
  }

  /// A system that is given counts whatever the file says, also where the two agree.
  @Test func theSystemMayBeGiven() throws {
    let sandbox = try Sandbox()
    let source = try sandbox.write(
      "source.geojson",
      #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","#
        + #""coordinates":[835618.5,819821.25]}}"#)
    let file = sandbox.path("a.gpkg")
    try #require(ogr2ogr("-f", "GPKG", "-a_srs", "EPSG:2326", file, source) == 0)
    let silent = sandbox.run("convert", file, "--to", "csv")
    let told = sandbox.run("convert", file, "--to", "csv", "--crs", "EPSG:2326")
    for outcome in [silent, told] {
      #expect(outcome.status == 0, "\(outcome.err)")
      let row = try #require(outcome.rows.first)
      #expect(row["latitude"]?.hasPrefix("22.3173") == true)
      #expect(row["longitude"]?.hasPrefix("114.170") == true)
    }
    let wrong = sandbox.run("convert", file, "--to", "csv", "--crs", "EPSG:4326")
    #expect(wrong.status == 65 && wrong.rows.isEmpty)
  }

  /// A file that names another one, or a host, and XML with entities of its own.
  @Test func nothingElseIsRead() throws {
    let sandbox = try Sandbox()
    let secret = try sandbox.write("secret.csv", "name,x,y\nSecret,114.17,22.3\n")
    let virtual = """
      <OGRVRTDataSource><OGRVRTLayer name="secret"><SrcDataSource>\(secret)</SrcDataSource>
      <GeometryField encoding="PointFromColumns" x="x" y="y"/></OGRVRTLayer></OGRVRTDataSource>
      """
    let entity = """
      <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "Secret">]>
      <gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml"><gml:featureMember><f>
      <name>&a;</name><gml:Point><gml:coordinates>114.17,22.3</gml:coordinates></gml:Point>
      </f></gml:featureMember></gml:FeatureCollection>
      """
    for (name, text) in [
      ("a.vrt", virtual), ("a.gml", virtual), ("b.gml", entity), ("b.osm", entity),
      ("c.gml", "<!-- <gml --> \(virtual)"), ("c.xml", "<!-- <gml --> \(virtual)"),
    ] {
      let outcome = sandbox.run("convert", try sandbox.write(name, text), "--to", "csv")
      #expect(outcome.status == 65, "\(name)")
      #expect(!outcome.out.contains("Secret"), "\(name)")
    }
  }

  #if GEOS
    /// Areas of KML, and of what GDAL makes of it, as districts.
    @Test(arguments: [
      (nil, "areas.kml", [String]()), ("ESRI Shapefile", "areas.shp", ["-t_srs", "EPSG:2326"]),
      ("GPKG", "areas.gpkg", []), ("GeoJSONSeq", "areas.ndjson", []),
      ("GeoJSONSeq", "areas.json", ["-lco", "RS=YES"]),
    ])
    func districtsOfOtherFormats(driver: String?, file: String, options: [String]) throws {
      let sandbox = try Sandbox()
      func placemark(_ name: String, west: Double) -> String {
        let corners = [(0.0, 0.0), (0.25, 0), (0.25, 0.25), (0, 0.25), (0, 0)]
          .map { "\(west + $0.0),\(22.25 + $0.1),0" }.joined(separator: " ")
        return "<Placemark><name>\(name)</name><Polygon><outerBoundaryIs><LinearRing><coordinates>"
          + "\(corners)</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>"
      }
      let kml = try sandbox.write(
        "areas.kml",
        "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document><Folder><name>Areas</name>"
          + placemark("Alpha", west: 114) + placemark("Beta", west: 114.25)
          + "</Folder></Document></kml>")
      if let driver {
        let words = ["ogr2ogr", "-q", "-f", driver] + options + [sandbox.path(file), kml]
        let program = try #require(try FileSystem.Program(words))
        #expect(program.wait() == 0)
      }
      let outcome = sandbox.run(
        "import", sandbox.path(file), "--into", sandbox.path("city"), "--as", "districts", "--data",
        Sandbox.city)
      #expect(outcome.status == 0, "\(outcome.err)")
      let index = try Catalog(directory: sandbox.path("city")).districtIndex()
      #expect(index.regions.map(\.id) == ["alpha", "beta"])
      for (longitude, code) in [(114.1, "alpha"), (114.3, "beta")] {
        let point = try Coordinate(latitude: 22.4, longitude: longitude)
        let covering = try #require(index.firstCovering(point))
        #expect(index.regions[covering].id == code)
      }
    }

    @Test func whatHasNoAreasIsRefused() throws {
      let sandbox = try Sandbox()
      let laughs = Sandbox.fixture("laughs.kml")
      for (path, reason) in [
        (try sandbox.write("a.csv", "name,wkt\nA,x\n"), "a table; districts are read from"),
        (Sandbox.fixture("places.kml"), "Point is not an area"), (laughs, "DOCTYPE"),
        (try sandbox.write("a.json", "{\"type\":\"FeatureCollection\""), "(byte 27): not JSON"),
      ] {
        let outcome = sandbox.run(
          "import", path, "--into", sandbox.path("city"), "--as", "districts", "--data",
          Sandbox.city)
        #expect(outcome.status == 65 && outcome.err.contains(reason), "\(outcome.err)")
      }
    }
  #endif

  private static let museum = [
    ("name", "香港太空館 Hong Kong Space Museum"), ("name:zh", "香港太空館"),
    ("name:en", #"Hong Kong "Space" Museum, \x"#), ("tourism", "museum"),
    ("opening_hours", "Mo-Su 10:00-21:00"), ("website", "https://example.org/?a=>b"),
  ]

  /// GDAL puts most tags into one text; what it knows of them must arrive all the same.
  @Test(arguments: ["pbf", "xml"])
  func openStreetMap(format: String) throws {
    let sandbox = try Sandbox()
    let corners = [(22.31, 114.17), (22.31, 114.18), (22.32, 114.18), (22.32, 114.17)]
    let map = StreetMapFile(
      nodes: [.init(id: 1, latitude: 22.3, longitude: 114.17, tags: Self.museum)]
        + corners.enumerated().map {
          .init(id: 2 + $0.offset, latitude: $0.element.0, longitude: $0.element.1)
        } + [.init(id: 9, latitude: 22.3, longitude: 114.2, tags: [("amenity", "bench")])],
      ways: [
        .init(
          id: 5, nodes: [2, 3, 4, 5, 2],
          tags: [("building", "yes"), ("name", "Sample Gallery"), ("name:zh", "樣本藝廊")])
      ])
    let path = sandbox.path(format == "pbf" ? "map.osm.pbf" : "map.osm")
    try FileSystemBytes.write(format == "pbf" ? map.bytes : Array(Self.xml(map).utf8), path)
    let outcome = sandbox.run("convert", path, "--to", "csv")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(
      outcome.rows.map { $0["name_en"] } == [#"Hong Kong "Space" Museum, \x"#, "Sample Gallery"])
    #expect(outcome.rows.map { $0["name_zh_hant"] } == ["香港太空館", "樣本藝廊"])
    #expect(outcome.rows.map { $0["source_ref"] } == ["node/1", "way/5"])
    #expect(outcome.rows[0]["category"] == "museum")
    #expect(outcome.rows[0]["opening_hours"] == "Mo-Su 10:00-21:00")
    #expect(outcome.rows[0]["website"] == "https://example.org/?a=>b")
    #expect(outcome.rows[0]["latitude"] == "22.3" && outcome.rows[0]["longitude"] == "114.17")
    #expect(outcome.err.contains("1 passed over: an element without a name"))
  }

  /// A node and the outline around it are in layers of their own.
  @Test(arguments: ["pbf", "xml"])
  func openStreetMapHasThingsTwice(format: String) throws {
    let sandbox = try Sandbox()
    let corners = [(22.3, 114.17), (22.3, 114.18), (22.31, 114.18), (22.31, 114.17)]
    let names = [("name", "範例館 Sample Hall"), ("name:en", "Sample Hall"), ("tourism", "museum")]
    let map = StreetMapFile(
      nodes: [
        .init(id: 1, latitude: 22.301, longitude: 114.171, tags: names),
        .init(id: 2, latitude: 22.301, longitude: 114.181, tags: names),
      ]
        + corners.enumerated().map {
          .init(id: 12 + $0.offset, latitude: $0.element.0, longitude: $0.element.1)
        },
      ways: [
        .init(
          id: 5, nodes: [12, 13, 14, 15, 12], tags: [("building", "yes"), ("name", "Sample Hall")])
      ])
    let path = sandbox.path(format == "pbf" ? "map.osm.pbf" : "map.osm")
    try FileSystemBytes.write(format == "pbf" ? map.bytes : Array(Self.xml(map).utf8), path)
    let outcome = sandbox.run("convert", path, "--to", "csv")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.rows.map { $0["source_ref"] } == ["node/1", "node/2"])
    #expect(outcome.err.contains("way/5 is the same as node/1, which lies inside of it"))
  }

  private static func xml(_ map: StreetMapFile) -> String {
    func tags(_ tags: [(String, String)]) -> String {
      tags.map { tag in
        let value = tag.1.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
          .replacing("<", with: "&lt;")
        return "<tag k=\"\(tag.0)\" v=\"\(value)\"/>"
      }.joined()
    }
    let nodes = map.nodes.map {
      "<node id=\"\($0.id)\" lat=\"\($0.latitude)\" lon=\"\($0.longitude)\" version=\"1\">"
        + "\(tags($0.tags))</node>"
    }
    let ways = map.ways.map { way in
      "<way id=\"\(way.id)\" version=\"1\">"
        + way.nodes.map { "<nd ref=\"\($0)\"/>" }.joined() + "\(tags(way.tags))</way>"
    }
    return "<?xml version=\"1.0\"?><osm version=\"0.6\">\((nodes + ways).joined())</osm>"
  }

  /// The columns of layers have other orders, and so other numbers.
  @Test func layersOfDifferentColumns() throws {
    let sandbox = try Sandbox()
    func layer(_ name: String, _ properties: String) throws {
      let source = try sandbox.write(
        "\(name).geojson",
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(properties)},"#
          + #""geometry":{"type":"Point","coordinates":[114.17,22.3]}}]}"#)
      let program = try #require(
        try FileSystem.Program([
          "ogr2ogr", "-update", "-append", "-f", "GPKG", "-nln", name, sandbox.path("two.gpkg"),
          source,
        ]))
      try #require(program.wait() == 0)
    }
    try layer("first", #""name":"A","category":"museum","address":"1 Road""#)
    try layer("second", #""address":"2 Road","name":"B","category":"park""#)
    let rows = sandbox.run("convert", sandbox.path("two.gpkg"), "--to", "csv").rows
    #expect(rows.map { $0["name_en"] } == ["A", "B"])
    #expect(rows.map { $0["category"] } == ["museum", "park"])
    #expect(rows.map { $0["address_en"] } == ["1 Road", "2 Road"])
  }

  #if GEOS
    /// GDAL gives what there is of a file that is cut off, and may end well.
    @Test(arguments: ["pbf", "osm", "shp", "fgb", "gpkg"])
    func aFileThatIsCutOffIsRefused(format: String) throws {
      let sandbox = try Sandbox()
      let map = StreetMapFile(
        nodes: (1...400).map {
          .init(id: $0, latitude: 22.3, longitude: 114.1 + Double($0) * 1e-4, tags: Self.museum)
        })
      // The file is kept outside of the sandbox's own folder, so that what an import leaves is seen.
      let source = try Sandbox()
      let whole = source.path("whole.osm")
      try FileSystemBytes.write(Array(Self.xml(map).utf8), whole)
      let path = source.path(format == "pbf" ? "cut.osm.pbf" : "cut.\(format)")
      switch format {
      case "pbf": try FileSystemBytes.write(map.bytes, path)
      case "osm": try FileSystemBytes.write(Array(Self.xml(map).utf8), path)
      default:
        let driver = ["shp": "ESRI Shapefile", "fgb": "FlatGeobuf", "gpkg": "GPKG"][format] ?? ""
        let program = try #require(
          try FileSystem.Program(["ogr2ogr", "-f", driver, path, whole, "points"]))
        try #require(program.wait() == 0)
      }
      let before = source.run("convert", path, "--to", "csv")
      #expect(before.status == 0 && before.rows.count == 400, "\(before.err)")
      let bytes = try FileSystem.read(path)
      try FileSystemBytes.write(Array(bytes.prefix(bytes.count * 2 / 3)), path)
      let outcome = sandbox.run(
        "import", path, "--into", sandbox.path("city"), "--data", Sandbox.city)
      #expect(outcome.status == 65, "\(outcome.err)")
      #expect(outcome.err.contains("\(path): GDAL"), "\(outcome.err)")
      #expect(try FileSystemBytes.names(sandbox.folder).isEmpty)
    }
  #endif

  /// A Shapefile without a `.prj` says nothing of its reference system.
  @Test func aShapefileWithoutSystem() throws {
    let sandbox = try Sandbox()
    func shapefile(_ name: String, _ x: Double, _ y: Double) throws -> String {
      let source = try sandbox.write("\(name).csv", "name,x,y\nSample,\(x),\(y)\n")
      let program = try #require(
        try FileSystem.Program([
          "ogr2ogr", "-f", "ESRI Shapefile", sandbox.path("\(name).shp"), source, "-oo",
          "X_POSSIBLE_NAMES=x", "-oo", "Y_POSSIBLE_NAMES=y",
        ]))
      try #require(program.wait() == 0)
      return sandbox.path("\(name).shp")
    }
    let degrees = sandbox.run("convert", try shapefile("degrees", 114.17, 22.3), "--to", "csv")
    #expect(degrees.status == 0 && degrees.rows.first?["latitude"] == "22.3", "\(degrees.err)")
    let path = try shapefile("metres", 835_618, 819_821)
    let refused = sandbox.run("convert", path, "--to", "csv")
    #expect(refused.status == 65 && refused.err.contains("give --crs EPSG:2326"), "\(refused.err)")
    let told = sandbox.run("convert", path, "--to", "csv", "--crs", "EPSG:2326")
    #expect(told.rows.first?["latitude"]?.hasPrefix("22.31738") == true, "\(told.err)")
  }
}

@Suite("Files that only GDAL reads, without it")
struct MissingGDALTests {
  @Test(arguments: ["a.osm.pbf", "a.shp", "a.gpkg", "a.fgb"])
  func saysWhatToInstall(file: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(file, "whatever")
    let run = try CommandRun.shell(
      "PATH=/nowhere $nearby convert \(sandbox.path(file)) --to csv")
    #expect(run.exitCode == 65)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("is not installed; install it (Debian: apt install gdal-bin)"))
    #expect(run.errors.hasPrefix("nearby: \(sandbox.path(file)): "))
  }

  @Test(
    arguments: [
      (#""a"=>"1","b:c"=>"2""#, ["a=1", "b:c=2"]), (#""a"=>"x\"y\\z""#, [#"a=x"y\z"#]),
      (#""a"=>NULL, "b"=>"=>""#, ["b==>"]), (#""a"=>"1","b"=>"cut"#, ["a=1"]), ("", []),
      ("no", []), (#""a":"1""#, []), (#""a"=>"\"#, []),
    ] as [(String, [String])])
  func pairsOfTags(text: String, right: [String]) {
    #expect(StreetMapRecords.pairs(text).map { "\($0.name)=\($0.value)" } == right)
  }
}
