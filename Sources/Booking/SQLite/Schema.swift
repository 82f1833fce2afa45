/// The tables, as a list of migrations: version n is what the first n of them make.
///
/// Forward only. A migration that was released is never changed; each statement is one line, since
/// the log carries them too.
enum Schema {
  /// `near` in ASCII, so that a database of another program is not taken for ours.
  static let applicationID = 0x6E65_6172

  /// The version this program writes.
  static var version: Int { migrations.count }

  static let migrations: [[String]] = [bookings, payments, cart]

  /// Guests, bookings, their nights, and the outbox of the log.
  private static let bookings = [
    "PRAGMA application_id = \(applicationID)",
    "CREATE TABLE guests (id TEXT PRIMARY KEY, created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE guest_details (guest_id TEXT PRIMARY KEY REFERENCES guests(id),"
      + " name TEXT NOT NULL, email TEXT, phone TEXT) STRICT, WITHOUT ROWID",
    "CREATE TABLE bookings (reference TEXT PRIMARY KEY, idempotency_key TEXT NOT NULL UNIQUE,"
      + " guest_id TEXT NOT NULL REFERENCES guests(id), hotel_id TEXT NOT NULL,"
      + " room_id TEXT NOT NULL, check_in TEXT NOT NULL, check_out TEXT NOT NULL,"
      + " rooms INTEGER NOT NULL CHECK (rooms > 0), guests INTEGER NOT NULL CHECK (guests > 0),"
      + " currency TEXT NOT NULL, discount_id TEXT, is_sample INTEGER NOT NULL,"
      + " state TEXT NOT NULL"
      + " CHECK (state IN ('enquired', 'held', 'confirmed', 'cancelled', 'expired')),"
      + " created_at INTEGER NOT NULL, hold_expires_at INTEGER,"
      + " CHECK (check_in < check_out), CHECK ((state = 'held') = (hold_expires_at IS NOT NULL)))"
      + " STRICT, WITHOUT ROWID",
    "CREATE TABLE booking_nights (reference TEXT NOT NULL REFERENCES bookings(reference),"
      + " night TEXT NOT NULL, price_minor INTEGER NOT NULL CHECK (price_minor >= 0),"
      + " PRIMARY KEY (reference, night)) STRICT, WITHOUT ROWID",
    "CREATE INDEX bookings_by_room ON bookings (hotel_id, room_id, check_in)",
    "CREATE INDEX running_holds ON bookings (hold_expires_at) WHERE state = 'held'",
    "CREATE TABLE log_outbox (sequence INTEGER PRIMARY KEY, lines TEXT NOT NULL) STRICT",
    "CREATE TABLE log_state (id INTEGER PRIMARY KEY CHECK (id = 1), sequence INTEGER NOT NULL,"
      + " bytes INTEGER NOT NULL) STRICT",
    "INSERT INTO log_state VALUES (1, 0, 0)",
  ]

  /// Attempts to pay. The index lets at most one attempt of a booking be under way or have taken money.
  private static let payments = [
    "CREATE TABLE payments (reference TEXT NOT NULL REFERENCES bookings(reference),"
      + " attempt INTEGER NOT NULL CHECK (attempt > 0),"
      + " state TEXT NOT NULL CHECK (state IN"
      + " ('pending', 'authorised', 'declined', 'cancelled', 'refunding', 'refunded')),"
      + " amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0), provider TEXT NOT NULL,"
      + " PRIMARY KEY (reference, attempt)) STRICT, WITHOUT ROWID",
    "CREATE UNIQUE INDEX one_charge ON payments (reference)"
      + " WHERE state IN ('pending', 'authorised')",
  ]

  /// The cart. A visit has no room and no price, and a day only where one was chosen.
  private static let cart = [
    "CREATE TABLE cart_lines (id TEXT PRIMARY KEY, checkout_key TEXT NOT NULL UNIQUE,"
      + " kind TEXT NOT NULL CHECK (kind IN ('stay', 'visit')), product_id TEXT NOT NULL,"
      + " room_id TEXT, check_in TEXT, check_out TEXT, rooms INTEGER, guests INTEGER,"
      + " quantity INTEGER NOT NULL CHECK (quantity > 0), added_at INTEGER NOT NULL,"
      + " CHECK (kind = 'visit' OR (room_id IS NOT NULL AND check_in < check_out AND rooms > 0"
      + " AND guests > 0))) STRICT, WITHOUT ROWID"
  ]

  /// The tables whose rows the log carries, parents first. Guest details and the log's own
  /// book-keeping are not among them.
  static let loggedTables = ["guests", "bookings", "booking_nights", "payments", "cart_lines"]
}
