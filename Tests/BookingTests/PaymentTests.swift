import TestSupport
import Testing

@testable import Booking

/// The test cards of the sandbox.
enum Card {
  static let good = "4242 4242 4242 4242"
  static let declined = "4000000000000002"
  static let cancelled = "4000-0000-0000-0101"
  static let lost = "4000000000000200"
  static let lostButTaken = "4000000000000309"
}

@Suite struct PaymentTests {
  private func provider(_ fixture: Fixture) throws -> SandboxProvider {
    try SandboxProvider(ledger: "\(fixture.folder.path)/ledger")
  }

  private func held(_ fixture: Fixture, key: String = "1") throws -> BookingRecord {
    try fixture.desk.book(try fixture.stay("double"), key: key, guest: nil)
  }

  /// What the provider has taken and not given back, by key.
  private func taken(_ provider: SandboxProvider) throws -> [String: Int] {
    try provider.ledger().reduce(into: [:]) { taken, entry in
      if entry.word == "authorised" { taken[entry.key, default: 0] += entry.amount }
      if entry.word == "refunded" { taken[entry.key, default: 0] -= entry.amount }
    }
  }

  @Test func payingTwiceIsOneCharge() throws {
    let fixture = try Fixture()
    let provider = try provider(fixture)
    let booking = try held(fixture)
    let card = try CardNumber(Card.good)
    for _ in 0..<3 {
      #expect(
        try fixture.desk.pay(booking.reference, card: card, provider: provider) == .authorised)
    }
    #expect(try taken(provider) == ["\(booking.reference)-1": booking.total.minorUnits])
    #expect(try fixture.desk.booking(booking.reference).state == .confirmed)
  }

  @Test(arguments: [(Card.declined, PaymentOutcome.declined), (Card.cancelled, .cancelled)])
  func aFailedPaymentLeavesTheHold(_ number: String, _ outcome: PaymentOutcome) throws {
    let fixture = try Fixture()
    let provider = try provider(fixture)
    let booking = try held(fixture)
    #expect(
      try fixture.desk.pay(booking.reference, card: CardNumber(number), provider: provider)
        == outcome)
    #expect(try taken(provider).isEmpty)
    #expect(try fixture.desk.booking(booking.reference).state == .held)
    #expect(
      try fixture.desk.pay(booking.reference, card: CardNumber(Card.good), provider: provider)
        == .authorised)
    #expect(try fixture.desk.payments(of: booking.reference).map(\.attempt) == [1, 2])
  }

  /// After a time-out the same attempt is asked about, whatever card comes next.
  @Test(arguments: [
    (Card.lost, Card.good, PaymentOutcome.authorised, 1),
    (Card.lost, Card.declined, .declined, 0),
    (Card.lostButTaken, Card.declined, .authorised, 1),
    (Card.lostButTaken, Card.good, .authorised, 1),
  ])
  func aTimeOutIsAskedAgain(
    _ first: String, _ second: String, _ outcome: PaymentOutcome, _ charges: Int
  ) throws {
    let fixture = try Fixture()
    let provider = try provider(fixture)
    let booking = try held(fixture)
    #expect(
      try fixture.desk.pay(booking.reference, card: CardNumber(first), provider: provider)
        == .timedOut)
    #expect(try fixture.desk.payments(of: booking.reference).map(\.state) == [.pending])
    #expect(
      try fixture.desk.pay(booking.reference, card: CardNumber(second), provider: provider)
        == outcome)
    #expect(try fixture.desk.payments(of: booking.reference).count == 1)
    #expect(try taken(provider).count == charges)
  }

  @Test(arguments: [Card.good, Card.lost, Card.lostButTaken])
  func cancellingGivesTheMoneyBackOnce(_ number: String) throws {
    let fixture = try Fixture()
    let provider = try provider(fixture)
    let booking = try held(fixture)
    _ = try fixture.desk.pay(booking.reference, card: CardNumber(number), provider: provider)
    _ = try fixture.desk.cancel(booking.reference)
    #expect(try fixture.desk.payments(of: booking.reference).map(\.state) == [.refunding])
    for _ in 0..<2 { try fixture.desk.refund(booking.reference, provider: provider) }
    #expect(try fixture.desk.payments(of: booking.reference).map(\.state) == [.refunded])
    #expect(try taken(provider).values.reduce(0, +) == 0)
    // A charge that comes late is barred.
    #expect(
      try provider.charge(
        booking.total, key: "\(booking.reference)-1", card: CardNumber(Card.good)) == .cancelled)
    #expect(throws: BookingError.self) {
      try fixture.desk.pay(booking.reference, card: CardNumber(Card.good), provider: provider)
    }
  }

  /// The booking is cancelled while the provider thinks.
  @Test func moneyForACancelledBookingGoesBack() throws {
    struct Slow: PaymentProvider {
      let sandbox: SandboxProvider
      let meanwhile: () throws(BookingError) -> Void
      var name: String { sandbox.name }
      func charge(
        _ amount: Money, key: String, card: CardNumber
      ) throws(BookingError) -> PaymentOutcome {
        let outcome = try sandbox.charge(amount, key: key, card: card)
        try meanwhile()
        return outcome
      }
      func refund(key: String) throws(BookingError) { try sandbox.refund(key: key) }
    }
    let fixture = try Fixture()
    let booking = try held(fixture)
    let sandbox = try provider(fixture)
    let slow = Slow(sandbox: sandbox) { () throws(BookingError) in
      _ = try fixture.desk.cancel(booking.reference)
    }
    #expect(
      try fixture.desk.pay(booking.reference, card: CardNumber(Card.good), provider: slow)
        == .cancelled)
    #expect(try taken(sandbox).values.reduce(0, +) == 0)
    #expect(try fixture.desk.payments(of: booking.reference).map(\.state) == [.refunded])
  }

  @Test func anExpiredHoldCannotBePaid() throws {
    let fixture = try Fixture()
    let booking = try held(fixture)
    let expiry = try #require(booking.holdExpiresAt)
    fixture.clock.now = expiry
    #expect(throws: BookingError.holdExpired(booking.reference, at: expiry)) {
      try fixture.desk.pay(
        booking.reference, card: CardNumber(Card.good), provider: try provider(fixture))
    }
    #expect(try provider(fixture).ledger().isEmpty)
  }

  @Test(arguments: ["4242424242424241", "424242", "4242x4242", "", "４２４２４２４２４２４２４２４２"])
  func refusesWhatIsNoCard(_ text: String) {
    do {
      _ = try CardNumber(text)
      Issue.record("accepted")
    } catch {
      #expect(text.isEmpty || !error.description.contains(text))
    }
  }

  @Test func secretsHaveNoDescription() throws {
    let card = try CardNumber(Card.good)
    let guest = try GuestDetails(name: "Ada Lovelace", email: "a@b.c", phone: "5550")
    var dumped = ""
    dump(card, to: &dumped)
    dump(guest, to: &dumped)
    for text in [
      "\(card)", "\(guest)", String(reflecting: card), String(reflecting: guest), dumped,
    ] {
      #expect(!text.contains("4242") && !text.contains("Ada Lovelace") && !text.contains("5550"))
    }
  }
}

@Suite struct CartTests {
  private func product(_ fixture: Fixture, _ checkIn: String = "2026-03-04") throws
    -> CartLine.Product
  {
    .stay(
      try fixture.stay(
        "double", checkIn, try CivilDate(checkIn).advanced(by: 2).description, guests: 2))
  }

  @Test func totalsAndBadgeAreDerived() throws {
    let fixture = try Fixture()
    let line = try fixture.desk.addToCart(try product(fixture), quantity: 2)
    let visit = CartLine.Product.visit(attractionID: "unit-theatre", date: nil)
    _ = try fixture.desk.addToCart(visit, quantity: 3)
    #expect(line.id != "hotel-mock")
    var cart = try fixture.desk.cart()
    #expect(cart.badge == 5)
    #expect(cart.total?.minorUnits == 2 * 2 * 76_000)
    try fixture.desk.removeFromCart(line: line.id)
    cart = try fixture.desk.cart()
    #expect(cart.badge == 4)
    #expect(cart.total?.minorUnits == 2 * 76_000)
    try fixture.desk.removeFromCart(line: line.id.lowercased())
    cart = try fixture.desk.cart()
    #expect(cart.badge == 3)
    #expect(cart.total == nil)
    #expect(throws: BookingError.unknownCartLine(line.id)) {
      try fixture.desk.removeFromCart(line: line.id)
    }
  }

  @Test func survivesReopening() throws {
    let folder = TemporaryFolder()
    let fixture = try Fixture(folder)
    _ = try fixture.desk.addToCart(try product(fixture))
    _ = try fixture.desk.addToCart(
      .visit(attractionID: "x", date: try CivilDate("2026-03-05")), quantity: 2)
    let lines = try fixture.desk.cart().lines.map(\.line)
    #expect(lines.count == 2)
    #expect(try Fixture(folder).desk.cart().lines.map(\.line) == lines)
  }

  @Test func oneProductIsOneLine() throws {
    let fixture = try Fixture()
    let first = try fixture.desk.addToCart(try product(fixture))
    let second = try fixture.desk.addToCart(try product(fixture))
    #expect(second.id == first.id && second.quantity == 2)
    #expect(throws: BookingError.self) {
      try fixture.desk.addToCart(try product(fixture), quantity: 98)
    }
    #expect(try fixture.desk.cart().badge == 2)
  }

  @Test func declinedKeepsTheCartAndARetryPaysOnce() throws {
    let fixture = try Fixture()
    let provider = try SandboxProvider(ledger: "\(fixture.folder.path)/ledger")
    _ = try fixture.desk.addToCart(try product(fixture), quantity: 2)
    _ = try fixture.desk.addToCart(.visit(attractionID: "x", date: nil))
    let lines = try fixture.desk.cart().lines.map(\.line)
    let declined = try fixture.desk.checkOut(
      card: try CardNumber(Card.declined), guest: nil, provider: provider)
    #expect(declined.unpaid?.outcome == .declined && declined.paid.isEmpty)
    #expect(try fixture.desk.cart().lines.map(\.line) == lines)
    let paid = try fixture.desk.checkOut(
      card: try CardNumber(Card.good), guest: nil, provider: provider)
    #expect(paid.paid.map(\.state) == [.confirmed])
    #expect(paid.paid[0].stay.rooms == 2 && paid.paid[0].stay.guests == 4)
    #expect(try fixture.desk.bookings().count == 1)
    #expect(try provider.ledger().map(\.amount) == [2 * 2 * 76_000])
    #expect(try fixture.desk.cart().badge == 1)
    #expect(throws: BookingError.emptyCart) {
      try fixture.desk.checkOut(card: try CardNumber(Card.good), guest: nil, provider: provider)
    }
  }

  @Test func soldOutHoldsAndChargesNothing() throws {
    let fixture = try Fixture()
    let provider = try SandboxProvider(ledger: "\(fixture.folder.path)/ledger")
    _ = try fixture.desk.addToCart(try product(fixture, "2026-03-04"))
    _ = try fixture.desk.addToCart(try product(fixture, "2026-03-10"), quantity: 3)
    _ = try fixture.desk.book(
      try fixture.stay("double", "2026-03-11", "2026-03-12"), key: "other", guest: nil)
    #expect(
      throws: BookingError.soldOut(
        nights: [try CivilDate("2026-03-11")], hotel: "hotel-mock", room: "double")
    ) {
      try fixture.desk.checkOut(card: try CardNumber(Card.good), guest: nil, provider: provider)
    }
    #expect(try provider.ledger().isEmpty)
    #expect(try fixture.desk.cart().badge == 4)
    #expect(
      try fixture.desk.bookings().filter { $0.state == .held }.map(\.idempotencyKey) == ["other"])
  }
}
