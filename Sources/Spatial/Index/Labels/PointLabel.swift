/// What a point is labelled with: one code in each of two groups, such as a category and a district.
///
/// What the codes mean is the caller's. A point without labels has code 0 in both groups.
public struct PointLabel: Hashable, Sendable, BitwiseCopyable {
  /// How many codes a group has.
  public static let codeCount = 64

  /// The code in the first group, 0 ..< 64.
  public let first: UInt8
  /// The code in the second group, 0 ..< 64.
  public let second: UInt8

  /// Joins a code of each group.
  ///
  /// - Precondition: both are in 0 ..< 64.
  public init(first: Int = 0, second: Int = 0) {
    let codes = 0..<Self.codeCount
    precondition(codes.contains(first) && codes.contains(second), "codes are in 0 ..< 64")
    self.first = UInt8(first)
    self.second = UInt8(second)
  }
}

/// Which labels a query admits: a set of codes in each group. Both conditions have to hold.
public struct LabelFilter: Hashable, Sendable {
  /// The codes admitted in the first group: bit c for code c.
  public var first: UInt64
  /// The codes admitted in the second group: bit c for code c.
  public var second: UInt64

  /// Takes a set of codes for each group, as bits; a group left out admits every code.
  public init(first: UInt64 = .max, second: UInt64 = .max) {
    self.first = first
    self.second = second
  }

  /// The set of some codes, as the bits that ``init(first:second:)`` takes.
  ///
  /// - Precondition: all are in 0 ..< 64.
  public static func codes(_ codes: some Sequence<Int>) -> UInt64 {
    codes.reduce(0) { bits, code in
      precondition((0..<PointLabel.codeCount).contains(code), "codes are in 0 ..< 64")
      return bits | 1 << UInt64(code)
    }
  }

  /// Whether a label has an admitted code in both groups.
  @inline(__always)
  public func admits(_ label: PointLabel) -> Bool {
    first >> UInt64(label.first) & second >> UInt64(label.second) & 1 != 0
  }
}
