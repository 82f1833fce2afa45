import TestSupport
import Testing

@testable import Booking

@Suite struct BookingDeskTests {
  @Test func staysFollowEachOtherInOneRoom() throws {
    let fixture = try Fixture()
    for (checkIn, checkOut) in [
      ("2026-03-05", "2026-03-06"), ("2026-03-04", "2026-03-05"), ("2026-03-06", "2026-03-07"),
    ] {
      let booking = try fixture.desk.book(
        try fixture.stay("single", checkIn, checkOut), key: checkIn, guest: nil, target: .confirmed)
      #expect(booking.state == .confirmed)
    }
    #expect(
      throws: BookingError.soldOut(
        nights: try ["2026-03-04", "2026-03-05", "2026-03-06"].map { try CivilDate($0) },
        hotel: "hotel-mock", room: "single")
    ) {
      try fixture.desk.book(
        try fixture.stay("single", "2026-03-03", "2026-03-08"), key: "x", guest: nil)
    }
  }

  @Test func oneKeyIsOneBooking() throws {
    let fixture = try Fixture()
    let stay = try fixture.stay("double", guests: 2)
    let first = try fixture.desk.book(stay, key: "k", guest: nil)
    #expect(try fixture.desk.book(stay, key: "k", guest: nil) == first)
    #expect(throws: BookingError.idempotencyConflict(key: "k", booking: first.reference)) {
      try fixture.desk.book(
        try fixture.stay("double", "2026-03-04", "2026-03-06", guests: 2), key: "k", guest: nil)
    }
    _ = try fixture.desk.cancel(first.reference)
    #expect(try fixture.desk.book(stay, key: "k", guest: nil).state == .cancelled)
    #expect(try fixture.desk.bookings().count == 1)
  }

  @Test func cancellingFreesTheNights() throws {
    let fixture = try Fixture()
    let stay = try fixture.stay()
    let first = try fixture.desk.book(stay, key: "1", guest: nil, target: .confirmed)
    #expect(throws: BookingError.self) { try fixture.desk.book(stay, key: "2", guest: nil) }
    #expect(try fixture.desk.cancel(first.reference).state == .cancelled)
    #expect(try fixture.desk.book(stay, key: "2", guest: nil).state == .held)
  }

  @Test func aHoldRunsOutAtItsLastMillisecond() throws {
    let fixture = try Fixture()
    let stay = try fixture.stay()
    let held = try fixture.desk.book(stay, key: "1", guest: nil)
    let expiry = try #require(held.holdExpiresAt)
    fixture.clock.now = Instant(millisecondsSinceEpoch: expiry.millisecondsSinceEpoch - 1)
    #expect(throws: BookingError.self) { try fixture.desk.book(stay, key: "2", guest: nil) }
    fixture.clock.now = expiry
    #expect(throws: BookingError.holdExpired(held.reference, at: expiry)) {
      try fixture.desk.confirm(held.reference)
    }
    #expect(try fixture.desk.book(stay, key: "2", guest: nil).state == .held)
    #expect(try fixture.desk.booking(held.reference).state == .expired)
    #expect(throws: BookingError.illegalMove(held.reference, from: .expired, to: .cancelled)) {
      try fixture.desk.cancel(held.reference)
    }
  }

  /// Every move of the machine, allowed or not.
  @Test func theStateMachineIsClosed() {
    let allowed: Set<[BookingState]> = [
      [.enquired, .held], [.enquired, .cancelled], [.held, .confirmed], [.held, .cancelled],
      [.held, .expired], [.confirmed, .cancelled],
    ]
    for from in BookingState.allCases {
      for to in BookingState.allCases {
        #expect(from.mayBecome(to) == allowed.contains([from, to]), "\(from) to \(to)")
      }
    }
  }

  @Test func anEnquiryKeepsNoRoomAndCannotBeConfirmedAtOnce() throws {
    let fixture = try Fixture()
    let stay = try fixture.stay()
    let enquiry = try fixture.desk.book(stay, key: "1", guest: nil, target: .enquired)
    let other = try fixture.desk.book(stay, key: "2", guest: nil)
    #expect(throws: BookingError.illegalMove(enquiry.reference, from: .enquired, to: .confirmed)) {
      try fixture.desk.confirm(enquiry.reference)
    }
    #expect(throws: BookingError.self) { try fixture.desk.hold(enquiry.reference) }
    _ = try fixture.desk.cancel(other.reference)
    #expect(try fixture.desk.hold(enquiry.reference).state == .held)
    #expect(try fixture.desk.confirm(enquiry.reference).state == .confirmed)
    #expect(try fixture.desk.confirm(enquiry.reference).state == .confirmed)
  }

  /// Random stays in a room type of three, against counting.
  @Test(arguments: [1, 2, 3] as [UInt64]) func neverExceedsCapacity(seed: UInt64) throws {
    let fixture = try Fixture(seed: seed)
    var generator = SplitMix64(seed: seed)
    var taken: [Int: Int] = [:]
    var kept: [BookingRecord] = []
    let first = try CivilDate("2026-03-02")
    for number in 0..<150 {
      if !kept.isEmpty && Int.random(in: 0..<4, using: &generator) == 0 {
        let booking = kept.remove(at: Int.random(in: kept.indices, using: &generator))
        _ = try fixture.desk.cancel(booking.reference)
        for night in booking.stay.nights { taken[night.dayNumber]! -= booking.stay.rooms }
        continue
      }
      let start = first.advanced(by: Int.random(in: 0..<20, using: &generator))
      let rooms = Int.random(in: 1...3, using: &generator)
      let stay = try Stay(
        hotelID: "hotel-mock", roomID: "double", checkIn: start,
        checkOut: start.advanced(by: Int.random(in: 1...5, using: &generator)), rooms: rooms,
        guests: rooms)
      let full = stay.nights.filter { (taken[$0.dayNumber] ?? 0) + rooms > 3 }
      do throws(BookingError) {
        kept.append(try fixture.desk.book(stay, key: "\(number)", guest: nil, target: .confirmed))
        #expect(full.isEmpty, "seed \(seed), request \(number)")
        for night in stay.nights { taken[night.dayNumber, default: 0] += rooms }
      } catch {
        guard case .soldOut(let nights, _, _) = error else { throw error }
        #expect(nights == full, "seed \(seed), request \(number)")
      }
    }
    #expect(kept.count >= 3)
  }

  @Test func survivesReopening() throws {
    let folder = TemporaryFolder()
    let booking = try Fixture(folder).desk.book(
      try Fixture(folder).stay(), key: "1", guest: try GuestDetails(name: "Ada Lovelace"))
    let again = try Fixture(folder)
    #expect(try again.desk.booking(booking.reference) == booking)
    #expect(try again.desk.guest(of: booking)?.name == "Ada Lovelace")
  }

  @Test func filesAreForTheirOwnerOnly() throws {
    let fixture = try Fixture()
    _ = try fixture.desk.book(try fixture.stay(), key: "1", guest: nil)
    for name in ["bookings.db", "bookings.sql", "bookings.db-wal", "bookings.db-shm"] {
      #expect(permissions("\(fixture.folder.path)/\(name)") == 0o600, "\(name)")
    }
  }
}
