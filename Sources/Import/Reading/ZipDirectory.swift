import Catalog

/// What stands in a zip archive by its directory, before anything of it is unpacked.
struct ZipDirectory {
  /// A file in the archive.
  struct Entry: Hashable {
    let name: String
    /// How many bytes it says it has.
    let size: UInt64
  }

  /// Archives with more are refused: files in all, bytes in all, and, where they are many, bytes for each
  /// byte of the archive.
  static let (entryLimit, sizeLimit, ratioLimit) = (10_000, 1 << 30 as UInt64, 100 as UInt64)
  private static let smallSize: UInt64 = 16 << 20

  private(set) var entries: [Entry] = []

  /// Reads the directory at the end of an archive (PKWARE APPNOTE.TXT 6.3.10, sections 4.3.12, 4.3.16
  /// and 4.5.3).
  ///
  /// - Throws: where there is none, and where what it declares is more than files from outside may have.
  init(path: String) throws(DataError) {
    let mapping = try DataError.wrapping { () throws(FileSystem.Failure) in
      try FileSystem.Mapping(path: path)
    }
    do throws(Fault) {
      try read(mapping.bytes)
    } catch {
      throw .invalid(place: FilePlace(file: path), reason: "compressed (zip), \(error.reason)")
    }
  }

  /// A directory of some files.
  init(entries: [Entry]) { self.entries = entries }

  /// Reads an archive that is at hand.
  init(_ bytes: [UInt8]) throws(Fault) {
    let fault = bytes.withUnsafeBytes { bytes -> Fault? in
      do throws(Fault) {
        try read(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let fault { throw fault }
  }

  /// What is wrong with an archive.
  struct Fault: Error, Hashable { let reason: String }

  /// What GDAL reads of an archive.
  enum DataSet: Hashable {
    /// The archive itself is a file of a kind: a spreadsheet, or KML with its pictures.
    case whole
    /// A file or folder in it; the archive as a folder where it is empty.
    case inside(String)
  }

  /// The one data set in the archive that GDAL reads; nil where there is none, or several.
  ///
  /// - Parameter path: the archive's own, whose ending counts for KML.
  func dataSet(path: String) -> DataSet? {
    // What the Finder adds is no data.
    let names = entries.map(\.name).filter { !$0.hasPrefix("__MACOSX/") }
    let isSheet =
      names.contains("[Content_Types].xml") && names.contains { $0.hasPrefix("xl/") }
      || names.contains("mimetype") && names.contains("content.xml")
    let isPlacemarks =
      path.lowercased().hasSuffix(".kmz") && names.contains { $0.lowercased().hasSuffix(".kml") }
    if isSheet || isPlacemarks { return .whole }
    var found: Set<String> = []
    var shapes: [String] = []
    for name in names {
      let parts = name.split(separator: "/").map(String.init)
      guard let last = parts.last else { continue }
      if let folder = parts.firstIndex(where: { $0.lowercased().hasSuffix(".gdb") }) {
        found.insert(parts[...folder].joined(separator: "/"))
      } else if last.lowercased().hasSuffix(".shp") {
        // The Shapefiles of one folder are the layers of one data set.
        found.insert(parts.dropLast().joined(separator: "/"))
        shapes.append(name)
      } else if ["gpkg", "fgb", "tab", "mif"].contains(where: {
        last.lowercased().hasSuffix(".\($0)")
      }) {
        found.insert(name)
      }
    }
    guard found.count == 1, let path = found.first else { return nil }
    return .inside(shapes.count == 1 ? shapes[0] : path)
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    let broken = Fault(reason: "without a directory at its end; is it cut off?")
    func number(_ offset: Int, _ count: Int) throws(Fault) -> UInt64 {
      guard offset >= 0, offset + count <= bytes.count else { throw broken }
      return (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
    // The record at the end has 22 bytes and a comment of at most 65,535.
    let first = max(0, bytes.count - 22 - 0xFFFF)
    var end = bytes.count - 22
    while end >= first, try number(end, 4) != 0x0605_4B50 { end -= 1 }
    guard end >= first else { throw broken }
    let count = Int(try number(end + 10, 2))
    let start = try number(end + 16, 4)
    guard count < 0xFFFF, count <= Self.entryLimit, start < 0xFFFF_FFFF else {
      throw Fault(reason: "with more files or bytes than are read; unpack it first")
    }
    var offset = Int(start)
    var total: UInt64 = 0
    for _ in 0..<count {
      guard try number(offset, 4) == 0x0201_4B50 else { throw broken }
      if try number(offset + 8, 2) & 1 == 1 {
        throw Fault(reason: "with a password; unpack it first")
      }
      var size = try number(offset + 24, 4)
      let (nameCount, extraCount) = (
        Int(try number(offset + 28, 2)), Int(try number(offset + 30, 2))
      )
      let extra = offset + 46 + nameCount
      guard extra + extraCount <= bytes.count else { throw broken }
      if size == 0xFFFF_FFFF {
        // The first number of the extra field of large files.
        guard extraCount >= 12, try number(extra, 2) == 1 else { throw broken }
        size = try number(extra + 4, 8)
      }
      total = total.addingReportingOverflow(size).overflow ? .max : total + size
      entries.append(
        Entry(
          name: String(decoding: bytes[offset + 46..<extra], as: UTF8.self), size: size))
      offset = extra + extraCount + Int(try number(offset + 32, 2))
    }
    guard
      total <= Self.sizeLimit
        && (total <= Self.smallSize || total / UInt64(bytes.count) <= Self.ratioLimit)
    else {
      throw Fault(
        reason:
          "and says that its \(bytes.count) bytes hold \(total): more than is unpacked; unpack it "
          + "first, if you trust it")
    }
  }
}
