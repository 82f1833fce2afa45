/// Two columns of a file that are the numbers of one position.
package struct PositionPair: Hashable, Sendable {
  /// What the numbers are, by the names of the columns.
  enum Unit: Hashable {
    case degrees, metres
    /// Called x and y: degrees, or what `--crs` says.
    case open
    /// Coordinates called x and y: metres, or degrees where they can be nothing else.
    case openMetres

    /// Whether the numbers are eastings and northings, unless they are degrees.
    var isMetres: Bool { self == .metres || self == .openMetres }
  }

  /// The columns of the latitude or northing, and of the longitude or easting.
  let north: Int
  let east: Int
  let unit: Unit
  /// Whether one of them was given by hand.
  let isGiven: Bool

  /// Pairs the columns of two roles: each with the one most like it by name, the surest first; a column
  /// without a partner is left out.
  ///
  /// - Parameter keys: the names of all columns, as ``ColumnMap/key(_:)`` writes them.
  /// - Complexity: O(columns of the one role × columns of the other).
  static func pairs(
    _ north: [Int], _ east: [Int], keys: [String], isGiven: Bool, unit: (Int, Int) -> Unit?
  ) -> [PositionPair] {
    var rest = east
    var found: [PositionPair] = []
    for column in north {
      func likeness(_ other: Int) -> (Int, Int, Int) {
        (unit(column, other) == nil ? 0 : 1, alike(keys[column], keys[other]), -abs(column - other))
      }
      guard let partner = rest.max(by: { likeness($0) < likeness($1) }) else { break }
      rest.removeAll { $0 == partner }
      found.append(
        PositionPair(
          north: column, east: partner, unit: unit(column, partner) ?? .degrees, isGiven: isGiven))
    }
    return found
  }

  /// How much two names have in common: the script, the length of the word, other words.
  private static func alike(_ a: String, _ b: String) -> Int {
    let (words, others) = (a.split(separator: " "), b.split(separator: " "))
    let isOneScript = a.utf8.allSatisfy { $0 < 0x80 } == b.utf8.allSatisfy { $0 < 0x80 }
    let isOneLength = (a.utf8.count > words.count * 6) == (b.utf8.count > others.count * 6)
    return (isOneScript ? 4 : 0) + (words.count == others.count ? 2 : 0) + (isOneLength ? 1 : 0)
      + 8 * words.count(where: others.contains)
  }
}
