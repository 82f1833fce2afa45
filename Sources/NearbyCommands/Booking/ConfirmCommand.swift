import Booking

/// `nearby confirm REF`: holds an enquiry's rooms where that is still to be done, and makes the
/// booking final.
enum ConfirmCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let session = try BookingSession(arguments, console)
    let reference = try session.reference()
    let desk = try session.desk()
    var record = try booking { () throws(BookingError) in try desk.booking(reference) }
    if record.state == .enquired {
      record = try booking { () throws(BookingError) in try desk.hold(reference) }
    }
    if record.state != .confirmed && !arguments.has(.yes) {
      if session.settings.format == .table {
        var text = StayText(session)
        text.add(record, now: session.now())
        try text.write()
      }
      guard try session.isConfirmed("confirm this booking?") else {
        console.note("nearby: not confirmed")
        return 1
      }
    }
    record = try booking { () throws(BookingError) in try desk.confirm(reference) }
    session.noteLog(desk)
    try BookingCommand.show(record, desk: desk, session: session)
    return 0
  }
}

/// `nearby cancel REF`: gives a booking up, frees its nights and has the money given back.
enum CancelCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let session = try BookingSession(arguments, console)
    let reference = try session.reference()
    let desk = try session.desk()
    var record = try booking { () throws(BookingError) in try desk.booking(reference) }
    if record.state != .cancelled && !arguments.has(.yes) {
      if session.settings.format == .table {
        var text = StayText(session)
        text.add(record, now: session.now())
        try text.write()
      }
      guard try session.isConfirmed("cancel this booking?") else {
        console.note("nearby: not cancelled")
        return 1
      }
    }
    let provider = try PayCommand.provider(session)
    record = try booking { () throws(BookingError) in
      let cancelled = try desk.cancel(reference)
      try desk.refund(reference, provider: provider)
      return cancelled
    }
    session.noteLog(desk)
    try BookingCommand.show(record, desk: desk, session: session)
    return 0
  }
}
