/// How a table is laid out: what parts its fields, and how many lines stand above the names of its
/// columns. Both are seen in its first rows.
struct TableLayout {
  /// What parts the fields.
  var delimiter = UInt8(ascii: ",")
  /// How many rows stand above the one with the names.
  var rowsAbove = 0

  /// What may part fields, the likeliest first.
  static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
  /// The names are looked for in so many rows.
  private static let titleLimit = 10
  /// So many rows are looked at.
  static let rowLimit = 24

  /// Looks at the beginning of a text.
  ///
  /// A delimiter is the better the more names of columns it gives that are known, then the more rows
  /// have as many fields as the names, then the more fields there are. Rows above the names have one
  /// field with a text, or begin with `#`; they are told by a row of known names below them.
  ///
  /// - Parameters:
  ///   - sample: the first lines.
  ///   - isWhole: whether there are no others, so that the last line is not cut off.
  ///   - known: how many of the names are known; nil where any may be.
  /// - Complexity: O(length).
  static func of(
    _ sample: [UInt8], isWhole: Bool, known: (([String]) -> Int)? = nil
  ) -> TableLayout {
    var best = TableLayout()
    var bestScore = (known: 0, alike: 0, fields: 0)
    for delimiter in delimiters {
      let rows = rows(of: sample, delimiter, isWhole: isWhole)
      let above = known.map { rowsAbove(rows, $0) } ?? 0
      guard above < rows.count, rows[above].count > 1 else { continue }
      let header = rows[above]
      let alike = rows[above...].dropFirst().count { $0.count == header.count }
      let score = (known: known?(header) ?? 0, alike: alike, fields: header.count)
      if score > bestScore {
        best = TableLayout(delimiter: delimiter, rowsAbove: above)
        bestScore = score
      }
    }
    return best
  }

  private static func rowsAbove(_ rows: [[String]], _ known: ([String]) -> Int) -> Int {
    let isTitle = { (row: [String]) in
      row.first?.hasPrefix("#") == true || row.count { !$0.isEmpty } <= 1
    }
    guard let names = rows.prefix(titleLimit).firstIndex(where: { !isTitle($0) }),
      known(rows[names]) > 1
    else { return 0 }
    return names
  }

  /// The first rows; empty ones are left out, and one that is cut off.
  private static func rows(
    of sample: [UInt8], _ delimiter: UInt8, isWhole: Bool
  ) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var (isQuoted, isAfterQuote) = (false, false)
    func closeField() {
      row.append(String(decoding: field, as: UTF8.self))
      field.removeAll(keepingCapacity: true)
      isAfterQuote = false
    }
    func closeRow() {
      closeField()
      if row != [""] { rows.append(row) }
      row.removeAll(keepingCapacity: true)
    }
    for byte in sample {
      if isQuoted {
        if byte == UInt8(ascii: "\"") {
          (isQuoted, isAfterQuote) = (false, true)
        } else {
          field.append(byte)
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty || isAfterQuote {
        isQuoted = true
      } else if byte == delimiter {
        closeField()
      } else if byte == 0x0A || byte == 0x0D {
        closeRow()
        if rows.count == rowLimit { return rows }
      } else {
        field.append(byte)
      }
    }
    if isWhole && !isQuoted { closeRow() }
    return rows
  }
}
