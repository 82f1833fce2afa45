import Booking
import Catalog

extension Door {
  /// Dates, times, hours, references, cards and rates.
  static let booking: [Door] = [
    Door(name: "dates", open: dates), Door(name: "hours", open: hours),
    Door(name: "rates", open: rates), Door(name: "log", open: log),
  ]

  /// Days and moments as they are typed; an oracle of its own says which days there are.
  @Sendable private static func dates(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let date = try? CivilDate(text)
    precondition(
      (date != nil) == isDay(Array(text.utf8)), "a day that is none, or none that is one")
    if let date {
      precondition(date.description == text, "a day that is written otherwise")
      precondition(date.advanced(by: 1).weekday == date.weekday % 7 + 1, "a week of other days")
      _ = try? Stay(
        hotelID: "a", roomID: "a", checkIn: date, checkOut: date.advanced(by: Int(bytes[9]) - 48),
        rooms: 1, guests: 1)
    }
    if let instant = Instant(text) {
      precondition(Instant(instant.description) == instant, "a moment that is written otherwise")
      for name in ["Asia/Hong_Kong", "Europe/London", "Australia/Sydney"] {
        guard let zone = try? CityTimeZone(name) else { preconditionFailure("a zone is missing") }
        _ = zone.date(at: instant)
      }
    }
    if let zone = try? CityTimeZone(text) {
      precondition(abs(zone.standardOffsetSeconds) < 86_400, "an offset of days")
    }
    if let reference = try? BookingReference(text) {
      precondition((try? BookingReference(reference.description)) == reference, "another reference")
    }
    _ = try? CardNumber(text)
  }

  private static func isDay(_ text: [UInt8]) -> Bool {
    guard text.count == 10, text[4] == 0x2D, text[7] == 0x2D else { return false }
    let digits = [0, 1, 2, 3, 5, 6, 8, 9].map { Int(text[$0]) - 48 }
    guard digits.allSatisfy({ $0 >= 0 && $0 < 10 }) else { return false }
    let year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    let (month, day) = (digits[4] * 10 + digits[5], digits[6] * 10 + digits[7])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard year > 0, month >= 1, month <= 12, day >= 1 else { return false }
    return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// `opening_hours`, down to whether a visit fits.
  @Sendable private static func hours(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let hours = OpeningHours(text) else { return }
    for day in 0..<7 {
      let date = CivilDate(dayNumber: 20_000 + day)
      var last = 0
      for interval in hours.intervals(on: date) {
        precondition(interval.lowerBound >= last, "hours out of order")
        precondition(interval.upperBound <= 4320, "hours of another week")
        precondition(
          interval.isEmpty || hours.isOpen(on: date, during: interval), "closed while it is open")
        last = interval.lowerBound
      }
    }
  }

  /// `rooms.csv`, and behind a byte of 0 `seasons.csv`.
  @Sendable private static func rates(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let file = place("rooms.csv", Array(parts[0]))
    _ = place("seasons.csv", parts.count > 1 ? Array(parts[1]) : Array("id,kind,name_en".utf8))
    guard let rates = try? RateBook(path: file, currency: "HKD") else { return }
    for hotel in rates.hotelIDs {
      for room in rates.rooms(ofHotel: hotel) {
        let day = CivilDate(dayNumber: 20_800)
        guard
          let stay = try? Stay(
            hotelID: hotel, roomID: room.id, checkIn: day, checkOut: day.advanced(by: 9), rooms: 1,
            guests: 1),
          let quote = try? rates.quote(stay)
        else { continue }
        precondition(quote.total.minorUnits >= 0, "a stay that pays")
        precondition(
          quote.nights.allSatisfy { $0.price.minorUnits <= $0.full.minorUnits }, "a dear discount")
      }
    }
  }

  /// An SQL log with bytes at its end that are not its own, as a crash may leave them.
  @Sendable private static func log(_ bytes: [UInt8]) {
    let database = "\(folder)/bookings.db"
    let path = "\(folder)/bookings.sql"
    var own: [UInt8] = []
    do throws(BookingError) {
      own = try logOfItsOwn(database, path)
    } catch {
      preconditionFailure("\(error)")
    }
    let kept = own.prefix(own.count * Int(bytes.first ?? 255) / 255)
    let left = Array(kept + bytes.dropFirst())
    _ = place("bookings.sql", left)
    let run = command(["log", "--db", database])
    switch run.status {
    case 0: precondition(run.out == own, "another log than its own")
    case 65: precondition((try? FileSystem.read(path)) == left, "a log is lost")
    default: preconditionFailure("exit code \(run.status)")
    }
  }

  private static func logOfItsOwn(_ database: String, _ path: String) throws(BookingError)
    -> [UInt8]
  {
    FileSystem.removeFile(path)
    _ = try SQLiteBookingStore(path: database)
    return (try? FileSystem.read(path)) ?? []
  }
}
