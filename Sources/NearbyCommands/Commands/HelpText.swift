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
    text += wrap(sentence(command.summary), indent: 2, first: 2)
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
        // The help begins in one column; a long usage stands on a line of its own.
        if usage.count > 25 {
          text += usage + "\n" + wrap(option.help, indent: 28, first: 28)
        } else {
          text += usage + wrap(option.help, indent: 28, first: 28 - usage.count, start: usage.count)
        }
      }
    }
    if command.name == nil {
      text += "\nOther forms:\n"
      for other in CommandSpec.all {
        guard let name = other.name else { continue }
        let usage = "  nearby \(name) \(other.operands)"
        text += DisplayText.pad(usage, to: 28) + "\(other.summary)\n".wrapped(at: 28)
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

  /// Words in lines of at most 80 columns.
  ///
  /// - Parameters:
  ///   - indent: the spaces before each further line.
  ///   - first: the spaces before the first line.
  ///   - start: the columns already used on it.
  private static func wrap(_ text: String, indent: Int, first: Int, start: Int = 0) -> String {
    var lines = [String(repeating: " ", count: first)]
    var used = start + first
    var isFirst = true
    for word in text.split(separator: " ") {
      if !isFirst && used + 1 + word.count > 80 {
        lines.append(String(repeating: " ", count: indent))
        used = indent
        isFirst = true
      }
      if !isFirst {
        lines[lines.count - 1] += " "
        used += 1
      }
      lines[lines.count - 1] += word
      used += word.count
      isFirst = false
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The line, broken at 80 columns when it stands at a column.
  fileprivate func wrapped(at column: Int) -> String {
    guard column + count > 81, let space = prefix(80 - column).lastIndex(of: " ") else {
      return self
    }
    let rest = String(self[index(after: space)...])
    return self[..<space] + "\n" + String(repeating: " ", count: column) + rest
  }
}
