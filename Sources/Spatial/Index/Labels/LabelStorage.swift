/// The block of memory that holds the labels of a tree's points; see ``LabelLayout`` for what is where.
///
/// Unchecked, since the compiler cannot see that nobody writes through the pointer once the builder
/// is done.
final class LabelStorage: @unchecked Sendable {
  let layout: LabelLayout
  let base: UnsafeMutableRawPointer
  /// Where the sets of each level begin, as the layout has it.
  let levelOffsets: UnsafePointer<Int64>
  /// How many points have each code, and the codes that have a list with its first block: the second
  /// group behind the first.
  let directory: LabelDirectory
  /// What keeps the memory of a block that is not this object's own.
  private let owner: (any AnyObject & Sendable)?

  /// A block with its directory, and room for the rest.
  init(_ layout: LabelLayout, directory: LabelDirectory) {
    self.layout = layout
    self.directory = directory
    base = LargePages.allocate(byteCount: layout.byteCount)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: layout.byteCount)
    directory.write(to: base)
    levelOffsets = Self.copy(layout.levelOffsets)
    owner = nil
  }

  /// The block in somebody else's memory, of which only the directory is believed, once checked.
  init(
    _ layout: LabelLayout, at base: UnsafeRawPointer, directory: LabelDirectory,
    keptBy owner: any AnyObject & Sendable
  ) {
    self.layout = layout
    self.directory = directory
    self.base = UnsafeMutableRawPointer(mutating: base)
    levelOffsets = Self.copy(layout.levelOffsets)
    self.owner = owner
  }

  private static func copy(_ offsets: [Int]) -> UnsafePointer<Int64> {
    let copy = UnsafeMutablePointer<Int64>.allocate(capacity: offsets.count)
    for (level, offset) in offsets.enumerated() { (copy + level).initialize(to: Int64(offset)) }
    return UnsafePointer(copy)
  }

  deinit {
    levelOffsets.deallocate()
    if owner == nil { base.deallocate() }
  }

  /// The codes of a leaf: sixteen of the first group, then sixteen of the second.
  @inline(__always)
  func codes(leaf: Int) -> UnsafeMutablePointer<UInt8> {
    (base + layout.levelOffsets[0] + leaf &* LabelLayout.leafSize)
      .assumingMemoryBound(to: UInt8.self)
  }

  /// The sets of a node: sixteen of the first group, then sixteen of the second.
  @inline(__always)
  func sets(level: Int, node: Int) -> UnsafeMutablePointer<UInt64> {
    (base + layout.levelOffsets[level] + node &* LabelLayout.nodeSize)
      .assumingMemoryBound(to: UInt64.self)
  }

  /// The blocks of all lists.
  var lists: UnsafeMutableRawPointer { base + layout.listsOffset }
}
