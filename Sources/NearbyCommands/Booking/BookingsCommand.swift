import Booking

/// `nearby bookings`: all bookings by check-in.
enum BookingsCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    try arguments.expectOperands(atMost: 0)
    let session = try BookingSession(arguments, console)
    let state: BookingState? = try Settings.word(arguments, .state)
    let desk = try session.desk()
    let now = session.now()
    let bookings = try booking { () throws(BookingError) in try desk.bookings() }
      .filter { state == nil || $0.state(at: now) == state }
    guard session.settings.format == .table else {
      let records = BookingRecords(session: session)
      try records.write(bookings.map { records.record($0) }, columns: .bookings)
      return 0
    }
    guard !bookings.isEmpty else {
      try console.say(Phrases(language: session.settings.language).none)
      return 0
    }
    var table = Table([
      Table.Column(title: "Reference"), Table.Column(title: "State"),
      Table.Column(title: "Hotel", minimum: 12), Table.Column(title: "Check-in"),
      Table.Column(title: "Nights", isNumber: true), Table.Column(title: "Rooms", isNumber: true),
      Table.Column(title: "Total", isNumber: true), Table.Column(title: ""),
    ])
    for booking in bookings {
      let hotel = session.catalog.place(withID: booking.stay.hotelID)
      table.append([
        booking.reference.description, booking.state(at: now).rawValue,
        hotel?.name[session.settings.language] ?? booking.stay.hotelID,
        booking.stay.checkIn.description, "\(booking.stay.nights.count)",
        "\(booking.stay.rooms)", booking.total.description, booking.isSample ? "sample" : "",
      ])
    }
    try console.say(table.lines(width: console.columns))
    return 0
  }
}

/// `nearby booking REF`: one booking in full.
enum BookingCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let session = try BookingSession(arguments, console)
    let reference = try session.reference()
    let desk = try session.desk()
    let record = try booking { () throws(BookingError) in
      arguments.has(.forgetGuest)
        ? try desk.forgetGuest(of: reference) : try desk.booking(reference)
    }
    session.noteLog(desk)
    if arguments.has(.forgetGuest) {
      console.note(
        "nearby: the guest's details are deleted; a log written with --log-guests keeps its lines")
    }
    try show(record, desk: desk, session: session)
    return 0
  }

  /// Writes one booking in the format that was asked for, with its guest.
  static func show(
    _ record: BookingRecord, desk: BookingDesk, session: BookingSession
  ) throws(CommandError) {
    let guest = try booking { () throws(BookingError) in try desk.guest(of: record) }
    if session.settings.format == .table {
      var text = StayText(session)
      text.add(record, now: session.now())
      for payment in try booking({ () throws(BookingError) in
        try desk.payments(of: record.reference)
      }) {
        text.add("payment \(payment.attempt)", "\(payment.amount), \(payment.state.rawValue)")
      }
      text.add("guest", guest?.name)
      text.add("e-mail", guest?.email)
      text.add("telephone", guest?.phone)
      try text.write()
    } else {
      let records = BookingRecords(session: session)
      try records.write([records.record(record, guest: guest)], columns: .bookings)
    }
  }
}
