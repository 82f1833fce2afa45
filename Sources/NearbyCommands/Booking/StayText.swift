import Booking
import Catalog

/// The lines that tell a person what a stay is and what it costs.
struct StayText {
  let session: BookingSession
  private var lines: [(label: String, text: String)] = []

  init(_ session: BookingSession) { self.session = session }

  /// Adds a labelled line; nil adds none.
  mutating func add(_ label: String, _ text: String?) {
    if let text { lines.append((label, text)) }
  }

  /// Hotel, room, dates, people.
  mutating func add(_ stay: Stay) {
    let hotel = session.catalog.place(withID: stay.hotelID)
    let names = hotel.map { Phrases(language: session.settings.language).bothScripts($0.name) }
    add("hotel", names.map { "\($0.first) \($0.second)" } ?? stay.hotelID)
    let room = session.rates.rooms(ofHotel: stay.hotelID).first { $0.id == stay.roomID }
    add("room", room.map { "\($0.name[session.settings.language]) (\($0.id))" } ?? stay.roomID)
    add("check-in", "\(stay.checkIn) \(stay.checkIn.weekdayName)")
    add("check-out", "\(stay.checkOut) \(stay.checkOut.weekdayName)")
    let count = stay.nights.count
    add(
      "for",
      "\(Self.plural(count, "night")), \(Self.plural(stay.rooms, "room")), "
        + "\(Self.plural(stay.guests, "guest"))")
  }

  /// Every night, the discount, and both totals.
  mutating func add(_ quote: Quote) {
    let mark = quote.isSample ? " (sample price)" : ""
    for night in quote.nights {
      let before = night.full == night.price ? "" : ", before discount \(night.full)"
      add(
        "\(night.date)",
        "\(night.price) a room (\(night.date.weekdayName), \(night.rate)\(before))")
    }
    if let discount = quote.discount, case .discount(let percent) = discount.effect {
      add("discount", "\(discount.name[session.settings.language]), \(percent) % (included)")
    } else {
      add("discount", "none")
    }
    add("per room", "\(quote.perRoom)\(mark)")
    add("all rooms", "\(quote.total)\(mark)")
  }

  /// Reference, state and price of a booking.
  mutating func add(_ booking: BookingRecord, now: Instant) {
    let state = booking.state(at: now)
    let until = state == .held ? booking.holdExpiresAt.map { ", until \($0)" } : nil
    add("reference", booking.reference.description)
    add("state", state.rawValue + (until ?? ""))
    add(booking.stay)
    let mark = booking.isSample ? " (sample price)" : ""
    for (night, price) in zip(booking.stay.nights, booking.nightlyPrices) {
      add("\(night)", "\(price) a room (\(night.weekdayName))")
    }
    add(
      "discount",
      booking.discountID.map {
        session.rates.season($0)?.name[session.settings.language] ?? $0
      } ?? "none")
    let perRoom = booking.nightlyPrices.dropFirst().reduce(booking.nightlyPrices[0], +)
    add("per room", "\(perRoom)\(mark)")
    add("all rooms", "\(booking.total)\(mark)")
  }

  /// Writes the lines with their labels in one column.
  func write() throws(CommandError) {
    for (label, text) in lines {
      try session.console.say("\(DisplayText.pad(label, to: 11)) \(text)")
    }
  }

  static func plural(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
