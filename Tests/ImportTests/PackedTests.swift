@testable import Catalog
import TestSupport
import Testing

@testable import Import

/// Archives, and files that GDAL reads of them.
@Suite("Packed files")
struct PackedTests {
  /// Bombs of every kind that is unpacked, and of every kind that is not.
  @Test(arguments: [
    "a.xlsx", "a.ods", "a.kmz", "a.shz", "a.shp.zip", "a.zip", "a.csv", "a.gpkg", "a.gml",
  ])
  func aBombIsRefusedByWhatItDeclares(file: String) throws {
    let sandbox = try Sandbox()
    let inner = ["a.xlsx": "xl/a.xml", "a.kmz": "doc.kml", "a.ods": "content.xml"][file] ?? "a.shp"
    let bomb = ZipBomb(name: inner, pattern: " ", count: 40 << 20)
    let bytes = bomb.bytes
    #expect(bytes.count < 300_000)
    try FileSystemBytes.write(bytes, sandbox.path(file))
    let outcome = sandbox.run("convert", sandbox.path(file), "--to", "csv")
    #expect(outcome.status == 65 && outcome.out.isEmpty)
    #expect(outcome.err.contains("\(file): compressed (zip), and says that its"), "\(outcome.err)")
  }

  @Test(
    arguments: [
      ("a.gml", [0x1F, 0x8B, 8, 0]), ("a.osm", [0x42, 0x5A, 0x68, 0x39]),
      ("a.dxf", [0x1F, 0x8B, 8]),
      ("a.osm.pbf", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    ] as [(String, [UInt8])])
  func whatGDALWouldUnpackByItself(file: String, mark: [UInt8]) throws {
    let sandbox = try Sandbox()
    try FileSystemBytes.write(mark + [UInt8](repeating: 0, count: 100), sandbox.path(file))
    let outcome = sandbox.run("convert", sandbox.path(file), "--to", "csv")
    #expect(outcome.status == 65 && outcome.err.contains("unpack it first"), "\(outcome.err)")
  }

  @Test func directories() throws {
    let whole = ZipBomb(name: "a/b.shp", pattern: "x", count: 1000).bytes
    #expect(try ZipDirectory(whole).entries == [.init(name: "a/b.shp", size: 775)])
    #expect(try ZipDirectory(whole + Array(repeating: 0, count: 10)).entries.count == 1)
    for cut in [0, 10, 21, whole.count / 2, whole.count - 1] {
      #expect(throws: ZipDirectory.Fault.self) { try ZipDirectory(Array(whole.prefix(cut))) }
    }
    // Nothing that a directory says is believed.
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.count - 80..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = try? ZipDirectory(bytes)
    }
    let big = ZipBomb(name: "a.shp", pattern: "x", count: 1000, declared: 0xFFFF_FFFE).bytes
    #expect(throws: ZipDirectory.Fault.self) { try ZipDirectory(big) }
  }

  @Test(
    arguments: [
      (["a.shp", "a.dbf"], "a.zip", .inside("a.shp")),
      (["x/a.shp", "x/b.shp"], "a.zip", .inside("x")),
      (["a.shp", "b.shp", "__MACOSX/._a.shp"], "a.zip", .inside("")),
      (["x/a.shp", "y/b.shp"], "a.zip", nil),
      (["x/a.gdb/a1.gdbtable"], "a.zip", .inside("x/a.gdb")),
      (["a.gpkg"], "a.zip", .inside("a.gpkg")), (["a.gpkg", "b.gpkg"], "a.zip", nil),
      (["doc.kml"], "a.KMZ", .whole), (["doc.kml"], "a.zip", nil), (["a.csv"], "a.zip", nil),
      (["[Content_Types].xml", "xl/workbook.xml"], "a.xlsx", .whole), ([], "a.zip", nil),
      (["mimetype", "content.xml"], "a.ods", .whole), (["[Content_Types].xml"], "a.docx", nil),
    ] as [([String], String, ZipDirectory.DataSet?)])
  func theDataSetOfAnArchive(names: [String], file: String, right: ZipDirectory.DataSet?) {
    let entries = names.map { ZipDirectory.Entry(name: $0, size: 1) }
    #expect(ZipDirectory(entries: entries).dataSet(path: file) == right)
  }

  /// A program that would use up more than it may is ended by the system.
  @Test(arguments: [
    ("while :; do :; done", "too much time"), ("head -c 100000 /dev/zero > $0", "wrote too much"),
  ])
  func limits(script: String, reason: String) throws {
    let sandbox = try Sandbox()
    let limits = FileSystem.Program.Limits(
      memoryBytes: 1 << 30, processorSeconds: 1, fileBytes: 1024)
    let words = ["sh", "-c", "\(script); exit 0", sandbox.path("file")]
    let program = try #require(try FileSystem.Program(words, limits: limits))
    while !(try program.read()).isEmpty {}
    // The shell that ran `head` tells of its end by a signal in the same way.
    let status = program.wait()
    let size = FileSystem.stamp(of: sandbox.path("file"))?.size ?? 0
    #expect(size <= 1024)
    #expect(FileSystem.Program.signal(status)?.contains(reason) == true || size == 1024)
  }

  @Test func aMissingProgramIsSeenWithLimits() throws {
    let limits = FileSystem.Program.Limits(
      memoryBytes: 1 << 30, processorSeconds: 1, fileBytes: 1024)
    #expect(try FileSystem.Program(["no-such-program-here"], limits: limits) == nil)
  }

  /// A reader that stops does not wait for what nobody wants.
  @Test func aProgramThatIsLeftIsEnded() throws {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let program = try #require(try FileSystem.Program(["sleep", "30"]))
      _ = program
    }
    #expect(clock.now - start < .seconds(20))
  }
}

@Suite("Packed files through GDAL", .enabled(if: hasGDAL))
struct PackedForeignTests {
  private func make(_ sandbox: Sandbox, _ driver: String, _ file: String) throws {
    let source = try sandbox.write(
      "source.csv", "name,kind,lat,lon\nSample,museum,22.3,114.17\nOther,park,22.31,114.18\n")
    try #require(ogr2ogr("-f", driver, sandbox.path(file), source) == 0)
  }

  @Test(arguments: [
    ("XLSX", "a.xlsx"), ("ODS", "a.ods"), ("LIBKML", "a.kmz"), ("ESRI Shapefile", "a.shz"),
  ])
  func areRead(driver: String, file: String) throws {
    let sandbox = try Sandbox()
    let source = try sandbox.write(
      "source.csv", "name,kind,lat,lon\nSample,museum,22.3,114.17\nOther,park,22.31,114.18\n")
    let options = [
      "-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat", "-oo", "KEEP_GEOM_COLUMNS=YES",
    ]
    for types in [["-oo", "AUTODETECT_TYPE=YES"], []] {
      FileSystem.removeFile(sandbox.path(file))
      try #require(ogr2ogr(["-f", driver, sandbox.path(file), source] + options + types) == 0)
      let outcome = sandbox.run("convert", sandbox.path(file), "--to", "csv")
      #expect(outcome.status == 0, "\(outcome.err)")
      #expect(outcome.rows.map { $0["name_en"] } == ["Sample", "Other"])
      #expect(outcome.rows.map { $0["latitude"] } == ["22.3", "22.31"])
      #expect(outcome.rows.map { $0["category"] } == ["museum", "park"])
    }
  }

  /// An archive that says it holds little, and an answer of more than may be.
  @Test func whatIsNotDeclaredIsBounded() throws {
    let sandbox = try Sandbox()
    let placemark =
      "<Placemark><name>A</name><Point><coordinates>114,22</coordinates></Point></Placemark>"
    let bomb = ZipBomb(
      name: "doc.kml",
      head: "<?xml version=\"1.0\"?><kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>",
      pattern: placemark, count: 100_000, declared: 4000)
    try FileSystemBytes.write(bomb.bytes, sandbox.path("a.kmz"))
    let outcome = sandbox.run("convert", sandbox.path("a.kmz"), "--to", "csv")
    #expect(outcome.status == 65 && outcome.err.contains("a.kmz: GDAL cannot read it"))

    let file = try sandbox.write(
      "a.geojson", #"{"type":"Point","coordinates":[114.17,22.3]}"#)
    var limits = ForeignFile.Limits.packed
    limits.answerBytes = 10
    let foreign = try ForeignFile(path: file, limits: limits)
    let stream = try foreign.stream(layer: try #require(foreign.layers().first))
    #expect {
      while !(try stream()).isEmpty {}
    } throws: { error in
      (error as? FileSystem.Failure)?.complaint?.contains("over 10 bytes") == true
    }
  }

  @Test func memoryIsBounded() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "a.geojson", #"{"type":"Point","coordinates":[114.17,22.3]}"#)
    var limits = ForeignFile.Limits.packed
    limits.program.memoryBytes = 30 << 20
    let foreign = try ForeignFile(path: file, limits: limits)
    #expect(throws: DataError.self) { try foreign.layers() }
  }
}
