import Booking
import Catalog

/// `nearby hotel ID`: a hotel with its nearest attractions.
enum HotelCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let settings = try Settings(arguments, console)
    let options = try NearestOptions(arguments, settings: settings)
    let catalog = try DataDirectory.open(arguments, console)
    func note(_ text: String) { console.note("nearby: \(text)") }
    let hotel = try HotelOperand.find(
      arguments.operands.joined(separator: " "), catalog: catalog, language: settings.language,
      note: note)
    let origin = Origin(
      query: arguments.operands.joined(separator: " "), kindName: "hotel", id: hotel.id,
      name: hotel.name, coordinate: hotel.coordinate)
    let filter = try options.filter(
      arguments, catalog: catalog, settings: settings, origin: origin, note: note)
    let results = catalog.nearest(options.query(from: hotel.coordinate, filter: filter))
    let worthwhile = catalog.worthwhileCount(around: hotel.coordinate)
    guard settings.format == .table else {
      let maker = RecordMaker(catalog: catalog, language: settings.language)
      var member = maker.origin(origin)
      if case .object(let members) = member {
        member = JSONValue.members([
          "district": .string(hotel.district), "address": .optional(hotel.addressEn),
          "telephone": .optional(hotel.telephone),
          "worthwhileWithinWalk": .integer(worthwhile),
        ]).prefixed(by: members)
      }
      try RecordWriter(format: settings.format, console: console).write(
        results.map(maker.record), origin: member,
        attribution: maker.attribution(results.map(\.place)), columns: .nearest)
      return 0
    }
    try writeHead(hotel, worthwhile, catalog: catalog, settings: settings, arguments, console)
    try NearestTable(catalog: catalog, settings: settings, console: console)
      .write(results, origin: origin)
    return 0
  }

  private static func writeHead(
    _ hotel: Place, _ worthwhile: Int, catalog: Catalog, settings: Settings,
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    let names = Phrases(language: settings.language).bothScripts(hotel.name)
    let walk = settings.units.format(meters: HotelAttractions.walkMeters)
    let station = catalog.nearestStation(to: hotel).map {
      "\($0.name[settings.language]), \(settings.units.format(meters: $0.distanceMeters))"
    }
    let lines: [(String, String?)] = [
      ("hotel", "\(names.first) \(names.second)"), ("id", hotel.id),
      ("address", settings.language == .english ? hotel.addressEn : hotel.addressZhHant),
      ("telephone", hotel.telephone), ("station", station),
      ("on foot", "\(worthwhile) worthwhile attractions within \(walk)"),
      ("rooms", try roomsLine(hotel, catalog: catalog, arguments)),
    ]
    for (label, text) in lines {
      guard let text else { continue }
      try console.say("\(DisplayText.pad(label, to: 11)) \(text)")
    }
    try console.say()
  }

  /// `3 types, from HKD 2,520.00 a night (sample price)`; nil where no rooms are known.
  private static func roomsLine(
    _ hotel: Place, catalog: Catalog, _ arguments: Arguments
  ) throws(CommandError) -> String? {
    let path = arguments.value(.rates) ?? "\(catalog.directory)/rooms.csv"
    guard arguments.has(.rates) || FileSystem.stamp(of: path) != nil else { return nil }
    let rates: RateBook
    do throws(DataError) {
      rates = try RateBook(path: path, currency: catalog.city.currency)
    } catch {
      throw .data(error)
    }
    let rooms = rates.rooms(ofHotel: hotel.id)
    guard let cheapest = rooms.first else { return nil }
    let mark = cheapest.isSample ? " (sample price)" : ""
    return "\(StayText.plural(rooms.count, "type")), from \(cheapest.weekday) a night\(mark)"
  }
}
