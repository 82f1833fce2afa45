import CLanes

/// Finding about the k-th smallest of some numbers by counting alone.
enum RankSearch {
  /// A number that at least `rank` of the first `count` numbers do not exceed, and few more.
  ///
  /// The numbers are squared chords, which are spread evenly where points are, so that a guess by
  /// proportion is nearly right at once; the guess is counted, and corrected a few times. Where the
  /// numbers come in lumps the answer is larger than it could be, never too small.
  ///
  /// - Parameters:
  ///   - rank: 1…count.
  ///   - numbers: not negative.
  ///   - count: how many of them there are.
  ///   - limit: returned where fewer than `rank` numbers do not exceed it.
  ///   - lanes: what to count with.
  static func chord(
    ofRank rank: Int, in numbers: UnsafePointer<Float>, count: Int, atMost limit: Float,
    lanes: Lanes
  ) -> Float {
    func countAtMost(_ limit: Float) -> Int {
      Int(lanes.functions.pointee.count(numbers, Int64(count), limit))
    }
    var (low, lowCount) = (Float(-0x1p-60), 0)
    var high = min(limit, lanes.functions.pointee.greatest_float(numbers, Int64(count)))
    var highCount = countAtMost(high)
    if highCount < rank { return limit }
    for _ in 0..<8 {
      let excess = highCount &- rank
      if excess <= rank / 16 { break }
      let share = (Float(rank &- lowCount) + 0.5) / Float(highCount &- lowCount &+ 1)
      let guess = low + (high - low) * share
      if !(guess > low && guess < high) { break }
      let found = countAtMost(guess)
      if found >= rank {
        (high, highCount) = (guess, found)
      } else {
        (low, lowCount) = (guess, found)
      }
    }
    return high
  }
}
