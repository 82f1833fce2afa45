import Booking

extension OptionSpec {
  static let db = OptionSpec(
    "db", value: "FILE",
    "the bookings (default NEARBY_DB, then nearby/bookings.db in XDG_DATA_HOME)")
  static let rates = OptionSpec(
    "rates", value: "FILE", "rooms and prices as CSV (default rooms.csv of the data folder)")
  static let checkIn = OptionSpec(
    "check-in", value: "DATE", "the first night, as 2026-12-24; may stand after HOTEL as well")
  static let checkOut = OptionSpec(
    "check-out", value: "DATE", "the day of departure; or give --nights")
  static let nights = OptionSpec("nights", value: "N", "how many nights (default 1)")
  static let guests = OptionSpec(
    "guests", value: "N", "how many guests in all rooms together (default one a room)")
  static let room = OptionSpec(
    "room", value: "TYPE", "the room type (default the cheapest that takes the guests)")
  static let rooms = OptionSpec("rooms", value: "N", "how many rooms (default 1)")
  static let key = OptionSpec(
    "key", value: "KEY", "makes the command safe to repeat: one key is one booking")
  static let name = OptionSpec("name", value: "TEXT", "the guest's name")
  static let email = OptionSpec("email", value: "TEXT", "the guest's e-mail address")
  static let phone = OptionSpec("phone", value: "TEXT", "the guest's telephone number")
  static let logGuests = OptionSpec(
    "log-guests", "write the guest's details into the SQL log, which keeps them for ever")
  static let enquire = OptionSpec("enquire", "only note the wish; keep no room")
  static let yes = OptionSpec("yes", short: "y", "confirm without asking")
  static let forgetGuest = OptionSpec(
    "forget-guest", "delete the guest's name, e-mail address and telephone number")
  static let state = OptionSpec(
    "state", value: "STATE", words: BookingState.allCases.map(\.rawValue),
    "only bookings in this state")
  static let since = OptionSpec(
    "since", value: "N|DATE", "only what was committed after entry N, or on or after a day (UTC)")
  static let follow = OptionSpec("follow", "go on with what is committed from now on")
}

extension BookingError {
  /// After `sysexits.h`: what was typed is wrong 64, what is stored is wrong 65, a file cannot be
  /// read 66, all else 1.
  var exitCode: Int32 {
    switch self {
    case .invalidDate, .invalidStay, .noRooms, .unknownRoom, .invalidGuest, .invalidReference,
      .unknownReference, .unknownCartLine, .emptyCart, .invalidCard:
      64
    case .unknownTimeZone, .newerStore, .damagedStore: 65
    case .file: 66
    case .soldOut, .idempotencyConflict, .illegalMove, .holdExpired, .busy, .storeFailed: 1
    }
  }
}

/// Runs a body of the booking module and makes its errors those of the command.
func booking<Answer>(
  _ body: () throws(BookingError) -> Answer
) throws(CommandError) -> Answer {
  do throws(BookingError) { return try body() } catch { throw .booking(error) }
}

extension OptionSpec {
  static let card = OptionSpec(
    "card", value: "NUMBER",
    "the card; - reads it from standard input. The sandbox takes no money: 4242 4242 4242 4242 is"
      + " authorised, 4000 0000 0000 0002 declined, …0101 cancelled, …0200 timed out")
  static let split = OptionSpec(
    "split", value: "N", "say what each of N guests owes, exact to the cent")
  static let quantity = OptionSpec("quantity", value: "N", "how many (default 1)")
  static let allCopies = OptionSpec("all", "take the whole line out, whatever its quantity")
  static let near = OptionSpec(
    "near", value: "WHERE", "with the distance from a place, nearest first")
  static let sortHotels = OptionSpec(
    "sort", value: "ORDER", words: HotelsCommand.Order.allCases.map(\.rawValue),
    "id (default), distance (with --near), or attractions: how many worthwhile ones within 800 m")
  static let days = OptionSpec("days", value: "N", "how many days (default 2, at most 14)")
  static let stops = OptionSpec(
    "stops", value: "N", "how many attractions a day (default 5, at most 10)")
  static let day = OptionSpec(
    "day", value: "IDS",
    "the attractions of a day of your own; repeat it for the next day, the rest is proposed")
  static let formatOrExport = OptionSpec(
    "format", short: "f", value: "FORMAT",
    words: OutputFormat.allCases.map(\.rawValue) + PlanCommand.Export.allCases.map(\.rawValue),
    "table (default), json, geojson, csv, ndjson, gpx or ics")
}
