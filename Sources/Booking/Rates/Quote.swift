import Catalog

/// What a stay costs, night by night.
public struct Quote: Hashable, Sendable {
  /// One night of one room.
  public struct Night: Hashable, Sendable {
    /// The day on which the night begins.
    public let date: CivilDate
    /// `weekday`, `weekend`, or the id of the peak season.
    public let rate: String
    /// The price before the discount.
    public let full: Money
    /// The price after the discount.
    public let price: Money
  }

  /// The stay.
  public let stay: Stay
  /// The room type.
  public let room: RoomType
  /// The nights in order.
  public let nights: [Night]
  /// The discount that was applied; nil for none.
  public let discount: Season?

  /// The sum of the nights for one room.
  public var perRoom: Money { nights.dropFirst().reduce(nights[0].price) { $0 + $1.price } }
  /// The sum for all rooms.
  public var total: Money { perRoom * stay.rooms }
  /// Whether the prices are invented to try the program with.
  public var isSample: Bool { room.isSample || discount?.isSample == true }
}

extension RateBook {
  /// The price of a stay.
  ///
  /// A night costs the peak rate in the first peak season of the file that covers it, else the weekend
  /// rate on Friday and Saturday, else the weekday rate. Of the discounts whose dates cover the night
  /// of check-in one applies, to all nights: one with dates before one without, then the largest, then
  /// the lowest id. The reduction of each night is rounded half up to a minor unit, so that the nights
  /// sum to the total exactly.
  ///
  /// - Throws: ``BookingError/invalidStay(_:)`` where the guests do not fit into the rooms, and as
  ///   ``room(_:ofHotel:)``.
  /// - Complexity: O(nights × seasons).
  public func quote(_ stay: Stay) throws(BookingError) -> Quote {
    let room = try room(stay.roomID, ofHotel: stay.hotelID)
    guard stay.guests <= room.guestsPerRoom * stay.rooms else {
      throw .invalidStay(
        "\(stay.guests) guests do not fit into \(stay.rooms) × \(room.id),"
          + " which takes \(room.guestsPerRoom) a room; give more --rooms or another --room")
    }
    let discount = discount(on: stay.checkIn)
    let percent: Int
    if case .discount(let value)? = discount?.effect { percent = value } else { percent = 0 }
    let nights = stay.nights.map { date in
      let (rate, full) = self.rate(of: room, on: date)
      let reduction = (full.minorUnits * percent + 50) / 100
      return Quote.Night(
        date: date, rate: rate, full: full,
        price: Money(minorUnits: full.minorUnits - reduction, currency: currency))
    }
    return Quote(stay: stay, room: room, nights: nights, discount: discount)
  }

  private func rate(of room: RoomType, on night: CivilDate) -> (String, Money) {
    if let season = seasons.first(where: { $0.effect == .peakRate && $0.covers(night) }) {
      return (season.id, room.peak)
    }
    return night.weekday == 5 || night.weekday == 6
      ? ("weekend", room.weekend) : ("weekday", room.weekday)
  }

  private func discount(on checkIn: CivilDate) -> Season? {
    func key(_ season: Season) -> (Int, Int, String) {
      guard case .discount(let percent) = season.effect else { return (2, 0, season.id) }
      return (season.span == .always ? 1 : 0, -percent, season.id)
    }
    return seasons.filter { $0.effect != .peakRate && $0.covers(checkIn) }
      .min { key($0) < key($1) }
  }
}
