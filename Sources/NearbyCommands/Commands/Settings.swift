import Catalog
import Spatial

/// The options that most forms share.
struct Settings {
  let format: OutputFormat
  let language: Language
  let units: UnitSystem
  let datum: Datum

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    format = try Self.word(arguments, .format) ?? .table
    language = try Self.language(arguments) ?? Self.localeLanguage(console)
    units = try Self.word(arguments, .units) ?? .metric
    datum = try Self.word(arguments, .datum) ?? .wgs84
  }

  /// `--lang`, also as a locale such as `zh-HK`.
  private static func language(_ arguments: Arguments) throws(CommandError) -> Language? {
    let text = (arguments.value(.lang) ?? "").lowercased()
    if text.hasPrefix("zh-") || text.hasPrefix("zh_") { return language(ofLocale: text) }
    return try word(arguments, .lang)
  }

  /// The value of an option whose words are the raw values of a type, in any case and with or without
  /// hyphens.
  static func word<Word: CaseIterable & RawRepresentable<String>>(
    _ arguments: Arguments, _ option: OptionSpec
  ) throws(CommandError) -> Word? {
    guard let text = arguments.value(option) else { return nil }
    func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" } }
    let word = Word.allCases.first { plain($0.rawValue) == plain(text) }
    guard let word else {
      throw .usage(
        Spelling.unknown("value of --\(option.long)", text, among: Word.allCases.map(\.rawValue)))
    }
    return word
  }

  /// A whole number that is at least a minimum; nil where the option is not given.
  static func count(
    _ arguments: Arguments, _ option: OptionSpec, atLeast minimum: Int
  ) throws(CommandError) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Int(text), text.utf8.first != UInt8(ascii: "+") else {
      throw .usage("--\(option.long) \(text.prefix(40)): give a whole number, \(minimum) or more")
    }
    guard number >= minimum else {
      throw .usage("--\(option.long) \(number): must be \(minimum) or more")
    }
    return number
  }

  /// `zh_HK.UTF-8` and `zh_TW` read 繁體, other `zh` 简体, everything else English.
  private static func localeLanguage(_ console: Console) -> Language {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap(console.environment).first { !$0.isEmpty } ?? ""
    return language(ofLocale: locale)
  }

  private static func language(ofLocale locale: String) -> Language {
    let lower = locale.lowercased()
    guard lower.hasPrefix("zh") else { return .english }
    let isTraditional = ["hk", "tw", "mo", "hant"].contains { lower.dropFirst(3).hasPrefix($0) }
    return isTraditional ? .traditionalChinese : .simplifiedChinese
  }
}
