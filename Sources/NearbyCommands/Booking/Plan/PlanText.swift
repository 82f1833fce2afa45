import Booking
import Catalog
import Spatial

/// An itinerary for people, and in the machine formats of every command.
struct PlanText {
  let itinerary: Itinerary
  let catalog: Catalog
  let settings: Settings

  /// `09:30`; times after midnight go on counting.
  static func time(_ minutes: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(minutes / 60)):\(padded(minutes % 60))"
  }

  func writeTable(to console: Console) throws(CommandError) {
    let language = settings.language
    let phrases = Phrases(language: language)
    let names = phrases.bothScripts(itinerary.hotel.name)
    try console.say("\(names.first) \(names.second) (\(itinerary.hotel.id))")
    try console.say(phrases.straightLine)
    for (index, day) in itinerary.days.enumerated() {
      try console.say()
      try console.say("Day \(index + 1), \(day.date.weekdayName) \(day.date)")
      guard !day.stops.isEmpty else {
        try console.say(phrases.nothing)
        continue
      }
      var table = Table([
        Table.Column(title: "#", isNumber: true), Table.Column(title: "Time"),
        Table.Column(title: phrases.attraction, minimum: 14),
        Table.Column(title: "Leg", isNumber: true),
        Table.Column(title: phrases.category, minimum: 6), Table.Column(title: "Hours"),
      ])
      for (number, stop) in day.stops.enumerated() {
        let names = phrases.bothScripts(stop.place.name)
        table.append([
          "\(number + 1)", Self.time(stop.arrivalMinutes),
          [names.first, names.second].filter { !$0.isEmpty }.joined(separator: " "),
          settings.units.format(meters: stop.legMeters),
          stop.place.category?.label(in: language) ?? "", stop.hours.rawValue,
        ])
      }
      try console.say(table.lines(width: console.columns))
      try console.say(
        "back to the hotel \(settings.units.format(meters: day.returnMeters)),"
          + " loop \(settings.units.format(meters: day.loopMeters))")
    }
    try console.say()
    try console.say("Change it: --exclude ID, --day ID,ID,… for a day of your own.")
  }

  func writeRecords(to console: Console) throws(CommandError) {
    let maker = RecordMaker(catalog: catalog, language: settings.language)
    var records: [Record] = []
    for (index, day) in itinerary.days.enumerated() {
      for (number, stop) in day.stops.enumerated() {
        guard case .object(let members) = maker.record(stop.place).json else {
          preconditionFailure("records are objects")
        }
        let head = JSONValue.Member.list([
          "day": .integer(index + 1), "date": .string("\(day.date)"),
          "order": .integer(number + 1), "arrival": .string(Self.time(stop.arrivalMinutes)),
          "departure": .string(Self.time(stop.departureMinutes)),
          "legMeters": .number(stop.legMeters),
          // The last stop of a day carries the way back, so that the legs of a day sum to its loop.
          "returnMeters": number == day.stops.count - 1 ? .number(day.returnMeters) : .null,
          "hours": .string(stop.hours.rawValue),
        ])
        records.append(
          Record(json: .object(head + members), coordinate: stop.place.coordinate))
      }
    }
    let places = itinerary.days.flatMap { $0.stops.map(\.place) }
    if settings.format == .geojson {
      try writeGeoJSON(records, attribution: maker.attribution(places), to: console)
      return
    }
    let hotel = Origin(
      query: itinerary.hotel.id, kindName: "hotel", id: itinerary.hotel.id,
      name: itinerary.hotel.name, coordinate: itinerary.hotel.coordinate)
    try RecordWriter(format: settings.format, console: console).write(
      records, origin: maker.origin(hotel), attribution: maker.attribution(places),
      columns: .itinerary)
  }

  /// A point for each stop and a line for each loop.
  private func writeGeoJSON(
    _ records: [Record], attribution: JSONValue, to console: Console
  ) throws(CommandError) {
    func position(_ coordinate: Coordinate) -> JSONValue {
      let (x, y) = GeoJSON.position(of: coordinate)
      return .array([.number(x), .number(y)])
    }
    func feature(_ geometry: JSONValue, _ properties: JSONValue) -> JSONValue {
      .members([
        "type": .string("Feature"), "geometry": geometry, "properties": properties,
      ])
    }
    var features = records.map { record in
      let point = JSONValue.members([
        "type": .string("Point"), "coordinates": record.coordinate.map(position) ?? .null,
      ])
      return feature(point, record.json)
    }
    for (index, day) in itinerary.days.enumerated() where !day.stops.isEmpty {
      let home = position(itinerary.hotel.coordinate)
      let line = JSONValue.members([
        "type": .string("LineString"),
        "coordinates": .array(
          [home] + day.stops.map { position($0.place.coordinate) } + [home]),
      ])
      let properties = JSONValue.members([
        "day": .integer(index + 1), "date": .string("\(day.date)"),
        "loopMeters": .number(day.loopMeters),
      ])
      features.append(feature(line, properties))
    }
    try console.write(
      JSONText.of(
        .members([
          "type": .string("FeatureCollection"), "features": .array(features),
          "attribution": attribution,
        ])) + "\n")
  }
}

extension [RecordWriter.Column] {
  /// The stops of an itinerary.
  static var itinerary: Self {
    [
      "day", "date", "order", "arrival", "departure", "legMeters", "returnMeters", "hours",
    ].map { RecordWriter.Column($0) } + .places
  }
}
