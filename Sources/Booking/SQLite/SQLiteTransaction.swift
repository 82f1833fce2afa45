/// The rows of an open transaction.
final class SQLiteTransaction: BookingTransaction {
  private let connection: SQLiteConnection
  private let now: Instant?
  /// What was changed so far, for the log.
  private(set) var statements: [SQLStatement] = []

  /// - Parameter now: the time of the changes; nil where nothing will be changed.
  init(connection: SQLiteConnection, now: Instant?) {
    self.connection = connection
    self.now = now
  }

  /// Runs a change and keeps it for the log.
  func apply(_ statement: SQLStatement) throws(BookingError) {
    try connection.run(statement.sql, statement.values)
    statements.append(statement)
  }

  /// Asks for rows.
  func rows(_ sql: String, _ values: [SQLValue] = []) throws(BookingError) -> [[SQLValue]] {
    try connection.run(sql, values)
  }

  /// An error for a row that says what no version of this program wrote.
  func damaged(_ what: String) -> BookingError {
    .damagedStore(path: connection.path, reason: "a row that cannot be: \(what)")
  }

  /// The time of the changes.
  var time: Instant {
    guard let now else { preconditionFailure("a reader changes nothing") }
    return now
  }

  // MARK: Guests

  func insertGuest(
    _ guestID: String, details: GuestDetails?, logsDetails: Bool
  ) throws(BookingError) {
    try apply(Statements.insertGuest(guestID, at: time))
    guard let details else { return }
    let statement = Statements.insertDetails(details, of: guestID)
    if logsDetails {
      try apply(statement)
    } else {
      try connection.run(statement.sql, statement.values)
    }
  }

  func deleteGuestDetails(_ guestID: String) throws(BookingError) {
    try apply(Statements.deleteDetails(of: guestID))
  }

  func guestDetails(_ guestID: String) throws(BookingError) -> GuestDetails? {
    guard let row = try rows(Statements.details, [.text(guestID)]).first else { return nil }
    return GuestDetails(storedName: row[0].text ?? "", email: row[1].text, phone: row[2].text)
  }

  // MARK: Bookings

  func insert(_ booking: BookingRecord) throws(BookingError) {
    for statement in Statements.insert(booking) { try apply(statement) }
  }

  func setState(
    _ state: BookingState, holdExpiresAt: Instant?, of reference: BookingReference
  ) throws(BookingError) {
    try apply(Statements.setState(state, holdExpiresAt: holdExpiresAt, of: reference))
  }

  func booking(_ reference: BookingReference) throws(BookingError) -> BookingRecord? {
    try rows(Statements.bookingByReference, [.text(reference.description)]).first
      .map { row throws(BookingError) in try record(row) }
  }

  func booking(idempotencyKey: String) throws(BookingError) -> BookingRecord? {
    try rows(Statements.bookingByKey, [.text(idempotencyKey)]).first
      .map { row throws(BookingError) in try record(row) }
  }

  func bookings() throws(BookingError) -> [BookingRecord] {
    var records: [BookingRecord] = []
    for row in try rows(Statements.allBookings) { records.append(try record(row)) }
    return records
  }

  func overdueHolds(at now: Instant) throws(BookingError) -> [BookingReference] {
    var references: [BookingReference] = []
    for row in try rows(Statements.overdueHolds, [.integer(now.millisecondsSinceEpoch)]) {
      references.append(try BookingReference(row[0].text ?? ""))
    }
    return references
  }

  func roomsTaken(
    hotelID: String, roomID: String, from: CivilDate, to: CivilDate, at now: Instant
  ) throws(BookingError) -> [CivilDate: Int] {
    var taken: [CivilDate: Int] = [:]
    let earliest = from.advanced(by: -Stay.longestNights)
    let values: [SQLValue] = [
      .text(hotelID), .text(roomID), .text(earliest.description), .text(to.description),
      .integer(now.millisecondsSinceEpoch), .text(from.description), .text(to.description),
    ]
    for row in try rows(Statements.roomsTaken, values) {
      taken[try CivilDate(row[0].text ?? "")] = row[1].integer ?? 0
    }
    return taken
  }

  private func record(_ row: [SQLValue]) throws(BookingError) -> BookingRecord {
    guard let reference = row[0].text, let key = row[1].text, let guestID = row[2].text,
      let hotelID = row[3].text, let roomID = row[4].text, let checkIn = row[5].text,
      let checkOut = row[6].text, let rooms = row[7].integer, let guests = row[8].integer,
      let currency = row[9].text, let state = row[12].text.flatMap(BookingState.init),
      let createdAt = row[13].integer
    else { throw damaged("booking \(row[0].text ?? "?")") }
    let prices = try nightlyPrices(of: reference, currency: currency)
    guard !prices.isEmpty else { throw damaged("booking \(reference) without a night") }
    return BookingRecord(
      reference: try BookingReference(reference), idempotencyKey: key, guestID: guestID,
      stay: try Stay(
        hotelID: hotelID, roomID: roomID, checkIn: try CivilDate(checkIn),
        checkOut: try CivilDate(checkOut), rooms: rooms, guests: guests),
      nightlyPrices: prices, discountID: row[10].text, isSample: row[11] == .integer(1),
      state: state, createdAt: Instant(millisecondsSinceEpoch: Int64(createdAt)),
      holdExpiresAt: row[14].integer.map { Instant(millisecondsSinceEpoch: Int64($0)) })
  }

  private func nightlyPrices(
    of reference: String, currency: String
  ) throws(BookingError) -> [Money] {
    try rows(Statements.nightlyPrices, [.text(reference)])
      .map { Money(minorUnits: $0[0].integer ?? 0, currency: currency) }
  }
}
