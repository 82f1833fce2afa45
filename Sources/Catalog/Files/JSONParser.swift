/// Reads one JSON text (RFC 8259) strictly.
///
/// Bytes must be UTF-8; a byte order mark is passed over. Numbers are finite doubles. Nesting is
/// limited to ``depthLimit``, so that no input can exhaust the stack.
package struct JSONParser {
  /// How deep arrays and objects may nest.
  package static let depthLimit = 64

  /// What is wrong, and at which byte.
  package struct Failure: Error, Hashable {
    package let byteOffset: Int
    package let reason: String
  }

  private let bytes: [UInt8]
  private var position = 0

  /// Reads the value that the bytes hold.
  ///
  /// - Throws: a ``Failure`` with the offset of the first fault.
  /// - Complexity: O(bytes).
  package static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.failure("text after the end") }
    return value
  }

  /// Reads a file that holds one JSON text, or standard input for `-`.
  package static func parse(path: String) throws(DataError) -> JSONValue {
    let name = path == "-" ? "standard input" : path
    let bytes: [UInt8]
    do throws(FileSystem.Failure) {
      bytes = try FileSystem.read(path)
    } catch {
      throw DataError(error)
    }
    do throws(Failure) {
      return try parse(bytes)
    } catch {
      let line = 1 + bytes.prefix(error.byteOffset).count { $0 == UInt8(ascii: "\n") }
      throw .invalid(
        place: FilePlace(file: name, line: line, byteOffset: error.byteOffset),
        reason: "not JSON: \(error.reason)")
    }
  }

  /// The lines on which the elements of an array begin that is a member of the outermost object.
  ///
  /// - Parameter bytes: a text that ``parse(_:)`` has read.
  /// - Returns: empty where there is no such array.
  /// - Complexity: O(bytes).
  package static func lines(ofElementsIn member: String, _ bytes: [UInt8]) -> [Int] {
    var parser = JSONParser(bytes: bytes)
    do throws(Failure) {
      return try parser.elementOffsets(of: member).reduce(into: (lines: [], line: 1, offset: 0)) {
        $0.line += bytes[$0.offset..<$1].count { $0 == UInt8(ascii: "\n") }
        $0.offset = $1
        $0.lines.append($0.line)
      }.lines
    } catch {
      return []
    }
  }

  private mutating func elementOffsets(of member: String) throws(Failure) -> [Int] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    guard take(UInt8(ascii: "{")) else { return [] }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { return [] }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { return [] }
      skipSpace()
      guard name == member, take(UInt8(ascii: "[")) else {
        _ = try value(depth: 1)
        skipSpace()
        continue
      }
      var offsets: [Int] = []
      repeat {
        skipSpace()
        if current == UInt8(ascii: "]") { break }
        offsets.append(position)
        _ = try value(depth: 2)
        skipSpace()
      } while take(UInt8(ascii: ","))
      return offsets
    } while take(UInt8(ascii: ","))
    return []
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ reason: String) -> Failure {
    Failure(byteOffset: position, reason: reason)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    skipSpace()
    guard let first = current else { throw failure("the text ends too early") }
    switch first {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue
  {
    let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else { throw failure("an unknown word") }
    position += word.utf8CodeUnitCount
    return value
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    guard depth <= Self.depthLimit else { throw failure("nested deeper than \(Self.depthLimit)") }
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw failure("expected a member name") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("expected a colon") }
      members.append(JSONValue.Member(name: name, value: try value(depth: depth)))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("expected a comma or }") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    guard depth <= Self.depthLimit else { throw failure("nested deeper than \(Self.depthLimit)") }
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(values) }
    repeat {
      values.append(try value(depth: depth))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("expected a comma or ]") }
    return .array(values)
  }

  private mutating func number() throws(Failure) -> Double {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let integer = digits()
    guard integer > 0 else {
      position = start
      throw failure("expected a value")
    }
    let leading = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
    if integer > 1 && bytes[leading] == UInt8(ascii: "0") { throw failure("a leading zero") }
    if take(UInt8(ascii: ".")), digits() == 0 { throw failure("expected a digit") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if digits() == 0 { throw failure("expected a digit") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      position = start
      throw failure("\(text.prefix(40)) is too large")
    }
    return number
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    return position - start
  }

  private mutating func string() throws(Failure) -> String {
    position += 1
    let start = position
    // Most strings have no escapes and are taken whole.
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    var text = Array(bytes[start..<position])
    while true {
      guard let byte = current else { throw failure("a string is not closed") }
      if byte < 0x20 { throw failure("a control character in a string") }
      position += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
      }
    }
    guard let valid = String(validating: text, as: UTF8.self) else {
      position = start
      throw failure("a string that is not UTF-8")
    }
    return valid
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = current else { throw failure("a string is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if (0xD800...0xDBFF).contains(unit) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
          throw failure("half of a surrogate pair")
        }
        let low = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(low) else { throw failure("half of a surrogate pair") }
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw failure("half of a surrogate pair") }
      return Array(String(Character(scalar)).utf8)
    default:
      position -= 1
      throw failure("an unknown escape")
    }
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    guard position + 4 <= bytes.count else { throw failure("a string is not closed") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw failure("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
