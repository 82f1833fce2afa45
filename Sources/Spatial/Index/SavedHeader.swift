/// The header of a tree's block, which is a saved index as it stands; `docs/INDEX.md` is the format.
///
/// Twenty-four 64-bit words in the byte order of the machine that wrote them.
struct SavedHeader {
  /// The first word: `nearbykd` in ASCII, where a little-endian machine wrote it.
  static let magic: UInt64 = 0x646b_7962_7261_656e
  /// The version of the format that is written, and the only one that is read.
  static let version: UInt64 = 2
  /// Bytes of the header.
  static let size = wordCount * 8

  private static let wordCount = 24
  private static let versionWord = 1
  private static let lengthWord = 2
  private static let countWord = 3
  private static let labelLengthWord = 14
  private static let listBlocksWord = 15
  private static let labelChecksumWord = 16
  private static let bodyChecksumWord = 22
  private static let headerChecksumWord = 23

  private var words: [UInt64]

  /// The header of a tree that is in memory: without checksums.
  init(_ layout: TreeLayout) {
    precondition(TreeLayout.headerSize == Self.size, "the tree begins behind this header")
    words = [UInt64](repeating: 0, count: Self.wordCount)
    words[0] = Self.magic
    words[Self.versionWord] = Self.version
    words[Self.lengthWord] = UInt64(layout.byteCount)
    words[Self.countWord] = UInt64(layout.count)
    words[4] = UInt64(TreeLayout.leafSize)
    words[5] = UInt64(TreeLayout.fanOut)
    for (level, offset) in layout.levelOffsets.enumerated() { words[6 + level] = UInt64(offset) }
  }

  /// The same with labels behind the tree.
  init(_ layout: TreeLayout, labels: LabelLayout?) {
    self.init(layout)
    guard let labels else { return }
    words[Self.lengthWord] += UInt64(labels.byteCount)
    words[Self.labelLengthWord] = UInt64(labels.byteCount)
    words[Self.listBlocksWord] = UInt64(labels.listBlockCount)
  }

  /// The header of a file, checked as far as it goes without the rest.
  init(reading region: UnsafeRawBufferPointer) throws(IndexFileError) {
    guard region.count >= 16 else { throw .notAnIndex }
    func word(_ number: Int) -> UInt64 { region.load(fromByteOffset: number * 8, as: UInt64.self) }
    guard word(0) != Self.magic.byteSwapped else { throw .otherByteOrder }
    guard word(0) == Self.magic else { throw .notAnIndex }
    // Before the checksum: a newer header may have it elsewhere.
    guard word(Self.versionWord) == Self.version else {
      throw .otherVersion(word(Self.versionWord))
    }
    guard region.count >= Self.size else {
      throw .wrongLength(bytes: region.count, expected: Self.size)
    }
    words = (0..<Self.wordCount).map(word)
    guard words[Self.headerChecksumWord] == headerChecksum else { throw .damagedHeader }
  }

  /// The shape of the tree and of the labels behind it, nil where there are none, where every field
  /// agrees with what it follows from.
  func layout() throws(IndexFileError) -> (tree: TreeLayout, labels: LabelLayout?) {
    guard words[Self.countWord] < UInt64(UInt32.max),
      words[Self.listBlocksWord] < UInt64(UInt32.max)
    else { throw .damagedHeader }
    let tree = TreeLayout(count: Int(words[Self.countWord]))
    let labels =
      words[Self.labelLengthWord] == 0
      ? nil : LabelLayout(tree, listBlockCount: Int(words[Self.listBlocksWord]))
    var expected = Self(tree, labels: labels)
    expected.bodyChecksum = bodyChecksum
    if labels != nil { expected.labelChecksum = labelChecksum }
    expected.seal()
    guard words == expected.words else { throw .damagedHeader }
    return (tree, labels)
  }

  /// What ``WordChecksum`` gives for the nodes and leaves.
  var bodyChecksum: UInt64 {
    get { words[Self.bodyChecksumWord] }
    set { words[Self.bodyChecksumWord] = newValue }
  }

  /// What ``WordChecksum`` gives for the labels; 0 where there are none.
  var labelChecksum: UInt64 {
    get { words[Self.labelChecksumWord] }
    set { words[Self.labelChecksumWord] = newValue }
  }

  /// Writes the header's own checksum, once all else is in its place.
  mutating func seal() { words[Self.headerChecksumWord] = headerChecksum }

  private var headerChecksum: UInt64 {
    words.withUnsafeBytes { WordChecksum.of(.init(rebasing: $0[..<(Self.headerChecksumWord * 8)])) }
  }

  /// Puts the header into memory that is aligned to a word.
  func write(to base: UnsafeMutableRawPointer) {
    words.withUnsafeBytes { base.copyMemory(from: $0.baseAddress!, byteCount: Self.size) }
  }
}
