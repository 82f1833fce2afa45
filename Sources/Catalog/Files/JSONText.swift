import Spatial

/// Writes JSON (RFC 8259) on one line, members in the order given.
package enum JSONText {
  /// The text of a value.
  package static func of(_ value: JSONValue) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  /// The text of an object with a line for each member, and one for each element of its arrays.
  package static func lines(of value: JSONValue) -> String {
    guard case .object(let members) = value else { return of(value) + "\n" }
    let lines = members.map { member in
      var line = "  "
      append(quoted: member.name, to: &line)
      line += ": "
      if case .array(let elements) = member.value, elements.contains(where: { $0.number == nil }) {
        return line + "[\n" + elements.map { "    " + of($0) }.joined(separator: ",\n") + "\n  ]"
      }
      return line + of(member.value)
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private static func append(_ value: JSONValue, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .number(let number):
      precondition(number.isFinite, "JSON has no such number")
      text += number.plainDescription
    case .string(let string): append(quoted: string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        append(value, to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        append(quoted: member.name, to: &text)
        text += ": "
        append(member.value, to: &text)
      }
      text += "}"
    }
  }

  private static func append(quoted string: String, to text: inout String) {
    var bytes: [UInt8] = []
    append(quoted: string, to: &bytes)
    text += String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text as a JSON string.
  package static func append(quoted string: String, to bytes: inout [UInt8]) {
    var string = string
    string.withUTF8 { append(quoted: $0, to: &bytes) }
  }

  /// Appends a text in UTF-8 as a JSON string; control characters and line separators are escaped.
  ///
  /// - Complexity: O(length).
  package static func append(
    quoted string: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while index < string.count {
      let byte = string[index]
      guard
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2
          || byte == 0xE2
      else {
        index += 1
        continue
      }
      guard let (scalar, length) = escaped(string, at: index) else {
        index += 1
        continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start..<index]))
      append(escapeOf: scalar, to: &bytes)
      index += length
      start = index
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  /// The character at an index and its bytes, where it has to be escaped.
  private static func escaped(
    _ string: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    switch string[index] {
    case 0xC2:
      let second = string[index + 1]
      return second < 0xA0 ? (UInt32(second), 2) : nil
    case 0xE2:
      guard string[index + 1] == 0x80, string[index + 2] & 0xFE == 0xA8 else { return nil }
      return (0x2028 + UInt32(string[index + 2] & 1), 3)
    case let byte: return (UInt32(byte), 1)
    }
  }

  private static func append(escapeOf scalar: UInt32, to bytes: inout [UInt8]) {
    let short: UInt8
    switch scalar {
    case 0x22, 0x5C: short = UInt8(scalar)
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0D: short = UInt8(ascii: "r")
    case 0x09: short = UInt8(ascii: "t")
    default:
      let hex = String(scalar, radix: 16)
      bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)".utf8)
      return
    }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(short)
  }
}

extension JSONValue {
  /// An object from names and values; a nil value leaves the member out.
  package static func members(_ pairs: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(Member.list(pairs))
  }

  /// The object with more members before its own.
  package func prefixed(by members: [Member]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(members + own)
  }

  /// A string, or null.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A whole number.
  package static func integer(_ value: Int) -> JSONValue { .number(Double(value)) }
}

extension JSONValue.Member {
  /// Members from names and values; a nil value leaves the member out.
  package static func list(_ pairs: KeyValuePairs<String, JSONValue?>) -> [Self] {
    pairs.compactMap { name, value in value.map { Self(name: name, value: $0) } }
  }
}
