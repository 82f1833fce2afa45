/// A JSON value (RFC 8259); members keep their order.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    /// Puts the two together.
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The first member of that name; nil where there is none or the value is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of a number.
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The elements of an array.
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  /// What kind of value this is, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
