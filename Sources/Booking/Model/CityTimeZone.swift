/// The time zone of a city, from a table of our own: no tzdata is read.
///
/// Hong Kong has been at UTC+8 without summer time since 1979. A zone is known by its IANA name and
/// has one standard offset and, where it has summer time, the yearly rule of today; dates for which
/// the rules were different are not for booking any more. A zone that the table does not hold may be
/// given as a fixed offset: `UTC`, `UTC+08:00`, `UTC-03:30`.
public struct CityTimeZone: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Seconds east of Greenwich in winter.
  public let standardOffsetSeconds: Int
  private let summer: SummerTime?

  /// Summer time of one hour between two Sundays.
  private enum SummerTime: Hashable, Sendable {
    /// Last Sunday of March to last Sunday of October, at 01:00 UTC.
    case europe
    /// Second Sunday of March to first Sunday of November, at 02:00 local time.
    case northAmerica
    /// First Sunday of October to first Sunday of April, at 02:00 standard time.
    case australia
  }

  private static let fixedHours: [String: Int] = [
    "Asia/Hong_Kong": 8, "Asia/Macau": 8, "Asia/Shanghai": 8, "Asia/Taipei": 8,
    "Asia/Singapore": 8, "Asia/Kuala_Lumpur": 8, "Asia/Manila": 8, "Asia/Tokyo": 9,
    "Asia/Seoul": 9, "Asia/Bangkok": 7, "Asia/Ho_Chi_Minh": 7, "Asia/Jakarta": 7, "Asia/Dubai": 4,
    "Australia/Brisbane": 10, "Australia/Perth": 8,
  ]
  private static let summerHours: [String: (hours: Int, rule: SummerTime)] = [
    "Australia/Sydney": (10, .australia), "Australia/Melbourne": (10, .australia),
    "Europe/London": (0, .europe), "Europe/Lisbon": (0, .europe), "Europe/Paris": (1, .europe),
    "Europe/Berlin": (1, .europe), "Europe/Madrid": (1, .europe), "Europe/Rome": (1, .europe),
    "Europe/Vienna": (1, .europe), "Europe/Zurich": (1, .europe), "Europe/Athens": (2, .europe),
    "America/New_York": (-5, .northAmerica), "America/Toronto": (-5, .northAmerica),
    "America/Chicago": (-6, .northAmerica), "America/Denver": (-7, .northAmerica),
    "America/Los_Angeles": (-8, .northAmerica), "America/Vancouver": (-8, .northAmerica),
  ]

  /// The zone with a name.
  ///
  /// - Throws: ``BookingError/unknownTimeZone(_:)``.
  public init(_ name: String) throws(BookingError) {
    self.name = name
    if let hours = Self.fixedHours[name] {
      standardOffsetSeconds = hours * 3600
      summer = nil
    } else if let zone = Self.summerHours[name] {
      standardOffsetSeconds = zone.hours * 3600
      summer = zone.rule
    } else if let seconds = Self.fixedOffset(name) {
      standardOffsetSeconds = seconds
      summer = nil
    } else {
      throw .unknownTimeZone(name)
    }
  }

  /// `UTC`, `UTC+08:00`
  private static func fixedOffset(_ name: String) -> Int? {
    if name == "UTC" { return 0 }
    let bytes = Array(name.utf8)
    guard name.hasPrefix("UTC"), bytes.count == 9, bytes[6] == UInt8(ascii: ":"),
      bytes[3] == UInt8(ascii: "+") || bytes[3] == UInt8(ascii: "-")
    else { return nil }
    let digits = [4, 5, 7, 8].map { Int(bytes[$0]) - 48 }
    guard digits.allSatisfy((0...9).contains) else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard hours <= 14, minutes < 60 else { return nil }
    return (bytes[3] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  /// Seconds east of Greenwich at a moment.
  public func offsetSeconds(at instant: Instant) -> Int {
    guard let summer else { return standardOffsetSeconds }
    let seconds = Int(instant.millisecondsSinceEpoch / 1000)
    let standard = seconds + standardOffsetSeconds
    let year = Self.day(ofSeconds: standard).components.year
    let isSummer: Bool
    switch summer {
    case .europe:
      isSummer =
        seconds >= Self.sunday(year, 3, last: true).dayNumber * 86_400 + 3600
        && seconds < Self.sunday(year, 10, last: true).dayNumber * 86_400 + 3600
    case .northAmerica:
      // It ends at 02:00 of summer time, which is 01:00 of standard time.
      isSummer =
        standard >= Self.sunday(year, 3).advanced(by: 7).dayNumber * 86_400 + 7200
        && standard < Self.sunday(year, 11).dayNumber * 86_400 + 3600
    case .australia:
      isSummer =
        standard >= Self.sunday(year, 10).dayNumber * 86_400 + 7200
        || standard < Self.sunday(year, 4).dayNumber * 86_400 + 7200
    }
    return standardOffsetSeconds + (isSummer ? 3600 : 0)
  }

  /// The day that a moment belongs to.
  public func date(at instant: Instant) -> CivilDate {
    let milliseconds = instant.millisecondsSinceEpoch
    let seconds = Int(milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000)
    return Self.day(ofSeconds: seconds + offsetSeconds(at: instant))
  }

  /// The moment of a local time; one that a change of clocks skips is taken by the offset before it.
  ///
  /// - Parameter minutes: minutes after midnight; may lie beyond 24:00.
  public func instant(on date: CivilDate, minutes: Int) -> Instant {
    let local = Int64(date.dayNumber * 86_400 + minutes * 60) * 1000
    let guess = Instant(millisecondsSinceEpoch: local - Int64(standardOffsetSeconds) * 1000)
    return Instant(millisecondsSinceEpoch: local - Int64(offsetSeconds(at: guess)) * 1000)
  }

  private static func day(ofSeconds seconds: Int) -> CivilDate {
    CivilDate(dayNumber: seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
  }

  /// The first or last Sunday of a month.
  private static func sunday(_ year: Int, _ month: Int, last: Bool = false) -> CivilDate {
    guard let first = CivilDate(year: year, month: month, day: last ? 31 : 1) else {
      preconditionFailure("months with a changing Sunday at their end have 31 days")
    }
    return last ? first.advanced(by: -(first.weekday % 7)) : first.advanced(by: 7 - first.weekday)
  }
}
