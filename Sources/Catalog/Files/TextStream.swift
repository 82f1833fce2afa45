/// The text of a file as UTF-8, piece by piece, whatever its encoding.
///
/// Without a name of an encoding it is UTF-8, or UTF-16 where a byte order mark says so. Byte order
/// marks are left out. What comes out is well-formed.
package struct TextStream {
  private enum Decoder {
    case utf8(UTF8Validator)
    case utf16(UTF16Decoder)
    case system(FileSystem.Transcoder, name: String)
  }

  /// The name for errors.
  package let file: String
  private let refill: () throws(FileSystem.Failure) -> [UInt8]
  private var decoder: Decoder?
  /// Bytes read before these.
  private var offset = 0
  private var lines = 1
  private var failure: DataError?
  private var isAtEnd = false
  private var isAtStart = true

  /// How many bytes of a mark of UTF-8 were left out before the text.
  package private(set) var markLength = 0

  /// Whether the bytes of the text are others than those of the file.
  package var isRecoded: Bool {
    switch decoder {
    case .utf8, nil: false
    case .utf16, .system: true
    }
  }

  /// Reads from chunks; an empty chunk is the end.
  ///
  /// - Parameters:
  ///   - file: the name for errors.
  ///   - encoding: as the system's `iconv` calls it, such as `big5-hkscs`; nil looks at the marks.
  /// - Throws: where the system does not know the encoding.
  package init(
    file: String, encoding: String? = nil,
    refill: @escaping () throws(FileSystem.Failure) -> [UInt8]
  ) throws(DataError) {
    self.init(file: file, refill: refill)
    let names = ["utf-8", "utf8"]
    guard let encoding, !names.contains(encoding.lowercased()) else { return }
    guard let transcoder = FileSystem.Transcoder(from: encoding) else {
      throw .invalid(
        place: FilePlace(file: file),
        reason: "this system does not know the encoding \(encoding.prefix(40))")
    }
    decoder = .system(transcoder, name: encoding)
  }

  /// Reads UTF-8, or UTF-16 where a byte order mark says so.
  package init(file: String, refill: @escaping () throws(FileSystem.Failure) -> [UInt8]) {
    self.file = file
    self.refill = refill
  }

  /// The next piece, or an empty one at the end.
  ///
  /// - Throws: where the file cannot be read, and with the byte's offset where a character is broken;
  ///   what stands before it was given out.
  package mutating func read() throws(DataError) -> [UInt8] {
    while true {
      if let failure { throw failure }
      if isAtEnd { return [] }
      var chunk: [UInt8]
      do throws(FileSystem.Failure) {
        chunk = try refill()
        // A mark must not be cut in two.
        while decoder == nil, !chunk.isEmpty, chunk.count < 3 {
          let more = try refill()
          if more.isEmpty { break }
          chunk += more
        }
      } catch {
        // Whoever looks ahead may pass over it; who reads on is told again.
        let fault = DataError(error)
        failure = fault
        throw fault
      }
      isAtEnd = chunk.isEmpty
      var text = decode(chunk)
      // A mark of an encoding that was named: what the system makes of it is one of UTF-8.
      if isAtStart, isRecoded, text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
      if text.isEmpty { continue }
      isAtStart = false
      return text
    }
  }

  private mutating func decode(_ chunk: [UInt8]) -> [UInt8] {
    var chunk = chunk
    let isFirst = decoder == nil
    switch decoder ?? Self.detect(&chunk, offset: &offset) {
    case .utf8(var validator):
      if isFirst { markLength = offset }
      let invalid = chunk.withUnsafeBufferPointer { validator.firstInvalid(in: $0) }
      decoder = .utf8(validator)
      if let invalid {
        let rest = max(invalid, 0)
        fail(at: offset + invalid, Array(chunk[rest...].prefix(4)), after: chunk[..<rest])
        chunk.removeSubrange(rest...)
      } else if isAtEnd && validator.isInsideCharacter {
        fail(at: offset, [], after: [])
      }
      lines += chunk.withUnsafeBufferPointer { ByteScan.count(of: 0x0A, in: $0) }
      offset += chunk.count
      return chunk
    case .utf16(var utf16):
      let text = utf16.decode(chunk, isLast: isAtEnd)
      decoder = .utf16(utf16)
      offset += chunk.count
      if let broken = utf16.brokenAt {
        failure = .invalid(
          place: FilePlace(file: file, byteOffset: broken),
          reason: "not UTF-16: half of a character")
      }
      return text
    case .system(let transcoder, let name):
      decoder = .system(transcoder, name: name)
      do throws(FileSystem.Transcoder.Failure) {
        return try transcoder.convert(chunk, isLast: isAtEnd)
      } catch {
        failure = .invalid(
          place: FilePlace(file: file, byteOffset: error.byteOffset),
          reason: "not \(name): \(Self.hex(error.bytes))")
        return []
      }
    }
  }

  private mutating func fail(at position: Int, _ bytes: [UInt8], after text: ArraySlice<UInt8>) {
    failure = .invalid(
      place: FilePlace(
        file: file, line: lines + text.count { $0 == 0x0A }, byteOffset: position),
      reason: bytes.isEmpty
        ? "not UTF-8: the file ends inside a character"
        : "not UTF-8: \(Self.hex(bytes)); is it in another encoding?")
  }

  private static func detect(_ chunk: inout [UInt8], offset: inout Int) -> Decoder {
    if chunk.starts(with: [0xEF, 0xBB, 0xBF]) {
      chunk.removeFirst(3)
      offset = 3
      return .utf8(UTF8Validator())
    }
    for (mark, isBigEndian) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)]
    where chunk.starts(with: mark) {
      chunk.removeFirst(2)
      offset = 2
      return .utf16(UTF16Decoder(isBigEndian: isBigEndian))
    }
    return .utf8(UTF8Validator())
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    "byte\(bytes.count == 1 ? "" : "s") "
      + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined(separator: " ").uppercased()
  }
}

/// UTF-16 of one byte order, piece by piece.
struct UTF16Decoder {
  let isBigEndian: Bool
  private var rest: [UInt8] = []
  /// Bytes of the file before `rest`; the mark is counted.
  private var offset = 2
  /// Where half of a pair stands, once one was met.
  private(set) var brokenAt: Int?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func decode(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    rest += bytes
    var text: [UInt8] = []
    text.reserveCapacity(rest.count)
    var index = 0
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(rest[index]), UInt32(rest[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while index + 2 <= rest.count {
      var value = unit(index)
      var length = 2
      if value & 0xFC00 == 0xD800 {
        if index + 4 > rest.count && !isLast { break }
        let low = index + 4 <= rest.count ? unit(index + 2) : 0
        if low & 0xFC00 == 0xDC00 {
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
          length = 4
        }
      }
      guard let scalar = Unicode.Scalar(value) else {
        brokenAt = offset + index
        return text
      }
      text += UTF8.encode(scalar).map(Array.init) ?? []
      index += length
    }
    if isLast && index < rest.count { brokenAt = offset + index }
    offset += index
    rest.removeFirst(index)
    return text
  }
}
