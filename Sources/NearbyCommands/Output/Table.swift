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
      self.text = text
      self.tail = tail
    }

    var width: Int { DisplayText.width(text) + DisplayText.width(tail) }

    /// The text and its tail, cut to fit.
    func fitted(to columns: Int) -> String {
      let room = columns - DisplayText.width(tail)
      return room > 0
        ? DisplayText.cut(text, to: room) + tail : DisplayText.cut(tail, to: columns)
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
    var widths = columns.map { DisplayText.width($0.title) }
    for row in rows where row.count == columns.count {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
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
      row.count == columns.count ? line(row, widths: widths) : row[0].text
    }
  }

  /// A row as a line, without spaces at its end.
  private func line(_ row: [Cell], widths: [Int]) -> String {
    var line: [UInt8] = []
    for (index, cell) in row.enumerated() {
      let text = cell.fitted(to: widths[index])
      let space = max(0, widths[index] - DisplayText.width(text))
      let isRight = columns[index].isNumber
      let gap = index == 0 ? 0 : Self.gap
      line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: isRight ? gap + space : gap))
      line += text.utf8
      if !isRight { line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: space)) }
    }
    while line.last == UInt8(ascii: " ") { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
