import Booking
import Catalog

/// Quotes and bookings in the shape that machine formats share; amounts are minor units.
struct BookingRecords {
  let session: BookingSession

  func record(_ quote: Quote, roomsLeft: [(night: CivilDate, rooms: Int)]?) -> Record {
    let nights = quote.nights.map { night in
      JSONValue.members([
        "date": .string("\(night.date)"), "rate": .string(night.rate),
        "fullMinor": .integer(night.full.minorUnits),
        "priceMinor": .integer(night.price.minorUnits),
        "roomsLeft": roomsLeft?.first { $0.night == night.date }.map { .integer($0.rooms) },
      ])
    }
    var discount = JSONValue.null
    if let season = quote.discount, case .discount(let percent) = season.effect {
      discount = .members([
        "id": .string(season.id), "name": .string(season.name[session.settings.language]),
        "percent": .integer(percent),
      ])
    }
    let prices = JSONValue.members([
      "currency": .string(quote.total.currency), "nightly": .array(nights), "discount": discount,
      "perRoomMinor": .integer(quote.perRoom.minorUnits),
      "totalMinor": .integer(quote.total.minorUnits), "sample": .bool(quote.isSample),
    ])
    return record(quote.stay, members: [], rest: prices)
  }

  func record(
    _ booking: BookingRecord, guest: GuestDetails? = nil, more: [JSONValue.Member] = []
  ) -> Record {
    let state = booking.state(at: session.now())
    let perRoom = booking.nightlyPrices.dropFirst().reduce(booking.nightlyPrices[0], +)
    let nights = zip(booking.stay.nights, booking.nightlyPrices).map { night, price in
      JSONValue.members([
        "date": .string("\(night)"), "priceMinor": .integer(price.minorUnits),
      ])
    }
    let details: JSONValue? = guest.map {
      .members([
        "name": .string($0.name), "email": .optional($0.email), "phone": .optional($0.phone),
      ])
    }
    let rest = JSONValue.members([
      "currency": .string(booking.total.currency), "nightly": .array(nights),
      "discount": .optional(booking.discountID), "perRoomMinor": .integer(perRoom.minorUnits),
      "totalMinor": .integer(booking.total.minorUnits), "sample": .bool(booking.isSample),
      "createdAt": .string("\(booking.createdAt)"),
      "holdExpiresAt": .optional(state == .held ? booking.holdExpiresAt?.description : nil),
      "guestId": .string(booking.guestID), "guest": details,
    ])
    let head = JSONValue.Member.list([
      "reference": .string(booking.reference.description), "state": .string(state.rawValue),
    ])
    guard case .object(let members) = rest else { preconditionFailure("records are objects") }
    return record(booking.stay, members: head, rest: .object(members + more))
  }

  private func record(_ stay: Stay, members: [JSONValue.Member], rest: JSONValue) -> Record {
    let hotel = session.catalog.place(withID: stay.hotelID)
    let middle = JSONValue.Member.list([
      "hotel": .members([
        "id": .string(stay.hotelID),
        "name": .string(hotel?.name[session.settings.language] ?? stay.hotelID),
      ]),
      "room": .string(stay.roomID), "checkIn": .string("\(stay.checkIn)"),
      "checkOut": .string("\(stay.checkOut)"), "nights": .integer(stay.nights.count),
      "rooms": .integer(stay.rooms), "guests": .integer(stay.guests),
    ])
    return Record(json: rest.prefixed(by: members + middle), coordinate: hotel?.coordinate)
  }

  /// Writes records in the format that was asked for.
  func write(_ records: [Record], columns: [RecordWriter.Column]) throws(CommandError) {
    try RecordWriter(format: session.settings.format, console: session.console)
      .write(records, attribution: .array([]), columns: columns)
  }
}

extension [RecordWriter.Column] {
  private typealias Column = RecordWriter.Column

  private static var stay: Self {
    [
      Column("hotel", "id"), Column("hotel", "name"), Column("room"), Column("checkIn"),
      Column("checkOut"), Column("nights"), Column("rooms"), Column("guests"),
      Column("currency"), Column("perRoomMinor"), Column("totalMinor"), Column("sample"),
    ]
  }

  /// Quotes.
  static var quotes: Self { stay + [Column("discount", "id"), Column("discount", "percent")] }

  /// Bookings.
  static var bookings: Self {
    [Column("reference"), Column("state")] + stay
      + [Column("discount"), Column("createdAt"), Column("holdExpiresAt"), Column("guestId")]
  }
}
