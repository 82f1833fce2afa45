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
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case let control
      where control.value < 0x20 || (0x7F...0x9F).contains(control.value)
        || control.value == 0x2028 || control.value == 0x2029:
        let hex = String(control.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
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
