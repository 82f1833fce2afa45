import Catalog

/// The rooms of a city's hotels and what they cost.
///
/// An immutable value, read from `rooms.csv` and, beside it, `seasons.csv`; both are described in
/// docs/BOOKING.md.
public struct RateBook: Sendable {
  /// The file of the rooms, as the caller gave it.
  public let file: String
  /// The ISO 4217 code of all prices.
  public let currency: String
  /// The seasons in the order of the file.
  public let seasons: [Season]
  private let rooms: [String: [RoomType]]

  /// The highest nightly rate, in minor units; beyond it a row is taken for a mistake.
  public static let highestRate = 100_000_000

  /// Reads a rate file and the `seasons.csv` beside it, where there is one.
  ///
  /// - Parameters:
  ///   - path: the CSV file with the rooms.
  ///   - currency: the city's currency.
  /// - Throws: the first fault, with line and column.
  public init(path: String, currency: String) throws(DataError) {
    file = path
    self.currency = currency
    rooms = try Self.readRooms(path, currency: currency)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let seasonsFile = "\(folder)seasons.csv"
    seasons =
      FileSystem.stamp(of: seasonsFile) == nil ? [] : try Self.readSeasons(seasonsFile)
  }

  /// The hotels that have rooms, by ascending id.
  public var hotelIDs: [String] { rooms.keys.sorted() }

  /// The room types of a hotel, cheapest first; empty where none is known.
  public func rooms(ofHotel hotelID: String) -> [RoomType] { rooms[hotelID] ?? [] }

  /// A room type of a hotel.
  ///
  /// - Throws: ``BookingError/noRooms(hotel:file:)``, ``BookingError/unknownRoom(hotel:room:valid:)``.
  public func room(_ roomID: String, ofHotel hotelID: String) throws(BookingError) -> RoomType {
    let all = rooms(ofHotel: hotelID)
    guard !all.isEmpty else { throw .noRooms(hotel: hotelID, file: file) }
    guard let room = all.first(where: { $0.id == roomID }) else {
      throw .unknownRoom(hotel: hotelID, room: roomID, valid: all.map(\.id))
    }
    return room
  }

  /// The season with an id.
  public func season(_ id: String) -> Season? { seasons.first { $0.id == id } }

  private static func readRooms(
    _ path: String, currency: String
  ) throws(DataError) -> [String: [RoomType]] {
    var table = try RateTable(
      path: path,
      required: [
        "hotel", "room", "name_en", "guests", "rooms", "weekday_minor", "weekend_minor",
        "peak_minor",
      ])
    var rooms: [String: [RoomType]] = [:]
    while let row = try table.next() {
      func rate(_ column: String) throws(DataError) -> Money {
        Money(minorUnits: try row.number(column, in: 0...highestRate), currency: currency)
      }
      let room = RoomType(
        hotelID: try row.slug("hotel"), id: try row.slug("room"), name: try row.name(),
        guestsPerRoom: try row.number("guests", in: 1...20),
        roomCount: try row.number("rooms", in: 0...9999), weekday: try rate("weekday_minor"),
        weekend: try rate("weekend_minor"), peak: try rate("peak_minor"),
        isSample: try row.flag("sample"))
      if rooms[room.hotelID, default: []].contains(where: { $0.id == room.id }) {
        throw row.fault("room", "\(room.id) of \(room.hotelID) stands twice")
      }
      rooms[room.hotelID, default: []].append(room)
    }
    return rooms.mapValues { list in
      list.sorted {
        ($0.weekday.minorUnits, $0.id) < ($1.weekday.minorUnits, $1.id)
      }
    }
  }

  private static func readSeasons(_ path: String) throws(DataError) -> [Season] {
    var table = try RateTable(
      path: path, required: ["id", "kind", "name_en", "first_night", "last_night", "percent"])
    var seasons: [Season] = []
    while let row = try table.next() {
      let effect: Season.Effect
      switch try row.text("kind") {
      case "peak": effect = .peakRate
      case "discount": effect = .discount(percent: try row.number("percent", in: 1...90))
      case let kind: throw row.fault("kind", "\"\(kind.prefix(40))\" is neither peak nor discount")
      }
      let id = try row.slug("id")
      if seasons.contains(where: { $0.id == id }) { throw row.fault("id", "\(id) stands twice") }
      seasons.append(
        Season(
          id: id, name: try row.name(), effect: effect, isSample: try row.flag("sample"),
          span: try span(row)))
    }
    return seasons
  }

  private static func span(_ row: RateTable.Row) throws(DataError) -> Season.Span {
    guard row.optional("first_night") != nil || row.optional("last_night") != nil else {
      return .always
    }
    let first = try row.text("first_night")
    let last = try row.text("last_night")
    func date(_ text: String, _ column: String) throws(DataError) -> CivilDate {
      do throws(BookingError) { return try CivilDate(text) } catch {
        throw row.fault(column, "\(error)")
      }
    }
    if first.utf8.count == 10 {
      let (start, end) = (try date(first, "first_night"), try date(last, "last_night"))
      guard start <= end else { throw row.fault("last_night", "\(end) is before \(start)") }
      return .once(first: start, last: end)
    }
    // A leap year, so that 29 February may be named.
    let (start, end) = (
      try date("2000-\(first)", "first_night"), try date("2000-\(last)", "last_night")
    )
    return .yearly(
      first: start.components.month * 100 + start.components.day,
      last: end.components.month * 100 + end.components.day)
  }
}
