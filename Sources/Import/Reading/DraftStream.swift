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
  /// Whether the first row of a table has the names of its columns, which are 1, 2, 3 … otherwise.
  package var hasHeader = true

  /// Trusts the file in everything.
  package init() {}
}

/// The drafts of all records of a file, one at a time, in bounded memory.
package struct DraftStream {
  /// What became of a record.
  package enum Outcome {
    /// The draft is filled.
    case draft
    case fault(FilePlace, RowFault)
  }

  private let file: SourceFile
  private let options: ReadingOptions
  private var layers: ArraySlice<String?>
  private var reader: OpenReader?
  private var builder: DraftBuilder
  private var record = SourceRecord()
  private var appliedSystem: String?
  private var isFirst = true
  /// Whether a member of JSON may be a position, and whether objects were met without one so far.
  private var (hasPosition, isWithoutPositions) = (false, false)
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
      positions: PositionReader(system: options.system, datum: options.datum),
      categories: options.categories, fixesCase: options.fixesCase,
      needsNames: options.needsNames,
      assignments: options.assignments)
    told = read
  }

  /// The size of the file in bytes, where that is known.
  package var size: UInt64? { file.size }

  /// Fills a draft from the next record, and says what became of it; nil at the end.
  ///
  /// - Throws: where the rest cannot be read, the columns cannot be told, or the reference system is
  ///   none that is known.
  package mutating func next(into draft: inout PlaceDraft) throws(DataError) -> Outcome? {
    while true {
      if reader == nil {
        guard let layer = layers.popFirst() else { return nil }
        let opened = try file.reader(layer: layer, hasHeader: options.hasHeader, read: told)
        try builder.checkColumns(opened.columns, kind: file.kind)
        reader = OpenReader.of(opened)
        isFirst = true
      }
      guard let reader else { return nil }
      let isFound = try reader.next(into: &record)
      if let name = reader.referenceSystem { try apply(system: name) }
      guard isFound else {
        self.reader = nil
        if isWithoutPositions {
          try builder.refuseColumns(reader.columns)
          isWithoutPositions = false
        }
        continue
      }
      if isFirst { try lookForLateSystem() }
      isFirst = false
      do throws(RowFault) {
        if reader.columnCount != builder.columnCount { builder.update(reader.columns) }
        // Members of objects come one after the other; those of a position may still come.
        if file.kind == .json, !hasPosition, record.fault == nil, record.omission == nil {
          hasPosition = record.geometry != .none || builder.hasPosition
          isWithoutPositions = !hasPosition
        }
        try builder.fill(&draft, from: record)
        return .draft
      } catch {
        var column: String?
        if case .bad(let name, _) = error { column = name }
        return .fault(builder.place(of: record, column: column), error)
      }
    }
  }

  /// Follows what the file says of its reference system, unless told otherwise.
  private mutating func apply(system name: String) throws(DataError) {
    guard options.system == nil, name != appliedSystem else { return }
    guard let system = ReferenceSystem(name) else {
      throw .invalid(
        place: FilePlace(file: file.name, field: "crs"),
        reason: ReferenceSystem.refusal(name))
    }
    appliedSystem = name
    builder.positions.system = system
  }

  /// A `crs` member may stand behind the features. Metres of the grid, which no degrees can be, are
  /// the sign to look for it before any is converted.
  private mutating func lookForLateSystem() throws(DataError) {
    guard options.system == nil, appliedSystem == nil, file.kind == .json, file.path != "-",
      record.referenceSystem == nil, case .point(let x, let y) = record.geometry,
      HongKongGrid.covers(easting: x, northing: y)
    else { return }
    var scout = try SourceFile(path: file.path, encoding: options.encoding).reader(layer: nil)
    var scouted = SourceRecord()
    while try scout.next(into: &scouted) {}
    guard let name = scout.referenceSystem, let system = ReferenceSystem(name) else { return }
    builder.positions.system = system
  }
}
