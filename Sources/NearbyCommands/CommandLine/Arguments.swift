import Catalog

/// The words of a command line, sorted into operands and options.
struct Arguments {
  /// What is left when options are taken out.
  private(set) var operands: [String] = []
  /// The options in the order in which they were first given, each with its values; few enough to be
  /// looked through.
  private(set) var given: [(name: String, values: [String])] = []
  /// The form that was asked for.
  private(set) var command: CommandSpec = .nearest

  /// Options may stand before, between and after operands; `--` ends them. A word that begins like a
  /// negative number is an operand, so that `nearby -33.86,151.2` works.
  ///
  /// - Throws: for unknown options, missing or unexpected values, and options of another form.
  init(_ words: [String]) throws(CommandError) {
    var rest = words[...]
    var operandsBeforeEnd = 0
    while let word = rest.popFirst() {
      if word == "--" {
        operandsBeforeEnd = operands.count
        operands += rest
        break
      }
      if word.hasPrefix("--") {
        try takeLong(word.dropFirst(2), from: &rest)
      } else if word.hasPrefix("-"), word.count > 1, !Self.beginsNumber(word) {
        try takeShort(word.dropFirst(), from: &rest)
      } else {
        operands.append(word)
      }
      operandsBeforeEnd = operands.count
    }
    if operandsBeforeEnd > 0, let first = operands.first, let named = CommandSpec.named(first) {
      command = named
      operands.removeFirst()
    }
    for (name, _) in given where !command.options.contains(where: { $0.long == name }) {
      if name == "version" { continue }
      let form = command.name.map { "nearby \($0)" } ?? "nearby WHERE"
      throw .usage("--\(name) is not an option of \(form); see \(form) --help")
    }
  }

  private static func beginsNumber(_ word: String) -> Bool {
    guard let second = word.utf8.dropFirst().first else { return false }
    return second == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  /// The first option of any form that is meant.
  private static func option(where isMeant: (OptionSpec) -> Bool) -> OptionSpec? {
    for command in CommandSpec.all {
      if let option = command.options.first(where: isMeant) { return option }
    }
    return nil
  }

  /// The names of the options of all forms, each once.
  private static var optionNames: [String] {
    var names: [String] = []
    for option in CommandSpec.all.flatMap(\.options) where !names.contains(option.long) {
      names.append(option.long)
    }
    return names
  }

  private mutating func takeLong(
    _ word: Substring, from rest: inout ArraySlice<String>
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Self.option(where: { $0.long == name }) else {
      let guess = Spelling.nearest(to: name, among: Self.optionNames)
        .map { "; did you mean --\($0)?" }
      throw .usage("unknown option: --\(name)" + (guess ?? "; see nearby --help"))
    }
    if option.value == nil {
      guard parts.count == 1 else { throw .usage("--\(name) takes no value: \(parts[1])") }
      switchOn(option)
    } else if parts.count == 2 {
      append(String(parts[1]), to: name)
    } else {
      try takeValue(of: option, from: &rest)
    }
  }

  /// `-k 5`, `-k5`, `-k=5`
  private mutating func takeShort(
    _ word: Substring, from rest: inout ArraySlice<String>
  ) throws(CommandError) {
    guard let letter = word.first,
      let option = Self.option(where: { $0.short == letter })
    else { throw .usage("unknown option: -\(word); see nearby --help") }
    var value = word.dropFirst()
    if option.value == nil {
      guard value.isEmpty else { throw .usage("-\(letter) takes no value: \(value)") }
      switchOn(option)
    } else if value.isEmpty {
      try takeValue(of: option, from: &rest)
    } else {
      if value.first == "=" { value.removeFirst() }
      append(String(value), to: option.long)
    }
  }

  private mutating func takeValue(
    of option: OptionSpec, from rest: inout ArraySlice<String>
  ) throws(CommandError) {
    guard let value = rest.popFirst() else {
      throw .usage("--\(option.long) needs a value: \(option.value ?? "")")
    }
    append(value, to: option.long)
  }

  private mutating func append(_ value: String, to name: String) {
    if let index = given.firstIndex(where: { $0.name == name }) {
      given[index].values.append(value)
    } else {
      given.append((name, [value]))
    }
  }

  private mutating func switchOn(_ option: OptionSpec) {
    if !has(option) { given.append((option.long, [""])) }
  }

  /// The arguments as if an option had not been given.
  func without(_ option: OptionSpec) -> Arguments {
    var rest = self
    rest.given.removeAll { $0.name == option.long }
    return rest
  }

  /// Whether a switch was given.
  func has(_ option: OptionSpec) -> Bool { given.contains { $0.name == option.long } }

  /// All values given, as they are.
  func values(_ option: OptionSpec) -> [String] {
    given.first { $0.name == option.long }?.values ?? []
  }

  /// The last value given.
  func value(_ option: OptionSpec) -> String? { values(option).last }

  /// All values, parted at commas, without empty ones.
  ///
  /// - Throws: where the option is given and nothing is left: an empty list asks for nothing.
  func list(_ option: OptionSpec) throws(CommandError) -> [String] {
    let list = words(option)
    if has(option) && list.isEmpty {
      throw .usage("--\(option.long) needs a value: \(option.value ?? "")")
    }
    return list
  }

  private func words(_ option: OptionSpec) -> [String] {
    values(option).flatMap { $0.split(whereSeparator: { $0 == "," || $0 == "，" }) }
      .map { Self.trim($0) }.filter { !$0.isEmpty }
  }

  private static func trim(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
