import Catalog

/// The rows of a CSV or TSV file with a header.
package struct CSVRecords: RecordReader {
  package private(set) var columns = ColumnNames()
  package var columnCount: Int { columns.names.count }
  package var referenceSystem: String? { nil }
  private var reader: CSVReader
  private var raw = CSVReader.RawRecord()
  private let width: Int
  /// The column of each field; several headers of one name have numbers of their own.
  private let numbers: [Int]
  private var count = 0

  /// Reads the header. An empty file has no columns and no records.
  ///
  /// - Throws: where the file cannot be read or has too many columns.
  package init(_ stream: TextStream) throws(DataError) {
    reader = CSVReader(stream)
    guard try reader.next(into: &raw) else {
      width = 0
      numbers = []
      return
    }
    var numbers: [Int] = []
    var names: Set<String> = []
    for index in raw.fields.indices {
      let name = raw.text(index)
      var unique = name
      var copy = 2
      while !names.insert(unique).inserted {
        unique = "\(name) (\(copy))"
        copy += 1
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
  }

  package mutating func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    record.reset()
    guard width > 0, try reader.next(into: &raw) else { return false }
    count += 1
    record.number = count
    record.line = raw.line
    record.bytes = raw.bytes
    record.extent = raw.extent
    for (index, range) in raw.fields.enumerated() {
      if index < width {
        record.append(
          SourceRecord.Field(
            column: numbers[index], start: range.lowerBound, end: range.upperBound))
      } else if !range.isEmpty {
        record.fault = "\(raw.fields.count) fields where the header has \(width)"
      }
    }
    return true
  }
}
