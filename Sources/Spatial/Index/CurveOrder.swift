/// The order of places along a curve through a grid of latitudes and longitudes: places that follow one
/// another are near each other.
///
/// Morton, G. M. (1966), A computer oriented geodetic data base and a new technique in file
/// sequencing, IBM.
enum CurveOrder {
  /// The numbers of the places, 0 ..< n, in the curve's order.
  ///
  /// - Precondition: fewer than 2³² places.
  /// - Complexity: O(n).
  static func order(of places: [Coordinate]) -> [UInt32] {
    precondition(places.count < UInt32.max, "too many queries")
    // A key above a number: one word that sorts and tells.
    var words = places.enumerated().map { number, place in
      UInt64(key(place)) << 32 | UInt64(number)
    }
    var other = words
    // Counting by eight bits at a time, the lowest first; the numbers are in order already.
    for shift in stride(from: UInt64(32), to: 64, by: 8) {
      var ends = [Int](repeating: 0, count: 257)
      for word in words { ends[Int(word >> shift & 255) + 1] += 1 }
      for digit in 0..<256 { ends[digit + 1] += ends[digit] }
      for word in words {
        let digit = Int(word >> shift & 255)
        other[ends[digit]] = word
        ends[digit] += 1
      }
      swap(&words, &other)
    }
    return words.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The bits of a 16-bit latitude and a 16-bit longitude in turn: cells of 300 m by at most 600 m.
  private static func key(_ place: Coordinate) -> UInt32 {
    let row = UInt32((place.latitude + 90) * (65_535 / 180))
    let column = UInt32((place.longitude + 180) * (65_535 / 360))
    return spread(row) << 1 | spread(column)
  }

  /// The lower 16 bits, each followed by a zero.
  private static func spread(_ bits: UInt32) -> UInt32 {
    var bits = bits
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }
}
