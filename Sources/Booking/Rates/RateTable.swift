import Catalog

/// A CSV file with a header, read row by row with faults that carry line and column.
struct RateTable {
  let file: String
  private var reader: CSVReader
  private let columns: [String: Int]
  private let count: Int

  init(path: String, required: [String]) throws(DataError) {
    file = path
    reader = try CSVReader(path: path)
    guard let header = try reader.next() else {
      throw .invalid(place: FilePlace(file: path, line: 1), reason: "the header row is missing")
    }
    columns = Dictionary(
      header.fields.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { a, _ in a })
    count = header.fields.count
    for name in required where columns[name] == nil {
      throw .invalid(
        place: FilePlace(file: path, line: 1, field: name), reason: "the column is missing")
    }
  }

  mutating func next() throws(DataError) -> Row? {
    guard let record = try reader.next() else { return nil }
    guard record.fields.count == count else {
      throw .invalid(
        place: FilePlace(file: file, line: record.line),
        reason: "\(record.fields.count) fields where the header has \(count)")
    }
    return Row(file: file, line: record.line, fields: record.fields, columns: columns)
  }

  /// One row.
  struct Row {
    let file: String
    let line: Int
    let fields: [String]
    let columns: [String: Int]

    func fault(_ column: String, _ reason: String) -> DataError {
      .invalid(place: FilePlace(file: file, line: line, field: column), reason: reason)
    }

    /// The text of a column; nil where it is empty or there is no such column.
    func optional(_ column: String) -> String? {
      columns[column].flatMap { fields[$0].isEmpty ? nil : fields[$0] }
    }

    func text(_ column: String) throws(DataError) -> String {
      guard let text = optional(column) else { throw fault(column, "empty") }
      return text
    }

    func slug(_ column: String) throws(DataError) -> String {
      let text = try text(column)
      guard text.isSlug else {
        throw fault(
          column, "\"\(text.prefix(60))\" is not a slug of lower-case letters, digits and hyphens")
      }
      return text
    }

    /// A whole number of plain ASCII digits.
    func number(_ column: String, in range: ClosedRange<Int>) throws(DataError) -> Int {
      let text = try text(column)
      guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
        let number = Int(text), range.contains(number)
      else {
        throw fault(
          column,
          "\"\(text.prefix(40))\" is not a whole number in \(range.lowerBound)…\(range.upperBound)")
      }
      return number
    }

    /// `yes` or `no`; empty is no.
    func flag(_ column: String) throws(DataError) -> Bool {
      switch optional(column) {
      case "yes": return true
      case nil, "no": return false
      case let text?: throw fault(column, "\"\(text.prefix(40))\" is neither yes nor no")
      }
    }

    /// `name_en`, and the Chinese names where they are given.
    func name() throws(DataError) -> LocalizedName {
      let en = try text("name_en")
      let zhHant = optional("name_zh_hant") ?? en
      return LocalizedName(en: en, zhHant: zhHant, zhHans: optional("name_zh_hans") ?? zhHant)
    }
  }
}
