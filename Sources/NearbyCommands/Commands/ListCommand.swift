import Catalog
import Spatial

/// `nearby attractions`, `nearby hotels`, `nearby stations`: list and search.
struct ListCommand {
  let name: String

  func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let settings = try Settings(arguments, console)
    if try arguments.list(.category).contains("help") {
      try console.write(FilterOptions.categoryHelp(settings))
      return 0
    }
    let limit = try Settings.count(arguments, .limit, atLeast: 1)
    let offset = try Settings.count(arguments, .offset, atLeast: 0) ?? 0
    let catalog = try DataDirectory.open(arguments, console)
    let filter = try FilterOptions.filter(
      arguments, catalog: catalog, settings: settings, note: { console.note("nearby: \($0)") })
    let text = ([arguments.value(.search)].compactMap { $0 } + arguments.operands)
      .joined(separator: " ")
    let list =
      switch name {
      case "attractions": catalog.attractions
      case "hotels": catalog.hotels
      default: catalog.stations
      }
    let matching = catalog.search(text, in: list).filter { catalog.admits($0, filter) }
    if name == "hotels" && HotelsCommand.isAsked(arguments) {
      return try HotelsCommand(arguments: arguments, console: console, settings: settings)
        .run(matching, catalog: catalog)
    }
    let page = Array(matching.dropFirst(offset).prefix(limit ?? .max))
    if settings.format == .table {
      try writeTable(page, catalog: catalog, settings: settings, console: console)
    } else {
      let maker = RecordMaker(catalog: catalog, language: settings.language)
      try RecordWriter(format: settings.format, console: console).write(
        page.map(maker.record), attribution: maker.attribution(page), columns: .places)
    }
    return 0
  }

  private func writeTable(
    _ places: [Place], catalog: Catalog, settings: Settings, console: Console
  ) throws(CommandError) {
    let phrases = Phrases(language: settings.language)
    guard !places.isEmpty else {
      try console.say(phrases.none)
      return
    }
    // The id is what other commands take, so it is never cut: it stands on a line of its own.
    var table = Table([
      Table.Column(title: "\(phrases.name) / ID", minimum: 12),
      Table.Column(title: name == "hotels" ? phrases.station : phrases.category, minimum: 6),
      Table.Column(title: phrases.district, minimum: 6),
    ])
    for place in places {
      let names = phrases.bothScripts(place.name)
      let about =
        place.category?.label(in: settings.language)
        ?? (place.kind == .hotel
          ? catalog.nearestStation(to: place)?.name[settings.language] ?? ""
          : phrases.kind(place.kind.rawValue))
      table.append([
        [names.first, names.second].filter { !$0.isEmpty }.joined(separator: " "), about,
        catalog.district(withCode: place.district)?.name[settings.language] ?? place.district,
      ])
      table.append(line: "  \(place.id)")
    }
    try console.say(table.lines(width: console.columns))
  }
}
