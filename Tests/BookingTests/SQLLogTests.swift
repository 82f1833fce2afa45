import Catalog
import TestSupport
import Testing

@testable import Booking

@Suite struct SQLLogTests {
  /// Names that break naive logs.
  static let names = [
    "O'Brien", "');DROP TABLE bookings;--", "two\nlines", "cr\rlf\r\n", "nul\u{0}byte",
    "<img src=x onerror=alert(1)>", "陳大文", "line\u{2028}separator\u{85}", "", "?", "'", "''",
    ".quit", "a\u{7F}b", "\\n", "\"double\"", "🙂‍↔️",
  ]

  @Test(arguments: names) func literalsReadBack(_ name: String) throws {
    let folder = TemporaryFolder()
    let connection = try SQLiteConnection(path: "\(folder.path)/x.db")
    let literal = SQLValue.text(name).literal
    #expect(!literal.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x2028 })
    #expect(try connection.run("SELECT \(literal)") == [[.text(name)]])
    #expect(try connection.run("SELECT ?", [.text(name)]) == [[.text(name)]])
  }

  @Test func rebuildsTheSameRows() throws {
    let fixture = try Fixture()
    for (index, name) in Self.names.enumerated() where !name.isEmpty && name != "?" {
      let stay = try fixture.stay(
        "double", "2026-04-\(10 + index)", "2026-04-\(11 + index)", guests: 2)
      let booking = try fixture.desk.book(
        stay, key: "key \(name)", guest: try GuestDetails(name: "x\(name)"))
      if index % 2 == 0 { _ = try fixture.desk.confirm(booking.reference) }
      if index % 3 == 0 { _ = try fixture.desk.cancel(booking.reference) }
    }
    let log = try fixture.store.logText()
    let rebuilt = try replay(log, in: fixture.folder, name: "new.db")
    #expect(try loggedRows(rebuilt) == loggedRows(fixture.store.connection))
    #expect(try loggedRows(rebuilt)["bookings"]?.count == Self.names.count - 2)
  }

  @Test func everyLineIsOneStatement() throws {
    let fixture = try Fixture()
    for (index, name) in Self.names.enumerated() where !name.isEmpty {
      _ = try fixture.desk.book(
        try fixture.stay("double", "2026-04-\(10 + index)", "2026-04-\(11 + index)"), key: name,
        guest: nil)
    }
    let text = String(decoding: try fixture.store.logText(), as: UTF8.self)
    #expect(text.utf8.last == UInt8(ascii: "\n"))
    for line in text.unicodeScalars.split(whereSeparator: {
      $0.properties.isWhitespace && $0 != " "
    }) {
      let words = ["BEGIN", "COMMIT;", "INSERT", "UPDATE", "CREATE", "PRAGMA", "DELETE"]
      #expect(words.contains { String(line).hasPrefix($0) }, "\(String(line))")
    }
  }

  @Test func sequencesAreInCommitOrder() throws {
    let fixture = try Fixture()
    for day in 10..<30 {
      _ = try fixture.desk.book(
        try fixture.stay("double", "2026-04-\(day)", "2026-04-\(day + 1)"), key: "\(day)",
        guest: nil)
    }
    let numbers = String(decoding: try fixture.store.logText(), as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("BEGIN") }
      .compactMap { Int($0.split(separator: " ")[2]) }
    #expect(numbers == Array(1...numbers.count))
    #expect(numbers.count == 20 + Schema.version)
  }

  @Test func carriesNoGuestDetailsUnlessTold() throws {
    let fixture = try Fixture()
    let guest = try GuestDetails(
      name: "Ada Lovelace", email: "ada@example.com", phone: "5550 1234")
    let quiet = try fixture.desk.book(try fixture.stay("double"), key: "1", guest: guest)
    var text = String(decoding: try fixture.store.logText(), as: UTF8.self)
    for secret in ["Ada Lovelace", "example.com", "5550"] { #expect(!text.contains(secret)) }
    #expect(text.contains(quiet.guestID))
    let loud = try fixture.desk.book(
      try fixture.stay("double"), key: "2", guest: guest, logsDetails: true)
    text = String(decoding: try fixture.store.logText(), as: UTF8.self)
    #expect(text.contains("Ada Lovelace"))
    let rebuilt = try replay(Array(text.utf8), in: fixture.folder, name: "new.db")
    #expect(
      try rebuilt.run("SELECT guest_id FROM guest_details") == [[.text(loud.guestID)]])
  }

  @Test func forgettingAGuestKeepsBookingsAndLogConsistent() throws {
    let fixture = try Fixture()
    let guest = try GuestDetails(name: "Ada Lovelace", email: "ada@example.com")
    let booking = try fixture.desk.book(
      try fixture.stay(), key: "1", guest: guest, target: .confirmed, logsDetails: true)
    #expect(try fixture.desk.forgetGuest(of: booking.reference) == booking)
    #expect(try fixture.desk.guest(of: booking) == nil)
    #expect(try fixture.desk.booking(booking.reference) == booking)
    #expect(try fixture.desk.cancel(booking.reference).state == .cancelled)
    let rebuilt = try replay(
      try fixture.store.logText(), in: fixture.folder, name: "new.db")
    #expect(try loggedRows(rebuilt) == loggedRows(fixture.store.connection))
    #expect(try rebuilt.run("SELECT * FROM guest_details").isEmpty)
    // Nothing of the details is left in the files of the database.
    for name in ["bookings.db", "bookings.db-wal"] {
      let bytes = try FileSystem.read("\(fixture.folder.path)/\(name)")
      #expect(!String(decoding: bytes, as: UTF8.self).contains("ada@example.com"), "\(name)")
    }
  }

  // MARK: Recovery

  /// The log cut at every byte of its last transactions, as a crash may leave it, also with garbage
  /// where the lost bytes were.
  @Test(arguments: [false, true]) func recoversFromEveryTornEnd(garbage: Bool) throws {
    let folder = TemporaryFolder()
    var fixture: Fixture? = try Fixture(folder)
    let path = try #require(fixture).store.logPath
    let base = try FileSystem.read(path).count
    _ = try fixture?.desk.book(
      try #require(fixture).stay("double"), key: "a", guest: nil)
    _ = try fixture?.desk.book(
      try #require(fixture).stay("double"), key: "b", guest: nil, target: .confirmed)
    let whole = try #require(fixture).store.logText()
    fixture = nil
    for length in stride(from: base, through: whole.count, by: 7) {
      var torn = Array(whole[..<length])
      if garbage { torn += Array(repeating: 0, count: min(50, whole.count - length)) }
      try FileSystem.replace(path, with: torn)
      let store = try SQLiteBookingStore(path: "\(folder.path)/bookings.db")
      #expect(try store.logText() == whole, "cut at \(length)")
    }
  }

  @Test func writesALostLogAnew() throws {
    let folder = TemporaryFolder()
    let fixture = try Fixture(folder)
    for day in 1..<90 {
      let date = try CivilDate("2026-04-01").advanced(by: day)
      _ = try fixture.desk.book(
        try fixture.stay("double", date.description, date.advanced(by: 1).description),
        key: "\(day)", guest: nil)
    }
    // More than the outbox gathers, so that part of it is in the file only.
    #expect(
      try fixture.store.connection.run("SELECT count(*) FROM log_outbox")[0][0].integer ?? 0 < 89)
    try FileSystem.replace(fixture.store.logPath, with: [])
    let again = try SQLiteBookingStore(path: "\(folder.path)/bookings.db")
    let rebuilt = try replay(try again.logText(), in: folder, name: "new.db")
    #expect(try loggedRows(rebuilt) == loggedRows(again.connection))
    #expect(try loggedRows(rebuilt)["bookings"]?.count == 89)
  }

  @Test func aRebuiltDatabaseGoesOnWorking() throws {
    let fixture = try Fixture()
    let booking = try fixture.desk.book(try fixture.stay(), key: "1", guest: nil)
    _ = try replay(try fixture.store.logText(), in: fixture.folder, name: "new.db")
    let store = try SQLiteBookingStore(path: "\(fixture.folder.path)/new.db")
    let clock = fixture.clock
    let desk = BookingDesk(
      store: store, rates: fixture.desk.rates, timeZone: fixture.desk.timeZone,
      now: { clock.now }, generator: SplitMix64(seed: 9))
    #expect(try desk.confirm(booking.reference).state == .confirmed)
    let rebuilt = try replay(try store.logText(), in: fixture.folder, name: "newer.db")
    #expect(try loggedRows(rebuilt) == loggedRows(store.connection))
  }

  @Test func refusesTheLogOfAnotherDatabase() throws {
    let folder = TemporaryFolder()
    let fixture = try Fixture(folder)
    _ = try fixture.desk.book(try fixture.stay(), key: "1", guest: nil)
    let longer = try fixture.store.logText() + Array("INSERT INTO guests VALUES ('x', 1);\n".utf8)
    try FileSystem.replace(fixture.store.logPath, with: longer)
    do {
      _ = try SQLiteBookingStore(path: "\(folder.path)/bookings.db")
      Issue.record("accepted")
    } catch {
      guard case .damagedStore = error else { throw error }
    }
    #expect(try FileSystem.read(fixture.store.logPath) == longer)
  }
}
