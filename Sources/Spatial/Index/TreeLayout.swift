/// Where things are in the one block of memory that is a tree.
///
/// The block is a header, then the inner nodes level by level with the root first, then the leaves.
/// Every place is an offset from the start and follows from the number of points, so the block means
/// the same at any address.
///
/// A leaf has ``leafSize`` points. A node of level 1 has up to sixteen leaves, a node of level h up to
/// sixteen nodes of level h − 1; all are full but the last of each level. Node i of level h so has the
/// children 16i … 16i + 15 of the level below, and no links are stored.
struct TreeLayout {
  /// How many points a leaf has; the last leaf is filled up with points at infinity.
  static let leafSize = 16
  /// How many children a node has; the last node of a level is filled up with empty boxes.
  static let fanOut = 16
  /// Bytes of the header.
  static let headerSize = 192
  /// Bytes of a node: the least x, y, z and the greatest x, y, z of sixteen boxes, as floats.
  static let nodeSize = 6 * fanOut * 4
  /// Bytes of a leaf: x, y, z as floats, the indexes, then the latitudes and longitudes.
  static let leafByteSize = leafSize * (4 * 4 + 2 * 8)
  /// Where a leaf's indexes begin.
  static let leafIndexes = leafSize * 12
  /// Where a leaf's latitudes begin.
  static let leafLatitudes = leafSize * 16
  /// Where a leaf's longitudes begin.
  static let leafLongitudes = leafSize * 24
  /// The most levels of inner nodes a tree can have: 16⁷ leaves hold 2³² points.
  static let maximumHeight = 7

  /// How many points.
  let count: Int
  /// How many leaves.
  let leafCount: Int
  /// The level of the root; 0 where there is at most one leaf, and so no inner node.
  let height: Int
  /// Where the leaves begin.
  let leavesOffset: Int
  /// Where the nodes of level h begin, at h; at 0, where the leaves begin.
  let levelOffsets: [Int]
  /// Bytes of it all.
  let byteCount: Int

  init(count: Int) {
    self.count = count
    leafCount = (count + Self.leafSize - 1) / Self.leafSize
    var sizes = [leafCount]
    while sizes[sizes.count - 1] > 1 {
      sizes.append((sizes[sizes.count - 1] + Self.fanOut - 1) / Self.fanOut)
    }
    height = sizes.count - 1
    var offsets = [Int](repeating: 0, count: sizes.count)
    var offset = Self.headerSize
    for level in stride(from: height, to: 0, by: -1) {
      offsets[level] = offset
      offset += sizes[level] * Self.nodeSize
    }
    offsets[0] = offset
    leavesOffset = offset
    levelOffsets = offsets
    byteCount = offset + leafCount * Self.leafByteSize
  }

  /// How many nodes a level has.
  func nodeCount(level: Int) -> Int {
    var size = leafCount
    for _ in 0..<level { size = (size + Self.fanOut - 1) / Self.fanOut }
    return size
  }
}
