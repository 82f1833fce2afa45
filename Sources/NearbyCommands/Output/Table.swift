/// Columns that line up, cut to the width of a terminal.
struct Table {
  /// A column and how it gives way when the terminal is narrow.
  struct Column {
    let title: String
    var isNumber = false
    /// The least width to which it may shrink.
    var minimum = 0
  }

  private let columns: [Column]
  private var rows: [[String]] = []
  private static let gap = 2

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row with one text for each column.
  mutating func append(_ row: [String]) {
    precondition(row.count == columns.count, "a row needs one text for each column")
    rows.append(row.map(DisplayText.safe))
  }

  /// The title line and the rows, none wider than the terminal where the minima allow it.
  ///
  /// The widest column that may still shrink gives way first.
  func lines(width: Int) -> [String] {
    var widths = columns.indices.map { index in
      rows.map { DisplayText.width($0[index]) }.max().map {
        max($0, DisplayText.width(columns[index].title))
      } ?? DisplayText.width(columns[index].title)
    }
    let gaps = Self.gap * (columns.count - 1)
    while widths.reduce(gaps, +) > width {
      let shrinkable = widths.indices.filter {
        columns[$0].minimum > 0 && widths[$0] > columns[$0].minimum
      }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return ([columns.map(\.title)] + rows).map { row in
      let cells = row.indices.map { index in
        DisplayText.pad(row[index], to: widths[index], right: columns[index].isNumber)
      }
      return Self.trimEnd(cells.joined(separator: String(repeating: " ", count: Self.gap)))
    }
  }

  private static func trimEnd(_ line: String) -> String {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
