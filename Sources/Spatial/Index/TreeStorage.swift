#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The one block of memory that is a tree; see ``TreeLayout`` for what is where.
///
/// Unchecked, since the compiler cannot see that nobody writes through the pointer once the builder
/// is done.
final class TreeStorage: @unchecked Sendable {
  /// The first word of the block: `nearbykd` in ASCII, read as little endian.
  static let magic: UInt64 = 0x646b_7962_7261_656e
  /// The version of the layout.
  static let version: UInt64 = 1

  let layout: TreeLayout
  let base: UnsafeMutableRawPointer

  /// A block with its header, and room for the rest.
  init(count: Int) {
    layout = TreeLayout(count: count)
    let isLarge = layout.byteCount >= Self.hugePage
    base = .allocate(
      byteCount: layout.byteCount, alignment: isLarge ? Self.hugePage : 64)
    if isLarge { Self.wantHugePages(base, layout.byteCount) }
    let header = base.bindMemory(to: UInt64.self, capacity: TreeLayout.headerSize / 8)
    header.initialize(repeating: 0, count: TreeLayout.headerSize / 8)
    header[0] = Self.magic.littleEndian
    header[1] = Self.version
    header[2] = UInt64(layout.byteCount)
    header[3] = UInt64(count)
    header[4] = UInt64(TreeLayout.leafSize)
    header[5] = UInt64(TreeLayout.fanOut)
    for (level, offset) in layout.levelOffsets.enumerated() {
      header[6 + level] = UInt64(offset)
    }
  }

  /// Where the nodes of each level begin, as the header has it.
  var levelOffsets: UnsafePointer<Int64> {
    UnsafeRawPointer(base + 6 * 8).assumingMemoryBound(to: Int64.self)
  }

  /// Where the leaves begin.
  var leaves: UnsafeMutableRawPointer { base + layout.leavesOffset }

  private static let hugePage = 2 << 20

  /// Asks for large pages, so that a walk through a large tree does not miss the translation of
  /// addresses at every step. A kernel that has none changes nothing.
  private static func wantHugePages(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
    #if os(Linux)
      _ = madvise(base, byteCount, Int32(MADV_HUGEPAGE))
    #endif
  }

  deinit { base.deallocate() }
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
