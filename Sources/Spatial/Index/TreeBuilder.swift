/// Puts points in the order of the leaves, then draws the boxes around them.
///
/// The points of a node are halved at the axis on which they are spread widest until each part is a
/// child, with no more order than that needs: O(n log n) in all, whatever the points are. Where a part
/// is cut follows from the number of points, and what is in it from the points alone, so that the
/// tree is the same to the last byte however many threads build it.
///
/// Nothing is allocated but the tree: until the leaves are written, their memory holds the points that
/// are being sorted.
///
/// Unchecked, since the compiler cannot see that threads write to places of their own.
struct TreeBuilder: @unchecked Sendable {
  /// A point while it is being sorted: x, y, z, and its index as the bits of the fourth.
  typealias Item = SIMD4<Float>

  private let storage: TreeStorage
  private let coordinates: UnsafeBufferPointer<Coordinate>
  /// The points, in the second half of the leaves' memory.
  private let items: UnsafeMutablePointer<Item>
  private let threads: Int

  /// A thread is worth its cost for so many points.
  private static let pointsPerThread = 8_192
  /// What a thread takes at a time where there is nothing to sort.
  private static let leavesPerTurn = 256

  /// How many threads are worth starting for so many points.
  static func threadCount(forPoints count: Int, atMost limit: Int) -> Int {
    let worthwhile = min(limit, count / pointsPerThread)
    return worthwhile > 1 ? min(worthwhile, Threads.processorCount) : 1
  }

  /// Builds the tree of some coordinates.
  static func build(_ coordinates: [Coordinate], threads: Int) -> TreeStorage {
    precondition(coordinates.count < UInt32.max, "too many points")
    return coordinates.withUnsafeBufferPointer { coordinates in
      let builder = TreeBuilder(coordinates, threads: threads)
      builder.placePoints()
      builder.arrange()
      builder.writeLeaves()
      builder.drawBoxes()
      return builder.storage
    }
  }

  private init(_ coordinates: UnsafeBufferPointer<Coordinate>, threads: Int) {
    self.coordinates = coordinates
    self.threads = threads
    storage = TreeStorage(count: coordinates.count)
    let layout = storage.layout
    let half = layout.leafCount * TreeLayout.leafByteSize / 2
    precondition(TreeLayout.leafByteSize == 2 * TreeLayout.leafSize * MemoryLayout<Item>.stride)
    items = (storage.base + layout.byteCount - half)
      .bindMemory(to: Item.self, capacity: layout.leafCount * TreeLayout.leafSize)
  }

  /// Runs a body for runs of leaves that together are all of some.
  private func forEachRun(of leaves: Range<Int>, _ body: @Sendable (Range<Int>) -> Void) {
    let turns = (leaves.count + Self.leavesPerTurn - 1) / Self.leavesPerTurn
    Threads.forEach(turns, atMost: threads) { turn in
      let start = leaves.lowerBound + turn * Self.leavesPerTurn
      body(start..<min(start + Self.leavesPerTurn, leaves.upperBound))
    }
  }

  private func points(inLeaves leaves: Range<Int>) -> Range<Int> {
    let end = min(leaves.upperBound * TreeLayout.leafSize, coordinates.count)
    return leaves.lowerBound * TreeLayout.leafSize..<end
  }

  // MARK: - Order

  private func placePoints() {
    forEachRun(of: 0..<storage.layout.leafCount) { leaves in
      for index in points(inLeaves: leaves) {
        let vector = UnitVector.of(
          latitude: coordinates[index].latitude, longitude: coordinates[index].longitude)
        (items + index).initialize(
          to: Item(vector, Float(bitPattern: UInt32(truncatingIfNeeded: index))))
      }
    }
  }

  /// Halves all leaves, and the halves again: as many threads as there are parts to halve, until the
  /// parts are enough for all threads to be busy to the end.
  private func arrange() {
    var parts = [0..<storage.layout.leafCount]
    while threads > 1, parts.count < 8 * threads, parts.contains(where: { $0.count > 1 }) {
      let wholes = parts
      Threads.forEach(wholes.count, atMost: threads) { halve(wholes[$0]) }
      parts = wholes.flatMap { leaves in
        guard leaves.count > 1 else { return [leaves] }
        let cut = Self.cut(leaves)
        return [leaves.lowerBound..<cut, cut..<leaves.upperBound]
      }
    }
    let rest = parts
    Threads.forEach(rest.count, atMost: threads) { arrange(rest[$0]) }
  }

  private func arrange(_ leaves: Range<Int>) {
    guard halve(leaves) else { return }
    let cut = Self.cut(leaves)
    arrange(leaves.lowerBound..<cut)
    arrange(cut..<leaves.upperBound)
  }

  /// Where the halves of a run of leaves meet: at a multiple of the greatest power of sixteen that
  /// leaves more than one child, as near the middle as that allows.
  private static func cut(_ leaves: Range<Int>) -> Int {
    var child = 1
    while child * TreeLayout.fanOut < leaves.count { child *= TreeLayout.fanOut }
    let children = (leaves.count + child - 1) / child
    return leaves.lowerBound + (children + 1) / 2 * child
  }

  /// Puts the points of each half of a run of leaves where they belong; false where nothing is left to
  /// order: in one leaf, and where all points coincide.
  @discardableResult
  private func halve(_ leaves: Range<Int>) -> Bool {
    guard leaves.count > 1 else { return false }
    let points = points(inLeaves: leaves)
    guard let axis = widestAxis(points) else { return false }
    Selection.place(
      rank: Self.cut(leaves) * TreeLayout.leafSize, of: items, in: points, axis: axis)
    return true
  }

  /// The axis of the widest spread; nil where there is none.
  private func widestAxis(_ points: Range<Int>) -> Int? {
    let (least, greatest) = extent(points)
    let spread = greatest - least
    if max(spread.x, spread.y, spread.z) == 0 { return nil }
    if spread.x >= spread.y { return spread.x >= spread.z ? 0 : 2 }
    return spread.y >= spread.z ? 1 : 2
  }

  /// The least and the greatest of each coordinate.
  private func extent(_ points: Range<Int>) -> (least: Item, greatest: Item) {
    var least = items[points.lowerBound]
    var greatest = least
    for point in points {
      let item = items[point]
      least.replace(with: item, where: item .< least)
      greatest.replace(with: item, where: item .> greatest)
    }
    return (least, greatest)
  }

  // MARK: - Writing

  /// Turns the points into leaves, each with its box in the node above it.
  ///
  /// A leaf takes twice the memory of its points, and the points stand at the end: the first half of
  /// the leaves can be written without touching a point, then half of the rest where the points of
  /// the first half were, and so on. The last one is written over its own points.
  private func writeLeaves() {
    let count = storage.layout.leafCount
    var start = 0
    while start < count {
      let end = start + max(1, (count - start) / 2)
      forEachRun(of: start..<end) { leaves in
        for number in leaves { writeLeaf(number) }
      }
      start = end
    }
  }

  private func writeLeaf(_ number: Int) {
    let points = points(inLeaves: number..<number + 1)
    let (least, greatest) = extent(points)
    let leaf = TreeLeaf(base: storage.leaves + number * TreeLayout.leafByteSize)
    // Single numbers: a vector's lane by a variable is slow.
    let floats = leaf.base.assumingMemoryBound(to: Float.self)
    let padding = Item(SIMD3(repeating: .infinity), Float(bitPattern: .max))
    // A copy, for the leaf that is written over its own points.
    withUnsafeTemporaryAllocation(of: Item.self, capacity: TreeLayout.leafSize) { copy in
      for lane in 0..<TreeLayout.leafSize {
        copy.initializeElement(
          at: lane, to: lane < points.count ? items[points.lowerBound + lane] : padding)
      }
      for lane in 0..<TreeLayout.leafSize {
        let item = copy[lane]
        floats[lane] = item.x
        floats[TreeLayout.leafSize + lane] = item.y
        floats[2 * TreeLayout.leafSize + lane] = item.z
        leaf.indexes[lane] = item.w.bitPattern
      }
    }
    for lane in 0..<points.count {
      let coordinate = coordinates[Int(leaf.indexes[lane])]
      leaf.latitudes[lane] = coordinate.latitude
      leaf.longitudes[lane] = coordinate.longitude
    }
    for lane in points.count..<TreeLayout.leafSize {
      leaf.latitudes[lane] = 0
      leaf.longitudes[lane] = 0
    }
    if storage.layout.height > 0 {
      write(
        SIMD3(least.x, least.y, least.z), SIMD3(greatest.x, greatest.y, greatest.z),
        ofChild: number, level: 1)
    }
  }

  /// Draws the boxes of all levels above the first, and empty ones for the children that the last
  /// node of each level does not have.
  private func drawBoxes() {
    let layout = storage.layout
    guard layout.height > 0 else { return }
    for level in 1...layout.height {
      let children = layout.nodeCount(level: level - 1)
      if level > 1 {
        for child in 0..<children {
          let box = bounds(level: level - 1, node: child)
          var (least, greatest) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
          for axis in 0..<3 {
            least[axis] = box[axis].min()
            greatest[axis] = box[axis + 3].max()
          }
          write(least, greatest, ofChild: child, level: level)
        }
      }
      for child in children..<layout.nodeCount(level: level) * TreeLayout.fanOut {
        write(
          SIMD3(repeating: .infinity), SIMD3(repeating: -.infinity), ofChild: child, level: level)
      }
    }
  }

  /// Puts the box of a child into its node.
  private func write(
    _ least: SIMD3<Float>, _ greatest: SIMD3<Float>, ofChild child: Int, level: Int
  ) {
    let box = UnsafeMutableRawPointer(bounds(level: level, node: child / TreeLayout.fanOut))
      .assumingMemoryBound(to: Float.self)
    let slot = child % TreeLayout.fanOut
    for axis in 0..<3 {
      box[axis * TreeLayout.fanOut + slot] = least[axis]
      box[(axis + 3) * TreeLayout.fanOut + slot] = greatest[axis]
    }
  }

  /// The six vectors of a node.
  private func bounds(level: Int, node: Int) -> UnsafeMutablePointer<SIMD16<Float>> {
    (storage.base + storage.layout.levelOffsets[level] + node * TreeLayout.nodeSize)
      .assumingMemoryBound(to: SIMD16<Float>.self)
  }
}
