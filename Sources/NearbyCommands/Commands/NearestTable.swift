import Catalog
import Spatial

/// The answer to `nearby WHERE` for people: two lines a place, so that both scripts fit 80 columns.
struct NearestTable {
  let catalog: Catalog
  let settings: Settings
  let console: Console

  func write(_ results: [NearbyPlace], origin: Origin) throws(CommandError) {
    let phrases = Phrases(language: settings.language)
    try console.say(header(origin, phrases), .bold)
    guard !results.isEmpty else {
      try console.say(phrases.nothing)
      return
    }
    try console.say(phrases.straightLine, .dim)
    try console.say()
    var table = Table([
      Table.Column(title: "#", isNumber: true),
      Table.Column(title: phrases.attraction, minimum: 12),
      Table.Column(title: phrases.distance, isNumber: true),
      Table.Column(title: ""),
      Table.Column(
        title: phrases.about, minimum: 10),
    ])
    for result in results {
      let place = result.place
      let name = phrases.bothScripts(place.name)
      let about = [
        place.category?.label(in: settings.language),
        catalog.district(withCode: place.district)?.name[settings.language],
      ]
      let station = result.nearestStation.map {
        Table.Cell(
          $0.name[settings.language],
          tail: ", " + settings.units.format(meters: $0.distanceMeters))
      }
      table.append([
        "\(result.rank)", name.first, settings.units.format(meters: result.distanceMeters),
        result.distanceMeters == 0
          ? "" : phrases.compass(bearingDegrees: result.bearingDegrees),
        about.compactMap { $0 }.joined(separator: ", "),
      ])
      table.append(
        cells: ["", name.second, "", ""].map { Table.Cell($0) } + [station ?? Table.Cell("")])
    }
    let lines = table.lines(width: console.columns)
    try console.say(lines[0], .dim)
    try console.say(Array(lines.dropFirst()))
    let sources = catalog.shownSources(results.map(\.place), origin: origin)
    let text = phrases.sources(sources.map(\.id).joined(separator: ", "))
    try console.say()
    for line in DisplayText.wrap(text, to: console.columns) { try console.say(line, .dim) }
  }

  /// `Near The Peninsula Hong Kong 香港半島酒店 (hotel), 22.29497, 114.17184`
  private func header(_ origin: Origin, _ phrases: Phrases) -> String {
    let latitude = Decimals.fixed(origin.coordinate.latitude, digits: 5)
    let longitude = Decimals.fixed(origin.coordinate.longitude, digits: 5)
    guard let name = origin.name else { return "\(phrases.near) \(latitude), \(longitude)" }
    let both = phrases.bothScripts(name)
    let names = [both.first, both.second].filter { !$0.isEmpty }.joined(separator: " ")
    let tail = " (\(phrases.kind(origin.kindName))), \(latitude), \(longitude)"
    let room = console.columns - DisplayText.width(phrases.near) - 1 - DisplayText.width(tail)
    return "\(phrases.near) \(DisplayText.cut(names, to: max(10, room)))\(tail)"
  }
}
