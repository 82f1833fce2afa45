import Catalog

/// The words of a command line, sorted into operands and options.
struct Arguments {
  /// What is left when options are taken out.
  private(set) var operands: [String] = []
  private(set) var values: [String: [String]] = [:]
  /// The options in the order in which they were first given.
  private var order: [String] = []
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
    for name in order where !command.options.contains(where: { $0.long == name }) {
      if name == "version" { continue }
      let form = command.name.map { "nearby \($0)" } ?? "nearby WHERE"
      throw .usage("--\(name) is not an option of \(form); see \(form) --help")
    }
  }

  private static func beginsNumber(_ word: String) -> Bool {
    guard let second = word.utf8.dropFirst().first else { return false }
    return second == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  private static let options: [OptionSpec] = {
    var known: [OptionSpec] = []
    for option in CommandSpec.all.flatMap(\.options)
    where !known.contains(where: { $0.long == option.long }) {
      known.append(option)
    }
    return known
  }()

  private mutating func takeLong(
    _ word: Substring, from rest: inout ArraySlice<String>
  ) throws(CommandError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = Self.options.first(where: { $0.long == name }) else {
      let names = Self.options.map(\.long)
      let guess = Spelling.nearest(to: name, among: names).map { "; did you mean --\($0)?" }
      throw .usage("unknown option: --\(name)" + (guess ?? "; see nearby --help"))
    }
    if values[name] == nil { order.append(name) }
    if option.value == nil {
      guard parts.count == 1 else { throw .usage("--\(name) takes no value: \(parts[1])") }
      values[name] = [""]
    } else if parts.count == 2 {
      values[name, default: []].append(String(parts[1]))
    } else {
      try takeValue(of: option, from: &rest)
    }
  }

  /// `-k 5`, `-k5`, `-k=5`
  private mutating func takeShort(
    _ word: Substring, from rest: inout ArraySlice<String>
  ) throws(CommandError) {
    guard let letter = word.first,
      let option = Self.options.first(where: { $0.short == letter })
    else { throw .usage("unknown option: -\(word); see nearby --help") }
    if values[option.long] == nil { order.append(option.long) }
    var value = word.dropFirst()
    if option.value == nil {
      guard value.isEmpty else { throw .usage("-\(letter) takes no value: \(value)") }
      values[option.long] = [""]
    } else if value.isEmpty {
      try takeValue(of: option, from: &rest)
    } else {
      if value.first == "=" { value.removeFirst() }
      values[option.long, default: []].append(String(value))
    }
  }

  private mutating func takeValue(
    of option: OptionSpec, from rest: inout ArraySlice<String>
  ) throws(CommandError) {
    guard let value = rest.popFirst() else {
      throw .usage("--\(option.long) needs a value: \(option.value ?? "")")
    }
    values[option.long, default: []].append(value)
  }

  /// Whether a switch was given.
  func has(_ option: OptionSpec) -> Bool { values[option.long] != nil }

  /// The last value given.
  func value(_ option: OptionSpec) -> String? { values[option.long]?.last }

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
    (values[option.long] ?? []).flatMap { $0.split(whereSeparator: { $0 == "," || $0 == "，" }) }
      .map { Self.trim($0) }.filter { !$0.isEmpty }
  }

  private static func trim(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
