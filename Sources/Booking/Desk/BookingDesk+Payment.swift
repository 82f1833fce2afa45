extension BookingDesk {
  /// Has a booking paid, at most once whatever is retried.
  ///
  /// The attempt is stored before the provider is asked and goes by a key of its own, so that after a
  /// crash or a time-out the same attempt is asked about again, with whatever card. Paying a held
  /// booking confirms it; its hold is prolonged while the provider is asked.
  ///
  /// - Returns: what the provider said; `.authorised` also where it was paid before.
  /// - Throws: ``BookingError/holdExpired(_:at:)`` and ``BookingError/illegalMove(_:from:to:)`` for a
  ///   booking that keeps no rooms.
  public func pay(
    _ reference: BookingReference, card: CardNumber, provider: any PaymentProvider
  ) throws(BookingError) -> PaymentOutcome {
    let found = try booking(reference)
    if found.state(at: now()) == .expired, let expiry = found.holdExpiresAt {
      throw .holdExpired(reference, at: expiry)
    }
    let payment = try beginPayment(reference, provider: provider)
    if payment.state == .authorised { return .authorised }
    let outcome = try provider.charge(payment.amount, key: payment.key, card: card)
    let result = try settle(payment, as: outcome)
    if result == .cancelled { try refund(reference, provider: provider) }
    return result
  }

  /// The attempts to pay a booking, in order.
  public func payments(
    of reference: BookingReference
  ) throws(BookingError) -> [PaymentRecord] {
    try store.read { rows throws(BookingError) in try rows.payments(of: reference) }
  }

  /// The attempt that is under way or was authorised, or else a new one.
  private func beginPayment(
    _ reference: BookingReference, provider: any PaymentProvider
  ) throws(BookingError) -> PaymentRecord {
    try change { (transaction, now) throws(BookingError) in
      let booking = try Self.existing(reference, in: transaction)
      let payments = try transaction.payments(of: reference)
      if let payment = payments.first(where: { $0.state == .authorised }) { return payment }
      guard booking.state == .held || booking.state == .confirmed else {
        throw .illegalMove(reference, from: booking.state, to: .confirmed)
      }
      if booking.state == .held {
        try transaction.setState(
          .held, holdExpiresAt: now.advanced(bySeconds: Self.holdSeconds), of: reference)
      }
      if let payment = payments.first(where: { $0.state == .pending }) { return payment }
      let payment = PaymentRecord(
        reference: reference, attempt: payments.count + 1, state: .pending, amount: booking.total,
        provider: provider.name)
      try transaction.insert(payment)
      return payment
    }
  }

  private func settle(
    _ payment: PaymentRecord, as outcome: PaymentOutcome
  ) throws(BookingError) -> PaymentOutcome {
    let state: PaymentRecord.State
    switch outcome {
    case .timedOut: return .timedOut
    case .authorised: state = .authorised
    case .declined: state = .declined
    case .cancelled: state = .cancelled
    }
    return try change { (transaction, _) throws(BookingError) in
      let current = try transaction.payments(of: payment.reference)
        .first { $0.attempt == payment.attempt }
      guard let current, current.state == .pending else {
        // Another process settled the attempt, or the booking was cancelled in between.
        return current?.state == .authorised ? .authorised : .cancelled
      }
      try transaction.setState(state, of: current)
      var booking = try Self.existing(payment.reference, in: transaction)
      if outcome == .authorised && booking.state != .confirmed {
        // The hold was prolonged when the payment began, and only a payment of a quarter of an hour
        // outlives it; its money goes back with `cancel`.
        if booking.state == .held {
          try self.move(&booking, to: .confirmed, in: transaction)
        } else {
          try transaction.setState(.refunding, of: current)
          return .cancelled
        }
      }
      return outcome
    }
  }

  /// Gives back what was taken for a booking that is no more. Safe to repeat.
  public func refund(
    _ reference: BookingReference, provider: any PaymentProvider
  ) throws(BookingError) {
    for payment in try payments(of: reference) where payment.state == .refunding {
      try provider.refund(key: payment.key)
      try change { (transaction, _) throws(BookingError) in
        try transaction.setState(.refunded, of: payment)
      }
    }
  }
}
