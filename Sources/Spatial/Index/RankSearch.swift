import CLanes

/// Finding about the k-th smallest of some numbers by counting alone.
enum RankSearch {
  private typealias Block = SIMD16<Float>

  /// A number that at least `rank` of the first `count` numbers do not exceed, and few more.
  ///
  /// The numbers are squared chords, which are spread evenly where points are, so that a guess by
  /// proportion is nearly right at once; the guess is counted, and corrected a few times. Where the
  /// numbers come in lumps the answer is larger than it could be, never too small.
  ///
  /// - Parameters:
  ///   - rank: 1…count.
  ///   - numbers: not negative; sixteen places behind the last are overwritten.
  ///   - count: how many of them there are.
  ///   - limit: returned where fewer than `rank` numbers do not exceed it.
  ///   - usesLanes: whether to count with wide vectors.
  static func chord(
    ofRank rank: Int, in numbers: UnsafeMutablePointer<Float>, count: Int, atMost limit: Float,
    usesLanes: Bool
  ) -> Float {
    if !usesLanes {
      for place in 0..<Block.scalarCount { numbers[count &+ place] = .infinity }
    }
    func countAtMost(_ limit: Float) -> Int {
      usesLanes
        ? Int(clanes_count(numbers, Int64(count), limit))
        : self.count(of: numbers, count: count, atMost: limit)
    }
    var (low, lowCount) = (Float(-0x1p-60), 0)
    var high = min(limit, greatest(of: numbers, count: count, usesLanes: usesLanes))
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

  private static func greatest(
    of numbers: UnsafeMutablePointer<Float>, count: Int, usesLanes: Bool
  ) -> Float {
    if usesLanes { return clanes_greatest_float(numbers, Int64(count)) }
    var greatest: Float = 0
    for place in 0..<count { greatest = numbers[place] > greatest ? numbers[place] : greatest }
    return greatest
  }

  /// How many of the first numbers do not exceed a limit; behind them stand sixteen infinities.
  @inline(__always)
  private static func count(
    of numbers: UnsafeMutablePointer<Float>, count: Int, atMost limit: Float
  ) -> Int {
    let raw = UnsafeRawPointer(numbers)
    var sums = SIMD16<Int32>.zero
    var place = 0
    while place < count {
      let block = raw.loadUnaligned(fromByteOffset: place &* 4, as: Block.self)
      sums.replace(with: sums &+ 1, where: block .<= limit)
      place &+= Block.scalarCount
    }
    return Int(sums.wrappedSum())
  }
}
