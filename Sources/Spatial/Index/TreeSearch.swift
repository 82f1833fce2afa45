import CLanes

/// The walk through a tree that collects candidates: all points that may belong to an answer.
///
/// Candidates go into the scratch in the order in which they are met, as a squared chord in floats
/// and a position. A threshold on the squared chord falls as more are found; it is never below what
/// the answer needs (see ``ChordBound``).
///
/// The inner loops are there twice: in C with wide vectors where the processor has them, and in
/// Swift for all others.
struct TreeSearch {
  private let base: UnsafeMutableRawPointer
  private let levelOffsets: UnsafePointer<Int64>
  private let height: Int
  private let pointCount: Int
  let leaves: UnsafeMutableRawPointer
  let usesLanes: Bool
  let origin: DistanceOrigin
  private let vector: SIMD3<Float>
  /// Squared chords above this are of no interest.
  var threshold: Float
  /// How many candidates there are.
  var count = 0
  /// With so many candidates, the threshold is worth another look.
  var nextTightening = 0
  private(set) var statistics = SearchStatistics()
  /// The last of the answer so far, once floats have failed to tell candidates apart: from then on
  /// every candidate is compared with it exactly.
  var last: Neighbor?

  @inline(__always)
  init(
    _ storage: TreeStorage, from query: Coordinate, within radiusMeters: Double, usesLanes: Bool
  ) {
    base = storage.base
    levelOffsets = storage.levelOffsets
    leaves = storage.leaves
    height = storage.layout.height
    pointCount = storage.layout.count
    self.usesLanes = usesLanes
    origin = DistanceOrigin(query)
    vector = origin.vector
    threshold = ChordBound.within(radiusMeters: radiusMeters)
  }

  /// Visits nodes, nearest first, until nothing that is left can matter.
  ///
  /// - Parameters:
  ///   - wanted: how many nearest points; nil for all below the threshold.
  ///   - radiusMeters: the exact limit, for candidates that have to be thinned out on the way.
  @inline(__always)
  mutating func run(
    wanted: Int?, within radiusMeters: Double, where isIncluded: ((Int) -> Bool)?,
    in scratch: inout KDTree.Scratch
  ) {
    guard pointCount > 0 else { return }
    if let wanted { startTightening(wanted: wanted, in: scratch) }
    let stack = scratch.stack
    stack[0] = UInt64(height) << 28
    var top = 1
    while top > 0 {
      top &-= 1
      let entry = stack[top]
      if Float(bitPattern: UInt32(truncatingIfNeeded: entry >> 32)) > threshold { continue }
      statistics.nodesVisited &+= 1
      let level = Int(truncatingIfNeeded: entry >> 28) & 15
      let node = Int(truncatingIfNeeded: entry & 0xFFF_FFFF)
      if level > 0 {
        top = push(level: level, node: node, onto: stack, top)
        continue
      }
      let before = count
      scan(leaf: node, in: scratch)
      if count == before { continue }
      if let isIncluded { keep(isIncluded, from: before, in: scratch) }
      if last != nil { keepNearer(from: before, in: scratch) }
      if let wanted { tighten(wanted: wanted, from: before, in: scratch) }
      if count > scratch.capacity { makeRoom(wanted: wanted, within: radiusMeters, in: &scratch) }
    }
  }

  // MARK: - Nodes

  /// Puts the children that are near enough on the stack, the nearest on top.
  @inline(__always)
  private func push(
    level: Int, node: Int, onto stack: UnsafeMutablePointer<UInt64>, _ top: Int
  ) -> Int {
    let box = base + (Int(levelOffsets[level]) &+ node &* TreeLayout.nodeSize)
    let child = UInt64(truncatingIfNeeded: (level &- 1) << 28 | node &* TreeLayout.fanOut)
    if usesLanes {
      return Int(
        clanes_push(
          box.assumingMemoryBound(to: Float.self), queryVector, threshold, child, stack,
          Int64(top)))
    }
    return pushPortably(box.assumingMemoryBound(to: SIMD8<Float>.self), child, stack, top)
  }

  private func pushPortably(
    _ box: UnsafeMutablePointer<SIMD8<Float>>, _ child: UInt64,
    _ stack: UnsafeMutablePointer<UInt64>, _ top: Int
  ) -> Int {
    var squares = SIMD8<Float>.zero
    for axis in 0..<3 {
      let (below, above) = (box[axis] - vector[axis], vector[axis] - box[axis &+ 3])
      var gap = below.replacing(with: above, where: above .> below)
      gap.replace(with: 0, where: gap .< 0)
      squares = squares + gap * gap
    }
    var end = top
    for slot in 0..<TreeLayout.fanOut where squares[slot] <= threshold {
      let entry = UInt64(squares[slot].bitPattern) << 32 | (child &+ UInt64(slot))
      var place = end
      while place > top && stack[place &- 1] < entry {
        stack[place] = stack[place &- 1]
        place &-= 1
      }
      stack[place] = entry
      end &+= 1
    }
    return end
  }

  @inline(__always)
  private var queryVector: clanes_vector {
    clanes_vector(x: vector.x, y: vector.y, z: vector.z)
  }

  // MARK: - Leaves

  /// Appends the points of a leaf that are near enough.
  @inline(__always)
  private mutating func scan(leaf number: Int, in scratch: borrowing KDTree.Scratch) {
    let leaf = TreeLeaf(base: leaves + number &* TreeLayout.leafByteSize)
    let first = UInt32(truncatingIfNeeded: number &* TreeLayout.leafSize)
    statistics.pointsTested &+= min(
      TreeLayout.leafSize, pointCount &- number &* TreeLayout.leafSize)
    if usesLanes {
      count = Int(
        clanes_scan(
          leaf.base.assumingMemoryBound(to: Float.self), queryVector, threshold, first,
          scratch.chords, scratch.positions, Int64(count)))
    } else {
      scanPortably(leaf, first, in: scratch)
    }
  }

  private mutating func scanPortably(
    _ leaf: TreeLeaf, _ first: UInt32, in scratch: borrowing KDTree.Scratch
  ) {
    let x = leaf.coordinates[0] - vector.x
    let y = leaf.coordinates[1] - vector.y
    let z = leaf.coordinates[2] - vector.z
    let squares = x * x + y * y + z * z
    // Always written, counted where near enough: no branch depends on a point.
    for lane in 0..<TreeLayout.leafSize {
      scratch.chords[count] = squares[lane]
      scratch.positions[count] = first &+ UInt32(truncatingIfNeeded: lane)
      count &+= squares[lane] <= threshold ? 1 : 0
    }
  }

  /// Keeps of the newest candidates those that a filter admits.
  private mutating func keep(
    _ isIncluded: (Int) -> Bool, from start: Int, in scratch: borrowing KDTree.Scratch
  ) {
    var end = start
    for candidate in start..<count {
      let position = scratch.positions[candidate]
      guard isIncluded(index(of: position)) else { continue }
      scratch.chords[end] = scratch.chords[candidate]
      scratch.positions[end] = position
      end += 1
    }
    count = end
  }

  /// The leaf of a position and the place in it.
  @inline(__always)
  func place(_ position: UInt32) -> (leaf: TreeLeaf, lane: Int) {
    let number = Int(position) / TreeLayout.leafSize
    let leaf = TreeLeaf(base: leaves + number &* TreeLayout.leafByteSize)
    return (leaf, Int(position) % TreeLayout.leafSize)
  }

  @inline(__always)
  func index(of position: UInt32) -> Int {
    let (leaf, lane) = place(position)
    return Int(leaf.indexes[lane])
  }
}
