import Booking
import Catalog

/// Reads HOTEL and a stay from operands and options.
struct StayOptions {
  let hotel: Place
  let stay: Stay

  /// `nearby quote peninsula 2026-12-24 --nights 3 --guests 2`
  init(_ session: BookingSession) throws(CommandError) {
    try self.init(session, operands: session.arguments.operands)
  }

  init(_ session: BookingSession, operands: [String]) throws(CommandError) {
    let arguments = session.arguments
    var words = operands
    var dates: [String] = []
    while words.count > 1, let last = words.last, Self.looksLikeDate(last) {
      dates.insert(words.removeLast(), at: 0)
    }
    guard dates.count <= 2 else { throw .usage("too many dates: \(dates.joined(separator: " "))") }
    hotel = try HotelOperand.find(words.joined(separator: " "), session)
    guard let first = arguments.value(.checkIn) ?? dates.first else {
      throw .usage("the check-in date is missing; give it after HOTEL, as 2026-12-24")
    }
    let last = arguments.value(.checkOut) ?? dates.dropFirst().first
    let nights = try Settings.count(arguments, .nights, atLeast: 1)
    guard last == nil || nights == nil else {
      throw .usage("give either --nights or a check-out date, not both")
    }
    let rooms = try Settings.count(arguments, .rooms, atLeast: 1) ?? 1
    let guests = try Settings.count(arguments, .guests, atLeast: 1) ?? rooms
    let hotelID = hotel.id
    stay = try booking { () throws(BookingError) in
      let checkIn = try CivilDate(first)
      let checkOut = try last.map { text throws(BookingError) in try CivilDate(text) }
      guard (nights ?? 1) <= Stay.longestNights else {
        throw .invalidStay("\(nights ?? 0) nights; at most \(Stay.longestNights)")
      }
      let roomID: String
      if let given = arguments.value(.room) {
        roomID = given
      } else {
        roomID = try Self.cheapestRoom(hotelID, rooms: rooms, guests: guests, in: session.rates)
      }
      return try Stay(
        hotelID: hotelID, roomID: roomID,
        checkIn: checkIn, checkOut: checkOut ?? checkIn.advanced(by: nights ?? 1), rooms: rooms,
        guests: guests)
    }
  }

  /// Begins with a digit of any script and holds a hyphen: strictly read afterwards.
  private static func looksLikeDate(_ word: String) -> Bool {
    word.first?.isNumber == true && word.contains { $0 == "-" || $0 == "/" || $0 == "－" }
      && !word.contains(where: \.isLetter)
  }

  private static func cheapestRoom(
    _ hotelID: String, rooms: Int, guests: Int, in rates: RateBook
  ) throws(BookingError) -> String {
    let all = rates.rooms(ofHotel: hotelID)
    guard let largest = all.map(\.guestsPerRoom).max() else {
      throw .noRooms(hotel: hotelID, file: rates.file)
    }
    guard let room = all.first(where: { $0.guestsPerRoom * rooms >= guests }) else {
      throw .invalidStay(
        "\(guests) guests do not fit into \(rooms) of the largest rooms of \(hotelID),"
          + " which take \(largest); give more --rooms")
    }
    return room.id
  }
}

/// Finds the hotel that a text names.
enum HotelOperand {
  static func find(_ text: String, _ session: BookingSession) throws(CommandError) -> Place {
    try find(
      text, catalog: session.catalog, language: session.settings.language,
      note: { session.console.note("nearby: \($0)") })
  }

  /// As WHERE is read, among hotels only.
  static func find(
    _ text: String, catalog: Catalog, language: Language, note: (String) -> Void
  ) throws(CommandError) -> Place {
    guard !text.isEmpty else { throw .usage("HOTEL is missing; give its id or name") }
    if case .found(let match, _) = catalog.resolve(text), case .place(let place) = match.subject,
      place.kind == .hotel
    {
      if match.quality > .exact {
        note("taking \"\(shown(text))\" as \(place.name[language]) (\(place.id))")
      }
      return place
    }
    let hotels = catalog.search(text, in: catalog.hotels)
    if hotels.count == 1, let hotel = hotels.first {
      note("taking \"\(shown(text))\" as \(hotel.name[language]) (\(hotel.id))")
      return hotel
    }
    guard hotels.isEmpty else {
      throw .unclear(
        "\"\(shown(text))\" fits several hotels; give one of these ids:",
        lines: hotels.prefix(10).map { "\($0.id)  \($0.name[language])" })
    }
    var lines: [String] = []
    if case .notFound(let suggestions) = catalog.resolve(text) {
      lines = suggestions.filter { $0.kindName == "hotel" }
        .map { "\($0.id)  \($0.name[language])" }
    }
    throw .unclear(
      "no hotel is called \"\(shown(text))\"; "
        + (lines.isEmpty ? "see nearby hotels" : "the closest:"), lines: lines)
  }

  private static func shown(_ text: String) -> String {
    DisplayText.cut(text, to: 60)
  }
}
