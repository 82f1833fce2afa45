import CSQLite
import Catalog
import TestSupport
import Testing

@testable import Booking

/// Failures of the disk below SQLite: full, broken, torn in the middle of a page.
@Suite(.serialized) struct DiskFaultTests {
  @Test(arguments: [
    (FaultyFileSystem.Call.write, SQLITE_FULL, false), (.write, SQLITE_FULL, true),
    (.write, ioErrorWrite, false), (.write, ioErrorWrite, true),
    (.synchronize, ioErrorSync, false), (.read, ioErrorRead, false),
  ])
  func aBookingIsWholeOrNothing(
    _ call: FaultyFileSystem.Call, _ code: Int32, _ isTorn: Bool
  ) throws {
    var after = 0
    var failures = 0
    while true {
      let folder = TemporaryFolder()
      let fixture = try Fixture(folder)
      let first = try fixture.desk.book(
        try fixture.stay("double"), key: "first", guest: nil, target: .confirmed)
      let plan = FaultyFileSystem.Plan(call: call, after: after, code: code, isTorn: isTorn)
      let clock = fixture.clock
      let (outcome, hits) = FaultyFileSystem.with(plan) {
        () -> Result<BookingRecord, BookingError> in
        do throws(BookingError) {
          let store = try SQLiteBookingStore(path: fixture.store.path, vfs: FaultyFileSystem.name)
          let desk = BookingDesk(
            store: store, rates: fixture.desk.rates, timeZone: fixture.desk.timeZone,
            now: { clock.now }, generator: SplitMix64(seed: 5))
          return .success(
            try desk.book(
              try Stay(
                hotelID: "hotel-mock", roomID: "single", checkIn: CivilDate("2026-03-04"),
                checkOut: CivilDate("2026-03-08"), rooms: 1, guests: 1), key: "second",
              guest: try GuestDetails(name: "Ada Lovelace"), target: .confirmed))
        } catch {
          return .failure(error)
        }
      }
      let again = try Fixture(folder)
      #expect(try again.store.connection.run("PRAGMA integrity_check") == [[.text("ok")]])
      let bookings = try again.desk.bookings()
      #expect(bookings.contains(first), "call \(after)")
      switch outcome {
      case .success(let booking): #expect(bookings.contains(booking), "call \(after)")
      case .failure(let error):
        // A commit whose sync failed is not acknowledged; it may be there whole or not at all.
        let second = bookings.filter { $0.idempotencyKey == "second" }
        #expect(second.allSatisfy { $0.state == .confirmed && $0.nightlyPrices.count == 4 })
        if call != .synchronize { #expect(second.isEmpty, "call \(after): \(error)") }
        guard case .storeFailed(_, let found, let message, _) = error else {
          Issue.record("call \(after): \(error)")
          break
        }
        #expect(found & 0xFF == Int(code & 0xFF) && !message.isEmpty)
        #expect(!error.description.contains("Ada Lovelace"))
      }
      let replayed = try LogReplay(log: try again.store.logText(), path: ":memory:")
      #expect(try replayed.differences(from: again.store) == [], "call \(after)")
      if hits == 0 { break }
      failures += 1
      after += 1
    }
    #expect(failures > 0, "no \(call.rawValue) was failed")
  }

  /// A page of the database that was overwritten on the disk.
  @Test func aDamagedPageIsReported() throws {
    let folder = TemporaryFolder()
    var fixture: Fixture? = try Fixture(folder)
    for day in 10..<28 {
      _ = try fixture?.desk.book(
        try #require(fixture).stay("double", "2026-04-\(day)", "2026-04-\(day + 1)"),
        key: "\(day)", guest: nil)
    }
    try fixture?.store.scrub()
    let path = try #require(fixture).store.path
    fixture = nil
    var bytes = try FileSystem.read(path)
    for offset in 8192..<bytes.count { bytes[offset] = 0xA5 }
    try FileSystem.replace(path, with: bytes)
    do throws(BookingError) {
      let store = try SQLiteBookingStore(path: path)
      _ = try store.read { rows throws(BookingError) in try rows.bookings() }
      Issue.record("read a damaged database")
    } catch {
      guard case .damagedStore(let found, let reason) = error else { throw error }
      #expect(found == path && reason.contains("restore it from its log"))
    }
  }
}
