import Catalog

/// A stream of JSON seen through a window that holds one value at a time.
///
/// Finding where a value ends looks at brackets and quotes only; whoever reads the value checks it.
struct JSONWindow {
  /// A value larger than this is refused: the window, a copy without escapes and the positions of its
  /// geometry are held at once.
  static let valueLimit = 8 << 20

  private var stream: TextStream
  private(set) var bytes: [UInt8] = []
  /// Where reading goes on in ``bytes``.
  private(set) var index = 0
  /// The offset of ``bytes`` in the text.
  private var base = 0
  /// Line ends before the window.
  private var lines = 0
  private var isAtEnd = false

  init(_ stream: TextStream) { self.stream = stream }

  var file: String { stream.file }
  /// The offset in the text at which reading goes on.
  var offset: Int { base + index }
  /// The offset in the text of a byte of the window.
  func offset(of index: Int) -> Int { base + index }
  /// The offset in the file of one in the text; nil where the file is in another encoding.
  func byteOffset(_ offset: Int) -> Int? { stream.isRecoded ? nil : offset + stream.markLength }
  /// The line of an offset in the text that is in the window.
  func line(ofOffset offset: Int) -> Int { line(of: min(max(0, offset - base), bytes.count)) }
  /// The line of a byte of the window, from 1.
  func line(of index: Int) -> Int { 1 + lines + bytes[..<index].count { $0 == 0x0A } }

  func fault(_ reason: String, at index: Int? = nil) -> DataError {
    let index = min(index ?? self.index, bytes.count)
    return .invalid(
      place: FilePlace(file: file, line: line(of: index), byteOffset: byteOffset(base + index)),
      reason: "not JSON: \(reason)")
  }

  /// Gets more bytes; false at the end. What was read before the index is dropped.
  private mutating func grow(keeping start: Int) throws(DataError) -> (Bool, dropped: Int) {
    guard !isAtEnd else { return (false, 0) }
    let chunk = try stream.read()
    guard !chunk.isEmpty else {
      isAtEnd = true
      return (false, 0)
    }
    lines += bytes[..<start].count { $0 == 0x0A }
    base += start
    // Keeping what is pending before the new bytes; mostly little is.
    if start == bytes.count {
      bytes = chunk
    } else {
      bytes.removeSubrange(..<start)
      bytes += chunk
    }
    index -= start
    return (true, start)
  }

  /// The next byte that is not white space; nil at the end.
  mutating func peek() throws(DataError) -> UInt8? {
    while true {
      while index < bytes.count {
        let byte = bytes[index]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        index += 1
      }
      guard try grow(keeping: index).0 else { return nil }
    }
  }

  /// Steps over a byte that ``peek()`` gave.
  mutating func consume() { index += 1 }

  /// The range in the window of the value that begins at the index, and steps over it.
  ///
  /// - Throws: where the text ends inside of it, or it is too large.
  mutating func value() throws(DataError) -> Range<Int> {
    var start = index
    var depth = 0
    var isInString = false
    var isEscaped = false
    while true {
      let piece = bytes
      let end = piece.withUnsafeBufferPointer {
        Self.end(of: $0, from: &index, &depth, &isInString, &isEscaped)
      }
      if let end {
        index = end
        return start..<end
      }
      guard index - start <= Self.valueLimit else {
        throw fault("a value of over 8 MiB", at: start)
      }
      let (more, dropped) = try grow(keeping: start)
      start -= dropped
      if !more {
        // A number or a word may end with the text.
        if depth == 0 && !isInString && index > start { return start..<index }
        throw fault("the text ends too early", at: bytes.count)
      }
    }
  }

  private static func end(
    of bytes: UnsafeBufferPointer<UInt8>, from index: inout Int, _ depth: inout Int,
    _ isInString: inout Bool, _ isEscaped: inout Bool
  ) -> Int? {
    var position = index
    defer { index = position }
    while position < bytes.count {
      let byte = bytes[position]
      if isInString {
        if isEscaped {
          isEscaped = false
          position += 1
          continue
        }
        position = ByteScan.first(
          of: UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\\"), in: bytes, from: position)
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return position + 1 }
        }
        position += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of what is around a number or a word.
        if depth == 0 { return position }
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return position }
      default: break
      }
      position += 1
    }
    return nil
  }

  /// What stands up to the next line end, and steps over that; nil at the end.
  mutating func line() throws(DataError) -> Range<Int>? { try text(until: 0x0A) }

  /// What stands up to the next record separator of RFC 8142, and steps over that; nil at the end.
  mutating func sequenceText() throws(DataError) -> Range<Int>? { try text(until: 0x1E) }

  private mutating func text(until mark: UInt8) throws(DataError) -> Range<Int>? {
    var start = index
    while true {
      if let end = bytes[index...].firstIndex(of: mark) {
        index = end + 1
        return start..<end
      }
      index = bytes.count
      guard index - start <= Self.valueLimit else {
        throw fault("a text of over 8 MiB", at: start)
      }
      let (more, dropped) = try grow(keeping: start)
      start -= dropped
      if !more { return start < bytes.count ? start..<bytes.count : nil }
    }
  }

  /// Makes at least a first piece visible, up to a line end where there is one within 1 MiB.
  mutating func look() throws(DataError) {
    while bytes.count < 1 << 20, !bytes.contains(0x0A) {
      guard try grow(keeping: 0).0 else { return }
    }
  }
}
