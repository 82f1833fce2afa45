/// An amount of money in the minor units of its currency (cents); never a fraction of one.
public struct Money: Hashable, Sendable {
  /// Cents, or what the currency has.
  public let minorUnits: Int
  /// The ISO 4217 code.
  public let currency: String

  /// Puts the two together.
  public init(minorUnits: Int, currency: String) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// How many decimals a currency is written with (ISO 4217).
  public static func decimals(of currency: String) -> Int {
    switch currency {
    case "JPY", "KRW", "VND": 0
    case "BHD", "KWD", "OMR": 3
    default: 2
    }
  }

  /// The sum.
  ///
  /// - Precondition: both amounts have one currency, and the sum fits.
  public static func + (a: Money, b: Money) -> Money {
    precondition(a.currency == b.currency, "amounts of two currencies have no sum")
    return Money(minorUnits: a.minorUnits + b.minorUnits, currency: a.currency)
  }

  /// So many times the amount.
  public static func * (amount: Money, times: Int) -> Money {
    Money(minorUnits: amount.minorUnits * times, currency: amount.currency)
  }

  /// The amount in parts that differ by at most one minor unit and sum to the amount exactly; the
  /// larger parts come first.
  ///
  /// - Precondition: there is at least one part, and the amount is not negative.
  /// - Complexity: O(parts).
  public func split(into parts: Int) -> [Money] {
    precondition(parts > 0, "a bill needs somebody who pays it")
    precondition(minorUnits >= 0, "a bill is not negative")
    let (share, rest) = minorUnits.quotientAndRemainder(dividingBy: parts)
    return (0..<parts).map {
      Money(minorUnits: share + ($0 < rest ? 1 : 0), currency: currency)
    }
  }
}

extension Money: CustomStringConvertible {
  /// `HKD 1,234.50`
  public var description: String {
    let decimals = Self.decimals(of: currency)
    var digits = String(minorUnits.magnitude)
    if digits.utf8.count <= decimals {
      digits = String(repeating: "0", count: decimals + 1 - digits.utf8.count) + digits
    }
    let whole = digits.dropLast(decimals)
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0 && (whole.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    let fraction = decimals > 0 ? ".\(digits.suffix(decimals))" : ""
    return "\(currency) \(minorUnits < 0 ? "-" : "")\(grouped)\(fraction)"
  }
}
