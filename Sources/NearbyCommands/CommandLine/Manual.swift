import Catalog

/// The man page, made from the same table as the parser.
enum Manual {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    try arguments.expectOperands(atMost: 0)
    try console.write(page())
    return 0
  }

  /// The page in man(7) macros.
  static func page() -> String {
    var page = """
      .TH NEARBY 1 "" "nearby \(NearbyTool.version)" "User Commands"
      .SH NAME
      nearby \\- what is worth seeing near here
      .SH SYNOPSIS

      """
    for command in CommandSpec.all { page += ".B \(escape(command.usage))\n.br\n" }
    page += """
      .SH DESCRIPTION
      Ranks the attractions of a city by their great\\-circle distance from WHERE: a coordinate, or
      the name or id of a hotel, attraction, station or district in English, traditional or
      simplified Chinese. Distances are straight lines.
      .PP
      Names match across case, accents, width and script; an exact name beats the beginning of one,
      and that beats a name with a spelling mistake. What a name was taken for is said on standard
      error where it is not the name itself, with what was passed over. When several places fit
      equally well they are listed. A district is asked from where its places stand densest.

      """
    for command in CommandSpec.all {
      page += ".SH \(command.name.map { "NEARBY \($0.uppercased())" } ?? "OPTIONS")\n"
      page += "\(escape(HelpText.sentence(command.summary)))\n"
      for option in command.options {
        page += ".TP\n.B \(escape(option.usage))\n\(escape(option.help))\n"
      }
      for note in command.notes { page += ".PP\n\(escape(note))\n" }
    }
    page += """
      .SH ENVIRONMENT
      .TP
      .B NEARBY_DATA
      The data folder, where \\-\\-data is not given.
      .TP
      .B LC_ALL, LC_MESSAGES, LANG
      The language of names, where \\-\\-lang is not given.
      .TP
      .B NO_COLOR
      Never colour.
      .TP
      .B COLUMNS
      The width of tables, where standard output is not a terminal (80 where it is not set).
      .SH EXIT STATUS
      0 an answer, also an empty one; 1 the answer cannot be written; 64 a wrong command line, or a
      WHERE that fits several places or none; 65 wrong data; 66 data that cannot be read.
      .SH EXAMPLES
      .nf
      nearby peninsula \\-k 5
      nearby 22.2946,114.1699 \\-\\-within 800m \\-\\-category museum
      nearby 尖沙咀 \\-\\-lang zh\\-Hant
      nearby \\-\\-from hotels.csv \\-k 3 > nearest.csv
      .fi

      """
    return page
  }

  /// Backslashes, hyphens, and a point or quote that would begin a request.
  private static func escape(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\\\"
      case "-": result += "\\-"
      default: result.append(character)
      }
    }
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
