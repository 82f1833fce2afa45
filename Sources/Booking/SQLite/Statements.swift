/// The SQL of the store that reads and changes rows; the schema is in ``Schema``.
enum Statements {
  // MARK: Changes, which the log carries

  static func insertGuest(_ id: String, at now: Instant) -> SQLStatement {
    SQLStatement(
      "INSERT INTO guests (id, created_at) VALUES (?, ?)",
      [.text(id), .integer(now.millisecondsSinceEpoch)])
  }

  static func insertDetails(_ details: GuestDetails, of guestID: String) -> SQLStatement {
    SQLStatement(
      "INSERT INTO guest_details (guest_id, name, email, phone) VALUES (?, ?, ?, ?)",
      [
        .text(guestID), .text(details.name), .optional(details.email), .optional(details.phone),
      ])
  }

  static func deleteDetails(of guestID: String) -> SQLStatement {
    SQLStatement("DELETE FROM guest_details WHERE guest_id = ?", [.text(guestID)])
  }

  static func insert(_ booking: BookingRecord) -> [SQLStatement] {
    let stay = booking.stay
    let row = SQLStatement(
      "INSERT INTO bookings (reference, idempotency_key, guest_id, hotel_id, room_id, check_in,"
        + " check_out, rooms, guests, currency, discount_id, is_sample, state, created_at,"
        + " hold_expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(booking.reference.description), .text(booking.idempotencyKey),
        .text(booking.guestID), .text(stay.hotelID), .text(stay.roomID),
        .text(stay.checkIn.description), .text(stay.checkOut.description), .integer(stay.rooms),
        .integer(stay.guests), .text(booking.total.currency), .optional(booking.discountID),
        .integer(booking.isSample ? 1 : 0), .text(booking.state.rawValue),
        .integer(booking.createdAt.millisecondsSinceEpoch), .optional(booking.holdExpiresAt),
      ])
    let nights = zip(stay.nights, booking.nightlyPrices).map { night, price in
      SQLStatement(
        "INSERT INTO booking_nights (reference, night, price_minor) VALUES (?, ?, ?)",
        [
          .text(booking.reference.description), .text(night.description),
          .integer(price.minorUnits),
        ])
    }
    return [row] + nights
  }

  static func setState(
    _ state: BookingState, holdExpiresAt: Instant?, of reference: BookingReference
  ) -> SQLStatement {
    SQLStatement(
      "UPDATE bookings SET state = ?, hold_expires_at = ? WHERE reference = ?",
      [.text(state.rawValue), .optional(holdExpiresAt), .text(reference.description)])
  }

  static func insert(_ payment: PaymentRecord) -> SQLStatement {
    SQLStatement(
      "INSERT INTO payments (reference, attempt, state, amount_minor, provider)"
        + " VALUES (?, ?, ?, ?, ?)",
      [
        .text(payment.reference.description), .integer(payment.attempt),
        .text(payment.state.rawValue), .integer(payment.amount.minorUnits),
        .text(payment.provider),
      ])
  }

  static func setState(
    _ state: PaymentRecord.State, of payment: PaymentRecord
  ) -> SQLStatement {
    SQLStatement(
      "UPDATE payments SET state = ? WHERE reference = ? AND attempt = ?",
      [.text(state.rawValue), .text(payment.reference.description), .integer(payment.attempt)])
  }

  /// Lines keep the order in which they were added, also within one tick of the clock.
  static func insert(_ line: CartLine, at now: Instant) -> SQLStatement {
    var values: [SQLValue] = [.text(line.id), .text(line.checkoutKey)]
    switch line.product {
    case .stay(let stay):
      values += [
        .text("stay"), .text(stay.hotelID), .text(stay.roomID), .text(stay.checkIn.description),
        .text(stay.checkOut.description), .integer(stay.rooms), .integer(stay.guests),
      ]
    case .visit(let attractionID, let date):
      values += [
        .text("visit"), .text(attractionID), .null, .optional(date?.description), .null, .null,
        .null,
      ]
    }
    return SQLStatement(
      "INSERT INTO cart_lines (id, checkout_key, kind, product_id, room_id, check_in, check_out,"
        + " rooms, guests, quantity, added_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        + " MAX(?, (SELECT COALESCE(MAX(added_at) + 1, 0) FROM cart_lines)))",
      values + [.integer(line.quantity), .integer(now.millisecondsSinceEpoch)])
  }

  static func setQuantity(_ quantity: Int, of lineID: String) -> SQLStatement {
    quantity > 0
      ? SQLStatement(
        "UPDATE cart_lines SET quantity = ? WHERE id = ?", [.integer(quantity), .text(lineID)])
      : SQLStatement("DELETE FROM cart_lines WHERE id = ?", [.text(lineID)])
  }

  // MARK: Questions

  static let payments =
    "SELECT attempt, payments.state, amount_minor, provider, currency"
    + " FROM payments JOIN bookings USING (reference) WHERE reference = ? ORDER BY attempt"
  static let cartLines =
    "SELECT id, checkout_key, kind, product_id, room_id, check_in, check_out, rooms, guests,"
    + " quantity FROM cart_lines ORDER BY added_at, id"

  private static let bookingColumns =
    "SELECT reference, idempotency_key, guest_id, hotel_id, room_id, check_in, check_out, rooms,"
    + " guests, currency, discount_id, is_sample, state, created_at, hold_expires_at FROM bookings"
  static let bookingByReference = "\(bookingColumns) WHERE reference = ?"
  static let bookingByKey = "\(bookingColumns) WHERE idempotency_key = ?"
  static let allBookings = "\(bookingColumns) ORDER BY check_in, reference"
  static let nightlyPrices =
    "SELECT price_minor FROM booking_nights WHERE reference = ? ORDER BY night"
  static let overdueHolds =
    "SELECT reference FROM bookings WHERE state = 'held' AND hold_expires_at <= ?"
    + " ORDER BY hold_expires_at, reference"
  static let details = "SELECT name, email, phone FROM guest_details WHERE guest_id = ?"
  /// Stays of at most ninety nights, so that the index bounds how far back a stay may begin.
  static let roomsTaken =
    "SELECT night, sum(rooms) FROM bookings JOIN booking_nights USING (reference)"
    + " WHERE hotel_id = ? AND room_id = ? AND check_in >= ? AND check_in < ?"
    + " AND (state = 'confirmed' OR (state = 'held' AND hold_expires_at > ?))"
    + " AND night >= ? AND night < ? GROUP BY night"

  static let hasBookings =
    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'booking_nights'"
  static let sold =
    "SELECT room_id, max(sold) FROM (SELECT room_id, sum(rooms) AS sold"
    + " FROM bookings JOIN booking_nights USING (reference)"
    + " WHERE state IN ('held', 'confirmed') GROUP BY hotel_id, room_id, night) GROUP BY room_id"

  // MARK: The log's own book-keeping

  static let logState = "SELECT sequence, bytes FROM log_state"
  static let setLogState = "UPDATE log_state SET sequence = ?, bytes = ?"
  static let outbox = "SELECT sequence, lines FROM log_outbox WHERE sequence > ? ORDER BY sequence"
  static let insertOutbox = "INSERT INTO log_outbox (sequence, lines) VALUES (?, ?)"
  static let deleteOutbox = "DELETE FROM log_outbox WHERE sequence <= ?"
  static let lastSequence =
    "SELECT max(sequence) FROM"
    + " (SELECT max(sequence) AS sequence FROM log_outbox UNION SELECT sequence FROM log_state)"
}
