import Catalog

/// Files that only GDAL reads: Shapefile, GeoPackage, FlatGeobuf, OpenStreetMap PBF and many more, through its program
/// `ogr2ogr`, whose answer is read like any GeoJSON.
struct ForeignFile {
  /// What GDAL may use up on a file, and how many bytes it may answer.
  struct Limits: Sendable {
    var program: FileSystem.Program.Limits
    var answerBytes: Int

    /// What a file as it is may need.
    static let plain = Limits(
      program: FileSystem.Program.Limits(
        memoryBytes: 4 << 30, processorSeconds: 24 * 3600, fileBytes: 64 << 30),
      answerBytes: .max)
    /// What is enough for the files that people pack; a file that was made to fill memory, disk or time
    /// ends there.
    static let packed = Limits(
      program: FileSystem.Program.Limits(
        memoryBytes: 2 << 30, processorSeconds: 120, fileBytes: 1 << 30),
      answerBytes: 2 << 30)
  }

  private let name: String
  /// The file in a form that no option and no virtual file system can be mistaken for.
  private let operand: String
  private let options: [String]
  private let limits: Limits

  /// - Parameters:
  ///   - path: the file.
  ///   - inside: the data set in it, where the file is an archive that GDAL looks into.
  ///   - encoding: that of texts, where it is given by hand.
  ///   - keepsSystem: whether positions are given as they are, whatever the file says of them.
  ///   - limits: what GDAL may use up.
  /// - Throws: where the system does not know the encoding.
  init(
    path: String, inside: String? = nil, encoding: String? = nil, keepsSystem: Bool = false,
    limits: Limits = .plain
  ) throws(DataError) {
    name = path
    let absolute = FileSystem.absolutePath(path) ?? path
    operand = inside.map { "/vsizip/{\(absolute)}\($0.isEmpty ? "" : "/")\($0)" } ?? absolute
    var options: [String] = []
    if let encoding {
      // GDAL would read letters of some other encoding.
      guard FileSystem.Transcoder(from: encoding) != nil else {
        throw .invalid(
          place: FilePlace(file: path),
          reason: "this system does not know the encoding \(encoding.prefix(40))")
      }
      options = ["-oo", "ENCODING=\(encoding)"]
    }
    // Positions that are said to be in the system of the answer are not changed.
    if keepsSystem { options += ["-a_srs", "EPSG:4326"] }
    self.options = options
    self.limits = limits
  }

  /// The names of the layers, as `ogrinfo` lists them.
  ///
  /// - Throws: where GDAL is not installed, or does not know the file.
  func layers() throws(DataError) -> [String] {
    let lines = try output(of: ["ogrinfo", "-ro", "-q", operand]).split(separator: 0x0A)
    let names = lines.compactMap { Self.layer(String(decoding: $0, as: UTF8.self)) }
    guard !names.isEmpty else { throw fault("GDAL finds no layer in it") }
    // The lines of an OpenStreetMap file are streets and routes.
    let isStreetMap = names.contains("multipolygons") && names.contains("other_relations")
    return isStreetMap ? ["points", "multipolygons"] : names
  }

  /// The name in a line of the list: `1: points (Point)`, `1: points (title: All points) (Point)`, or
  /// `Layer: points (Point)` where layers are in groups; nil for other lines.
  static func layer(_ line: String) -> String? {
    guard let colon = line.firstIndex(of: ":"),
      Int(line[..<colon]) != nil || line[..<colon] == "Layer"
    else { return nil }
    var name = line[line.index(after: colon)...].drop { $0 == " " }
    // What the program adds stands in brackets; the name may have brackets of its own.
    if name.hasSuffix(")"), let bracket = name.lastIndex(of: "(") { name = name[..<bracket] }
    while name.last == " " { name.removeLast() }
    if name.hasSuffix(")"), let title = name.ranges(of: " (title: ").last {
      name = name[..<title.lowerBound]
    }
    return String(name)
  }

  /// The features of a layer in WGS 84, one a line.
  func stream(layer: String) throws(DataError) -> () throws(FileSystem.Failure) -> [UInt8] {
    let program = try start(
      ["ogr2ogr", "-f", "GeoJSONSeq", "-lco", "COORDINATE_PRECISION=15"] + options
        + ["/vsistdout/", operand, layer])
    let (name, limit) = (name, limits.answerBytes)
    var count = 0
    return { () throws(FileSystem.Failure) in
      let bytes = try program.read()
      count += bytes.count
      guard count <= limit else {
        throw FileSystem.Failure.program(
          name, "over \(limit) bytes come out of it: more than is unpacked of a file from outside")
      }
      // Half an answer must not pass for a whole one. Of a file that is cut off GDAL gives what there
      // is, and may end well all the same.
      if bytes.isEmpty, let complaint = Self.complaint(of: program, status: program.wait()) {
        throw FileSystem.Failure.program(name, "GDAL: \(complaint)")
      }
      return bytes
    }
  }

  /// What was wrong with a program that has ended: the first error among what it said, or how it ended.
  private static func complaint(of program: FileSystem.Program, status: Int32) -> String? {
    if let signal = FileSystem.Program.signal(status) { return signal }
    for line in program.said().split(separator: "\n") where line.hasPrefix("ERROR") {
      return String(line.drop { $0 != ":" }.drop { $0 == ":" || $0 == " " })
    }
    return status == 0 ? nil : "it is of no kind that GDAL knows, or broken"
  }

  private func output(of words: [String]) throws(DataError) -> [UInt8] {
    let program = try start(words)
    var all: [UInt8] = []
    do throws(FileSystem.Failure) {
      while all.count < 1 << 20 {
        let bytes = try program.read()
        if bytes.isEmpty { break }
        all += bytes
      }
    } catch {
      throw DataError(error)
    }
    let status = program.wait()
    if status != 0, let complaint = Self.complaint(of: program, status: status) {
      throw fault("GDAL cannot read it: \(complaint)")
    }
    return all
  }

  /// The drivers whose files name other files, databases or hosts: what a file from outside says must
  /// not have anything else read.
  private static let driversLeftOut =
    "VRT OGR_VRT WFS OAPIF OGCAPI CSW HTTP WMS WMTS WCS Carto AmigoCloud Elasticsearch PLSCENES EEDA "
    + "EEDAI NGW MSSQLSpatial PostgreSQL MySQL ODBC PGeo GMLAS DAAS STACTA STACIT"

  /// The same for what other drivers do: schemas that a GML file names, and tables of a database that
  /// are other files. The first row of a sheet has the names of its columns.
  private static let settings = [
    ("GDAL_SKIP", driversLeftOut), ("GML_DOWNLOAD_SCHEMA", "NO"),
    ("OGR_SQLITE_STATIC_VIRTUAL_OGR", "NO"), ("OGR_XLSX_HEADERS", "FORCE"),
    ("OGR_ODS_HEADERS", "FORCE"), ("OGR_XLS_HEADERS", "FORCE"),
  ]

  private func start(_ words: [String]) throws(DataError) -> FileSystem.Program {
    let words =
      [words[0]] + Self.settings.flatMap { ["--config", $0.0, $0.1] } + words.dropFirst()
    do throws(FileSystem.Failure) {
      if let program = try FileSystem.Program(words, limits: limits.program) { return program }
    } catch {
      throw DataError(error)
    }
    throw fault(
      "only GDAL reads this kind of file, and its program \(words[0]) is not installed; install it "
        + "(Debian: apt install gdal-bin) or convert the file to GeoJSON")
  }

  private func fault(_ reason: String) -> DataError {
    .invalid(place: FilePlace(file: name), reason: reason)
  }
}
