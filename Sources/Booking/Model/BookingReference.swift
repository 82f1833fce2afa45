/// The name of a booking, made to be read out loud and typed: `K7M-24X-WQ9`.
///
/// Sixteen characters that do not look like each other and are not easily misheard: no 0/O, 1/I/L,
/// Z beside 2, S beside 5 or F, B beside 8, N beside M, none of the letters that end in "ee", and no
/// vowel, so that no word comes out. The ninth character is a
/// check (Luhn modulo 16): every single wrong character is found.
public struct BookingReference: Hashable, Sendable {
  /// Nine characters in three groups.
  public let description: String

  /// The characters of a reference.
  public static let alphabet = Array("FHKMQRWXY2346789")

  /// Draws a reference: 2³² of them.
  public init(using generator: inout some RandomNumberGenerator) {
    let digits = (0..<8).map { _ in Int.random(in: 0..<16, using: &generator) }
    self.init(digits: digits + [Self.check(digits)])
  }

  /// Reads a reference in any case, with hyphens and spaces anywhere.
  ///
  /// - Throws: ``BookingError/invalidReference(_:reason:)``.
  public init(_ text: String) throws(BookingError) {
    var digits: [Int] = []
    for character in text.uppercased() where character != "-" && character != " " {
      guard let digit = Self.alphabet.firstIndex(of: character) else {
        throw .invalidReference(
          text, reason: "it holds only the characters \(String(Self.alphabet))")
      }
      digits.append(digit)
    }
    guard digits.count == 9 else {
      throw .invalidReference(text, reason: "it has nine characters, such as K7M-24X-WQ9")
    }
    guard digits.last == Self.check(Array(digits.dropLast())) else {
      throw .invalidReference(text, reason: "one character is wrong, the last does not fit")
    }
    self.init(digits: digits)
  }

  private init(digits: [Int]) {
    let characters = digits.map { Self.alphabet[$0] }
    description = [0..<3, 3..<6, 6..<9].map { String(characters[$0]) }.joined(separator: "-")
  }

  /// The digit that makes the Luhn sum a multiple of 16.
  private static func check(_ digits: [Int]) -> Int {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let doubled = digit.element * (digit.offset % 2 == 0 ? 2 : 1)
      return sum + doubled / 16 + doubled % 16
    }
    return (16 - sum % 16) % 16
  }
}

extension BookingReference: CustomStringConvertible {}
