/// Reads comma-separated records (RFC 4180) one at a time, in bounded memory.
///
/// UTF-8 with or without a byte order mark, or UTF-16 with one; lines end with LF, CRLF or CR; quoted
/// fields may hold line ends and doubled quotes. The delimiter is the one of comma, semicolon, tab and
/// bar that parts the first rows best (see ``TableLayout``); a first line `sep=;` names it. Empty lines are
/// passed over.
package struct CSVReader {
  /// One record: its fields, and the line on which it begins.
  package struct Record {
    package let line: Int
    package let fields: [String]
  }

  /// One record as bytes of UTF-8, to be used again for the next.
  package struct RawRecord {
    /// The line on which it begins.
    package internal(set) var line = 0
    /// What the fields are parts of: the piece of the file in which the record stands, or a text of its
    /// own where quotes were undone.
    package internal(set) var bytes: [UInt8] = []
    /// Where each field stands in ``bytes``, without its quotes.
    package internal(set) var fields: [Range<Int>] = []
    /// Whether ``bytes`` is the record's own and may be written again.
    var isOwn = true

    package init() {}

    /// The part of ``bytes`` that the record takes.
    package var extent: Range<Int> {
      fields.isEmpty ? 0..<0 : fields[0].lowerBound..<fields[fields.count - 1].upperBound
    }

    /// Exchanges ``bytes``, so that they need not be copied or shared.
    package mutating func exchangeBytes(with other: inout [UInt8]) { swap(&bytes, &other) }

    var isEmptyLine: Bool { fields.count == 1 && fields[0].isEmpty }

    /// Closes a field at the end of ``bytes``.
    mutating func closeField() {
      let start = fields.last?.upperBound ?? 0
      fields.append(start..<bytes.count)
    }

    /// A field as text.
    package func text(_ field: Int) -> String {
      String(decoding: bytes[fields[field]], as: UTF8.self)
    }
  }

  /// A record longer than this is an error: a quote that is never closed must not fill the memory.
  package static let recordLimit = 8 << 20

  private enum State {
    case fieldStart, plain, quoted, afterQuote
  }

  private var stream: TextStream
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isFirst = true
  private var skipsLineFeed = false
  /// Whether the last byte inside quotes was a CR, so that an LF ends no further line.
  private var followsReturn = false
  /// What parts the fields; known once a record was read.
  package private(set) var delimiter = UInt8(ascii: ",")
  /// Whether the text ended without a line end behind its last record, which may then be cut off.
  package private(set) var endsInRecord = false
  private var raw = RawRecord()
  /// The memory of a record's own text, while it needs none.
  private var spare: [UInt8] = []

  /// Reads text.
  package init(_ stream: TextStream) { self.stream = stream }

  /// Reads from chunks; an empty chunk is the end.
  ///
  /// - Parameter file: the name for errors.
  package init(file: String, refill: @escaping () throws(FileSystem.Failure) -> [UInt8]) {
    stream = TextStream(file: file, refill: refill)
  }

  /// Reads a file, or standard input for `-`.
  package init(path: String) throws(DataError) {
    do throws(FileSystem.Failure) {
      let input = try FileSystem.Input(path: path)
      self.init(file: path == "-" ? "standard input" : path) { () throws(FileSystem.Failure) in
        try input.read()
      }
    } catch {
      throw DataError(error)
    }
  }

  /// Reads bytes that are at hand.
  package init(file: String, bytes: [UInt8]) {
    var rest: [UInt8]? = bytes
    self.init(file: file) {
      defer { rest = nil }
      return rest ?? []
    }
  }

  /// The next record, or nil at the end.
  ///
  /// - Throws: where the file cannot be read, is not text of its encoding, or a quote is not closed.
  package mutating func next() throws(DataError) -> Record? {
    // Taken out for the call, so that its memory is used again.
    var record = raw
    raw = RawRecord()
    defer { raw = record }
    guard try next(into: &record) else { return nil }
    return Record(line: record.line, fields: record.fields.indices.map { record.text($0) })
  }

  /// Reads the next record in place of the last one; false at the end.
  ///
  /// - Throws: as ``next()``.
  /// - Complexity: O(bytes).
  package mutating func next(into record: inout RawRecord) throws(DataError) -> Bool {
    if isFirst { try begin() }
    repeat {
      record.fields.removeAll(keepingCapacity: true)
      guard try fill() else { return false }
      if buffer[position] == 0xEF { try skipMark() }
      guard try fill() else { return false }
      record.line = line
      if !readInPlace(into: &record) { try read(into: &record) }
    } while record.isEmptyLine
    return true
  }

  /// Reads a record that stands whole in the piece, with nothing in its quotes to be undone; false
  /// where it is of another kind, and then nothing was read.
  private mutating func readInPlace(into record: inout RawRecord) -> Bool {
    let (quote, delimiter, start) = (UInt8(ascii: "\""), delimiter, position)
    let end: Int? = buffer.withUnsafeBufferPointer { bytes in
      var index = start
      while true {
        var start = index
        if index < bytes.count, bytes[index] == quote {
          start += 1
          index = ByteScan.first(of: quote, 0x0A, 0x0D, in: bytes, from: start)
          guard index < bytes.count, bytes[index] == quote else { return nil }
          record.fields.append(start..<index)
          index += 1
          guard index < bytes.count else { return nil }
        } else {
          index = ByteScan.first(of: delimiter, 0x0A, 0x0D, in: bytes, from: index)
          guard index < bytes.count else { return nil }
          record.fields.append(start..<index)
        }
        let byte = bytes[index]
        index += 1
        if byte == delimiter { continue }
        // Text behind a closing quote, or a quote that stands for one.
        guard byte == 0x0A || byte == 0x0D else { return nil }
        return index
      }
    }
    guard let end, end - position <= Self.recordLimit else {
      record.fields.removeAll(keepingCapacity: true)
      return false
    }
    skipsLineFeed = buffer[end - 1] == 0x0D
    line += 1
    position = end
    if record.isOwn { swap(&record.bytes, &spare) }
    record.isOwn = false
    // Most records stand in the piece of the one before.
    if !record.bytes.isSameMemory(as: buffer) { record.bytes = buffer }
    return true
  }

  /// Goes to the names of the columns, before the first record is read.
  ///
  /// - Parameters:
  ///   - lines: how many lines are passed over, whatever stands in them.
  ///   - known: how many of some texts are known as names of columns.
  /// - Returns: the lines, counted from 1, that were taken for titles or comments above the names.
  package mutating func begin(
    passing lines: Int, known: @escaping ([String]) -> Int
  ) throws(DataError) -> [Int] {
    for _ in 0..<lines where try fill() { try passLine() }
    let layout = try begin(known: known)
    var above: [Int] = []
    var record = RawRecord()
    for _ in 0..<layout.rowsAbove where try next(into: &record) { above.append(record.line) }
    return above
  }

  private mutating func passLine() throws(DataError) {
    while try fill() {
      guard let end = buffer[position...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
        position = buffer.count
        continue
      }
      position = end + 1
      skipsLineFeed = buffer[end] == 0x0D
      line += 1
      return
    }
  }

  @discardableResult
  private mutating func begin(
    known: (([String]) -> Int)? = nil
  ) throws(DataError) -> TableLayout {
    isFirst = false
    guard try fill() else { return TableLayout() }
    // What was passed over is no longer looked at.
    buffer.removeFirst(position)
    position = 0
    // The first line that holds something may come in several pieces.
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    while buffer.count < 1 << 16, !buffer.drop(while: isEnd).contains(where: isEnd) {
      let more = try stream.read()
      if more.isEmpty { break }
      buffer += more
    }
    if buffer.count > 4, buffer.starts(with: Array("sep=".utf8)),
      TableLayout.delimiters.contains(buffer[4]),
      buffer.count == 5 || buffer[5] == 0x0A || buffer[5] == 0x0D
    {
      delimiter = buffer[4]
      position = min(buffer.count, 6)
      line += 1
      skipsLineFeed = buffer.count > 5 && buffer[5] == 0x0D
      return TableLayout(delimiter: delimiter)
    }
    // Someone may be typing: only a table with names is read on for more rows. A fault behind them is
    // told again where it stands.
    var isWhole = false
    while known != nil, !isWhole, buffer.count < 1 << 16, let more = try? stream.read() {
      isWhole = more.isEmpty
      buffer += more
    }
    let layout = TableLayout.of(
      Array(buffer.prefix(1 << 16)), isWhole: isWhole || known == nil, known: known)
    delimiter = layout.delimiter
    return layout
  }

  /// Whether there is a byte to read; gets the next piece where the last one is used up.
  private mutating func fill() throws(DataError) -> Bool {
    while true {
      if skipsLineFeed, position < buffer.count {
        skipsLineFeed = false
        if buffer[position] == 0x0A { position += 1 }
      }
      if position < buffer.count { return true }
      buffer = try stream.read()
      position = 0
      if buffer.isEmpty { return false }
    }
  }

  /// Steps over a byte order mark, as one stands within files that were put together.
  private mutating func skipMark() throws(DataError) {
    while buffer.count - position < 3 {
      let more = try stream.read()
      if more.isEmpty { return }
      buffer = buffer[position...] + more
      position = 0
    }
    if buffer[position...].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
  }

  /// Reads up to the end of the line, from a position where there is a byte.
  private mutating func read(into record: inout RawRecord) throws(DataError) {
    if !record.isOwn {
      record.bytes = []
      swap(&record.bytes, &spare)
      record.isOwn = true
    }
    record.bytes.removeAll(keepingCapacity: true)
    var state = State.fieldStart
    repeat {
      let piece = buffer
      let isComplete = piece.withUnsafeBufferPointer { scan($0, &state, into: &record) }
      if record.bytes.count > Self.recordLimit {
        throw invalid(record.line, "a record of over 8 MiB; is a quote not closed?")
      }
      if isComplete { return }
    } while try fill()
    if state == .quoted {
      throw invalid(record.line, "a quote that opens in this record is not closed")
    }
    endsInRecord = true
    record.closeField()
  }

  /// Takes what one piece holds of a record; true where its line ends.
  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ state: inout State, into record: inout RawRecord
  ) -> Bool {
    let quote = UInt8(ascii: "\"")
    var index = position
    defer { position = index }
    while index < bytes.count {
      if state == .quoted {
        let start = index
        while index < bytes.count, bytes[index] != quote {
          let byte = bytes[index]
          if byte == 0x0D || (byte == 0x0A && !followsReturn) { line += 1 }
          followsReturn = byte == 0x0D
          index += 1
        }
        record.bytes.append(contentsOf: bytes[start..<index])
        if record.bytes.count > Self.recordLimit { return false }
        guard index < bytes.count else { return false }
        index += 1
        state = .afterQuote
        continue
      }
      let byte = bytes[index]
      if byte == quote, state == .fieldStart || state == .afterQuote {
        // A doubled quote stands for one; what follows a closing quote belongs to the field as well.
        if state == .afterQuote { record.bytes.append(quote) }
        state = .quoted
        index += 1
        continue
      }
      let start = index
      while index < bytes.count {
        let byte = bytes[index]
        if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
        index += 1
      }
      record.bytes.append(contentsOf: bytes[start..<index])
      if record.bytes.count > Self.recordLimit { return false }
      guard index < bytes.count else {
        if index > start { state = .plain }
        return false
      }
      let end = bytes[index]
      index += 1
      record.closeField()
      if end == delimiter {
        state = .fieldStart
        continue
      }
      skipsLineFeed = end == 0x0D
      line += 1
      return true
    }
    return false
  }

  private func invalid(_ line: Int, _ reason: String) -> DataError {
    .invalid(place: FilePlace(file: stream.file, line: line), reason: reason)
  }
}

extension [UInt8] {
  /// Whether two arrays share their memory, so that they have the same bytes.
  fileprivate func isSameMemory(as other: [UInt8]) -> Bool {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { $0.baseAddress == own.baseAddress && $0.count == own.count }
    }
  }
}
