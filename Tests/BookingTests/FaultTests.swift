import CSQLite
import Catalog
import TestSupport
import Testing

@testable import Booking

/// A failure at every call that the store makes to SQLite, one after the other.
@Suite struct FaultTests {
  static let codes: [Int32] = [
    SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR, ioErrorShortRead, SQLITE_CORRUPT, SQLITE_NOMEM,
    SQLITE_CANTOPEN, SQLITE_READONLY,
  ]

  /// What a test does, and how the rows look before and after.
  private func rows(_ path: String) throws -> [String: [[SQLValue]]] {
    let connection = try SQLiteConnection(path: path)
    var rows = try loggedRows(connection)
    rows["details"] = try connection.run("SELECT * FROM guest_details ORDER BY 1")
    return rows
  }

  /// Runs an operation with a failure at call 0, 1, 2 … until it gets through.
  ///
  /// - Returns: how many calls were failed.
  private func failEverywhere(
    code: Int32, prepare: (Fixture) throws -> BookingReference?,
    _ operation: (Fixture, BookingReference?) throws -> Void
  ) throws -> Int {
    var number = 0
    while true {
      let folder = TemporaryFolder()
      let path = "\(folder.path)/bookings.db"
      let reference = try prepare(try Fixture(folder))
      let before = try rows(path)
      var failed = false
      let faults = SQLiteFaults { _, call in
        guard call == number else { return nil }
        failed = true
        return code
      }
      var thrown: BookingError?
      do {
        let fixture = try Fixture(folder, seed: 99, faults: faults)
        try operation(fixture, reference)
      } catch let error as BookingError {
        thrown = error
      }
      // Whatever was injected: the next process finds all or nothing, and the log agrees.
      let again = try Fixture(folder, seed: 100)
      let after = try rows(path)
      if let thrown {
        #expect(after == before, "call \(number), code \(code): half-written after \(thrown)")
        #expect(isClear(thrown, code: code), "call \(number): \(thrown)")
      } else {
        #expect(after != before, "call \(number), code \(code): acknowledged and lost")
      }
      let replayed = try LogReplay(log: try again.store.logText(), path: ":memory:")
      #expect(try replayed.differences(from: again.store) == [], "call \(number), code \(code)")
      if !failed { return number }
      number += 1
    }
  }

  /// The error says what failed and where, and repeats nothing of the guest.
  private func isClear(_ error: BookingError, code: Int32) -> Bool {
    let text = error.description
    guard text.contains("bookings.db"), !text.contains("Ada Lovelace"), !text.contains("locked")
    else {
      return false
    }
    switch error {
    case .busy: return code == SQLITE_BUSY
    case .damagedStore: return code == SQLITE_CORRUPT
    case .storeFailed(_, let found, let message, let operation):
      return found == Int(code) && !message.isEmpty && !operation.isEmpty
    default: return false
    }
  }

  @Test(arguments: codes) func bookingIsWholeOrNothing(code: Int32) throws {
    let calls = try failEverywhere(code: code) { _ in
      nil
    } _: { fixture, _ in
      _ = try fixture.desk.book(
        try fixture.stay("double", "2026-03-04", "2026-03-07", guests: 2), key: "k",
        guest: try GuestDetails(name: "Ada Lovelace"), target: .confirmed)
    }
    #expect(calls > 100)
  }

  @Test(arguments: codes.prefix(4)) func cancellingIsWholeOrNothing(code: Int32) throws {
    let calls = try failEverywhere(code: code) { fixture in
      try fixture.desk.book(try fixture.stay(), key: "k", guest: nil).reference
    } _: { fixture, reference in
      _ = try fixture.desk.cancel(try #require(reference))
    }
    #expect(calls > 30)
  }

  @Test(arguments: [SQLITE_FULL, SQLITE_IOERR]) func theCartIsWholeOrNothing(code: Int32) throws {
    let calls = try failEverywhere(code: code) { _ in
      nil
    } _: { fixture, _ in
      _ = try fixture.desk.addToCart(.visit(attractionID: "unit-theatre", date: nil))
    }
    #expect(calls > 30)
  }

  /// A payment is three transactions and a charge; a failure leaves a booking that pays once.
  @Test(arguments: [SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR]) func payingAgainChargesOnce(
    code: Int32
  ) throws {
    var number = 0
    while true {
      let folder = TemporaryFolder()
      let fixture = try Fixture(folder)
      let booking = try fixture.desk.book(try fixture.stay(), key: "k", guest: nil)
      let card = try CardNumber(Card.good)
      let provider = try SandboxProvider(ledger: "\(folder.path)/ledger")
      var failed = false
      let faults = SQLiteFaults { _, call in
        guard call == number else { return nil }
        failed = true
        return code
      }
      do {
        _ = try Fixture(folder, seed: 2, faults: faults).desk
          .pay(booking.reference, card: card, provider: provider)
      } catch is BookingError {}
      #expect(
        try Fixture(folder, seed: 3).desk.pay(booking.reference, card: card, provider: provider)
          == .authorised)
      #expect(try provider.ledger().map(\.word) == ["authorised"], "call \(number)")
      #expect(try Fixture(folder).desk.booking(booking.reference).state == .confirmed)
      if !failed { break }
      number += 1
    }
    #expect(number > 50)
  }
}
