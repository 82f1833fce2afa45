import Catalog
import Spatial

/// The answer to `nearby WHERE` for people: two lines a place, so that both scripts fit 80 columns.
struct NearestTable {
  let catalog: Catalog
  let settings: Settings
  let console: Console

  func write(_ results: [NearbyPlace], origin: Origin) throws(CommandError) {
    let phrases = Phrases(language: settings.language)
    try console.write(bold(header(origin, phrases)) + "\n")
    guard !results.isEmpty else {
      try console.write(phrases.nothing + "\n")
      return
    }
    try console.write(dim(phrases.straightLine) + "\n\n")
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
    try console.write(dim(lines[0]) + "\n")
    for line in lines.dropFirst() { try console.write(line + "\n") }
    let sources = catalog.shownSources(results.map(\.place), origin: origin)
    let text = phrases.sources(sources.map(\.id).joined(separator: ", "))
    try console.write("\n")
    for line in DisplayText.wrap(text, to: console.columns) { try console.write(dim(line) + "\n") }
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
    return "\(phrases.near) \(DisplayText.cut(DisplayText.safe(names), to: max(10, room)))\(tail)"
  }

  private func bold(_ text: String) -> String {
    console.usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func dim(_ text: String) -> String {
    console.usesColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }
}
