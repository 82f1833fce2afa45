import Catalog

/// Rows of CSV (RFC 4180).
package enum CSVText {
  /// The fields parted by commas, in quotes where they need them, without a line end.
  package static func row(_ fields: [String?]) -> String {
    var row: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      append(field ?? "", to: &row)
    }
    return String(decoding: row, as: UTF8.self)
  }

  /// Appends a field.
  static func append(_ field: String, to row: inout some ByteSink & ~Copyable) {
    var field = field
    field.withUTF8 { append($0, to: &row) }
  }

  /// Appends a text of a draft as a field, an empty one where it has none.
  @inline(__always)
  static func append(
    _ text: PlaceDraft.Text, of draft: borrowing PlaceDraft, to row: inout some ByteSink & ~Copyable
  ) {
    let isPlain = draft.isPlain(text)
    _ = draft.withBytes(text) {
      if isPlain { row.append(contentsOf: $0) } else { append($0, to: &row) }
    }
  }

  /// Appends a field.
  static func append(
    _ field: UnsafeBufferPointer<UInt8>, to row: inout some ByteSink & ~Copyable
  ) {
    let quote = UInt8(ascii: "\"")
    guard ByteScan.firstSpecialOfCSV(in: field) < field.count else {
      row.append(contentsOf: field)
      return
    }
    row.append(quote)
    for byte in field {
      if byte == quote { row.append(quote) }
      row.append(byte)
    }
    row.append(quote)
  }
}
