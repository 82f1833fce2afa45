/// Why a booking, a quote or a payment ends without its answer.
///
/// No case carries a guest's name, e-mail address or telephone number, nor a card number.
public enum BookingError: Error, Hashable, Sendable {
  /// Not an existing day in the form `2026-12-24`.
  case invalidDate(String)
  /// The data folder names a time zone that is not in the table.
  case unknownTimeZone(String)
  /// A stay that cannot be: check-out on or before check-in, no guest, too many of something.
  case invalidStay(String)
  /// The hotel has no rooms in the rate file.
  case noRooms(hotel: String, file: String)
  /// The hotel has no room type of that name.
  case unknownRoom(hotel: String, room: String, valid: [String])
  /// A detail of the guest is unusable; the value itself is not repeated.
  case invalidGuest(field: String, reason: String)
  /// These nights have too few rooms left.
  case soldOut(nights: [CivilDate], hotel: String, room: String)
  /// The key belongs to a booking of another stay.
  case idempotencyConflict(key: String, booking: BookingReference)
  /// Not a reference; the reason says what is wrong with it.
  case invalidReference(String, reason: String)
  /// No booking has the reference.
  case unknownReference(BookingReference)
  /// The state does not allow what was asked.
  case illegalMove(BookingReference, from: BookingState, to: BookingState)
  /// The hold ran out before it was confirmed; its nights are free again.
  case holdExpired(BookingReference, at: Instant)
  /// No cart line has the number.
  case unknownCartLine(String)
  /// The cart holds nothing that can be paid for.
  case emptyCart
  /// Not a card number; the number itself is not repeated.
  case invalidCard(reason: String)
  /// Another process kept the store to itself for too long.
  case busy(path: String, waitedMilliseconds: Int)
  /// The store was written by a newer version of this program.
  case newerStore(path: String, version: Int, known: Int)
  /// The store or its log is not what it should be.
  case damagedStore(path: String, reason: String)
  /// The store failed: the code and words of the database, what was being done, no values.
  case storeFailed(path: String, code: Int, message: String, operation: String)
  /// A file cannot be read or written.
  case file(path: String, reason: String)
}

extension BookingError: CustomStringConvertible {
  /// What is wrong, the value, and what to do.
  public var description: String {
    switch self {
    case .invalidDate(let text):
      "not a date: \"\(text.prefix(40))\"; give an existing day as 2026-12-24"
    case .unknownTimeZone(let name):
      "unknown time zone: \(name); give a fixed offset such as UTC+08:00 in city.json"
    case .invalidStay(let reason): reason
    case .noRooms(let hotel, let file):
      "no rooms known for \(hotel) in \(file); give a file of your own with --rates"
    case .unknownRoom(let hotel, let room, let valid):
      "\(hotel) has no room type \"\(room.prefix(60))\"; valid are \(valid.joined(separator: ", "))"
    case .invalidGuest(let field, let reason): "the guest's \(field) \(reason)"
    case .soldOut(let nights, let hotel, let room):
      "sold out: \(hotel), \(room), on \(nights.map(\.description).joined(separator: ", "))"
        + "; choose other nights or another room"
    case .idempotencyConflict(let key, let booking):
      "conflict: the key \(key.prefix(60)) belongs to booking \(booking) of another stay"
        + "; use a new key for a new stay"
    case .invalidReference(let text, let reason):
      "not a booking reference: \"\(text.prefix(40))\"; \(reason)"
    case .unknownReference(let reference):
      "no booking \(reference) here; see nearby bookings"
    case .illegalMove(let reference, let from, let to):
      "booking \(reference) is \(from.rawValue) and cannot become \(to.rawValue)"
    case .holdExpired(let reference, let instant):
      "the hold of booking \(reference) ran out at \(instant); book again"
    case .unknownCartLine(let text):
      "no cart line \(text.prefix(40)); see nearby cart list"
    case .emptyCart: "the cart holds no stay; add one with nearby cart add"
    case .invalidCard(let reason): "not a card number: \(reason)"
    case .busy(let path, let waited):
      "\(path) has been in use by another process for \(waited) ms; try again"
    case .newerStore(let path, let version, let known):
      "\(path) has version \(version), and this program knows versions up to \(known)"
        + "; install a newer nearby"
    case .damagedStore(let path, let reason): "\(path): \(reason)"
    case .storeFailed(let path, let code, let message, let operation):
      "\(path): \(message) (SQLite \(code)) in: \(operation)"
    case .file(let path, let reason): "\(path): \(reason)"
    }
  }
}
