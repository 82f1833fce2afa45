extension BookingDesk {
  /// What came of a checkout.
  public struct Checkout: Sendable {
    /// The bookings that are paid and confirmed; their lines have left the cart.
    public var paid: [BookingRecord] = []
    /// The first booking that was not paid, and what the provider said; its line and those behind it
    /// are still in the cart, and its rooms are kept until the hold runs out.
    public var unpaid: (booking: BookingRecord, outcome: PaymentOutcome)?
  }

  /// The cart, priced now.
  public func cart() throws(BookingError) -> Cart {
    let lines = try store.read { rows throws(BookingError) in try rows.cartLines() }
    return Cart(lines: lines.map(priced))
  }

  private func priced(_ line: CartLine) -> Cart.PricedLine {
    do throws(BookingError) {
      guard let stay = try line.wholeStay() else {
        return Cart.PricedLine(line: line, quote: nil, problem: nil)
      }
      return Cart.PricedLine(line: line, quote: try quote(stay), problem: nil)
    } catch {
      return Cart.PricedLine(line: line, quote: nil, problem: error)
    }
  }

  /// Puts something into the cart; a product that is there already gets the quantity on its line.
  ///
  /// - Parameter quantity: 1…99, also together with what is there.
  /// - Returns: the line.
  public func addToCart(
    _ product: CartLine.Product, quantity: Int = 1
  ) throws(BookingError) -> CartLine {
    if case .stay(let stay) = product { _ = try quote(stay) }
    return try change { (transaction, now) throws(BookingError) in
      let lines = try transaction.cartLines()
      let known = lines.first { $0.product == product }
      let total = (known?.quantity ?? 0) + quantity
      guard quantity > 0, total <= 99 else {
        throw .invalidStay("a quantity of \(total); a cart line takes 1 to 99")
      }
      var id = known?.id
      while id == nil || (known == nil && lines.contains { $0.id == id }) {
        id = String((0..<4).map { _ in self.randomCharacter() })
      }
      let line = CartLine(
        id: id ?? "", checkoutKey: known?.checkoutKey ?? self.hexadecimal(), product: product,
        quantity: total)
      _ = try line.wholeStay()
      if known == nil {
        try transaction.insert(line, at: now)
      } else {
        try transaction.setQuantity(total, of: line.id)
      }
      return line
    }
  }

  private func randomCharacter() -> Character {
    BookingReference.alphabet[
      Int.random(in: BookingReference.alphabet.indices, using: &generator)]
  }

  /// Takes so many out of a line, one by one; the line goes with its last.
  ///
  /// - Parameter quantity: how many, or nil for all; more than there are is all.
  /// - Throws: ``BookingError/unknownCartLine(_:)``.
  public func removeFromCart(
    line id: String, quantity: Int? = 1
  ) throws(BookingError) {
    try change { (transaction, _) throws(BookingError) in
      let wanted = id.uppercased()
      guard let line = try transaction.cartLines().first(where: { $0.id == wanted }) else {
        throw .unknownCartLine(id)
      }
      try transaction.setQuantity(
        max(0, line.quantity - (quantity ?? line.quantity)), of: line.id)
    }
  }

  /// Books and pays all stays of the cart: first all rooms are held, then line after line is paid.
  ///
  /// Where one stay cannot be held, the holds that this call made are given up and nothing is paid.
  /// Where a payment fails, its line and the rest stay in the cart. Repeating a checkout that was cut
  /// off goes on where it was, with the same bookings and the same charges. Visits stay in the cart.
  public func checkOut(
    card: CardNumber, guest: GuestDetails?, provider: any PaymentProvider,
    logsDetails: Bool = false
  ) throws(BookingError) -> Checkout {
    let lines = try cart().lines.map(\.line)
    var held: [(line: CartLine, booking: BookingRecord)] = []
    for line in lines {
      guard let stay = try line.wholeStay() else { continue }
      do throws(BookingError) {
        let booking = try book(
          stay, key: try openKey(of: line), guest: guest, logsDetails: logsDetails)
        held.append((line, booking))
      } catch {
        for (_, booking) in held where booking.state == .held {
          _ = try cancel(booking.reference)
        }
        throw error
      }
    }
    guard !held.isEmpty else { throw .emptyCart }
    var result = Checkout()
    for (line, booking) in held {
      let outcome = try pay(booking.reference, card: card, provider: provider)
      guard outcome == .authorised else {
        result.unpaid = (try self.booking(booking.reference), outcome)
        return result
      }
      do throws(BookingError) {
        try removeFromCart(line: line.id, quantity: line.quantity)
      } catch {
        // Another process, or an earlier try, took the line out.
        guard case .unknownCartLine = error else { throw error }
      }
      result.paid.append(try self.booking(booking.reference))
    }
    return result
  }

  /// The key of a line's booking: that of an earlier try whose booking still keeps its rooms, else a
  /// new one. The quantity is part of it, so that a changed line is another stay.
  private func openKey(of line: CartLine) throws(BookingError) -> String {
    let now = now()
    return try store.read { rows throws(BookingError) in
      var attempt = 1
      while true {
        let key = "cart-\(line.checkoutKey)-\(line.quantity)-\(attempt)"
        guard let booking = try rows.booking(idempotencyKey: key) else { return key }
        switch booking.state(at: now) {
        case .enquired, .held, .confirmed: return key
        case .cancelled, .expired: attempt += 1
        }
      }
    }
  }
}
