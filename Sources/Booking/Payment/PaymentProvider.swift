/// What a provider says to a charge.
public enum PaymentOutcome: String, CaseIterable, Sendable {
  /// The money is taken.
  case authorised
  /// The card was refused; no money is taken.
  case declined
  /// The payer gave up, or the charge was taken back before it was made; no money is taken.
  case cancelled
  /// No answer; money may have been taken. Asking again with the same key tells.
  case timedOut = "timed-out"
}

/// Takes money.
///
/// A provider must treat the key as the identity of the charge: whatever is asked how often, by how
/// many processes, one key takes money at most once, and a later call gives the first answer.
public protocol PaymentProvider {
  /// A short name for records.
  var name: String { get }

  /// Takes an amount from a card.
  ///
  /// - Throws: only where the request could not be made at all, so that no money was taken.
  func charge(
    _ amount: Money, key: String, card: CardNumber
  ) throws(BookingError) -> PaymentOutcome

  /// Gives back what was taken under a key, or makes sure that nothing will be. Safe to repeat.
  func refund(key: String) throws(BookingError)
}

/// One attempt to have a booking paid.
public struct PaymentRecord: Hashable, Sendable {
  /// Where an attempt stands.
  public enum State: String, CaseIterable, Sendable {
    /// Sent, or about to be; the answer is not known.
    case pending
    case authorised, declined, cancelled
    /// The booking was cancelled; the provider is yet to be told.
    case refunding
    /// Given back.
    case refunded
  }

  /// The booking.
  public let reference: BookingReference
  /// 1 for the first attempt.
  public let attempt: Int
  /// Where it stands.
  public var state: State
  /// How much.
  public let amount: Money
  /// The provider's name.
  public let provider: String

  /// The key under which the provider knows the attempt.
  public var key: String { "\(reference)-\(attempt)" }
}
