import Booking
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    "1970-01-01", "2024-02-29", "2000-02-29", "2026-12-24", "0001-01-01", "9999-12-31",
  ])
  func readsWhatItWrites(_ text: String) throws {
    #expect(try CivilDate(text).description == text)
  }

  @Test(arguments: [
    "2026-02-30", "2026-2-3", "26-02-03", "２０２６-０２-０３", "2026-02-29", "2100-02-29", "2026-13-01",
    "2026-00-10", "2026-01-00", "0000-01-01", "2026/02/03", " 2026-02-03", "2026-02-03 ", "",
    "2026-02-03T00", "+026-02-03", "-026-02-03", "20260-2-03",
  ])
  func refuses(_ text: String) {
    #expect(throws: BookingError.invalidDate(text)) { try CivilDate(text) }
  }

  /// Every day of 400 years, against counting.
  @Test func countsDays() throws {
    var date = try CivilDate("1900-01-01")
    #expect(date.dayNumber == -25_567 && date.weekday == 1)
    var expected = (year: 1900, month: 1, day: 1)
    for _ in 0..<146_097 {
      #expect(date.components == expected)
      #expect(CivilDate(year: expected.year, month: expected.month, day: expected.day) == date)
      let isLeap =
        expected.year % 4 == 0 && (expected.year % 100 != 0 || expected.year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      expected.day += 1
      if expected.day > lengths[expected.month - 1] {
        (expected.day, expected.month) = (1, expected.month + 1)
      }
      if expected.month > 12 { (expected.month, expected.year) = (1, expected.year + 1) }
      date = date.advanced(by: 1)
    }
    #expect(date == (try CivilDate("2300-01-01")))
  }

  @Test func knowsWeekdays() throws {
    #expect(try CivilDate("1970-01-01").weekdayName == "Thu")
    #expect(try CivilDate("2026-12-24").weekdayName == "Thu")
    #expect(try CivilDate("1969-12-28").weekdayName == "Sun")
  }
}

@Suite struct CityTimeZoneTests {
  @Test(arguments: [
    ("Asia/Hong_Kong", "2026-03-01T16:30Z", "2026-03-02"),
    ("Asia/Hong_Kong", "2026-03-01T15:59:59Z", "2026-03-01"),
    ("Asia/Hong_Kong", "2026-07-01T16:00Z", "2026-07-02"),
    ("UTC+05:30", "2026-03-01T18:30Z", "2026-03-02"),
    ("UTC-03:30", "2026-03-01T03:29Z", "2026-02-28"),
    ("Asia/Hong_Kong", "1969-12-31T15:59:59Z", "1969-12-31"),
  ])
  func tellsTheDay(_ zone: String, _ instant: String, _ day: String) throws {
    let moment = try #require(Instant(instant))
    #expect(try CityTimeZone(zone).date(at: moment).description == day)
  }

  /// The second before each change of 2026 and the second of it.
  @Test(arguments: [
    ("Europe/London", "2026-03-29T00:59:59Z", 0), ("Europe/London", "2026-03-29T01:00:00Z", 3600),
    ("Europe/London", "2026-10-25T00:59:59Z", 3600), ("Europe/London", "2026-10-25T01:00:00Z", 0),
    ("America/New_York", "2026-03-08T06:59:59Z", -18_000),
    ("America/New_York", "2026-03-08T07:00:00Z", -14_400),
    ("America/New_York", "2026-11-01T05:59:59Z", -14_400),
    ("America/New_York", "2026-11-01T06:00:00Z", -18_000),
    ("Australia/Sydney", "2026-04-04T15:59:59Z", 39_600),
    ("Australia/Sydney", "2026-04-04T16:00:00Z", 36_000),
    ("Australia/Sydney", "2026-10-03T15:59:59Z", 36_000),
    ("Australia/Sydney", "2026-10-03T16:00:00Z", 39_600),
  ])
  func knowsSummerTime(_ zone: String, _ instant: String, _ offset: Int) throws {
    let moment = try #require(Instant(instant))
    #expect(try CityTimeZone(zone).offsetSeconds(at: moment) == offset)
  }

  @Test(arguments: ["Mars/Olympus", "", "UTC+8", "UTC+15:00", "UTC+08:60", "utc"])
  func refuses(_ zone: String) {
    #expect(throws: BookingError.unknownTimeZone(zone)) { try CityTimeZone(zone) }
  }

  @Test(arguments: [
    "2026-03-01", "2026-03-01T16:30", "2026-03-01T24:00Z", "2026-02-30T10:00Z", "x",
  ])
  func refusesInstants(_ text: String) { #expect(Instant(text) == nil) }
}
