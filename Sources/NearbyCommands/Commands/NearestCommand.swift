import Catalog
import Spatial

/// `nearby WHERE`: the attractions around a place.
enum NearestCommand {
  /// How many answers there are without `--limit` and `--within`.
  static let defaultLimit = 10

  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let settings = try Settings(arguments, console)
    if try arguments.list(.category).contains("help") {
      try console.write(FilterOptions.categoryHelp(settings))
      return 0
    }
    if arguments.has(.index) { return try IndexQuery.run(arguments, console, settings) }
    if arguments.has(.from) { return try BatchCommand.run(arguments, console, settings) }
    // Without quotes, a name of several words and a pair of numbers arrive as several operands.
    let words = arguments.operands.joined(separator: " ")
    guard !words.isEmpty else {
      if arguments.operands.isEmpty && arguments.given.isEmpty {
        try console.write(HelpText.text(for: .nearest))
        return 64
      }
      throw .usage("WHERE is missing; give a coordinate, a name or an id")
    }
    let query = try NearestOptions(arguments, settings: settings)
    let catalog = try DataDirectory.open(arguments, console)
    func note(_ text: String) { console.note("nearby: \(text)") }
    let origin = try Origin(
      words, datum: settings.datum, catalog: catalog, language: settings.language, note: note)
    if !catalog.bounds.covers(origin.coordinate) {
      note("\(origin.coordinate) lies outside \(catalog.city.name[settings.language])")
    }
    let filter = try query.filter(
      arguments, catalog: catalog, settings: settings, origin: origin, note: note)

    var statistics = SearchStatistics()
    let start = FileSystem.monotonicNanoseconds()
    let results = catalog.nearest(
      query.query(from: origin.coordinate, filter: filter), statistics: &statistics)
    let nanoseconds = FileSystem.monotonicNanoseconds() - start
    if settings.format == .table {
      try NearestTable(catalog: catalog, settings: settings, console: console)
        .write(results, origin: origin)
    } else {
      let maker = RecordMaker(catalog: catalog, language: settings.language)
      try RecordWriter(format: settings.format, console: console).write(
        results.map(maker.record), origin: maker.origin(origin),
        attribution: maker.attribution(results.map(\.place), origin: origin), columns: .nearest)
    }
    if arguments.has(.explain) {
      try console.flush()
      explain(query, results, statistics, nanoseconds, catalog: catalog, console: console)
    }
    return 0
  }

  private static func explain(
    _ options: NearestOptions, _ results: [NearbyPlace], _ statistics: SearchStatistics,
    _ nanoseconds: Int64, catalog: Catalog, console: Console
  ) {
    let limit = options.limit.map { "the \($0) nearest" } ?? "all"
    let radius =
      options.radiusMeters.isFinite ? " within \(options.radiusMeters.plainDescription) m" : ""
    console.note("searched: \(catalog.attractions.count) attractions of \(catalog.directory)")
    console.note(
      "asked for: \(limit)\(radius), by \(options.order.rawValue); found \(results.count)")
    console.note(
      "touched: \(statistics.nodesVisited) nodes of the k-d tree, "
        + "\(statistics.pointsTested) points")
    console.note("took: \(Decimals.fixed(Double(nanoseconds) / 1000, digits: 1)) µs for the search")
  }
}

/// How many, how near, in which order.
struct NearestOptions {
  let limit: Int?
  let radiusMeters: Double
  let order: NearbyQuery.Order
  /// Whether WHERE itself is left out.
  let excludesOrigin: Bool

  init(_ arguments: Arguments, settings: Settings) throws(CommandError) {
    let within = try DistanceOption.meters(arguments, .within)
    radiusMeters = within ?? .infinity
    limit =
      try Settings.count(arguments, .limit, atLeast: 1)
      ?? (within == nil ? NearestCommand.defaultLimit : nil)
    order = try Settings.word(arguments, .sort) ?? .distance
    excludesOrigin = try arguments.list(.exclude).contains(Self.excludeSelf)
  }

  func query(from origin: Coordinate, filter: PlaceFilter) -> NearbyQuery {
    NearbyQuery(
      origin: origin, limit: limit, radiusMeters: radiusMeters, filter: filter, order: order)
  }

  /// The filter of the options and `--exclude`.
  ///
  /// - Parameter origin: what `self` stands for; nil where every row has its own.
  func filter(
    _ arguments: Arguments, catalog: Catalog, settings: Settings, origin: Origin?,
    note: (String) -> Void
  ) throws(CommandError) -> PlaceFilter {
    var filter = try FilterOptions.filter(
      arguments, catalog: catalog, settings: settings, note: note)
    for name in try arguments.list(.exclude) where name != Self.excludeSelf {
      guard case .found(let match, _) = catalog.resolve(name), match.quality <= .exact,
        case .place(let place) = match.subject, place.kind == .attraction
      else {
        let ids = catalog.attractions.map(\.id)
        let guess = Spelling.nearest(to: name, among: ids).map { "; did you mean \($0)?" } ?? ""
        throw .usage("--exclude \(name): no attraction has that id or name\(guess)")
      }
      filter.excludedIDs.insert(place.id)
    }
    if excludesOrigin, let id = origin?.id { filter.excludedIDs.insert(id) }
    return filter
  }

  private static let excludeSelf = "self"
}
