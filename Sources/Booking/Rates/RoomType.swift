import Catalog

/// A kind of room of a hotel, with its nightly rates.
public struct RoomType: Hashable, Sendable {
  /// The hotel's id in the catalog.
  public let hotelID: String
  /// A slug, unique in the hotel.
  public let id: String
  /// The name in three scripts.
  public let name: LocalizedName
  /// How many guests one room takes, 1…20.
  public let guestsPerRoom: Int
  /// How many such rooms the hotel has, 0…9,999.
  public let roomCount: Int
  /// The price of a night for one room: Sunday to Thursday.
  public let weekday: Money
  /// The price of the nights of Friday and Saturday.
  public let weekend: Money
  /// The price of nights in a peak season, whatever the weekday.
  public let peak: Money
  /// Whether the row is invented to try the program with.
  public let isSample: Bool
}

/// A stretch of nights that returns every year or happens once, both ends included.
public struct Season: Hashable, Sendable {
  /// What the season does to prices.
  public enum Effect: Hashable, Sendable {
    /// Nights cost the peak rate.
    case peakRate
    /// A stay that begins in the season costs so many percent less, 1…90.
    case discount(percent: Int)
  }

  /// A slug.
  public let id: String
  /// The name in three scripts.
  public let name: LocalizedName
  /// What it does.
  public let effect: Effect
  /// Whether the row is invented to try the program with.
  public let isSample: Bool
  let span: Span

  /// Which nights.
  enum Span: Hashable, Sendable {
    case always
    case once(first: CivilDate, last: CivilDate)
    /// Month × 100 + day; first after last runs over the end of the year.
    case yearly(first: Int, last: Int)
  }

  /// Whether a night belongs to the season.
  public func covers(_ night: CivilDate) -> Bool {
    switch span {
    case .always: return true
    case .once(let first, let last): return first <= night && night <= last
    case .yearly(let first, let last):
      let (_, month, day) = night.components
      let date = month * 100 + day
      return first <= last ? first <= date && date <= last : date >= first || date <= last
    }
  }
}
