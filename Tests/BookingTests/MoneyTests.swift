import Booking
import TestSupport
import Testing

@Suite struct MoneyTests {
  @Test(arguments: [
    (0, "HKD", "HKD 0.00"), (5, "HKD", "HKD 0.05"), (123_456_789, "HKD", "HKD 1,234,567.89"),
    (100_000, "HKD", "HKD 1,000.00"), (-250, "HKD", "HKD -2.50"), (1234, "JPY", "JPY 1,234"),
    (0, "JPY", "JPY 0"), (1, "KWD", "KWD 0.001"),
  ])
  func writes(_ amount: Int, _ currency: String, _ text: String) {
    #expect(Money(minorUnits: amount, currency: currency).description == text)
  }

  @Test func splitsExactly() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<1000 {
      let amount = Int.random(in: 0...10_000_000, using: &generator)
      let guests = Int.random(in: 1...40, using: &generator)
      let shares = Money(minorUnits: amount, currency: "HKD").split(into: guests).map(\.minorUnits)
      #expect(shares.count == guests)
      #expect(shares.reduce(0, +) == amount, "\(amount) among \(guests)")
      #expect(shares == shares.sorted(by: >))
      #expect(shares[0] - shares[guests - 1] <= 1)
    }
  }

  @Test func splitsAHundredAmongThree() {
    #expect(
      Money(minorUnits: 10_000, currency: "HKD").split(into: 3).map(\.minorUnits)
        == [3334, 3333, 3333])
  }
}

@Suite struct BookingReferenceTests {
  @Test func readsWhatItWritesInAnyForm() throws {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let reference = BookingReference(using: &generator)
      let text = reference.description
      #expect(text.utf8.count == 11)
      #expect(try BookingReference(text) == reference)
      #expect(
        try BookingReference(text.lowercased().split(separator: "-").joined(separator: " "))
          == reference)
      #expect(try BookingReference(String(text.filter { $0 != "-" })) == reference)
    }
  }

  @Test func findsEverySingleWrongCharacter() throws {
    var generator = SplitMix64(seed: 4)
    for _ in 0..<50 {
      let text = Array(BookingReference(using: &generator).description)
      for position in text.indices where text[position] != "-" {
        for other in BookingReference.alphabet where other != text[position] {
          var wrong = text
          wrong[position] = other
          #expect(throws: BookingError.self) { try BookingReference(String(wrong)) }
        }
      }
    }
  }

  @Test func usesNoAmbiguousCharacter() {
    #expect(Set(BookingReference.alphabet).count == 16)
    #expect(Set(BookingReference.alphabet).isDisjoint(with: "0O1ILZS5BNAEUVCDGPT"))
  }

  @Test(arguments: ["", "K7M", "K7M-24X-WQ9-2", "O0I-1LA-ZSB", "',--;"])
  func refuses(_ text: String) {
    #expect(throws: BookingError.self) { try BookingReference(text) }
  }
}
