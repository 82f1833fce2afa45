/// Puts the labels of a tree's points beside the tree.
enum LabelBuilder {
  /// Makes the block of labels for a tree that is built.
  ///
  /// - Complexity: O(n).
  static func build(_ labels: [PointLabel], for tree: TreeStorage) -> LabelStorage {
    precondition(labels.count == tree.layout.count, "a label for each point")
    let directory = LabelDirectory(counting: labels)
    let layout = LabelLayout(tree.layout, listBlockCount: directory.listBlockCount)
    let storage = LabelStorage(layout, directory: directory)
    writeCodes(labels, of: tree, to: storage)
    joinSets(of: tree.layout, in: storage)
    return storage
  }

  /// Writes the codes of the leaves, and the lists, which are in the order of the leaves too.
  private static func writeCodes(
    _ labels: [PointLabel], of tree: TreeStorage, to storage: LabelStorage
  ) {
    var ends = [Int](repeating: 0, count: LabelLayout.codeCount)
    for number in 0..<tree.layout.leafCount {
      let leaf = TreeLeaf(base: tree.leaves + number * TreeLayout.leafByteSize)
      let codes = storage.codes(leaf: number)
      let first = number * TreeLayout.leafSize
      for lane in 0..<min(TreeLayout.leafSize, tree.layout.count - first) {
        let label = labels[Int(leaf.indexes[lane])]
        codes[lane] = label.first
        codes[lane + TreeLayout.leafSize] = label.second
        for code in [Int(label.first), PointLabel.codeCount + Int(label.second)] {
          let block = storage.directory.firstBlocks[code]
          guard block != LabelLayout.noList else { continue }
          let place = ends[code]
          ends[code] += 1
          let entry =
            storage.lists + (Int(block) + place / TreeLayout.leafSize) * LabelLayout.listBlockSize
            + place % TreeLayout.leafSize * 4
          for axis in 0..<3 {
            entry.storeBytes(
              of: leaf.coordinates[axis][lane], toByteOffset: axis * 64, as: Float.self)
          }
          entry.storeBytes(of: UInt32(first + lane), toByteOffset: 192, as: UInt32.self)
        }
      }
    }
    padLists(ends, in: storage)
  }

  /// Fills up the last block of each list with points at infinity.
  private static func padLists(_ ends: [Int], in storage: LabelStorage) {
    for (code, end) in ends.enumerated() where end % TreeLayout.leafSize != 0 {
      let block = Int(storage.directory.firstBlocks[code]) + end / TreeLayout.leafSize
      for lane in end % TreeLayout.leafSize..<TreeLayout.leafSize {
        (storage.lists + block * LabelLayout.listBlockSize).storeBytes(
          of: .infinity, toByteOffset: lane * 4, as: Float.self)
      }
    }
  }

  /// Writes for each child of each node which codes are below it.
  private static func joinSets(of tree: TreeLayout, in storage: LabelStorage) {
    guard tree.height > 0 else { return }
    for level in 1...tree.height {
      for child in 0..<tree.nodeCount(level: level - 1) {
        let (first, second) =
          level == 1
          ? leafSets(child, count: tree.count - child * TreeLayout.leafSize, in: storage)
          : nodeSets(level: level - 1, node: child, in: storage)
        let sets = storage.sets(level: level, node: child / TreeLayout.fanOut)
        sets[child % TreeLayout.fanOut] = first
        sets[TreeLayout.fanOut + child % TreeLayout.fanOut] = second
      }
    }
  }

  private static func leafSets(
    _ leaf: Int, count: Int, in storage: LabelStorage
  ) -> (first: UInt64, second: UInt64) {
    let codes = storage.codes(leaf: leaf)
    var (first, second) = (UInt64(0), UInt64(0))
    for lane in 0..<min(count, TreeLayout.leafSize) {
      first |= 1 << UInt64(codes[lane])
      second |= 1 << UInt64(codes[lane + TreeLayout.leafSize])
    }
    return (first, second)
  }

  private static func nodeSets(
    level: Int, node: Int, in storage: LabelStorage
  ) -> (first: UInt64, second: UInt64) {
    let sets = storage.sets(level: level, node: node)
    var (first, second) = (UInt64(0), UInt64(0))
    for child in 0..<TreeLayout.fanOut {
      first |= sets[child]
      second |= sets[child + TreeLayout.fanOut]
    }
    return (first, second)
  }
}
