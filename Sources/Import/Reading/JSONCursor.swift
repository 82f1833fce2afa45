import Catalog

/// What is wrong with a JSON text, and at which byte of it.
struct JSONFault: Error {
  let offset: Int
  let reason: String
}

/// Walks through JSON (RFC 8259) that is in memory, strictly, without building values.
///
/// The bytes are known to be UTF-8. Valid for as long as the buffer is.
struct JSONCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  func fault(_ reason: String) -> JSONFault { JSONFault(offset: index, reason: reason) }

  var count: Int { bytes.count }

  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Goes to an earlier offset.
  mutating func move(to offset: Int) { index = offset }

  /// What stands between two offsets.
  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  mutating func skipSpace() {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      index += 1
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Steps over the opening of an object or array; false where it is empty, and then also over its end.
  mutating func open(_ end: UInt8) -> Bool {
    index += 1
    skipSpace()
    return !take(end)
  }

  /// Steps over a comma, or over the end.
  mutating func goesOn(until end: UInt8) throws(JSONFault) -> Bool {
    skipSpace()
    if take(UInt8(ascii: ",")) {
      skipSpace()
      return true
    }
    guard take(end) else { throw fault("expected a comma or \(end == 0x7D ? "}" : "]")\(instead)") }
    return false
  }

  /// The name of a member, up to its value.
  mutating func name() throws(JSONFault) -> Range<Int> {
    guard current == UInt8(ascii: "\"") else { throw fault("expected a member name") }
    let name = try rawString()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw fault("expected a colon") }
    skipSpace()
    return name
  }

  /// Steps over a value.
  mutating func skipValue(depth: Int = 0) throws(JSONFault) {
    guard let first = current else { throw fault("the text ends too early") }
    switch first {
    case UInt8(ascii: "\""): _ = try rawString()
    case UInt8(ascii: "{"):
      try check(depth)
      guard open(UInt8(ascii: "}")) else { return }
      repeat {
        _ = try name()
        try skipValue(depth: depth + 1)
      } while try goesOn(until: UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      try check(depth)
      guard open(UInt8(ascii: "]")) else { return }
      repeat { try skipValue(depth: depth + 1) } while try goesOn(until: UInt8(ascii: "]"))
    default: try skipScalar()
    }
  }

  /// Steps over a value however deep it is nested.
  ///
  /// - Complexity: O(length), and a byte of memory for each level.
  mutating func skipWhole() throws(JSONFault) {
    var ends: [UInt8] = []
    while true {
      switch current {
      case UInt8(ascii: "\""): _ = try rawString()
      case UInt8(ascii: "{"):
        if open(UInt8(ascii: "}")) {
          ends.append(UInt8(ascii: "}"))
          _ = try name()
          continue
        }
      case UInt8(ascii: "["):
        if open(UInt8(ascii: "]")) {
          ends.append(UInt8(ascii: "]"))
          continue
        }
      case nil: throw fault("the text ends too early")
      default: try skipScalar()
      }
      while let end = ends.last {
        if try goesOn(until: end) {
          if end == UInt8(ascii: "}") { _ = try name() }
          break
        }
        ends.removeLast()
      }
      if ends.isEmpty { return }
    }
  }

  func check(_ depth: Int) throws(JSONFault) {
    guard depth < JSONParser.depthLimit else {
      throw fault("nested deeper than \(JSONParser.depthLimit)")
    }
  }

  /// Steps over `true`, `false`, `null` or a number.
  mutating func skipScalar() throws(JSONFault) {
    switch current {
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try numberRange()
    }
  }

  private mutating func word(_ word: StaticString) throws(JSONFault) {
    let count = word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    guard matches else { throw fault("an unknown word") }
    index += count
  }

  /// The inside of a string with its escapes. Their form is checked, not what they stand for: half of a
  /// surrogate pair is JSON, though no text.
  mutating func rawString() throws(JSONFault) -> Range<Int> {
    index += 1
    let start = index
    while true {
      index = ByteScan.firstSpecialOfJSON(in: bytes, from: index)
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        return start..<index - 1
      }
      guard byte == UInt8(ascii: "\\") else { throw fault("a control character in a string") }
      try skipEscape()
    }
    throw fault("a string is not closed")
  }

  private mutating func skipEscape() throws(JSONFault) {
    guard index + 1 < bytes.count else { throw fault("a string is not closed") }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
    case UInt8(ascii: "u"):
      _ = try hexadecimal(at: index + 2)
      index += 6
    default: throw fault("an unknown escape")
    }
  }

  /// Appends the text of a string.
  ///
  /// - Throws: also where an escape stands for no character.
  mutating func string(into text: inout [UInt8]) throws(JSONFault) {
    index += 1
    while true {
      let start = index
      index = ByteScan.firstSpecialOfJSON(in: bytes, from: index)
      text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      guard index < bytes.count else { throw fault("a string is not closed") }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try escape { text.append(contentsOf: UTF8.encode($0) ?? .init()) }
      default: throw fault("a control character in a string")
      }
    }
  }

  private mutating func escape(_ body: (Unicode.Scalar) -> Void) throws(JSONFault) {
    guard index + 1 < bytes.count else { throw fault("a string is not closed") }
    let byte = bytes[index + 1]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): body(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): body("\u{8}")
    case UInt8(ascii: "f"): body("\u{C}")
    case UInt8(ascii: "n"): body("\n")
    case UInt8(ascii: "r"): body("\r")
    case UInt8(ascii: "t"): body("\t")
    case UInt8(ascii: "u"):
      var unit = try hexadecimal(at: index + 2)
      var length = 6
      if unit & 0xFC00 == 0xD800 {
        guard index + 8 <= bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
          bytes[index + 7] == UInt8(ascii: "u")
        else { throw halfOfAPair }
        let low = try hexadecimal(at: index + 8)
        guard low & 0xFC00 == 0xDC00 else { throw halfOfAPair }
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        length = 12
      }
      guard let scalar = Unicode.Scalar(unit) else { throw halfOfAPair }
      body(scalar)
      index += length
      return
    default: throw fault("an unknown escape")
    }
    index += 2
  }

  /// An escape that is JSON and no character.
  private var halfOfAPair: JSONFault {
    fault("\(JSONCursor.excerpt(slice(index..<index + 6))) is half of a surrogate pair")
  }

  /// What stands at the index, for a message on what should stand there.
  private var instead: String {
    let ends = Array(",]}: \t\r\n".utf8)
    let found = bytes[min(index, bytes.count)...].prefix(160).prefix { !ends.contains($0) }
    return found.isEmpty ? "" : ", not \(Self.excerpt(found))"
  }

  /// The beginning of a value for a message.
  static func excerpt(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(160), as: UTF8.self)
    return text.count > 40 ? "\(text.prefix(40))…" : text
  }

  private func hexadecimal(at start: Int) throws(JSONFault) -> UInt32 {
    guard start + 4 <= bytes.count else { throw fault("a string is not closed") }
    var value: UInt32 = 0
    for offset in start..<start + 4 {
      guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
        throw fault("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Steps over a number.
  mutating func numberRange() throws(JSONFault) -> Range<Int> {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let first = index
    let integer = digits()
    guard integer > 0 else {
      index = start
      throw fault("expected a value\(instead)")
    }
    if integer > 1 && bytes[first] == UInt8(ascii: "0") { throw fault("a leading zero") }
    if take(UInt8(ascii: ".")), digits() == 0 { throw fault("expected a digit") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if digits() == 0 { throw fault("expected a digit") }
    }
    return start..<index
  }

  private mutating func digits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
    return index - start
  }

  /// The value of a number.
  mutating func number() throws(JSONFault) -> Double {
    let range = try numberRange()
    if let exact = PlainNumber.value(slice(range)) { return exact }
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw JSONFault(offset: range.lowerBound, reason: "\(text.prefix(40)) is too large")
    }
    return value
  }
}
