/// Where bookings are kept: SQLite on this machine, and later a server's database.
///
/// All rules (capacity, states, money) live in ``BookingDesk``; a store gives serializable
/// transactions over rows, and an append-only log of what was committed.
public protocol BookingStore: AnyObject {
  /// Runs a body on one consistent view.
  func read<Answer>(
    _ body: (any BookingRows) throws(BookingError) -> Answer
  ) throws(BookingError) -> Answer

  /// Runs a body as the only writer. Everything is durable when this returns, and nothing of it
  /// happened when it throws.
  ///
  /// The body runs once; it must leave no trace of its own when it throws.
  func write<Answer>(
    at now: Instant, _ body: (any BookingTransaction) throws(BookingError) -> Answer
  ) throws(BookingError) -> Answer

  /// Removes from the store's files what deleted rows left behind. The log is append-only and keeps
  /// what was written into it.
  func scrub() throws(BookingError)
}

/// What can be asked of the rows.
public protocol BookingRows {
  /// The booking with a reference; nil where there is none.
  func booking(_ reference: BookingReference) throws(BookingError) -> BookingRecord?
  /// The booking with an idempotency key; nil where there is none.
  func booking(idempotencyKey: String) throws(BookingError) -> BookingRecord?
  /// All bookings by check-in, then reference.
  func bookings() throws(BookingError) -> [BookingRecord]
  /// Rooms of a type that are kept by confirmed bookings and by holds still running at `now`.
  ///
  /// - Returns: nights with at least one such room.
  func roomsTaken(
    hotelID: String, roomID: String, from: CivilDate, to: CivilDate, at now: Instant
  ) throws(BookingError) -> [CivilDate: Int]
  /// The details of a guest; nil for an unknown guest and after they were deleted.
  func guestDetails(_ guestID: String) throws(BookingError) -> GuestDetails?
  /// The attempts to pay a booking, in order.
  func payments(of reference: BookingReference) throws(BookingError) -> [PaymentRecord]
  /// The lines of the cart in the order in which they were added.
  func cartLines() throws(BookingError) -> [CartLine]
  /// The holds that ran out and still say `held`.
  func overdueHolds(at now: Instant) throws(BookingError) -> [BookingReference]
}

/// What can be changed, inside of a transaction.
public protocol BookingTransaction: BookingRows {
  /// Adds a guest. The log gets the id, and the details only where `logsDetails` is true.
  func insertGuest(
    _ guestID: String, details: GuestDetails?, logsDetails: Bool
  ) throws(BookingError)
  /// Deletes the details of a guest; the id stays.
  func deleteGuestDetails(_ guestID: String) throws(BookingError)
  /// Adds a booking with its nights.
  func insert(_ booking: BookingRecord) throws(BookingError)
  /// Moves a booking to a state.
  func setState(
    _ state: BookingState, holdExpiresAt: Instant?, of reference: BookingReference
  ) throws(BookingError)
  /// Adds an attempt to pay.
  func insert(_ payment: PaymentRecord) throws(BookingError)
  /// Moves an attempt to a state.
  func setState(
    _ state: PaymentRecord.State, of payment: PaymentRecord
  ) throws(BookingError)
  /// Adds a line to the cart.
  func insert(_ line: CartLine, at now: Instant) throws(BookingError)
  /// Sets the quantity of a line; 0 takes it out.
  func setQuantity(_ quantity: Int, of lineID: String) throws(BookingError)
}
