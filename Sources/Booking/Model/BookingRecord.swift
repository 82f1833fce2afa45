/// Where a booking stands.
///
/// ```
/// enquired → held → confirmed → cancelled
///     └───────┴── expired, cancelled
/// ```
public enum BookingState: String, CaseIterable, Sendable {
  /// Asked for; keeps no room.
  case enquired
  /// Keeps its rooms until the hold runs out.
  case held
  /// Keeps its rooms.
  case confirmed
  /// Given up; its rooms are free.
  case cancelled
  /// A hold that ran out; its rooms are free.
  case expired

  /// Whether the machine allows the move; a state does not move to itself.
  public func mayBecome(_ next: BookingState) -> Bool {
    switch (self, next) {
    case (.enquired, .held), (.enquired, .cancelled), (.held, .confirmed), (.held, .cancelled),
      (.held, .expired), (.confirmed, .cancelled):
      true
    default: false
    }
  }
}

/// A booking as the store keeps it.
public struct BookingRecord: Hashable, Sendable {
  /// The name people use.
  public let reference: BookingReference
  /// The key under which it was asked for.
  public let idempotencyKey: String
  /// The guest; the details are kept apart.
  public let guestID: String
  /// What was booked.
  public let stay: Stay
  /// The price of each night for one room, after the discount, in the order of the nights.
  public let nightlyPrices: [Money]
  /// The id of the discount that was applied; nil for none.
  public let discountID: String?
  /// Whether the price comes from a sample inventory.
  public let isSample: Bool
  /// Where it stands.
  public var state: BookingState
  /// When it was made.
  public let createdAt: Instant
  /// When the hold runs out; nil where there is none.
  public var holdExpiresAt: Instant?

  /// The price of all nights and rooms: the sum of the nights, times the rooms.
  public var total: Money {
    nightlyPrices.dropFirst().reduce(nightlyPrices[0], +) * stay.rooms
  }

  /// The state at a moment: a hold that has run out counts as expired before it is swept.
  public func state(at now: Instant) -> BookingState {
    if state == .held, let expiry = holdExpiresAt, expiry <= now { return .expired }
    return state
  }
}

/// The details of a guest, kept in one table and nowhere else.
public struct GuestDetails: Hashable, Sendable {
  /// The full name.
  public let name: String
  /// The e-mail address; nil where none was given.
  public let email: String?
  /// The telephone number; nil where none was given.
  public let phone: String?

  /// Takes the details after a check that repeats no value.
  ///
  /// - Throws: ``BookingError/invalidGuest(field:reason:)`` for an empty or overlong text and an
  ///   address without `@`.
  public init(name: String, email: String? = nil, phone: String? = nil) throws(BookingError) {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw .invalidGuest(field: "name", reason: "is empty")
    }
    for (field, text) in [("name", name), ("e-mail address", email), ("telephone number", phone)] {
      if (text?.utf8.count ?? 0) > 400 {
        throw .invalidGuest(field: field, reason: "is longer than 400 bytes")
      }
    }
    if let email {
      let parts = email.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
        !email.contains(where: \.isWhitespace)
      else { throw .invalidGuest(field: "e-mail address", reason: "is not of the form a@b") }
    }
    if let phone, !phone.contains(where: \.isNumber) {
      throw .invalidGuest(field: "telephone number", reason: "holds no digit")
    }
    self.name = name
    self.email = email
    self.phone = phone
  }

  /// Details as the store holds them.
  init(storedName name: String, email: String?, phone: String?) {
    self.name = name
    self.email = email
    self.phone = phone
  }
}

// A description would find its way into logs.
extension GuestDetails: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says that something is withheld.
  public var description: String { "(guest details)" }
  /// Says that something is withheld.
  public var debugDescription: String { description }
  /// No members, so that `dump` and failed expectations show none.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
