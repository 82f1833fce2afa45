import Catalog

/// The rows of a CSV or TSV file with a header.
package struct CSVRecords: RecordReader {
  package private(set) var columns = ColumnNames()
  package var columnCount: Int { columns.names.count }
  package var referenceSystem: String? { nil }
  private var reader: CSVReader
  private var raw = CSVReader.RawRecord()
  private let width: Int
  /// How many fields a row has at least: columns without a name at the end may be left out.
  private let leastWidth: Int
  /// The column of each field; several headers of one name have numbers of their own.
  private let numbers: [Int]
  private var count = 0
  /// What the row is called that has the names, or stands for them.
  private let first: String
  /// Whether the first row was read to see how many columns there are, and is yet to be given.
  private var isFirstPending: Bool
  /// Whether the bytes of ``raw`` are those of a record.
  private var isLent = false
  /// What is to be said of the rows above the first record.
  package private(set) var remarks: [(line: Int, text: String)] = []

  /// Reads the header.
  ///
  /// Titles and comments above the header are passed over where a row with names of columns that are
  /// known follows them.
  ///
  /// - Parameters:
  ///   - hasHeader: whether the first row has the names of the columns; without one they are called 1, 2,
  ///     3 and so on, as many as the first row has fields.
  ///   - skippedLines: how many lines to pass over, whatever stands in them.
  /// - Throws: where the file cannot be read, holds nothing or has too many columns.
  package init(
    _ stream: TextStream, hasHeader: Bool = true, skippedLines: Int = 0
  ) throws(DataError) {
    reader = CSVReader(stream)
    let known = hasHeader ? ColumnMap.knownCount : { _ in 0 }
    for line in try reader.begin(passing: skippedLines, known: known) {
      remarks.append((line, "taken for a title above the names of the columns"))
    }
    guard try reader.next(into: &raw) else {
      throw .invalid(
        place: FilePlace(file: stream.file),
        reason: skippedLines > 0
          ? "no line behind the \(skippedLines) that are skipped" : "the file is empty")
    }
    isFirstPending = !hasHeader
    first = hasHeader ? "the header" : "the first row"
    var numbers: [Int] = []
    var names: Set<String> = []
    for index in raw.fields.indices {
      let name = hasHeader ? raw.text(index) : "\(index + 1)"
      var unique = name
      var copy = 2
      while !names.insert(unique).inserted {
        unique = "\(name) (\(copy))"
        copy += 1
      }
      if unique != name, !name.isEmpty {
        remarks.append(
          (
            raw.line,
            "the column \"\(name.prefix(40))\" stands twice and the first counts; --column "
              + "ROLE=\"\(unique)\" takes the other"
          ))
      }
      guard let number = columns.number(of: unique) else {
        throw .invalid(
          place: FilePlace(file: stream.file, line: raw.line),
          reason: "more than \(ColumnNames.limit) columns")
      }
      numbers.append(number)
    }
    self.numbers = numbers
    width = numbers.count
    leastWidth = (raw.fields.lastIndex { !$0.isEmpty } ?? 0) + 1
  }

  package mutating func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    // Bytes are lent to the record and taken back, which costs less than that both hold them.
    if isLent { raw.exchangeBytes(with: &record.bytes) }
    isLent = false
    record.reset()
    if isFirstPending {
      isFirstPending = false
    } else {
      guard try reader.next(into: &raw) else { return false }
    }
    count += 1
    record.number = count
    record.line = raw.line
    record.extent = raw.extent
    if raw.fields.count < leastWidth { tellShort(&record) }
    for (index, range) in raw.fields.enumerated() {
      if index < width {
        record.append(
          SourceRecord.Field(
            column: numbers[index], start: range.lowerBound, end: range.upperBound))
      } else if !range.isEmpty {
        record.fault =
          record.fault
          ?? "\(raw.fields.count) fields where \(first) has \(width): \"\(raw.text(index).prefix(40))\" "
          + "is one too many"
      }
    }
    raw.exchangeBytes(with: &record.bytes)
    isLent = true
    return true
  }

  /// What a row without all its fields is: nothing where nothing stands in it, else a fault.
  private func tellShort(_ record: inout SourceRecord) {
    let count = raw.fields.count
    guard raw.fields.contains(where: { raw.bytes[$0].contains { $0 > 0x20 } }) else {
      record.omission = "an empty row"
      return
    }
    record.fault =
      "\(count) field\(count == 1 ? "" : "s") where \(first) has \(width)"
      + (reader.endsInRecord ? ", and no line end; is the file cut off?" : "")
  }
}
