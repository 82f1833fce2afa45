/// How many points have each code, and where the lists of the rare ones begin.
///
/// Codes of the second group stand behind the 64 of the first.
struct LabelDirectory {
  /// How many points a list may have, and those that are scanned instead of a walk may have together.
  /// With about 2,000 the scan takes as long as the walk.
  static let longestList = 1_024
  /// The bytes that all lists may take together, for each point of the tree.
  private static let listBytesPerPoint = 2

  /// How many points have each code.
  let counts: [UInt32]
  /// The first block of the list of each code; ``LabelLayout/noList`` where it has none.
  let firstBlocks: [UInt32]
  /// For each group the codes that some point has, and those of them that have no list.
  let (used, unlisted): ([UInt64], [UInt64])

  /// Counts labels, and gives lists to the rarest codes, as far as the memory allows.
  init(counting labels: [PointLabel]) {
    var counts = [UInt32](repeating: 0, count: LabelLayout.codeCount)
    for label in labels {
      counts[Int(label.first)] += 1
      counts[PointLabel.codeCount + Int(label.second)] += 1
    }
    var firstBlocks = [UInt32](repeating: LabelLayout.noList, count: LabelLayout.codeCount)
    let limit = labels.count * Self.listBytesPerPoint / LabelLayout.listBlockSize
    var end = 0
    for code in counts.indices.filter({ counts[$0] > 0 }).sorted(by: { counts[$0] < counts[$1] }) {
      let blocks = Self.blocks(counts[code])
      guard counts[code] <= Self.longestList, end + blocks <= limit else { break }
      firstBlocks[code] = UInt32(end)
      end += blocks
    }
    self.init(counts: counts, firstBlocks: firstBlocks)
  }

  /// Reads what a file says; nil where a list would not lie within so many blocks.
  init?(reading base: UnsafeRawPointer, listBlockCount: Int) {
    let words = (0..<LabelLayout.codeCount * 2).map {
      base.load(fromByteOffset: $0 * 4, as: UInt32.self)
    }
    self.init(
      counts: Array(words[..<LabelLayout.codeCount]),
      firstBlocks: Array(words[LabelLayout.codeCount...]))
    for code in counts.indices where firstBlocks[code] != LabelLayout.noList {
      guard Int(firstBlocks[code]) + Self.blocks(counts[code]) <= listBlockCount else {
        return nil
      }
    }
  }

  private init(counts: [UInt32], firstBlocks: [UInt32]) {
    self.counts = counts
    self.firstBlocks = firstBlocks
    var (used, unlisted): ([UInt64], [UInt64]) = ([0, 0], [0, 0])
    for code in 0..<LabelLayout.codeCount where counts[code] > 0 {
      let bit: UInt64 = 1 << UInt64(code % PointLabel.codeCount)
      let group = code / PointLabel.codeCount
      used[group] |= bit
      if firstBlocks[code] == LabelLayout.noList { unlisted[group] |= bit }
    }
    (self.used, self.unlisted) = (used, unlisted)
  }

  /// How many blocks all lists have.
  var listBlockCount: Int {
    counts.indices.reduce(0) {
      firstBlocks[$1] == LabelLayout.noList ? $0 : $0 + Self.blocks(counts[$1])
    }
  }

  /// The blocks of a code's list, none where it has no list.
  func blocks(ofCode code: Int) -> Range<Int64> {
    guard firstBlocks[code] != LabelLayout.noList else { return 0..<0 }
    let start = Int64(firstBlocks[code])
    return start..<start + Int64(Self.blocks(counts[code]))
  }

  /// How many blocks a list of so many points has.
  private static func blocks(_ count: UInt32) -> Int {
    (Int(count) + TreeLayout.leafSize - 1) / TreeLayout.leafSize
  }

  /// The rarer of the two groups' lists of admitted codes, where they are complete and short enough to
  /// be scanned instead of a walk: the group, 0 or 1, and the codes; no codes where nothing is admitted.
  func lists(for filter: LabelFilter) -> (group: Int, codes: UInt64)? {
    var best: (group: Int, codes: UInt64)?
    var fewest = Self.longestList
    for group in 0..<2 {
      let codes = (group == 0 ? filter.first : filter.second) & used[group]
      guard codes & unlisted[group] == 0 else { continue }
      var (rest, total) = (codes, 0)
      while rest != 0 {
        total += Int(counts[group * PointLabel.codeCount + rest.trailingZeroBitCount])
        rest &= rest &- 1
      }
      if total <= fewest { (best, fewest) = ((group, codes), total) }
    }
    return best
  }

  /// Puts the directory into memory that is aligned to a word.
  func write(to base: UnsafeMutableRawPointer) {
    for (place, word) in (counts + firstBlocks).enumerated() {
      base.storeBytes(of: word, toByteOffset: place * 4, as: UInt32.self)
    }
  }
}
