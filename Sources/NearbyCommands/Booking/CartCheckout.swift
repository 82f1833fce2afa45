import Booking
import Catalog

/// `nearby cart checkout --card NUMBER`: books and pays the stays of the cart.
struct CartCheckout {
  let session: BookingSession

  init(_ session: BookingSession) { self.session = session }

  func run(_ operands: [String]) throws(CommandError) -> Int32 {
    guard operands.isEmpty else {
      throw .usage("unexpected: \(operands.joined(separator: " ").prefix(60))")
    }
    let arguments = session.arguments
    let card = try PayCommand.card(arguments)
    let guest = try BookCommand.guest(arguments)
    let desk = try session.desk()
    if !arguments.has(.yes) {
      if session.settings.format == .table { try CartText(session).write([]) }
      guard try session.isConfirmed("book and pay all stays (sandbox, no money is taken)?") else {
        session.console.note("nearby: nothing was booked")
        return 1
      }
    }
    let provider = try PayCommand.provider(session)
    let result = try booking { () throws(BookingError) in
      try desk.checkOut(
        card: card, guest: guest, provider: provider, logsDetails: arguments.has(.logGuests))
    }
    session.noteLog(desk)
    try write(result)
    try session.console.flush()
    let rest = try booking { () throws(BookingError) in try desk.cart() }
    if let unpaid = result.unpaid {
      session.console.note(
        "nearby: booking \(unpaid.booking.reference): \(PayCommand.phrase(unpaid.outcome)); "
          + "the cart keeps \(StayText.plural(rest.badge, "item"))")
      return 1
    }
    if rest.badge > 0 {
      session.console.note(
        "nearby: \(StayText.plural(rest.badge, "visit")) left in the cart: they have no price and need no booking"
      )
    }
    return 0
  }

  private func write(_ result: BookingDesk.Checkout) throws(CommandError) {
    var outcomes: [(BookingRecord, PaymentOutcome)] = result.paid.map { ($0, .authorised) }
    if let unpaid = result.unpaid { outcomes.append(unpaid) }
    guard session.settings.format == .table else {
      let records = BookingRecords(session: session)
      try records.write(
        outcomes.map { record, outcome in
          records.record(
            record,
            more: JSONValue.Member.list(["payment": .string(outcome.rawValue)]))
        }, columns: .bookings + [RecordWriter.Column("payment")])
      return
    }
    for (index, (record, outcome)) in outcomes.enumerated() {
      if index > 0 { try session.console.say() }
      var text = StayText(session)
      text.add(record, now: session.now())
      text.add("payment", PayCommand.phrase(outcome))
      try text.write()
    }
  }
}
