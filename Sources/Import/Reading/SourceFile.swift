import Catalog

/// A file from outside whose kind is found by looking at it.
package struct SourceFile {
  /// What a file is.
  package enum Kind: String, Sendable {
    case csv, json, xml
    /// Something that GDAL reads.
    case foreign
  }

  /// The path as given; `-` is standard input.
  package let path: String
  /// The name for errors.
  package let name: String
  /// What the file is.
  package let kind: Kind
  /// How many bytes it has, where that is known.
  package let size: UInt64?
  private let encoding: String?
  /// What GDAL reads of an archive.
  private let packed: ZipDirectory.DataSet?
  private let head: [UInt8]
  private let input: FileSystem.Input?
  /// What the layers of a map have in common.
  private let things = MappedThings()

  private static let foreignEndings = [
    "shp", "gpkg", "fgb", "pbf", "tab", "mif", "gml", "gdb", "sqlite", "dxf", "osm", "parquet",
    "arrow", "dgn", "mvt", "vrt", "gmt", "gxt", "jml", "mapml", "x10", "itf", "xtf", "map", "nc",
    "slf", "fits", "pix", "mbtiles", "e00", "000",
  ]

  /// Opens a file and looks at its beginning.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - encoding: as the system's `iconv` calls it; nil for what XML declares, for UTF-16 with a mark, and
  ///     else for UTF-8.
  ///   - isTable: whether a text is a table, however it begins.
  /// - Throws: where it cannot be read, or is compressed.
  package init(
    path: String, encoding: String? = nil, isTable: Bool = false
  ) throws(DataError) {
    self.path = path
    name = path == "-" ? "standard input" : path
    let lower = path.lowercased()
    // A geodatabase of Esri and a coverage are folders.
    if path != "-", FileSystem.isDirectory(path) {
      (kind, size, packed, head, input) = (.foreign, nil, nil, [], nil)
      self.encoding = encoding
      return
    }
    do throws(FileSystem.Failure) {
      let input = try FileSystem.Input(path: path)
      var head = try input.read()
      while !head.isEmpty, head.count < 64 {
        let more = try input.read()
        if more.isEmpty { break }
        head += more
      }
      self.head = head
      self.input = input
    } catch {
      throw DataError(error)
    }
    size = FileSystem.stamp(of: path)?.size
    // A download that failed must not pass for a table without rows.
    guard !head.isEmpty else {
      throw .invalid(place: FilePlace(file: name), reason: "the file is empty")
    }
    packed = try Self.packed(head, path: path, name: name)
    let isForeign =
      packed != nil
      || path != "-" && Self.foreignEndings.contains { lower.hasSuffix(".\($0)") }
    if isForeign {
      (kind, self.encoding) = (.foreign, encoding)
      try Self.refuseDocumentType(path)
      if packed == nil { try Self.refuseUnfinishedAnswer(path) }
      return
    }
    let declared = encoding == nil ? XMLDeclaration.encoding(head) : nil
    if let declared, FileSystem.Transcoder(from: declared) == nil {
      throw .invalid(
        place: FilePlace(file: name, line: 1),
        reason: "declares the encoding \(declared.prefix(40)), which this system does not know; "
          + "give --encoding")
    }
    let encoding = encoding ?? declared
    self.encoding = encoding
    let seen = try Self.kind(head, name: name, encoding: encoding, isStandardInput: path == "-")
    kind = isTable && seen != .foreign ? .csv : seen
    if kind == .foreign {
      try Self.refuseDocumentType(path)
      try Self.refuseUnfinishedAnswer(path)
    }
  }

  /// Keeps XML with entities of its own from GDAL, in any encoding that it may be in.
  static func refuseDocumentType(_ path: String) throws(DataError) {
    guard FileSystem.kind(of: path) == .file else { return }
    var head: [UInt8] = []
    do throws(FileSystem.Failure) {
      let input = try FileSystem.Input(path: path)
      while head.count < 1 << 16 {
        let more = try input.read()
        if more.isEmpty { break }
        head += more
      }
    } catch {
      throw DataError(error)
    }
    let text = String(decoding: head.filter { $0 != 0 && $0 < 0x80 }, as: UTF8.self).uppercased()
    guard text.first(where: { !$0.isWhitespace }) == "<" else { return }
    guard text.contains("<!DOCTYPE") || text.contains("<!ENTITY") else { return }
    throw .invalid(
      place: FilePlace(file: path),
      reason: "XML with a DOCTYPE, which may have anything read; refused")
  }

  /// What GDAL reads of an archive; nil for a file that is none.
  ///
  /// - Throws: for other compressed files, and for archives that say they are huge.
  private static func packed(
    _ head: [UInt8], path: String, name: String
  ) throws(DataError) -> ZipDirectory.DataSet? {
    guard let packing = packing(head) else { return nil }
    if packing == "zip", path != "-",
      let found = try ZipDirectory(path: path).dataSet(path: path)
    {
      return found
    }
    throw .invalid(
      place: FilePlace(file: name),
      reason: "compressed (\(packing)); unpack it first, since its size cannot be trusted")
  }

  /// Keeps an answer of an Overpass server from GDAL in which the server remarks an error: what is in it
  /// is not all.
  private static func refuseUnfinishedAnswer(_ path: String) throws(DataError) {
    guard FileSystem.kind(of: path) == .file else { return }
    var remark: String?
    do throws(FileSystem.Failure) {
      let input = try FileSystem.Input(path: path)
      var bytes = try input.read()
      let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
      guard head.contains("<osm"), head.contains("Overpass") else { return }
      // A remark is shorter than what is kept of the piece before.
      while remark == nil {
        let text = String(decoding: bytes, as: UTF8.self)
        if let found = text.split(separator: "<remark>", maxSplits: 1).dropFirst().first {
          remark = found.split(separator: "</remark>", maxSplits: 1).first.map(String.init)
        }
        let more = try input.read()
        if more.isEmpty { break }
        bytes = bytes.suffix(4096) + more
      }
    } catch {
      throw DataError(error)
    }
    guard let remark, remark.lowercased().contains("error") else { return }
    throw .invalid(place: FilePlace(file: path), reason: OverpassElements.refusal(remark))
  }

  private static func packing(_ head: [UInt8]) -> String? {
    let marks: [(String, [UInt8])] = [
      ("gzip", [0x1F, 0x8B]), ("zip", [0x50, 0x4B, 0x03, 0x04]), ("zip", [0x50, 0x4B, 0x05, 0x06]),
      ("bzip2", [0x42, 0x5A, 0x68]), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("7z", [0x37, 0x7A, 0xBC, 0xAF]),
    ]
    return marks.first { head.starts(with: $0.1) }?.0
  }

  private static func kind(
    _ head: [UInt8], name: String, encoding: String?, isStandardInput: Bool
  ) throws(DataError) -> Kind {
    var pieces: [[UInt8]] = [Array(head.prefix(4096))]
    let hasMark = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    if !hasMark && encoding == nil && head.contains(0) {
      guard !isStandardInput else {
        throw .invalid(
          place: FilePlace(file: name), reason: "not a text; give the name of a file instead")
      }
      let lower = name.lowercased()
      if let place = head.firstIndex(of: 0),
        ["csv", "tsv", "txt", "json", "geojson", "ndjson"].contains(where: {
          lower.hasSuffix(".\($0)")
        })
      {
        throw .invalid(
          place: FilePlace(file: name, byteOffset: place),
          reason:
            "a byte of 0, which no text has; is it UTF-16? then give --encoding utf-16le or utf-16be"
        )
      }
      return .foreign
    }
    var stream = try TextStream(file: name, encoding: encoding) { pieces.popLast() ?? [] }
    // A broken character is told where it is read in earnest.
    let text = String(decoding: (try? stream.read()) ?? [], as: UTF8.self)
    switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "<":
      let isOurs = ["<kml", "<gpx", ":kml", ":gpx", "<!DOCTYPE"].contains(where: text.contains)
      let isForeign = [
        "<osm", "<gml", ":gml", "FeatureCollection", "<rss", "<feed", "<mapml", "<JCSDataFile",
        "<Product_Observational",
      ].contains(where: text.contains)
      return isForeign && !isOurs && !isStandardInput ? .foreign : .xml
    case "{":
      // TopoJSON has arcs instead of positions, and the JSON of ArcGIS has forms of its own.
      let dense = text.filter { !$0.isWhitespace }
      let isTopology =
        dense.contains("\"type\":\"Topology\"")
        || dense.contains("\"geometryType\":\"esriGeometry")
      return isTopology && !isStandardInput ? .foreign : .json
    case "[", "\u{1E}": return .json
    default: return .csv
    }
  }

  /// The layers of the file; one without a name where GDAL is not needed.
  ///
  /// - Throws: where GDAL is needed and not there.
  package func layers() throws(DataError) -> [String?] {
    kind == .foreign ? try foreign(keepsSystem: false).layers() : [nil]
  }

  /// The file as GDAL gets it.
  ///
  /// - Parameter keepsSystem: whether positions are given as they are, whatever the file says of them.
  func foreign(keepsSystem: Bool) throws(DataError) -> ForeignFile {
    var inside: String?
    if case .inside(let path)? = packed { inside = path }
    return try ForeignFile(
      path: path, inside: inside, encoding: encoding, keepsSystem: keepsSystem,
      limits: packed == nil ? .plain : .packed)
  }

  /// Opens a layer; the one without a name once only.
  ///
  /// - Parameters:
  ///   - options: how to read it.
  ///   - read: told after each piece how many bytes were read.
  /// - Throws: where the file cannot be read, and where no header is asked of what is no table.
  package func reader(
    layer: String?, options: ReadingOptions = ReadingOptions(),
    read: @escaping (Int) -> Void = { _ in }
  ) throws(DataError) -> any RecordReader {
    guard options.hasHeader || kind == .csv else {
      throw .invalid(
        place: FilePlace(file: name), reason: "it is no CSV file, and has no header to be without")
    }
    switch kind {
    case .foreign:
      let refill = try foreign(keepsSystem: options.system != nil).stream(layer: layer ?? "")
      return StreetMapRecords(
        JSONRecords(TextStream(file: name, refill: refill), allowsEmpty: true), layer: layer ?? "",
        things: things)
    case .csv:
      return try CSVRecords(
        try stream(read), hasHeader: options.hasHeader, skippedLines: options.skippedLines)
    case .json: return JSONRecords(try stream(read))
    case .xml: return XMLRecords(try stream(read))
    }
  }

  /// The text of the file; once only.
  func text() throws(DataError) -> TextStream { try stream { _ in } }

  private func stream(_ told: @escaping (Int) -> Void) throws(DataError) -> TextStream {
    var first: [UInt8]? = head
    let input = input
    return try TextStream(file: name, encoding: encoding) { () throws(FileSystem.Failure) in
      if let bytes = first {
        first = nil
        told(bytes.count)
        if !bytes.isEmpty { return bytes }
      }
      let bytes = try input?.read(upTo: 1 << 17) ?? []
      told(bytes.count)
      return bytes
    }
  }
}
