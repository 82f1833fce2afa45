import Booking

/// `nearby quote HOTEL DATE`: what a stay costs, night by night.
enum QuoteCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let session = try BookingSession(arguments, console)
    let options = try StayOptions(session)
    let desk = try session.desk()
    let (quote, left) = try booking { () throws(BookingError) in
      (try desk.quote(options.stay), try desk.roomsLeft(for: options.stay))
    }
    if session.settings.format == .table {
      var text = StayText(session)
      text.add(options.stay)
      text.add(quote)
      let least = left.map(\.rooms).min() ?? 0
      let full = left.filter { $0.rooms < options.stay.rooms }
      text.add(
        "left",
        full.isEmpty
          ? StayText.plural(least, "room")
          : "sold out on " + full.map(\.night.description).joined(separator: ", "))
      try text.write()
    } else {
      let records = BookingRecords(session: session)
      try records.write([records.record(quote, roomsLeft: left)], columns: .quotes)
    }
    return 0
  }
}
