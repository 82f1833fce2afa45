import Catalog
import Spatial

/// How files are read.
package struct ReadingOptions: Sendable {
  /// The reference system, where it is given by hand; nil trusts the file.
  package var system: ReferenceSystem?
  /// What degrees refer to.
  package var datum = Datum.wgs84
  /// The encoding, as the system's `iconv` calls it.
  package var encoding: String?
  /// Roles of columns given by hand.
  package var assignments: [ColumnMap.Assignment] = []
  /// Which words mean which category.
  package var categories = CategoryTable()
  /// Whether names that shout are set in ordinary case.
  package var fixesCase = false
  /// Whether a record without a name is a fault.
  package var needsNames = true

  /// Trusts the file in everything.
  package init() {}
}

/// The drafts of all records of a file, one at a time, in bounded memory.
package struct DraftStream {
  /// What became of a record.
  package enum Outcome {
    case draft(PlaceDraft)
    case fault(FilePlace, RowFault)
  }

  private let file: SourceFile
  private let options: ReadingOptions
  private var layers: ArraySlice<String?>
  private var reader: (any RecordReader)?
  private var builder: DraftBuilder
  private var record = SourceRecord()
  private var appliedSystem: String?
  private var isFirst = true
  private let told: (Int) -> Void

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - options: how to read it.
  ///   - read: told after each piece how many bytes were read.
  package init(
    path: String, options: ReadingOptions, read: @escaping (Int) -> Void = { _ in }
  ) throws(DataError) {
    file = try SourceFile(path: path, encoding: options.encoding)
    self.options = options
    layers = try file.layers()[...]
    builder = DraftBuilder(
      file: file.name,
      positions: PositionReader(system: options.system ?? .wgs84, datum: options.datum),
      categories: options.categories, fixesCase: options.fixesCase,
      needsNames: options.needsNames,
      assignments: options.assignments)
    told = read
  }

  /// The size of the file in bytes, where that is known.
  package var size: UInt64? { file.size }

  /// What became of the next record; nil at the end.
  ///
  /// - Throws: where the rest cannot be read, the columns cannot be told, or the reference system is
  ///   none that is known.
  package mutating func next() throws(DataError) -> Outcome? {
    while true {
      if reader == nil {
        guard let layer = layers.popFirst() else { return nil }
        let opened = try file.reader(layer: layer, read: told)
        try builder.checkColumns(opened.columns, kind: file.kind)
        reader = opened
        isFirst = true
      }
      guard let found = try reader?.next(into: &record), found, let reader else {
        try applySystem()
        reader = nil
        continue
      }
      try applySystem()
      if isFirst { try lookForLateSystem() }
      isFirst = false
      do throws(RowFault) {
        return .draft(try builder.draft(from: record, reader.columns))
      } catch {
        var column: String?
        if case .bad(let name, _) = error { column = name }
        return .fault(builder.place(of: record, column: column), error)
      }
    }
  }

  /// As ``next()``, for an import.
  mutating func following() throws(ImportError) -> Outcome? {
    do throws(DataError) {
      return try next()
    } catch {
      throw .data(error)
    }
  }

  /// Follows what the file says of its reference system, unless told otherwise.
  private mutating func applySystem() throws(DataError) {
    guard options.system == nil, let name = reader?.referenceSystem, name != appliedSystem else {
      return
    }
    guard let system = ReferenceSystem(name) else {
      throw .invalid(
        place: FilePlace(file: file.name, field: "crs"),
        reason: "the reference system \"\(name.prefix(80))\" is not read; "
          + "EPSG:4326 and EPSG:2326 are; convert the file (ogr2ogr -t_srs EPSG:4326), or give --crs"
      )
    }
    appliedSystem = name
    builder.positions.system = system
  }

  /// A `crs` member may stand behind the features. Metres of the grid, which no degrees can be, are
  /// the sign to look for it before any is converted.
  private mutating func lookForLateSystem() throws(DataError) {
    guard options.system == nil, appliedSystem == nil, file.kind == .json, file.path != "-",
      case .point(let x, let y) = record.geometry, HongKongGrid.covers(easting: x, northing: y)
    else { return }
    var scout = try SourceFile(path: file.path, encoding: options.encoding).reader(layer: nil)
    var scouted = SourceRecord()
    while try scout.next(into: &scouted) {}
    guard let name = scout.referenceSystem, let system = ReferenceSystem(name) else { return }
    builder.positions.system = system
  }
}
