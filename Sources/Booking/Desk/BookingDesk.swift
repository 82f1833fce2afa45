import Catalog

/// Takes, confirms and cancels bookings: all rules, over any store.
///
/// Every change is one transaction of the store, in which capacity is counted and used, so that no
/// number of processes can sell a room twice. A change that is repeated after its answer was lost has
/// no second effect.
public final class BookingDesk {
  /// Where bookings are kept.
  public let store: any BookingStore
  /// Rooms and prices.
  public let rates: RateBook
  /// The zone in which days begin.
  public let timeZone: CityTimeZone
  let now: () -> Instant
  var generator: any RandomNumberGenerator

  /// How long a hold keeps its rooms.
  public static let holdSeconds = 15 * 60

  /// Opens the desk.
  ///
  /// - Parameters:
  ///   - now: tells the time.
  ///   - generator: draws references, guest ids and keys.
  public init(
    store: any BookingStore, rates: RateBook, timeZone: CityTimeZone,
    now: @escaping () -> Instant, generator: any RandomNumberGenerator
  ) {
    self.store = store
    self.rates = rates
    self.timeZone = timeZone
    self.now = now
    self.generator = generator
  }

  /// What day it is in the city.
  public var today: CivilDate { timeZone.date(at: now()) }

  /// A key for a request that brings none: 128 random bits in hexadecimal.
  public func makeKey() -> String { hexadecimal() + hexadecimal() }

  func hexadecimal() -> String {
    let text = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }

  // MARK: Quotes

  /// The price of a stay that begins today or later.
  ///
  /// - Throws: as ``RateBook/quote(_:)``, and ``BookingError/invalidStay(_:)`` for a check-in that has
  ///   passed.
  public func quote(_ stay: Stay) throws(BookingError) -> Quote {
    guard stay.checkIn >= today else {
      throw .invalidStay("check-in \(stay.checkIn) has passed; in the city it is \(today)")
    }
    return try rates.quote(stay)
  }

  /// How many rooms of a type are free in each night of a stay.
  public func roomsLeft(for stay: Stay) throws(BookingError) -> [(night: CivilDate, rooms: Int)] {
    let room = try rates.room(stay.roomID, ofHotel: stay.hotelID)
    let now = now()
    return try store.read { rows throws(BookingError) in
      try Self.roomsLeft(for: stay, of: room, in: rows, at: now)
    }
  }

  static func roomsLeft(
    for stay: Stay, of room: RoomType, in rows: any BookingRows, at now: Instant
  ) throws(BookingError) -> [(night: CivilDate, rooms: Int)] {
    let taken = try rows.roomsTaken(
      hotelID: stay.hotelID, roomID: stay.roomID, from: stay.checkIn, to: stay.checkOut, at: now)
    return stay.nights.map { ($0, max(0, room.roomCount - (taken[$0] ?? 0))) }
  }

  // MARK: Bookings

  /// Books a stay.
  ///
  /// The key makes the request safe to repeat: a second request with the same key and stay gives the
  /// booking of the first, in whatever state it is now.
  ///
  /// - Parameters:
  ///   - target: `.enquired` keeps no room, `.held` keeps it for ``holdSeconds``, `.confirmed` for good.
  ///   - logsDetails: whether the SQL log shall carry the guest's details.
  /// - Throws: ``BookingError/soldOut(nights:hotel:room:)`` with the nights that are,
  ///   ``BookingError/idempotencyConflict(key:booking:)``, and as ``quote(_:)``.
  public func book(
    _ stay: Stay, key: String, guest: GuestDetails?, target: BookingState = .held,
    logsDetails: Bool = false
  ) throws(BookingError) -> BookingRecord {
    precondition(
      target == .enquired || target == .held || target == .confirmed,
      "a booking begins as enquired, held or confirmed")
    guard !key.isEmpty, key.utf8.count <= 200 else {
      throw .invalidStay("an idempotency key has 1 to 200 bytes")
    }
    return try change { (transaction, now) throws(BookingError) in
      if let known = try transaction.booking(idempotencyKey: key) {
        guard known.stay == stay else {
          throw .idempotencyConflict(key: key, booking: known.reference)
        }
        return known
      }
      let quote = try self.quote(stay)
      var booking = BookingRecord(
        reference: try self.newReference(in: transaction), idempotencyKey: key,
        guestID: "g-" + self.hexadecimal(), stay: stay, nightlyPrices: quote.nights.map(\.price),
        discountID: quote.discount?.id, isSample: quote.isSample, state: .enquired, createdAt: now,
        holdExpiresAt: nil)
      try transaction.insertGuest(booking.guestID, details: guest, logsDetails: logsDetails)
      try transaction.insert(booking)
      if target != .enquired { try self.hold(&booking, in: transaction, at: now) }
      if target == .confirmed { try self.move(&booking, to: .confirmed, in: transaction) }
      return booking
    }
  }

  /// Keeps the rooms of an enquiry for ``holdSeconds``. A hold that is still running stays as it is.
  public func hold(_ reference: BookingReference) throws(BookingError) -> BookingRecord {
    try change { (transaction, now) throws(BookingError) in
      var booking = try Self.existing(reference, in: transaction)
      if booking.state != .held { try self.hold(&booking, in: transaction, at: now) }
      return booking
    }
  }

  /// Makes a hold final. A booking that is confirmed already stays as it is.
  ///
  /// - Throws: ``BookingError/holdExpired(_:at:)``, ``BookingError/illegalMove(_:from:to:)``.
  public func confirm(_ reference: BookingReference) throws(BookingError) -> BookingRecord {
    // Read first: the sweep of a failed change is undone with it, but not its news.
    let now = now()
    let found = try booking(reference)
    if found.state(at: now) == .expired, let expiry = found.holdExpiresAt {
      throw .holdExpired(reference, at: expiry)
    }
    return try change { (transaction, _) throws(BookingError) in
      var booking = try Self.existing(reference, in: transaction)
      if booking.state != .confirmed {
        try self.move(&booking, to: .confirmed, in: transaction)
      }
      return booking
    }
  }

  /// Gives a booking up and frees its nights. A booking that is cancelled already stays as it is.
  /// What was paid is marked for ``refund(_:provider:)``.
  ///
  /// - Throws: ``BookingError/illegalMove(_:from:to:)`` for a hold that ran out.
  public func cancel(_ reference: BookingReference) throws(BookingError) -> BookingRecord {
    try change { (transaction, _) throws(BookingError) in
      var booking = try Self.existing(reference, in: transaction)
      if booking.state != .cancelled {
        try self.move(&booking, to: .cancelled, in: transaction)
      }
      for payment in try transaction.payments(of: reference)
      where payment.state == .pending || payment.state == .authorised {
        try transaction.setState(.refunding, of: payment)
      }
      return booking
    }
  }

  /// Deletes what is known of the guest of a booking. The booking and its guest id stay.
  ///
  /// - Returns: the booking. Repeating it changes nothing.
  public func forgetGuest(of reference: BookingReference) throws(BookingError) -> BookingRecord {
    let booking = try change { (transaction, _) throws(BookingError) in
      let booking = try Self.existing(reference, in: transaction)
      try transaction.deleteGuestDetails(booking.guestID)
      return booking
    }
    try store.scrub()
    return booking
  }

  /// The booking with a reference.
  ///
  /// - Throws: ``BookingError/unknownReference(_:)``.
  public func booking(_ reference: BookingReference) throws(BookingError) -> BookingRecord {
    try store.read { rows throws(BookingError) in try Self.existing(reference, in: rows) }
  }

  /// All bookings by check-in, then reference.
  public func bookings() throws(BookingError) -> [BookingRecord] {
    try store.read { rows throws(BookingError) in try rows.bookings() }
  }

  /// The details of a booking's guest; nil where none were given or they were deleted.
  public func guest(of booking: BookingRecord) throws(BookingError) -> GuestDetails? {
    try store.read { rows throws(BookingError) in try rows.guestDetails(booking.guestID) }
  }

  // MARK: Inside of a transaction

  /// A transaction that begins by giving up the holds that ran out.
  func change<Answer>(
    _ body: (any BookingTransaction, Instant) throws(BookingError) -> Answer
  ) throws(BookingError) -> Answer {
    let now = now()
    return try store.write(at: now) { transaction throws(BookingError) in
      for reference in try transaction.overdueHolds(at: now) {
        try transaction.setState(.expired, holdExpiresAt: nil, of: reference)
      }
      return try body(transaction, now)
    }
  }

  static func existing(
    _ reference: BookingReference, in rows: any BookingRows
  ) throws(BookingError) -> BookingRecord {
    guard let booking = try rows.booking(reference) else { throw .unknownReference(reference) }
    return booking
  }

  /// Moves a booking where the machine allows it.
  func move(
    _ booking: inout BookingRecord, to state: BookingState, expiring: Instant? = nil,
    in transaction: any BookingTransaction
  ) throws(BookingError) {
    guard booking.state.mayBecome(state) else {
      throw .illegalMove(booking.reference, from: booking.state, to: state)
    }
    try transaction.setState(state, holdExpiresAt: expiring, of: booking.reference)
    booking.state = state
    booking.holdExpiresAt = expiring
  }

  /// Counts the rooms that are left, and takes them.
  private func hold(
    _ booking: inout BookingRecord, in transaction: any BookingTransaction, at now: Instant
  ) throws(BookingError) {
    let stay = booking.stay
    let room = try rates.room(stay.roomID, ofHotel: stay.hotelID)
    let full = try Self.roomsLeft(for: stay, of: room, in: transaction, at: now)
      .filter { $0.rooms < stay.rooms }
    guard full.isEmpty else {
      throw .soldOut(nights: full.map(\.night), hotel: stay.hotelID, room: stay.roomID)
    }
    try move(
      &booking, to: .held, expiring: now.advanced(bySeconds: Self.holdSeconds), in: transaction)
  }

  private func newReference(
    in rows: any BookingRows
  ) throws(BookingError) -> BookingReference {
    while true {
      let reference = BookingReference(using: &generator)
      if try rows.booking(reference) == nil { return reference }
    }
  }
}
