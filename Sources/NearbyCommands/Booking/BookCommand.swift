import Booking

/// `nearby book HOTEL DATE`: shows what is about to be booked, then books it.
enum BookCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let session = try BookingSession(arguments, console)
    let options = try StayOptions(session)
    let guest = try guest(arguments)
    guard !(arguments.has(.enquire) && arguments.has(.yes)) else {
      throw .usage("--enquire keeps no room, so there is nothing to confirm with --yes")
    }
    let desk = try session.desk()
    let key = arguments.value(.key) ?? desk.makeKey()
    // The rooms are kept before the question is asked, so that a yes cannot come too late.
    let target: BookingState =
      arguments.has(.enquire) ? .enquired : arguments.has(.yes) ? .confirmed : .held
    var record = try booking { () throws(BookingError) in
      try desk.book(
        options.stay, key: key, guest: guest, target: target,
        logsDetails: arguments.has(.logGuests))
    }
    session.noteLog(desk)
    let isTable = session.settings.format == .table
    if isTable {
      var text = StayText(session)
      text.add(record, now: session.now())
      if arguments.value(.key) == nil { text.add("key", key) }
      try text.write()
    }
    if target == .held && record.state(at: session.now()) == .held {
      if try session.isConfirmed("confirm this booking?") {
        let reference = record.reference
        record = try booking { () throws(BookingError) in try desk.confirm(reference) }
        if isTable { try console.say("confirmed   \(reference)") }
      } else {
        console.note(
          "nearby: held, not confirmed; nearby confirm \(record.reference) makes it final")
      }
    }
    if !isTable {
      let records = BookingRecords(session: session)
      try records.write([records.record(record)], columns: .bookings)
    }
    return 0
  }

  /// The guest of the options; nil where none is given.
  static func guest(_ arguments: Arguments) throws(CommandError) -> GuestDetails? {
    guard let name = arguments.value(.name) else {
      guard arguments.value(.email) == nil && arguments.value(.phone) == nil else {
        throw .usage("--email and --phone need a --name")
      }
      return nil
    }
    return try booking { () throws(BookingError) in
      try GuestDetails(
        name: name, email: arguments.value(.email), phone: arguments.value(.phone))
    }
  }
}
