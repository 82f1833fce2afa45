/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z (leap seconds not counted).
public struct Instant: Hashable, Sendable {
  /// Milliseconds since the epoch.
  public let millisecondsSinceEpoch: Int64

  /// The moment with a number.
  public init(millisecondsSinceEpoch: Int64) {
    self.millisecondsSinceEpoch = millisecondsSinceEpoch
  }

  /// The moment so many seconds later.
  public func advanced(bySeconds seconds: Int) -> Instant {
    Instant(millisecondsSinceEpoch: millisecondsSinceEpoch + Int64(seconds) * 1000)
  }

  /// Reads `2026-03-01T16:30Z` or `2026-03-01T16:30:00Z`, in UTC only; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 17 || bytes.count == 20, bytes.last == UInt8(ascii: "Z"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes.count == 17 || bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func number(_ position: Int) -> Int? {
      let pair = bytes[position..<position + 2].map { Int($0) - 48 }
      guard pair.allSatisfy((0...9).contains) else { return nil }
      return pair[0] * 10 + pair[1]
    }
    guard let hour = number(11), hour < 24, let minute = number(14), minute < 60,
      let second = bytes.count == 17 ? 0 : number(17), second < 60
    else { return nil }
    let date: CivilDate
    do throws(BookingError) {
      date = try CivilDate(String(decoding: bytes[..<10], as: UTF8.self))
    } catch {
      return nil
    }
    let seconds = date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second
    self.init(millisecondsSinceEpoch: Int64(seconds) * 1000)
  }
}

extension Instant: Comparable {
  /// Earlier first.
  public static func < (a: Instant, b: Instant) -> Bool {
    a.millisecondsSinceEpoch < b.millisecondsSinceEpoch
  }
}

extension Instant: CustomStringConvertible {
  /// `2026-03-01T16:30:00Z`, cut to whole seconds.
  public var description: String {
    let seconds = Int((Double(millisecondsSinceEpoch) / 1000).rounded(.down))
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - day * 86_400
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(CivilDate(dayNumber: day))T\(padded(rest / 3600)):\(padded(rest / 60 % 60))"
      + ":\(padded(rest % 60))Z"
  }
}
