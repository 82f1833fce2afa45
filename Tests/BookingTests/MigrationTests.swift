import Catalog
import TestSupport
import Testing

@testable import Booking

@Suite struct MigrationTests {
  /// A database of each earlier version, with a row that version could hold.
  @Test(arguments: 1..<Schema.version) func comesFrom(version: Int) throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/bookings.db"
    var old: SQLiteBookingStore? = try SQLiteBookingStore(path: path, upTo: version)
    #expect(try old?.connection.run("PRAGMA user_version") == [[.integer(version)]])
    let connection = try #require(old?.connection)
    let statements = [
      "INSERT INTO guests VALUES ('g-1', 5)",
      "INSERT INTO guest_details VALUES ('g-1', 'Ada Lovelace', NULL, NULL)",
      "INSERT INTO bookings VALUES ('FFF-FFF-FFF', 'key', 'g-1', 'hotel-mock', 'single',"
        + " '2026-03-04', '2026-03-05', 1, 1, 'HKD', NULL, 0, 'confirmed', 5, NULL)",
      "INSERT INTO booking_nights VALUES ('FFF-FFF-FFF', '2026-03-04', 47501)",
    ]
    for sql in statements { try connection.run(sql) }
    try SQLLog.enqueue(
      [0, 2, 3].map { SQLStatement(statements[$0]) }, at: nil, in: connection)
    old = nil
    let fixture = try Fixture(folder)
    let booking = try fixture.desk.booking(try BookingReference("FFF-FFF-FFF"))
    #expect(booking.total.minorUnits == 47_501)
    #expect(try fixture.desk.guest(of: booking)?.name == "Ada Lovelace")
    #expect(try fixture.desk.payments(of: booking.reference).isEmpty)
    #expect(try fixture.desk.cart().lines.isEmpty)
    #expect(
      throws: BookingError.soldOut(
        nights: [try CivilDate("2026-03-04")], hotel: "hotel-mock", room: "single")
    ) { try fixture.desk.book(try fixture.stay(), key: "2", guest: nil) }
    // Migrations are in the log, so that it rebuilds a database of this version.
    let rebuilt = try replay(try fixture.store.logText(), in: folder, name: "new.db")
    #expect(try loggedRows(rebuilt) == loggedRows(fixture.store.connection))
    let fresh = try Fixture()
    #expect(try schema(rebuilt) == schema(fresh.store.connection))
  }

  private func schema(_ connection: SQLiteConnection) throws -> [[SQLValue]] {
    try connection.run("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")
      + connection.run("PRAGMA user_version") + connection.run("PRAGMA application_id")
  }

  @Test func refusesANewerDatabase() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/bookings.db"
    var store: SQLiteBookingStore? = try SQLiteBookingStore(path: path)
    try store?.connection.run("PRAGMA user_version = \(Schema.version + 1)")
    store = nil
    #expect(
      throws: BookingError.newerStore(
        path: path, version: Schema.version + 1, known: Schema.version)
    ) { try SQLiteBookingStore(path: path) }
  }

  @Test func refusesTheDatabaseOfAnotherProgram() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/bookings.db"
    try SQLiteConnection(path: path).run("CREATE TABLE songs (title TEXT)")
    let before = try FileSystem.read(path)
    #expect(throws: BookingError.self) { try SQLiteBookingStore(path: path) }
    #expect(try FileSystem.read(path) == before)
  }

  @Test func refusesWhatIsNoDatabase() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("bookings.db", String(repeating: "not a database ", count: 100))
    do {
      _ = try SQLiteBookingStore(path: path)
      Issue.record("accepted")
    } catch {
      guard case .damagedStore = error else { throw error }
    }
  }

  @Test func settingsHold() throws {
    let connection = try Fixture().store.connection
    #expect(try connection.run("PRAGMA journal_mode") == [[.text("wal")]])
    #expect(try connection.run("PRAGMA synchronous") == [[.integer(2)]])
    #expect(try connection.run("PRAGMA foreign_keys") == [[.integer(1)]])
    #expect(try connection.run("PRAGMA secure_delete") == [[.integer(1)]])
    #expect(try connection.run("PRAGMA busy_timeout") == [[.integer(10_000)]])
  }
}
