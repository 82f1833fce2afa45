/// A stay: which rooms of which hotel, from when to when, for how many guests.
///
/// Nights are half-open: the night of the check-in day is the first, the night before the check-out
/// day the last, so that stays 4–5, 5–6 and 6–7 March fit into one room.
public struct Stay: Hashable, Sendable {
  /// The hotel's id in the catalog.
  public let hotelID: String
  /// The room type's id in the rate file.
  public let roomID: String
  /// The day of arrival.
  public let checkIn: CivilDate
  /// The day of departure; its night is not part of the stay.
  public let checkOut: CivilDate
  /// How many rooms, 1…99.
  public let rooms: Int
  /// How many guests in all rooms together, 1…999.
  public let guests: Int

  /// The longest stay.
  public static let longestNights = 90

  /// Makes a stay, or says why it cannot be.
  ///
  /// - Throws: ``BookingError/invalidStay(_:)`` where check-out is not after check-in or after the
  ///   year 9999, the stay is longer than ``longestNights``, or a number is out of range.
  public init(
    hotelID: String, roomID: String, checkIn: CivilDate, checkOut: CivilDate, rooms: Int,
    guests: Int
  ) throws(BookingError) {
    guard checkIn < checkOut else {
      throw .invalidStay("check-out \(checkOut) is not after check-in \(checkIn)")
    }
    guard checkOut.components.year <= 9999 else {
      throw .invalidStay("check-out \(checkOut) is after 9999-12-31")
    }
    guard checkOut.dayNumber - checkIn.dayNumber <= Self.longestNights else {
      throw .invalidStay(
        "\(checkOut.dayNumber - checkIn.dayNumber) nights; at most \(Self.longestNights)")
    }
    guard (1...99).contains(rooms) else {
      throw .invalidStay("\(rooms) rooms; give 1 to 99")
    }
    guard (1...999).contains(guests) else {
      throw .invalidStay("\(guests) guests; give 1 to 999")
    }
    guard guests >= rooms else {
      throw .invalidStay("\(rooms) rooms for \(guests) guests; every room needs a guest")
    }
    self.hotelID = hotelID
    self.roomID = roomID
    self.checkIn = checkIn
    self.checkOut = checkOut
    self.rooms = rooms
    self.guests = guests
  }

  /// The nights in order; at least one.
  public var nights: [CivilDate] {
    (checkIn.dayNumber..<checkOut.dayNumber).map(CivilDate.init(dayNumber:))
  }
}
