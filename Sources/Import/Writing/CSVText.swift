/// Rows of CSV (RFC 4180).
package enum CSVText {
  /// The fields parted by commas, in quotes where they need them, without a line end.
  package static func row(_ fields: [String?]) -> String {
    fields.map { quoted($0 ?? "") }.joined(separator: ",")
  }

  private static func quoted(_ text: String) -> String {
    let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
  }
}
