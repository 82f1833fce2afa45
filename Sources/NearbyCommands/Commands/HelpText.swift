import Catalog

/// `--help` and `nearby help`.
enum HelpText {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    try arguments.expectOperands(atMost: 1)
    guard let name = arguments.operands.first else {
      try console.write(text(for: .nearest))
      return 0
    }
    guard let command = CommandSpec.named(name) else {
      throw .usage(
        Spelling.unknown("command", name, among: CommandSpec.all.compactMap(\.name)))
    }
    try console.write(text(for: command))
    return 0
  }

  /// The help of one form, at most 80 columns wide.
  static func text(for command: CommandSpec) -> String {
    var text = "\(command.usage)\n"
    text += hang(sentence(command.summary), at: 2, behind: "")
    if command.name == nil {
      text += """

        WHERE is a coordinate in any common spelling (22.2946,114.1699), or the name or
        id of a hotel, attraction, station or district, in English, 繁體 or 简体.

        """
    }
    if !command.options.isEmpty {
      text += "\nOptions:\n"
      for option in command.options {
        let usage = "  \(option.short == nil ? "    " : "")\(option.usage)"
        text += hang(option.help, at: 28, behind: usage)
      }
    }
    for note in command.notes {
      text += "\n" + DisplayText.wrap(note, to: 80).joined(separator: "\n") + "\n"
    }
    if command.name == nil {
      text += "\nOther forms:\n"
      for other in CommandSpec.all {
        guard let name = other.name else { continue }
        text += hang(other.summary, at: 28, behind: "  nearby \(name) \(other.operands)")
      }
      text += """

        Exit codes: 0 answered, 1 failed, 64 wrong command line, 65 wrong data,
        66 data that cannot be read. More in the man page (nearby manual).

        """
    }
    return text
  }

  static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// Text whose lines all begin at a column, behind what stands on the first line already.
  private static func hang(_ text: String, at column: Int, behind start: String) -> String {
    let lines = DisplayText.wrap(text, to: 80 - column)
    let indent = String(repeating: " ", count: column)
    let first = DisplayText.pad(start, to: column)
    return first + lines.joined(separator: "\n" + indent) + "\n"
  }
}
