/// The tables, as a list of migrations: version n is what the first n of them make.
///
/// Forward only. A migration that was released is never changed; each statement is one line, since
/// the log carries them too.
enum Schema {
  /// `near` in ASCII, so that a database of another program is not taken for ours.
  static let applicationID = 0x6E65_6172

  /// The version this program writes.
  static var version: Int { migrations.count }

  static let migrations: [[String]] = [bookings]

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

  /// The tables whose rows the log carries, parents first. Guest details and the log's own
  /// book-keeping are not among them.
  static let loggedTables = ["guests", "bookings", "booking_nights"]
}
