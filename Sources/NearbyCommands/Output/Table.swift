/// Columns that line up, cut to the width of a terminal.
struct Table {
  /// A column and how it gives way when the terminal is narrow.
  struct Column {
    let title: String
    var isNumber = false
    /// The least width to which it may shrink.
    var minimum = 0
  }

  /// A text, and what must stand behind it even when the text is cut.
  struct Cell {
    let text: String
    let tail: String

    init(_ text: String, tail: String = "") {
      self.text = DisplayText.safe(text)
      self.tail = tail
    }

    var width: Int { DisplayText.width(text) + DisplayText.width(tail) }

    func fitted(to columns: Int, right: Bool) -> String {
      let room = columns - DisplayText.width(tail)
      let cut =
        room > 0 ? DisplayText.cut(text, to: room) + tail : DisplayText.cut(tail, to: columns)
      return DisplayText.pad(cut, to: columns, right: right)
    }
  }

  private let columns: [Column]
  /// Rows of one text for each column, and lines of a single text that belong to no column.
  private var rows: [[Cell]] = []
  private static let gap = 2

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row with one text for each column.
  mutating func append(_ row: [String]) { append(cells: row.map { Cell($0) }) }

  /// Adds a row with one cell for each column.
  mutating func append(cells row: [Cell]) {
    precondition(
      row.count == columns.count && row.count > 1,
      "a row needs one text for each of two columns or more")
    rows.append(row)
  }

  /// Adds a line that is neither cut nor counted for the widths.
  mutating func append(line: String) { rows.append([Cell(line)]) }

  /// The title line and the rows, none wider than the terminal where the minima allow it.
  ///
  /// The widest column that may still shrink gives way first.
  func lines(width: Int) -> [String] {
    var widths = columns.indices.map { index in
      rows.lazy.filter { $0.count == columns.count }.map { $0[index].width }.max().map {
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
    return ([columns.map { Cell($0.title) }] + rows).map { row in
      guard row.count == columns.count else { return row[0].text }
      let cells = row.indices.map { index in
        row[index].fitted(to: widths[index], right: columns[index].isNumber)
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
