import Catalog
import Spatial

/// One option: what is parsed, what `--help`, the man page and the completions say.
struct OptionSpec: Sendable {
  let long: String
  let short: Character?
  /// The name of the value, or nil for a switch.
  let value: String?
  let help: String
  /// The words a shell offers as values; made when they are asked for.
  var words: [String] { makeWords() }
  private let makeWords: @Sendable () -> [String]

  init(
    _ long: String, short: Character? = nil, value: String? = nil,
    words: @escaping @autoclosure @Sendable () -> [String] = [], _ help: String
  ) {
    self.long = long
    self.short = short
    self.value = value
    makeWords = words
    self.help = help
  }

  /// `-k, --limit N`
  var usage: String {
    (short.map { "-\($0), " } ?? "") + "--\(long)" + (value.map { " \($0)" } ?? "")
  }
}

extension OptionSpec {
  static let limit = OptionSpec(
    "limit", short: "k", value: "N", "at most N results (default 10, and all with --within)")
  static let listLimit = OptionSpec(
    "limit", short: "k", value: "N", "at most N results (default all)")
  static let within = OptionSpec(
    "within", value: "DISTANCE",
    "only what lies this near, the limit included: 800m, 1.5km, 0.5mi, 900ft; a bare number is metres"
  )
  static let category = OptionSpec(
    "category", short: "c", value: "NAMES", words: Category.allNames + ["help"],
    "only these categories; repeat it or part names with commas; \"help\" lists them")
  static let district = OptionSpec(
    "district", short: "d", value: "NAMES",
    "only these districts, by code or name in any script; repeat it or part names with commas")
  static let region = OptionSpec(
    "region", value: "NAMES", "only these regions, by id or name in any script")
  static let inside = OptionSpec(
    "inside", value: "FILE", "only what lies in the polygons of a GeoJSON file; - is standard input"
  )
  static let exclude = OptionSpec(
    "exclude", value: "IDS", "leave these attractions out; \"self\" is WHERE itself")
  static let sort = OptionSpec(
    "sort", value: "ORDER", words: NearbyQuery.Order.allCases.map(\.rawValue),
    "distance (default) or prominence")
  static let from = OptionSpec(
    "from", value: "FILE",
    "answer for every row of a CSV or NDJSON file with coordinates or names; - is standard input")
  static let datum = OptionSpec(
    "datum", value: "DATUM", words: Datum.allCases.map(\.rawValue),
    "what the coordinates of WHERE, --from and --inside refer to: wgs84 (default), gcj02 or bd09")
  static let index = OptionSpec(
    "index", value: "FILE",
    "answer from a saved index, as nearby index build writes it, with rows instead of attractions")
  static let output = OptionSpec(
    "output", short: "o", value: "FILE", "where the index goes; an old one is replaced in one step")
  static let explain = OptionSpec(
    "explain", "say on standard error what was searched and how long it took")
  static let format = OptionSpec(
    "format", short: "f", value: "FORMAT", words: OutputFormat.allCases.map(\.rawValue),
    "table (default), json, geojson, csv or ndjson")
  static let lang = OptionSpec(
    "lang", value: "LANG", words: Language.allCases.map(\.rawValue),
    "en, zh-Hant or zh-Hans (default from the locale)")
  static let units = OptionSpec(
    "units", value: "UNITS", words: UnitSystem.allCases.map(\.rawValue),
    "metric (default) or imperial, in tables")
  static let data = OptionSpec(
    "data", value: "DIR", "the data folder of a city (default NEARBY_DATA, then the built-in one)")
  static let search = OptionSpec(
    "search", short: "s", value: "TEXT", "only names that fit the text")
  static let offset = OptionSpec("offset", value: "N", "pass over the first N results")
  static let help = OptionSpec("help", short: "h", "show this help")
  static let version = OptionSpec("version", "show the version")
}
