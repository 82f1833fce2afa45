/// Puts points in the order of the leaves, then draws the boxes around them.
///
/// The points of a node are halved at the axis on which they are spread widest until each part is a
/// child, with no more order than that needs: O(n log n) in all, whatever the points are.
struct TreeBuilder {
  /// A point while it is being sorted: x, y, z, and its index as the bits of the fourth.
  typealias Item = SIMD4<Float>

  private let storage: TreeStorage
  private let items: UnsafeMutablePointer<Item>

  /// Builds the tree of some coordinates.
  static func build(_ coordinates: [Coordinate]) -> TreeStorage {
    precondition(coordinates.count < UInt32.max, "too many points")
    let items = UnsafeMutablePointer<Item>.allocate(capacity: coordinates.count)
    defer { items.deallocate() }
    for (index, coordinate) in coordinates.enumerated() {
      let vector = UnitVector.of(latitude: coordinate.latitude, longitude: coordinate.longitude)
      (items + index).initialize(
        to: Item(vector, Float(bitPattern: UInt32(truncatingIfNeeded: index))))
    }
    let builder = TreeBuilder(storage: TreeStorage(count: coordinates.count), items: items)
    builder.arrange(leaves: 0..<builder.storage.layout.leafCount)
    builder.writeLeaves(coordinates)
    builder.drawBoxes()
    return builder.storage
  }

  // MARK: - Order

  /// Halves a run of leaves, and the halves again.
  ///
  /// The cut is where a child ends: at a multiple of the greatest power of sixteen that leaves more
  /// than one child, as near the middle as that allows.
  private func arrange(leaves: Range<Int>) {
    guard leaves.count > 1 else { return }
    var child = 1
    while child * TreeLayout.fanOut < leaves.count { child *= TreeLayout.fanOut }
    let children = (leaves.count + child - 1) / child
    let cut = leaves.lowerBound + (children + 1) / 2 * child
    let points = points(inLeaves: leaves)
    // Points that all coincide are in order as they are.
    guard let axis = widestAxis(points) else { return }
    Selection.place(rank: cut * TreeLayout.leafSize, of: items, in: points, axis: axis)
    arrange(leaves: leaves.lowerBound..<cut)
    arrange(leaves: cut..<leaves.upperBound)
  }

  private func points(inLeaves leaves: Range<Int>) -> Range<Int> {
    let end = min(leaves.upperBound * TreeLayout.leafSize, storage.layout.count)
    return leaves.lowerBound * TreeLayout.leafSize..<end
  }

  /// The axis of the widest spread; nil where there is none.
  private func widestAxis(_ points: Range<Int>) -> Int? {
    var least = items[points.lowerBound]
    var greatest = least
    for point in points {
      let item = items[point]
      least.replace(with: item, where: item .< least)
      greatest.replace(with: item, where: item .> greatest)
    }
    let spread = greatest - least
    if max(spread.x, spread.y, spread.z) == 0 { return nil }
    if spread.x >= spread.y { return spread.x >= spread.z ? 0 : 2 }
    return spread.y >= spread.z ? 1 : 2
  }

  // MARK: - Writing

  private func writeLeaves(_ coordinates: [Coordinate]) {
    let layout = storage.layout
    for number in 0..<layout.leafCount {
      let leaf = TreeLeaf(
        base: storage.base + layout.leavesOffset + number * TreeLayout.leafByteSize)
      for lane in 0..<TreeLayout.leafSize {
        let position = number * TreeLayout.leafSize + lane
        guard position < layout.count else {
          for axis in 0..<3 { leaf.coordinates[axis][lane] = .infinity }
          leaf.indexes[lane] = .max
          leaf.latitudes[lane] = 0
          leaf.longitudes[lane] = 0
          continue
        }
        let item = items[position]
        for axis in 0..<3 { leaf.coordinates[axis][lane] = item[axis] }
        let index = item.w.bitPattern
        leaf.indexes[lane] = index
        leaf.latitudes[lane] = coordinates[Int(index)].latitude
        leaf.longitudes[lane] = coordinates[Int(index)].longitude
      }
    }
  }

  private func drawBoxes() {
    let layout = storage.layout
    guard layout.height > 0 else { return }
    for level in 1...layout.height {
      let children = layout.nodeCount(level: level - 1)
      for node in 0..<layout.nodeCount(level: level) {
        let box = bounds(level: level, node: node)
        for slot in 0..<TreeLayout.fanOut {
          let child = node * TreeLayout.fanOut + slot
          let (least, greatest) =
            child < children
            ? extent(level: level - 1, node: child)
            : (SIMD3(repeating: .infinity), SIMD3(repeating: -.infinity))
          for axis in 0..<3 {
            box[axis][slot] = least[axis]
            box[axis + 3][slot] = greatest[axis]
          }
        }
      }
    }
  }

  /// The six vectors of a node.
  private func bounds(level: Int, node: Int) -> UnsafeMutablePointer<SIMD16<Float>> {
    (storage.base + storage.layout.levelOffsets[level] + node * TreeLayout.nodeSize)
      .assumingMemoryBound(to: SIMD16<Float>.self)
  }

  /// The box around a leaf (level 0) or around all boxes of a node.
  private func extent(level: Int, node: Int) -> (least: SIMD3<Float>, greatest: SIMD3<Float>) {
    var (least, greatest) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
    if level > 0 {
      let box = bounds(level: level, node: node)
      for axis in 0..<3 {
        least[axis] = box[axis].min()
        greatest[axis] = box[axis + 3].max()
      }
      return (least, greatest)
    }
    let points = points(inLeaves: node..<node + 1)
    var (low, high) = (items[points.lowerBound], items[points.lowerBound])
    for point in points {
      low.replace(with: items[point], where: items[point] .< low)
      high.replace(with: items[point], where: items[point] .> high)
    }
    return (SIMD3(low.x, low.y, low.z), SIMD3(high.x, high.y, high.z))
  }
}
