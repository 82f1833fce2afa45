/// When a place is open, from a subset of OpenStreetMap's `opening_hours`.
///
/// Read are `24/7`; rules joined by `;`, later ones replacing earlier ones on their days; weekdays as
/// `Mo`, `Mo-Fr`, `Sa-Mo`, `Mo,We-Su`; times as `09:00-17:00`, several joined by commas, over midnight
/// as `18:00-02:00`; `off` and `closed`; and `PH`, public holidays, whose rules are passed over, since
/// no calendar of them is at hand. Anything else makes the hours unknown; nothing is guessed.
///
/// https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
public struct OpeningHours: Hashable, Sendable {
  /// Minutes after midnight, from opening to closing; closing may lie after 24:00.
  private var days: [[Range<Int>]] = Array(repeating: [], count: 7)

  /// Reads the text; nil where it is not in the subset.
  public init?(_ text: String) {
    if text == "24/7" {
      days = Array(repeating: [0..<1440], count: 7)
      return
    }
    var hasRule = false
    for rule in text.split(separator: ";") {
      var words = rule.split(separator: " ")
      guard let first = words.first else { return nil }
      var selected = Set(0..<7)
      if first.first?.isLetter == true && first != "off" && first != "closed" {
        guard let named = Self.weekdays(first) else { return nil }
        selected = named.days
        words.removeFirst()
        hasRule = hasRule || !named.days.isEmpty
        if named.days.isEmpty && !named.hasHolidays { return nil }
      } else {
        hasRule = true
      }
      guard words.count == 1, let times = Self.times(words[0]) else { return nil }
      for day in selected { days[day] = times }
    }
    guard hasRule else { return nil }
  }

  /// The days of `Mo,We-Su,PH`, 0 for Monday.
  private static func weekdays(_ text: Substring) -> (days: Set<Int>, hasHolidays: Bool)? {
    let names: [Substring] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    var days: Set<Int> = []
    var hasHolidays = false
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part == "PH" {
        hasHolidays = true
        continue
      }
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { names.firstIndex(of: $0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else {
        return nil
      }
      var day = first
      days.insert(day)
      while day != last {
        day = (day + 1) % 7
        days.insert(day)
      }
    }
    return (days, hasHolidays)
  }

  private static func times(_ text: Substring) -> [Range<Int>]? {
    if text == "off" || text == "closed" { return [] }
    var ranges: [Range<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(minutes)
      guard ends.count == 2, let start = ends[0], var end = ends[1], start < 1440 else {
        return nil
      }
      if end <= start { end += 1440 }
      ranges.append(start..<end)
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// `09:30`, up to `24:00`, or beyond midnight as `26:00`.
  private static func minutes(_ text: Substring) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - 48 }
    guard digits.allSatisfy((0...9).contains), digits[2] < 6 else { return nil }
    let minutes = digits[0] * 600 + digits[1] * 60 + digits[2] * 10 + digits[3]
    return minutes <= 2880 ? minutes : nil
  }

  /// When the place is open on a day, in minutes after its midnight, what runs over from the day
  /// before included.
  public func intervals(on date: CivilDate) -> [Range<Int>] {
    let day = date.weekday - 1
    let before = days[(day + 6) % 7].filter { $0.upperBound > 1440 }
      .map { 0..<($0.upperBound - 1440) }
    return (before + days[day]).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Whether the place is open on a day during all of a visit.
  public func isOpen(on date: CivilDate, during visit: Range<Int>) -> Bool {
    intervals(on: date).contains {
      $0.lowerBound <= visit.lowerBound && visit.upperBound <= $0.upperBound
    }
  }
}
