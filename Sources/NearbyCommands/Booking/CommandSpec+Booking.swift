extension CommandSpec {
  private static let stay: [OptionSpec] = [
    .checkIn, .checkOut, .nights, .guests, .room, .rooms, .rates,
  ]

  /// The forms that quote, book and pay.
  static let booking: [CommandSpec] = [
    CommandSpec(
      name: "hotel", operands: "ID", summary: "show a hotel with its nearest attractions",
      options: [
        .limit, .within, .category, .district, .region, .exclude, .sort, .units, .rates,
      ] + common, run: HotelCommand.run),
    CommandSpec(
      name: "quote", operands: "HOTEL DATE", summary: "say what a stay costs, night by night",
      options: stay + [.db] + common, run: QuoteCommand.run),
    CommandSpec(
      name: "book", operands: "HOTEL DATE",
      summary: "hold rooms, show the summary, and confirm with --yes or when asked",
      options: stay + [.key, .name, .email, .phone, .logGuests, .enquire, .yes, .db] + common,
      run: BookCommand.run),
    CommandSpec(
      name: "bookings", operands: "", summary: "list the bookings",
      options: [.state, .rates, .db] + common, run: BookingsCommand.run),
    CommandSpec(
      name: "booking", operands: "REF", summary: "print everything known of one booking",
      options: [.forgetGuest, .rates, .db] + common, run: BookingCommand.run),
    CommandSpec(
      name: "confirm", operands: "REF", summary: "make a held booking final",
      options: [.yes, .rates, .db] + common, run: ConfirmCommand.run),
    CommandSpec(
      name: "cancel", operands: "REF", summary: "give a booking up and free its nights",
      options: [.yes, .rates, .db] + common, run: CancelCommand.run),
    CommandSpec(
      name: "pay", operands: "REF",
      summary: "pay a booking through the sandbox, once at most; a held one is confirmed",
      options: [.card, .split, .yes, .rates, .db] + common, run: PayCommand.run),
    CommandSpec(
      name: "cart", operands: "[add HOTEL DATE|add ATTRACTION|list|remove LINE|checkout]",
      summary: "collect stays and visits, then book and pay the stays",
      options: stay + [
        .quantity, .allCopies, .card, .name, .email, .phone, .logGuests, .yes, .db,
      ] + common, words: CartCommand.Action.allCases.map(\.rawValue), run: CartCommand.run),
    CommandSpec(
      name: "plan", operands: "HOTEL", summary: "propose days of attractions around a hotel",
      options: [
        .days, .stops, .checkIn, .within, .category, .district, .region, .inside, .exclude, .day,
        .units, .formatOrExport, .lang, .data, .help,
      ], run: PlanCommand.run),
    CommandSpec(
      name: "log", operands: "", summary: "print the SQL log of the bookings",
      options: [.since, .follow, .db, .help], run: LogCommand.run),
  ]
}
