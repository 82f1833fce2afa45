/// The order of places along a curve through a grid of latitudes and longitudes: places that follow one
/// another are near each other.
///
/// Morton, G. M. (1966), A computer oriented geodetic data base and a new technique in file
/// sequencing, IBM.
enum CurveOrder {
  /// Bits of a row, and of a column.
  private static let bits: UInt64 = 11

  /// The numbers of the places, 0 ..< n, in the curve's order, places of one cell in their own.
  ///
  /// - Precondition: fewer than 2³² places.
  /// - Complexity: O(n).
  static func order(of places: [Coordinate]) -> [UInt32] {
    precondition(places.count < UInt32.max, "too many queries")
    guard let first = places.first else { return [] }
    // The grid lies around the places, 2,048 cells a side.
    var (south, north) = (first.latitude, first.latitude)
    var (west, east) = (first.longitude, first.longitude)
    for number in 1..<places.count {
      let place = places[number]
      south = min(south, place.latitude)
      north = max(north, place.latitude)
      west = min(west, place.longitude)
      east = max(east, place.longitude)
    }
    let cells = Double((1 << bits) - 1)
    let rows = perDegree(cells, from: south, to: north)
    let columns = perDegree(cells, from: west, to: east)
    // A key above a number: one word that sorts and tells.
    var words = [UInt64](unsafeUninitializedCapacity: places.count) { words, count in
      for number in 0..<places.count {
        let row = spread(UInt32((places[number].latitude - south) * rows))
        let column = spread(UInt32((places[number].longitude - west) * columns))
        words[number] = UInt64(row << 1 | column) << 32 | UInt64(number)
      }
      count = places.count
    }
    // By half the key at a time, the lower first; the numbers are in order already.
    words = sorted(sorted(words, by: 32), by: 32 + bits)
    return [UInt32](unsafeUninitializedCapacity: places.count) { numbers, count in
      for place in 0..<places.count { numbers[place] = UInt32(truncatingIfNeeded: words[place]) }
      count = places.count
    }
  }

  /// Cells a degree; 0, and all is one cell, where there is no extent or next to none.
  private static func perDegree(_ cells: Double, from low: Double, to high: Double) -> Double {
    let scale = cells / (high - low)
    return scale.isFinite ? scale : 0
  }

  /// The words in the order of some of their bits, by counting.
  private static func sorted(_ words: [UInt64], by shift: UInt64) -> [UInt64] {
    let digits = 1 << bits
    func digit(_ word: UInt64) -> Int { Int(word >> shift) & (digits - 1) }
    var ends = [Int](repeating: 0, count: digits + 1)
    for place in 0..<words.count { ends[digit(words[place]) + 1] += 1 }
    for digit in 0..<digits { ends[digit + 1] += ends[digit] }
    return [UInt64](unsafeUninitializedCapacity: words.count) { sorted, count in
      for place in 0..<words.count {
        let digit = digit(words[place])
        sorted[ends[digit]] = words[place]
        ends[digit] += 1
      }
      count = words.count
    }
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
