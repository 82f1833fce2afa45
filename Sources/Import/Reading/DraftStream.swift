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
  /// How many lines stand above the names of a table's columns; more may be seen to.
  package var skippedLines = 0
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
    /// No record: something that is to be said of the file.
    case remark(FilePlace, String)
  }

  private let file: SourceFile
  private let options: ReadingOptions
  private var layers: ArraySlice<String?>
  private var reader: OpenReader?
  private var builder: DraftBuilder
  private var record = SourceRecord()
  private var appliedSystem: String?
  private var isFirst = true
  private var remarks: ArraySlice<(line: Int, text: String)> = []
  /// Whether a member of JSON may be a position, and whether objects were met without one so far.
  private var (hasPosition, isWithoutPositions) = (false, false)
  /// Where records stand that have no name, while no member was met that may be one.
  private var nameless: ArraySlice<FilePlace> = []
  /// The names of the columns of a layer that was read, where there were records.
  private var columns: ColumnNames?
  /// Columns given by hand that no layer had so far.
  private var missing: [ColumnMap.Assignment]?
  private static let namelessLimit = 10_000
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
    file = try SourceFile(
      path: path, encoding: options.encoding, isTable: options.skippedLines > 0)
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
        guard let layer = layers.popFirst() else {
          try checkMembers()
          return nil
        }
        let opened = try file.reader(layer: layer, options: options, read: told)
        try builder.checkColumns(opened.columns, kind: file.kind)
        reader = OpenReader.of(opened)
        isFirst = true
        if let table = opened as? CSVRecords { remarks = table.remarks[...] }
      }
      if let remark = remarks.popFirst() {
        return .remark(FilePlace(file: file.name, line: remark.line), remark.text)
      }
      guard let reader else { return nil }
      if !nameless.isEmpty, builder.hasName, let place = nameless.popFirst() {
        return .fault(place, .bad(column: "name", DraftBuilder.noName))
      }
      let isFound = try reader.next(into: &record)
      if let name = reader.referenceSystem { try apply(system: name) }
      guard isFound else {
        self.reader = nil
        if !isFirst {
          columns = reader.columns
          let absent = builder.missing(in: reader.columns)
          missing = missing.map { $0.filter(absent.contains) } ?? absent
        }
        continue
      }
      if isFirst { try lookForLateSystem() }
      isFirst = false
      do throws(RowFault) {
        if reader.columnCount != builder.columnCount { builder.update(reader.columns) }
        // Members of objects come one after the other; those of a position may still come.
        if file.kind == .json || file.kind == .foreign, !hasPosition, record.fault == nil,
          record.omission == nil
        {
          // A sheet is a layer whose geometries are all null.
          let isSheet = file.kind == .foreign && record.geometry == .null
          hasPosition = record.geometry != .none && !isSheet || builder.hasPosition
          isWithoutPositions = !hasPosition
        }
        try builder.fill(&draft, from: record)
        return .draft
      } catch {
        var column: String?
        if case .bad(let name, let reason) = error {
          column = name
          // The member with the name may still come; a file that has none is refused.
          if reason == DraftBuilder.noName, !builder.hasName {
            nameless.append(builder.place(of: record, column: column))
            guard nameless.count > Self.namelessLimit else { continue }
            throw builder.namesRefusal(reader.columns)
          }
        }
        return .fault(builder.place(of: record, column: column), error)
      }
    }
  }

  /// Refuses a file whose members cannot be told, at its end: they come one after the other.
  private mutating func checkMembers() throws(DataError) {
    guard let columns else { return }
    if let first = missing?.first { throw builder.absence(of: first, columns) }
    if isWithoutPositions { try builder.refuseColumns(columns) }
    if !nameless.isEmpty { throw builder.namesRefusal(columns) }
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
