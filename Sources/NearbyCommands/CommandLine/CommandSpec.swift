import Catalog

/// A form of the command: its operands, its options and what runs.
struct CommandSpec: Sendable {
  /// The first operand, or nil for the main form.
  let name: String?
  let operands: String
  let summary: String
  /// Paragraphs behind the options, of `--help` and of the man page.
  let notes: [String]
  /// Made when they are asked for: a question that gives no option needs those of no form.
  var options: [OptionSpec] { makeOptions() }
  private let makeOptions: @Sendable () -> [OptionSpec]
  /// The words a shell offers as the operand.
  var words: [String] { makeWords() }
  private let makeWords: @Sendable () -> [String]
  /// Whether it never needs a polygon, an encoding or another program.
  let needsCatalogOnly: Bool
  let run: @Sendable (Arguments, Console) throws -> Int32

  init(
    name: String?, operands: String, summary: String,
    options: @escaping @autoclosure @Sendable () -> [OptionSpec],
    words: @escaping @autoclosure @Sendable () -> [String] = [], notes: [String] = [],
    needsCatalogOnly: Bool = false,
    run: @escaping @Sendable (Arguments, Console) throws -> Int32
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.notes = notes
    makeOptions = options
    makeWords = words
    self.needsCatalogOnly = needsCatalogOnly
    self.run = run
  }

  /// `nearby hotels [TEXT] [options]`
  var usage: String {
    ["nearby", name, operands.isEmpty ? nil : operands, options.isEmpty ? nil : "[options]"]
      .compactMap { $0 }.joined(separator: " ")
  }
}

extension CommandSpec {
  static let common: [OptionSpec] = [.format, .lang, .data, .help]

  static let nearest = CommandSpec(
    name: nil, operands: "WHERE", summary: "the attractions around a place, nearest first",
    options: [
      .limit, .within, .category, .district, .region, .inside, .exclude, .sort, .from, .datum,
      .units, .index, .explain,
    ] + common + [.version],
    needsCatalogOnly: true, run: NearestCommand.run)

  static let all: [CommandSpec] = places + booking

  private static let places: [CommandSpec] = [
    nearest,
    list("attractions", "list and search the attractions", extra: [.category]),
    list(
      "hotels", "list and search the hotels", extra: [.near, .within, .sortHotels, .units]),
    list("stations", "list and search the railway stations and ferry piers"),
    CommandSpec(
      name: "districts", operands: "", summary: "list the districts with their counts",
      options: common, needsCatalogOnly: true, run: DistrictsCommand.run),
    CommandSpec(
      name: "district", operands: "WHERE", summary: "say which district a place is in",
      options: [.datum, .units] + common, run: DistrictCommand.run),
    CommandSpec(
      name: "show", operands: "ID", summary: "print everything known of one place",
      options: [.units] + common, needsCatalogOnly: true, run: ShowCommand.run),
    CommandSpec(
      name: "sources", operands: "", summary: "list where the data come from, and their licences",
      options: common, needsCatalogOnly: true, run: SourcesCommand.run),
    CommandSpec(
      name: "check", operands: "[DIR]", summary: "validate a data folder",
      options: [.format, .data, .help], notes: CheckCommand.notes, run: CheckCommand.run),
    CommandSpec(
      name: "compile", operands: "[DIR]",
      summary: "write a data folder's compiled form, from which the command starts faster",
      options: [.data, .help], run: CompileCommand.run),
    importing, converting, auditing,
    CommandSpec(
      name: "index", operands: "ACTION FILE…",
      summary: "build a saved index of the points in CSV or NDJSON files, or verify one",
      options: [.output, .datum, .help], words: IndexCommand.actions, run: IndexCommand.run),
    CommandSpec(
      name: "completions", operands: "SHELL", summary: "print completions for bash, zsh or fish",
      options: [.help], words: Completions.Shell.allCases.map(\.rawValue), needsCatalogOnly: true,
      run: Completions.run),
    CommandSpec(
      name: "manual", operands: "", summary: "print the man page", options: [.help],
      needsCatalogOnly: true, run: Manual.run),
    CommandSpec(
      name: "help", operands: "[COMMAND]", summary: "show the help of a command",
      options: [.help], needsCatalogOnly: true, run: HelpText.run),
  ]

  private static func list(
    _ name: String, _ summary: String,
    extra: @escaping @autoclosure @Sendable () -> [OptionSpec] = []
  ) -> CommandSpec {
    CommandSpec(
      name: name, operands: "[TEXT]", summary: summary,
      options: [.search] + extra() + [.district, .region, .listLimit, .offset] + common,
      needsCatalogOnly: true
    ) { arguments, console in
      try ListCommand(name: name).run(arguments, console)
    }
  }

  /// The form with a name.
  static func named(_ name: String) -> CommandSpec? { all.first { $0.name == name } }
}
