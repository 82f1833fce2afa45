/// A line of the cart: something wanted, and how many of it.
public struct CartLine: Hashable, Sendable {
  /// What is wanted.
  public enum Product: Hashable, Sendable {
    /// A stay; the quantity multiplies its rooms and guests.
    case stay(Stay)
    /// A visit to an attraction, on a day where one was chosen. No price is known for it.
    case visit(attractionID: String, date: CivilDate?)
  }

  /// The line's own id, four characters that can be read out loud; never that of a product.
  public let id: String
  /// From which the keys of the bookings are made that come out of the line.
  let checkoutKey: String
  /// What is wanted.
  public let product: Product
  /// How many, 1…99.
  public let quantity: Int

  init(id: String, checkoutKey: String, product: Product, quantity: Int) {
    self.id = id
    self.checkoutKey = checkoutKey
    self.product = product
    self.quantity = quantity
  }

  /// The stay with the quantity multiplied in; nil for a visit.
  public func wholeStay() throws(BookingError) -> Stay? {
    guard case .stay(let stay) = product else { return nil }
    return try Stay(
      hotelID: stay.hotelID, roomID: stay.roomID, checkIn: stay.checkIn, checkOut: stay.checkOut,
      rooms: stay.rooms * quantity, guests: stay.guests * quantity)
  }
}

/// The cart with everything that is derived from its lines at the moment of asking.
public struct Cart: Sendable {
  /// A line, and its price now; nil for a visit and for a stay that cannot be had any more.
  public struct PricedLine: Sendable {
    /// The line.
    public let line: CartLine
    /// The price.
    public let quote: Quote?
    /// Why there is no price, for a stay.
    public let problem: BookingError?
  }

  /// The lines in the order in which they were added.
  public let lines: [PricedLine]

  /// How many things are in the cart: the quantities of all lines, stays and visits alike.
  public var badge: Int { lines.reduce(0) { $0 + $1.line.quantity } }

  /// The sum of the stays; nil where there is none with a price.
  public var total: Money? {
    let totals = lines.compactMap { $0.quote?.total }
    guard let first = totals.first else { return nil }
    return totals.dropFirst().reduce(first, +)
  }
}
