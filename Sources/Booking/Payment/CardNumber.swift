/// A card number on its way to the provider. It is never stored, logged or described.
public struct CardNumber: Sendable {
  let digits: String

  /// Reads 12 to 19 digits with spaces or hyphens between them and a right check digit (ISO/IEC 7812).
  ///
  /// - Throws: ``BookingError/invalidCard(reason:)``, which does not repeat the number.
  public init(_ text: String) throws(BookingError) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
      throw .invalidCard(reason: "it holds something that is no digit")
    }
    guard (12...19).contains(digits.count) else {
      throw .invalidCard(reason: "it has \(digits.count) digits, and cards have 12 to 19")
    }
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let value = Int(digit.element) - 48
      let doubled = digit.offset % 2 == 0 ? value : value * 2
      return sum + doubled / 10 + doubled % 10
    }
    guard sum % 10 == 0 else { throw .invalidCard(reason: "a digit is wrong") }
    self.digits = String(decoding: digits, as: UTF8.self)
  }
}

extension CardNumber: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says that something is withheld.
  public var description: String { "(card number)" }
  /// Says that something is withheld.
  public var debugDescription: String { description }
  /// No members.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
