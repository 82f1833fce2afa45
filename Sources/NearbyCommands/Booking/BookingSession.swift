import Booking
import Catalog

/// What a booking command works with: the catalog, the rates, the time and, when asked for, the desk.
struct BookingSession {
  let arguments: Arguments
  let console: Console
  let settings: Settings
  let catalog: Catalog
  let rates: RateBook
  let timeZone: CityTimeZone
  /// Tells the time; `NEARBY_NOW` stops it, for tests.
  let now: () -> Instant

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.arguments = arguments
    self.console = console
    settings = try Settings(arguments, console)
    let catalog = try DataDirectory.open(arguments, console)
    self.catalog = catalog
    let path = arguments.value(.rates) ?? "\(catalog.directory)/rooms.csv"
    do throws(DataError) {
      rates = try RateBook(path: path, currency: catalog.city.currency)
    } catch {
      throw .data(error)
    }
    timeZone = try booking { () throws(BookingError) in
      try CityTimeZone(catalog.city.timeZone)
    }
    now = try Self.clock(console)
  }

  /// The clock of a command.
  static func clock(_ console: Console) throws(CommandError) -> () -> Instant {
    guard let text = console.environment("NEARBY_NOW"), !text.isEmpty else {
      return { Instant(millisecondsSinceEpoch: FileSystem.wallClockMilliseconds()) }
    }
    guard let instant = Instant(text) else {
      throw .usage("NEARBY_NOW \(text.prefix(40)): give a time as 2026-03-01T16:30:00Z")
    }
    return { instant }
  }

  /// Opens the bookings at a desk.
  func desk() throws(CommandError) -> BookingDesk {
    let path = try Self.databasePath(arguments, console)
    let store = try booking { () throws(BookingError) in try SQLiteBookingStore(path: path) }
    return BookingDesk(
      store: store, rates: rates, timeZone: timeZone, now: now,
      generator: SystemRandomNumberGenerator())
  }

  /// `--db`, then `NEARBY_DB`, then `nearby/bookings.db` where the system keeps a user's data.
  static func databasePath(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> String {
    if let given = arguments.value(.db) { return given }
    func variable(_ name: String) -> String? {
      console.environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if let given = variable("NEARBY_DB") { return given }
    // The XDG specification tells to ignore a path that is not absolute.
    if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") {
      return "\(folder)/nearby/bookings.db"
    }
    guard let home = variable("HOME") else {
      throw .usage("no place for the bookings: neither XDG_DATA_HOME nor HOME is set; give --db")
    }
    return "\(home)/.local/share/nearby/bookings.db"
  }

  /// A reference among the operands.
  func reference() throws(CommandError) -> BookingReference {
    let text = arguments.operands.joined(separator: " ")
    guard !text.isEmpty else { throw .usage("REF is missing; see nearby bookings") }
    return try booking { () throws(BookingError) in try BookingReference(text) }
  }

  /// Asks on standard error and reads one line of standard input; anything but yes is no.
  func isConfirmed(_ question: String) throws(CommandError) -> Bool {
    if arguments.has(.yes) { return true }
    try console.flush()
    console.note("nearby: \(question) [y/N]")
    do throws(FileSystem.Failure) {
      let answer = String(decoding: try FileSystem.Input(path: "-").read(), as: UTF8.self)
      return ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    } catch {
      throw .usage("cannot read an answer; give --yes")
    }
  }

  /// Says where the log could not be written on, which does no harm to the booking.
  func noteLog(_ desk: BookingDesk) {
    if let failure = (desk.store as? SQLiteBookingStore)?.logFailure {
      console.note("nearby: the log will be written on later: \(failure)")
    }
  }
}
