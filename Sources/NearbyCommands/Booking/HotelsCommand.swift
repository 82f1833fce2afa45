import Booking
import Catalog
import Spatial

/// `nearby hotels --near WHERE` and `--sort attractions`: hotels ranked by what is around them.
struct HotelsCommand {
  /// How hotels are ordered.
  enum Order: String, CaseIterable {
    case id, distance, attractions
  }

  private struct Row {
    let place: Place
    let distanceMeters: Double?
    let bearingDegrees: Double?
    let worthwhile: Int
  }

  let arguments: Arguments
  let console: Console
  let settings: Settings

  /// Whether the options ask for more than the plain list.
  static func isAsked(_ arguments: Arguments) -> Bool {
    arguments.has(.near) || arguments.has(.within) || arguments.has(.sortHotels)
  }

  func run(_ places: [Place], catalog: Catalog) throws(CommandError) -> Int32 {
    let limit = try Settings.count(arguments, .limit, atLeast: 1)
    let offset = try Settings.count(arguments, .offset, atLeast: 0) ?? 0
    let radius = try DistanceOption.meters(arguments, .within)
    var origin: Origin?
    if let near = arguments.value(.near) {
      origin = try Origin(
        near, datum: settings.datum, catalog: catalog, language: settings.language,
        note: { console.note("nearby: \($0)") })
    } else if radius != nil {
      throw .usage("--within needs --near WHERE")
    }
    let order: Order =
      try Settings.word(arguments, .sortHotels) ?? (origin == nil ? .id : .distance)
    guard order != .distance || origin != nil else {
      throw .usage("--sort distance needs --near WHERE")
    }
    let rows = places.map { place in
      Row(
        place: place,
        distanceMeters: origin?.coordinate.greatCircleDistance(to: place.coordinate),
        bearingDegrees: origin?.coordinate.initialBearing(to: place.coordinate),
        worthwhile: catalog.worthwhileCount(around: place.coordinate))
    }.filter { $0.distanceMeters ?? 0 <= radius ?? .infinity }
    let page = Array(sorted(rows, by: order).dropFirst(offset).prefix(limit ?? .max))
    try write(page, origin: origin, catalog: catalog)
    return 0
  }

  /// Equal hotels by id, in which order they come.
  private func sorted(_ rows: [Row], by order: Order) -> [Row] {
    let byID = rows.sorted { $0.place.id < $1.place.id }
    switch order {
    case .id: return byID
    case .distance:
      return byID.sorted {
        ($0.distanceMeters ?? 0, $0.place.id) < ($1.distanceMeters ?? 0, $1.place.id)
      }
    case .attractions:
      return byID.sorted { ($1.worthwhile, $0.place.id) < ($0.worthwhile, $1.place.id) }
    }
  }

  private func write(_ rows: [Row], origin: Origin?, catalog: Catalog) throws(CommandError) {
    let maker = RecordMaker(catalog: catalog, language: settings.language)
    guard settings.format == .table else {
      let records = rows.map { row in
        guard case .object(let members) = maker.record(row.place).json else {
          preconditionFailure("records are objects")
        }
        let more = JSONValue.members([
          "distanceMeters": row.distanceMeters.map { .number($0) },
          "bearingDegrees": row.bearingDegrees.map { .number($0) },
          "worthwhileWithinWalk": .integer(row.worthwhile),
        ])
        return Record(json: more.prefixed(by: members), coordinate: row.place.coordinate)
      }
      try RecordWriter(format: settings.format, console: console).write(
        records, origin: origin.map(maker.origin),
        attribution: maker.attribution(rows.map(\.place)),
        columns: .places + [
          RecordWriter.Column("distanceMeters"), RecordWriter.Column("bearingDegrees"),
          RecordWriter.Column("worthwhileWithinWalk"),
        ])
      return
    }
    let phrases = Phrases(language: settings.language)
    guard !rows.isEmpty else {
      try console.say(phrases.none)
      return
    }
    var table = Table([
      Table.Column(title: "ID", minimum: 10), Table.Column(title: phrases.name, minimum: 16),
      Table.Column(title: phrases.distance, isNumber: true),
      Table.Column(title: phrases.attractions, isNumber: true),
      Table.Column(title: phrases.district, minimum: 7),
    ])
    for row in rows {
      let names = phrases.bothScripts(row.place.name)
      table.append([
        row.place.id, [names.first, names.second].filter { !$0.isEmpty }.joined(separator: " "),
        row.distanceMeters.map { settings.units.format(meters: $0) } ?? "", "\(row.worthwhile)",
        catalog.district(withCode: row.place.district)?.name[settings.language] ?? "",
      ])
    }
    try console.say(table.lines(width: console.columns))
    let walk = settings.units.format(meters: HotelAttractions.walkMeters)
    try console.say()
    try console.say("\(phrases.attractions): prominence 2 or 3 within \(walk), in a straight line")
  }
}
