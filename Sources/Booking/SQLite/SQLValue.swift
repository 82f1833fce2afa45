/// A value of a column.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
  static func optional(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
  static func optional(_ instant: Instant?) -> SQLValue {
    instant.map { .integer($0.millisecondsSinceEpoch) } ?? .null
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int? { if case .integer(let value) = self { Int(value) } else { nil } }

  /// The value as SQL text on one line.
  ///
  /// Quotes are doubled; characters that end a line or that a reader might take for an end (C0, C1,
  /// U+2028, U+2029), and those that turn the direction of writing, so that a line shows what it does,
  /// stand outside of the quotes as `char(n)`.
  var literal: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return String(value)
    case .text(let text):
      var parts: [String] = []
      var run = ""
      for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
          if !run.isEmpty { parts.append("'\(run)'") }
          run = ""
          parts.append("char(\(scalar.value))")
        case 0x27: run += "''"
        default: run.unicodeScalars.append(scalar)
        }
      }
      if !run.isEmpty || parts.isEmpty { parts.append("'\(run)'") }
      return parts.joined(separator: "||")
    }
  }
}

/// A statement with its values: run with bound parameters, logged with literals, so that the two
/// cannot differ.
struct SQLStatement: Hashable, Sendable {
  /// The text, with `?` for each value and in no other place.
  let sql: String
  let values: [SQLValue]

  init(_ sql: String, _ values: [SQLValue] = []) {
    self.sql = sql
    self.values = values
  }

  /// The statement on one line with its values in it, ended by a semicolon.
  var literal: String {
    let parts = sql.split(separator: "?", omittingEmptySubsequences: false)
    precondition(parts.count == values.count + 1, "a value for each question mark")
    var text = String(parts[0])
    for (value, part) in zip(values, parts.dropFirst()) { text += value.literal + part }
    return text + ";"
  }
}
