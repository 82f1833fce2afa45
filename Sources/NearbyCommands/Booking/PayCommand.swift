import Booking
import Catalog

/// `nearby pay REF --card NUMBER`: has a booking paid, at most once.
enum PayCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let session = try BookingSession(arguments, console)
    let reference = try session.reference()
    let card = try card(arguments)
    let shares = try Settings.count(arguments, .split, atLeast: 1)
    guard shares ?? 1 <= 999 else { throw .usage("--split \(shares ?? 0): at most 999") }
    let desk = try session.desk()
    let record = try booking { () throws(BookingError) in try desk.booking(reference) }
    if !arguments.has(.yes) {
      if session.settings.format == .table {
        var text = StayText(session)
        text.add(record, now: session.now())
        try text.write()
      }
      guard try session.isConfirmed("pay \(record.total) (sandbox, no money is taken)?") else {
        console.note("nearby: not paid")
        return 1
      }
    }
    let provider = try provider(session)
    let outcome = try booking { () throws(BookingError) in
      try desk.pay(reference, card: card, provider: provider)
    }
    session.noteLog(desk)
    let paid = try booking { () throws(BookingError) in try desk.booking(reference) }
    try write(outcome, paid, shares: shares, session: session)
    return outcome == .authorised ? 0 : 1
  }

  private static func write(
    _ outcome: PaymentOutcome, _ record: BookingRecord, shares: Int?, session: BookingSession
  ) throws(CommandError) {
    let parts = shares.map { record.total.split(into: $0) } ?? []
    guard session.settings.format == .table else {
      let records = BookingRecords(session: session)
      let more = JSONValue.Member.list([
        "payment": .string(outcome.rawValue),
        "sharesMinor": parts.isEmpty ? nil : .array(parts.map { .integer($0.minorUnits) }),
      ])
      try records.write(
        [records.record(record, more: more)],
        columns: .bookings + [RecordWriter.Column("payment"), RecordWriter.Column("sharesMinor")])
      return
    }
    var text = StayText(session)
    text.add("reference", record.reference.description)
    text.add("payment", Self.phrase(outcome))
    text.add("amount", "\(record.total)\(record.isSample ? " (sample price)" : "")")
    text.add("state", record.state(at: session.now()).rawValue)
    for (index, part) in parts.enumerated() { text.add("guest \(index + 1)", part.description) }
    try text.write()
  }

  /// What an outcome means for the payer.
  static func phrase(_ outcome: PaymentOutcome) -> String {
    switch outcome {
    case .authorised: "authorised (sandbox, no money is taken)"
    case .declined: "declined; try another card"
    case .cancelled: "cancelled; nothing was taken"
    case .timedOut: "timed out; pay again to learn what became of it, it is charged once at most"
    }
  }

  /// `--card`, or standard input, so that the number need not stand in a shell's history.
  static func card(_ arguments: Arguments) throws(CommandError) -> CardNumber {
    guard var text = arguments.value(.card) else {
      throw .usage("--card is missing; give a test card of the sandbox, see nearby pay --help")
    }
    if text == "-" {
      do throws(FileSystem.Failure) {
        let bytes = try FileSystem.Input(path: "-").read()
        text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      } catch {
        throw .data(DataError(error))
      }
    }
    let number = text
    return try booking { () throws(BookingError) in try CardNumber(number) }
  }

  /// The sandbox with its ledger beside the bookings.
  static func provider(_ session: BookingSession) throws(CommandError) -> SandboxProvider {
    let path = try BookingSession.databasePath(session.arguments, session.console)
    return try booking { () throws(BookingError) in
      try SandboxProvider(ledger: "\(path)-sandbox")
    }
  }
}
