/// Reads comma-separated records (RFC 4180) one at a time, in bounded memory.
///
/// UTF-8 with or without a byte order mark; lines end with LF, CRLF or CR; quoted fields may hold
/// line ends and doubled quotes. The delimiter is the one of comma, semicolon and tab that stands most
/// often in the first line. Empty lines are passed over.
package struct CSVReader {
  /// One record: its fields, and the line on which it begins.
  package struct Record {
    package let line: Int
    package let fields: [String]
  }

  /// A record longer than this is an error: a quote that is never closed must not fill the memory.
  package static let recordLimit = 1 << 20

  private let file: String
  private let refill: () throws(FileSystem.Failure) -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  private var offset = 0
  private var line = 1
  private var isFirst = true
  private var delimiter = UInt8(ascii: ",")

  /// Reads from chunks; an empty chunk is the end.
  ///
  /// - Parameter file: the name for errors.
  package init(file: String, refill: @escaping () throws(FileSystem.Failure) -> [UInt8]) {
    self.file = file
    self.refill = refill
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
  /// - Throws: where the file cannot be read, is not UTF-8, or a quote is not closed.
  package mutating func next() throws(DataError) -> Record? {
    if isFirst { try begin() }
    while true {
      let startLine = line
      let fields = try record(from: startLine)
      guard let fields else { return nil }
      if fields.count == 1 && fields[0].isEmpty { continue }
      return Record(line: startLine, fields: fields)
    }
  }

  private mutating func begin() throws(DataError) {
    isFirst = false
    _ = try peek()
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) {
      throw invalid(line: 1, "the file is UTF-16; save it as UTF-8")
    }
    let ends: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let header = buffer[position...].prefix { !ends.contains($0) }
    let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var most = 0
    for candidate in candidates {
      let count = header.count { $0 == candidate }
      if count > most { (most, delimiter) = (count, candidate) }
    }
  }

  private mutating func peek() throws(DataError) -> UInt8? {
    if position < buffer.count { return buffer[position] }
    offset += buffer.count
    position = 0
    do throws(FileSystem.Failure) {
      buffer = try refill()
    } catch {
      throw DataError(error)
    }
    return buffer.first
  }

  private mutating func record(from startLine: Int) throws(DataError) -> [String]? {
    guard try peek() != nil else { return nil }
    var fields: [String] = []
    var field: [UInt8] = []
    var size = 0
    while let byte = try peek() {
      position += 1
      size += 1
      if size > Self.recordLimit {
        throw invalid(line: startLine, "a record of over 1 MiB; is a quote not closed?")
      }
      switch byte {
      case delimiter:
        fields.append(try text(field, line: startLine, field: fields.count))
        field.removeAll(keepingCapacity: true)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if byte == UInt8(ascii: "\r"), try peek() == UInt8(ascii: "\n") { position += 1 }
        line += 1
        fields.append(try text(field, line: startLine, field: fields.count))
        return fields
      case UInt8(ascii: "\"") where field.isEmpty:
        try quoted(into: &field, size: &size, startLine: startLine)
      default:
        field.append(byte)
      }
    }
    fields.append(try text(field, line: startLine, field: fields.count))
    return fields
  }

  /// The inside of a quoted field; what follows the closing quote belongs to the field as well.
  private mutating func quoted(
    into field: inout [UInt8], size: inout Int, startLine: Int
  ) throws(DataError) {
    while let byte = try peek() {
      position += 1
      size += 1
      if size > Self.recordLimit { break }
      if byte == UInt8(ascii: "\"") {
        guard try peek() == byte else { return }
        position += 1
      } else if byte == UInt8(ascii: "\n") {
        line += 1
      } else if byte == UInt8(ascii: "\r"), try peek() != UInt8(ascii: "\n") {
        line += 1
      }
      field.append(byte)
    }
    throw invalid(line: startLine, "a quote that opens in this record is not closed")
  }

  private func text(_ bytes: [UInt8], line: Int, field: Int) throws(DataError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalid(
        place: FilePlace(file: file, line: line, byteOffset: offset + position),
        reason: "field \(field + 1) is not UTF-8")
    }
    return text
  }

  private func invalid(line: Int, _ reason: String) -> DataError {
    .invalid(place: FilePlace(file: file, line: line), reason: reason)
  }
}
