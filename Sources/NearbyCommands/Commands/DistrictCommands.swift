import Catalog
import Spatial

/// `nearby districts`: all districts with how many places each holds.
enum DistrictsCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let settings = try Settings(arguments, console)
    try arguments.expectOperands(atMost: 0)
    let catalog = try DataDirectory.open(arguments, console)
    func counts(_ list: PlaceList) -> [String: Int] {
      list.reduce(into: [:]) { $0[$1.district, default: 0] += 1 }
    }
    let attractions = counts(catalog.attractions)
    let hotels = counts(catalog.hotels)
    let stations = counts(catalog.stations)
    let maker = RecordMaker(catalog: catalog, language: settings.language)
    if settings.format != .table {
      try RecordWriter(format: settings.format, console: console).write(
        catalog.districts.map { district in
          maker.record(
            district, attractions: attractions[district.code] ?? 0,
            hotels: hotels[district.code] ?? 0, stations: stations[district.code] ?? 0)
        },
        attribution: maker.districtAttribution, columns: .districts)
      return 0
    }
    let phrases = Phrases(language: settings.language)
    var table = Table([
      Table.Column(title: ""),
      Table.Column(title: phrases.district, minimum: 12),
      Table.Column(title: phrases.region, minimum: 8),
      Table.Column(title: phrases.attractions, isNumber: true),
      Table.Column(title: phrases.hotels, isNumber: true),
      Table.Column(title: phrases.stations, isNumber: true),
    ])
    for district in catalog.districts {
      let names = phrases.bothScripts(district.name)
      let region = catalog.city.regions.first { $0.id == district.region }
      table.append([
        district.code, "\(names.first) \(names.second)",
        region?.name[settings.language] ?? district.region,
        "\(attractions[district.code] ?? 0)", "\(hotels[district.code] ?? 0)",
        "\(stations[district.code] ?? 0)",
      ])
    }
    try console.say(table.lines(width: console.columns))
    return 0
  }
}

/// `nearby district WHERE`: the district that covers a place, or the nearest one.
enum DistrictCommand {
  /// Beyond this a place belongs to no district of the city.
  static let reachMeters = 5000.0

  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    #if GEOS
      let settings = try Settings(arguments, console)
      let words = arguments.operands.joined(separator: " ")
      guard !words.isEmpty else {
        throw .usage("WHERE is missing; give a coordinate, a name or an id")
      }
      let catalog = try DataDirectory.open(arguments, console)
      let origin = try Origin(
        words, datum: settings.datum, catalog: catalog, language: settings.language,
        note: { console.note("nearby: \($0)") })
      let index: RegionIndex
      do throws(DataError) {
        index = try catalog.districtIndex()
      } catch {
        throw .data(error)
      }
      let nearest = index.nearest(to: origin.coordinate, within: reachMeters)
      let found = nearest.flatMap { neighbor in
        catalog.district(withCode: index.regions[neighbor.index].id)
          .map { ($0, neighbor.distanceMeters) }
      }
      if settings.format == .table {
        try console.say(sentence(found, origin, catalog: catalog, settings: settings))
      } else {
        let maker = RecordMaker(catalog: catalog, language: settings.language)
        let records = found.map { [maker.record($0.0, distanceMeters: $0.1)] } ?? []
        try RecordWriter(format: settings.format, console: console).write(
          records, origin: maker.origin(origin), attribution: maker.districtAttribution,
          columns: .district)
      }
      return 0
    #else
      throw .unavailable("this build has no GEOS, which districts need")
    #endif
  }

  private static func sentence(
    _ found: (District, Double)?, _ origin: Origin, catalog: Catalog, settings: Settings
  ) -> String {
    let phrases = Phrases(language: settings.language)
    let place = origin.name.map { $0[settings.language] } ?? "\(origin.coordinate)"
    guard let (district, distance) = found else { return "\(place): \(phrases.noDistrict)" }
    let names = phrases.bothScripts(district.name)
    let region = catalog.city.regions.first { $0.id == district.region }
    let text =
      "\(district.code)  \(names.first) \(names.second), "
      + "\(region?.name[settings.language] ?? district.region)"
    return distance == 0
      ? "\(place): \(text)"
      : "\(place): \(phrases.nearestDistrict) \(text), \(settings.units.format(meters: distance))"
  }
}

extension Arguments {
  /// - Throws: where there are more operands than the form takes.
  func expectOperands(atMost limit: Int) throws(CommandError) {
    if operands.count > limit { throw .usage("unexpected word: \(operands[limit])") }
  }
}
