/// The one block of memory that is a tree; see ``TreeLayout`` for what is where.
///
/// Unchecked, since the compiler cannot see that nobody writes through the pointer once the builder
/// is done.
final class TreeStorage: @unchecked Sendable {
  let layout: TreeLayout
  let base: UnsafeMutableRawPointer
  /// Where the nodes of each level begin, as the layout has it: never read from the block, which may
  /// be a file's.
  let levelOffsets: UnsafePointer<Int64>
  /// Whether the content is the builder's. In a file's, any point may be damaged.
  let isTrusted: Bool
  /// What keeps the memory of a block that is not this object's own.
  private let owner: (any AnyObject & Sendable)?

  /// A block with its header, and room for the rest.
  init(count: Int) {
    layout = TreeLayout(count: count)
    base = LargePages.allocate(byteCount: layout.byteCount)
    levelOffsets = Self.copy(layout.levelOffsets)
    isTrusted = true
    owner = nil
    SavedHeader(layout).write(to: base)
  }

  /// The block in somebody else's memory, of which nothing is believed but its length.
  init(_ layout: TreeLayout, at base: UnsafeRawPointer, keptBy owner: any AnyObject & Sendable) {
    self.layout = layout
    self.base = UnsafeMutableRawPointer(mutating: base)
    levelOffsets = Self.copy(layout.levelOffsets)
    isTrusted = false
    self.owner = owner
  }

  /// Where the leaves begin.
  var leaves: UnsafeMutableRawPointer { base + layout.leavesOffset }

  private static func copy(_ offsets: [Int]) -> UnsafePointer<Int64> {
    let copy = UnsafeMutablePointer<Int64>.allocate(capacity: offsets.count)
    for (level, offset) in offsets.enumerated() { (copy + level).initialize(to: Int64(offset)) }
    return UnsafePointer(copy)
  }

  deinit {
    levelOffsets.deallocate()
    if owner == nil { base.deallocate() }
  }
}

/// The parts of a leaf.
struct TreeLeaf {
  let base: UnsafeMutableRawPointer

  @inline(__always)
  var coordinates: UnsafeMutablePointer<SIMD16<Float>> {
    base.assumingMemoryBound(to: SIMD16<Float>.self)
  }

  @inline(__always)
  var indexes: UnsafeMutablePointer<UInt32> {
    (base + TreeLayout.leafIndexes).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always)
  var latitudes: UnsafeMutablePointer<Double> {
    (base + TreeLayout.leafLatitudes).assumingMemoryBound(to: Double.self)
  }

  @inline(__always)
  var longitudes: UnsafeMutablePointer<Double> {
    (base + TreeLayout.leafLongitudes).assumingMemoryBound(to: Double.self)
  }
}
