import Booking
import Catalog

/// `nearby plan HOTEL --days 2`: days of attractions around a hotel.
enum PlanCommand {
  /// The formats beyond those of every command.
  enum Export: String, CaseIterable {
    case gpx, ics
  }

  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let export = arguments.value(.formatOrExport).flatMap { Export(rawValue: $0.lowercased()) }
    if let text = arguments.value(.formatOrExport), export == nil,
      OutputFormat(rawValue: text.lowercased()) == nil
    {
      throw .usage(
        Spelling.unknown("value of --format", text, among: OptionSpec.formatOrExport.words))
    }
    let settings = try Settings(
      export == nil ? arguments : arguments.without(.formatOrExport), console)
    let now = try BookingSession.clock(console)
    let catalog = try DataDirectory.open(arguments, console)
    func note(_ text: String) { console.note("nearby: \(text)") }
    let hotel = try HotelOperand.find(
      arguments.operands.joined(separator: " "), catalog: catalog, language: settings.language,
      note: note)
    let zone = try booking { () throws(BookingError) in
      try CityTimeZone(catalog.city.timeZone)
    }
    let planner = try planner(
      arguments, catalog: catalog, settings: settings, hotel: hotel,
      today: zone.date(at: now()), note: note)
    let itinerary = planner.plan(from: hotel, in: catalog)
    let text = PlanText(itinerary: itinerary, catalog: catalog, settings: settings)
    switch export {
    case .gpx: try console.write(PlanGPX(itinerary, language: settings.language).text())
    case .ics:
      try console.write(
        PlanCalendar(itinerary, language: settings.language, zone: zone, now: now()).text())
    case nil:
      if settings.format == .table {
        try text.writeTable(to: console)
      } else {
        try text.writeRecords(to: console)
      }
    }
    try console.flush()
    for (day, stop) in itinerary.conflicts {
      note(
        "\(stop.place.name[settings.language]) is closed on \(day) at "
          + "\(PlanText.time(stop.arrivalMinutes)) (\(stop.place.openingHours ?? ""))")
    }
    return 0
  }

  private static func planner(
    _ arguments: Arguments, catalog: Catalog, settings: Settings, hotel: Place, today: CivilDate,
    note: (String) -> Void
  ) throws(CommandError) -> ItineraryPlanner {
    let first = try booking { () throws(BookingError) in
      try arguments.value(.checkIn).map { text throws(BookingError) in try CivilDate(text) }
    }
    var planner = ItineraryPlanner(firstDay: first ?? today.advanced(by: 1))
    planner.dayCount = try Settings.count(arguments, .days, atLeast: 1) ?? 2
    planner.stopsPerDay = try Settings.count(arguments, .stops, atLeast: 1) ?? 5
    guard planner.dayCount <= 14 else { throw .usage("--days \(planner.dayCount): at most 14") }
    guard planner.stopsPerDay <= ShortestLoop.mostStops else {
      throw .usage("--stops \(planner.stopsPerDay): at most \(ShortestLoop.mostStops)")
    }
    if let radius = try DistanceOption.meters(arguments, .within) {
      planner.radiusMeters = radius
    }
    let options = try NearestOptions(arguments.without(.within), settings: settings)
    planner.filter = try options.filter(
      arguments, catalog: catalog, settings: settings, origin: nil, note: note)
    for list in arguments.values(.day) {
      planner.chosenDays.append(try stops(list, catalog: catalog))
    }
    guard planner.chosenDays.count <= planner.dayCount else {
      throw .usage("\(planner.chosenDays.count) times --day for \(planner.dayCount) --days")
    }
    return planner
  }

  /// The attractions of one `--day`.
  private static func stops(
    _ list: String, catalog: Catalog
  ) throws(CommandError) -> [Place] {
    var places: [Place] = []
    for part in list.split(whereSeparator: { $0 == "," || $0 == "，" }) {
      let name = String(part).trimmed
      guard case .found(let match, _) = catalog.resolve(name),
        case .place(let place) = match.subject,
        place.kind == .attraction, match.quality <= .exact
      else {
        let guess = Spelling.nearest(to: name, among: catalog.attractions.map(\.id))
        throw .usage(
          "--day \(name.prefix(60)): no attraction has that id or name"
            + (guess.map { "; did you mean \($0)?" } ?? ""))
      }
      if !places.contains(place) { places.append(place) }
    }
    guard places.count <= ShortestLoop.mostStops else {
      throw .usage("--day with \(places.count) stops: at most \(ShortestLoop.mostStops)")
    }
    return places
  }
}

extension String {
  /// Without spaces around it.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
