/// A day of the proleptic Gregorian calendar, without a time and without a zone.
///
/// A night is named by the day on which it begins.
public struct CivilDate: Hashable, Sendable {
  /// Days since 1970-01-01.
  public let dayNumber: Int

  /// The day with a number; 0 is 1970-01-01.
  public init(dayNumber: Int) { self.dayNumber = dayNumber }

  /// The day of a calendar date; nil for one that does not exist, such as 30 February.
  ///
  /// - Parameters:
  ///   - year: 1…9999.
  ///   - month: 1…12.
  ///   - day: 1…31.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    // Years begin in March here, so that the leap day is the last.
    // Hinnant, H., chrono-compatible low-level date algorithms, "days_from_civil".
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(dayNumber: era * 146_097 + dayOfEra - 719_468)
    // A day that runs over the end of its month comes back as another.
    guard components == (year, month, day) else { return nil }
  }

  /// Reads `2026-12-24`: ten ASCII characters that name an existing day, and nothing else.
  ///
  /// - Throws: ``BookingError/invalidDate(_:)``.
  public init(_ text: String) throws(BookingError) {
    let bytes = Array(text.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard bytes.count == 10,
      bytes.indices.allSatisfy({
        $0 == 4 || $0 == 7 ? bytes[$0] == UInt8(ascii: "-") : digits.contains(bytes[$0])
      })
    else { throw .invalidDate(text) }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - digits.lowerBound) }
    }
    guard
      let date = CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10)),
      date.description == text
    else { throw .invalidDate(text) }
    self = date
  }

  /// Year, month and day.
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// 1 for Monday … 7 for Sunday (ISO 8601).
  public var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

  /// `Mon` … `Sun`.
  public var weekdayName: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday - 1]
  }

  /// The day so many days later; earlier for a negative number.
  public func advanced(by days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }
}

extension CivilDate: Comparable {
  /// Earlier first.
  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.dayNumber < b.dayNumber }
}

extension CivilDate: CustomStringConvertible {
  /// `2026-12-24`
  public var description: String {
    let (year, month, day) = components
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
