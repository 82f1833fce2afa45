/// Reads lines one at a time, in bounded memory.
package struct LineReader {
  /// A longer line is an error.
  package static let lineLimit = 1 << 20

  private let file: String
  private let refill: () throws(FileSystem.Failure) -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  /// The number of the line that was read last, from 1.
  package private(set) var line = 0

  /// Reads from chunks; an empty chunk is the end.
  package init(file: String, refill: @escaping () throws(FileSystem.Failure) -> [UInt8]) {
    self.file = file
    self.refill = refill
  }

  /// The next line without its end (LF or CRLF) and without a byte order mark, or nil at the end.
  package mutating func next() throws(DataError) -> [UInt8]? {
    var text: [UInt8] = []
    var hasBytes = false
    while true {
      if position == buffer.count {
        do throws(FileSystem.Failure) {
          buffer = try refill()
        } catch {
          throw DataError(error)
        }
        position = 0
        if buffer.isEmpty {
          guard hasBytes else { return nil }
          break
        }
      }
      hasBytes = true
      let rest = buffer[position...]
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        text += buffer[position..<end]
        position = end + 1
        break
      }
      text += rest
      position = buffer.count
      if text.count > Self.lineLimit {
        throw .invalid(
          place: FilePlace(file: file, line: line + 1), reason: "a line of over 1 MiB")
      }
    }
    line += 1
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if line == 1 && text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    return text
  }
}
