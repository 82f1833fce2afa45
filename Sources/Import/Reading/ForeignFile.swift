import Catalog

/// Files that only GDAL reads: Shapefile, GeoPackage, FlatGeobuf, OpenStreetMap PBF and many more, through its program
/// `ogr2ogr`, whose answer is read like any GeoJSON.
struct ForeignFile {
  let path: String
  private let name: String

  init(path: String) {
    self.path = path
    name = path
  }

  /// The names of the layers, as `ogrinfo` lists them.
  ///
  /// - Throws: where GDAL is not installed, or does not know the file.
  func layers() throws(DataError) -> [String] {
    let lines = try output(of: ["ogrinfo", "-ro", "-q", operand]).split(separator: 0x0A)
    var names: [String] = []
    for line in lines {
      // `1: points (Point)`
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":"), Int(text[..<colon]) != nil else { continue }
      var name = text[text.index(after: colon)...].drop { $0 == " " }
      if name.hasSuffix(")"), let bracket = name.lastIndex(of: "(") {
        name = name[..<bracket]
        while name.last == " " { name.removeLast() }
      }
      names.append(String(name))
    }
    guard !names.isEmpty else { throw fault("GDAL finds no layer in it") }
    // The lines of an OpenStreetMap file are streets and routes.
    let isStreetMap = names.contains("multipolygons") && names.contains("other_relations")
    return isStreetMap ? ["points", "multipolygons"] : names
  }

  /// The features of a layer in WGS 84, one a line.
  func stream(layer: String) throws(DataError) -> () throws(FileSystem.Failure) -> [UInt8] {
    let program = try start([
      "ogr2ogr", "-f", "GeoJSONSeq", "-lco", "COORDINATE_PRECISION=15",
      "/vsistdout/", operand, layer,
    ])
    let name = name
    return { () throws(FileSystem.Failure) in
      let bytes = try program.read()
      // Half an answer must not pass for a whole one. Of a file that is cut off GDAL gives what there
      // is, and may end well all the same.
      if bytes.isEmpty {
        let status = program.wait()
        if let complaint = Self.complaint(of: program) ?? (status == 0 ? nil : "unreadable") {
          throw FileSystem.Failure.program(name, "GDAL: \(complaint)")
        }
      }
      return bytes
    }
  }

  /// The first error among what a program said.
  private static func complaint(of program: FileSystem.Program) -> String? {
    for line in program.said().split(separator: "\n") where line.hasPrefix("ERROR") {
      return String(line.drop { $0 != ":" }.drop { $0 == ":" || $0 == " " })
    }
    return nil
  }

  /// The path in a form that no option and no virtual file system can be mistaken for.
  private var operand: String { FileSystem.absolutePath(path) ?? path }

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
    guard program.wait() == 0 else {
      throw fault("GDAL cannot read it" + (Self.complaint(of: program).map { ": \($0)" } ?? ""))
    }
    return all
  }

  /// The drivers whose files name other files, databases or hosts: what a file from outside says must
  /// not have anything else read.
  private static let driversLeftOut =
    "VRT OGR_VRT WFS OAPIF OGCAPI CSW HTTP WMS WMTS WCS Carto AmigoCloud Elasticsearch PLSCENES EEDA "
    + "EEDAI NGW MSSQLSpatial PostgreSQL MySQL ODBC PGeo GMLAS DAAS STACTA STACIT"

  private func start(_ words: [String]) throws(DataError) -> FileSystem.Program {
    let words =
      [words[0], "--config", "GDAL_SKIP", Self.driversLeftOut] + words.dropFirst()
    do throws(FileSystem.Failure) {
      if let program = try FileSystem.Program(words) { return program }
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
