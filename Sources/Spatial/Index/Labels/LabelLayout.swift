/// Where things are in the block of memory that holds the labels of a tree's points.
///
/// The block is a directory, then a set of codes for each child of each node, level by level as the
/// nodes stand in the tree, then the codes of the points, leaf by leaf, then the lists of the points
/// of rare codes. All but the lists follows from the number of points.
struct LabelLayout {
  /// How many codes the two groups have together.
  static let codeCount = 2 * PointLabel.codeCount
  /// Bytes of the directory: for each code how many points have it, and the first block of its list,
  /// 32 bits each.
  static let directorySize = codeCount * 8
  /// Stands in the directory for "no list".
  static let noList = UInt32.max
  /// Bytes of a node's sets: sixteen of the first group, sixteen of the second.
  static let nodeSize = 2 * TreeLayout.fanOut * 8
  /// Bytes of a leaf's codes: sixteen of the first group, sixteen of the second.
  static let leafSize = 2 * TreeLayout.leafSize
  /// Bytes of a block of a list: x, y, z as floats, then the positions of sixteen points.
  static let listBlockSize = TreeLayout.leafSize * 16

  /// Where the sets of the nodes of level h begin, at h; at 0, where the codes begin.
  let levelOffsets: [Int]
  /// Where the lists begin.
  let listsOffset: Int
  /// How many blocks all lists have.
  let listBlockCount: Int
  /// Bytes of it all.
  let byteCount: Int

  /// The layout for the points of a tree.
  init(_ tree: TreeLayout, listBlockCount: Int) {
    var offsets = [Int](repeating: 0, count: tree.height + 1)
    var offset = Self.directorySize
    for level in stride(from: tree.height, to: 0, by: -1) {
      offsets[level] = offset
      offset += tree.nodeCount(level: level) * Self.nodeSize
    }
    offsets[0] = offset
    // Those of a node's leaves are read together, also where it has fewer than sixteen.
    let nodes = (tree.leafCount + TreeLayout.fanOut - 1) / TreeLayout.fanOut
    offset += nodes * TreeLayout.fanOut * Self.leafSize
    levelOffsets = offsets
    listsOffset = offset
    self.listBlockCount = listBlockCount
    byteCount = offset + listBlockCount * Self.listBlockSize
  }
}
