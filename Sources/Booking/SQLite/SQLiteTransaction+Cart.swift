extension SQLiteTransaction {
  // MARK: Payments

  func insert(_ payment: PaymentRecord) throws(BookingError) {
    try apply(Statements.insert(payment))
  }

  func setState(
    _ state: PaymentRecord.State, of payment: PaymentRecord
  ) throws(BookingError) {
    try apply(Statements.setState(state, of: payment))
  }

  func payments(of reference: BookingReference) throws(BookingError) -> [PaymentRecord] {
    var payments: [PaymentRecord] = []
    for row in try rows(Statements.payments, [.text(reference.description)]) {
      guard let attempt = row[0].integer,
        let state = row[1].text.flatMap(PaymentRecord.State.init), let amount = row[2].integer,
        let provider = row[3].text, let currency = row[4].text
      else { throw damaged("a payment of \(reference)") }
      payments.append(
        PaymentRecord(
          reference: reference, attempt: attempt, state: state,
          amount: Money(minorUnits: amount, currency: currency), provider: provider))
    }
    return payments
  }

  // MARK: The cart

  func insert(_ line: CartLine, at now: Instant) throws(BookingError) {
    try apply(Statements.insert(line, at: now))
  }

  func setQuantity(_ quantity: Int, of lineID: String) throws(BookingError) {
    try apply(Statements.setQuantity(quantity, of: lineID))
  }

  func cartLines() throws(BookingError) -> [CartLine] {
    var lines: [CartLine] = []
    for row in try rows(Statements.cartLines) {
      guard let id = row[0].text, let key = row[1].text, let productID = row[3].text,
        let quantity = row[9].integer
      else { throw damaged("cart line \(row[0].text ?? "?")") }
      let product: CartLine.Product
      if row[2].text == "visit" {
        product = .visit(
          attractionID: productID,
          date: try row[5].text.map { text throws(BookingError) in try CivilDate(text) })
      } else {
        guard let roomID = row[4].text, let checkIn = row[5].text, let checkOut = row[6].text,
          let rooms = row[7].integer, let guests = row[8].integer
        else { throw damaged("cart line \(id)") }
        product = .stay(
          try Stay(
            hotelID: productID, roomID: roomID, checkIn: try CivilDate(checkIn),
            checkOut: try CivilDate(checkOut), rooms: rooms, guests: guests))
      }
      lines.append(CartLine(id: id, checkoutKey: key, product: product, quantity: quantity))
    }
    return lines
  }
}
