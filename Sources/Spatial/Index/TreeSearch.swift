/// The walk through a tree that collects candidates: all points that may belong to an answer.
///
/// Candidates go into the scratch in the order in which they are met, as a squared chord in floats
/// and a position. A threshold on the squared chord falls as more are found; it is never below what
/// the answer needs (see ``ChordBound``).
struct TreeSearch {
  private let base: UnsafeMutableRawPointer
  private let leaves: UnsafeMutableRawPointer
  private let height: Int
  private let pointCount: Int
  private let layout: TreeLayout
  let origin: DistanceOrigin
  private let vector: SIMD3<Float>
  /// Squared chords above this are of no interest.
  private(set) var threshold: Float
  /// How many candidates there are.
  private(set) var count = 0
  private(set) var statistics = SearchStatistics()
  /// The last of the answer so far, once floats have failed to tell candidates apart: from then on
  /// every candidate is compared with it exactly.
  private var last: Neighbor?

  init(_ storage: TreeStorage, from query: Coordinate, within radiusMeters: Double) {
    base = storage.base
    layout = storage.layout
    leaves = storage.base + layout.leavesOffset
    height = layout.height
    pointCount = layout.count
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
    guard layout.leafCount > 0 else { return }
    let stack = scratch.stack
    stack[0] = UInt64(height) << 28
    var top = 1
    while top > 0 {
      top -= 1
      let entry = stack[top]
      if Float(bitPattern: UInt32(truncatingIfNeeded: entry >> 32)) > threshold { continue }
      statistics.nodesVisited &+= 1
      let level = Int(entry >> 28) & 15
      let node = Int(entry & 0xFFF_FFFF)
      if level > 0 {
        top = push(level: level, node: node, onto: stack, top)
        continue
      }
      let before = count
      scan(leaf: node, in: scratch)
      if let isIncluded, count > before { keep(isIncluded, from: before, in: scratch) }
      if last != nil { keepNearer(from: before, in: scratch) }
      if count > before, let wanted { tighten(wanted: wanted, in: scratch) }
      if count > scratch.capacity { makeRoom(wanted: wanted, within: radiusMeters, in: &scratch) }
    }
  }

  // MARK: - Nodes

  /// Puts the children that are near enough on the stack, the nearest on top.
  @inline(__always)
  private func push(
    level: Int, node: Int, onto stack: UnsafeMutablePointer<UInt64>, _ top: Int
  ) -> Int {
    let box = (base + (layout.levelOffsets[level] &+ node &* TreeLayout.nodeSize))
      .assumingMemoryBound(to: SIMD8<Float>.self)
    var squares = SIMD8<Float>.zero
    for axis in 0..<3 {
      let (below, above) = (box[axis] - vector[axis], vector[axis] - box[axis &+ 3])
      var gap = below.replacing(with: above, where: above .> below)
      gap.replace(with: 0, where: gap .< 0)
      squares = squares + gap * gap
    }
    let child = UInt64((level &- 1) << 28 | node &* TreeLayout.fanOut)
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

  // MARK: - Leaves

  /// Appends the points of a leaf that are near enough.
  @inline(__always)
  private mutating func scan(leaf number: Int, in scratch: borrowing KDTree.Scratch) {
    let leaf = TreeLeaf(base: leaves + number &* TreeLayout.leafByteSize)
    let x = leaf.coordinates[0] - vector.x
    let y = leaf.coordinates[1] - vector.y
    let z = leaf.coordinates[2] - vector.z
    let squares = x * x + y * y + z * z
    let first = UInt32(truncatingIfNeeded: number &* TreeLayout.leafSize)
    // Always written, counted where near enough: no branch depends on a point.
    for lane in 0..<TreeLayout.leafSize {
      scratch.chords[count] = squares[lane]
      scratch.positions[count] = first &+ UInt32(truncatingIfNeeded: lane)
      count &+= squares[lane] <= threshold ? 1 : 0
    }
    statistics.pointsTested &+= min(
      TreeLayout.leafSize, pointCount &- number &* TreeLayout.leafSize)
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
  private func place(_ position: UInt32) -> (leaf: TreeLeaf, lane: Int) {
    let number = Int(position) / TreeLayout.leafSize
    let leaf = TreeLeaf(base: leaves + number &* TreeLayout.leafByteSize)
    return (leaf, Int(position) % TreeLayout.leafSize)
  }

  @inline(__always)
  private func index(of position: UInt32) -> Int {
    let (leaf, lane) = place(position)
    return Int(leaf.indexes[lane])
  }
}

// MARK: - Thinning out

extension TreeSearch {
  /// Lowers the threshold to what the `wanted` nearest candidates so far allow.
  private mutating func tighten(wanted: Int, in scratch: borrowing KDTree.Scratch) {
    guard count >= wanted else { return }
    let chord = RankSearch.chord(
      ofRank: wanted, in: scratch.chords, count: count, atMost: threshold)
    threshold = min(threshold, ChordBound.widened(chord))
  }

  /// Drops candidates above the threshold.
  mutating func dropDistant(in scratch: borrowing KDTree.Scratch) {
    var end = 0
    for candidate in 0..<count {
      let chord = scratch.chords[candidate]
      scratch.chords[end] = chord
      scratch.positions[end] = scratch.positions[candidate]
      end &+= chord <= threshold ? 1 : 0
    }
    count = end
  }

  /// Drops what it can, and gets more memory where that is not enough.
  ///
  /// More candidates below the threshold than a few times the answer are points too close together
  /// for floats: they are ranked exactly, and only the answer so far is kept.
  @inline(never)
  private mutating func makeRoom(
    wanted: Int?, within radiusMeters: Double, in scratch: inout KDTree.Scratch
  ) {
    if let wanted {
      dropDistant(in: scratch)
      if count <= scratch.capacity / 2 { return }
      if scratch.capacity >= 2 * wanted + 2048 {
        keepNearest(wanted, within: radiusMeters, in: scratch)
        return
      }
    }
    scratch.grow(to: 2 * scratch.capacity, keeping: count)
  }

  private mutating func keepNearest(
    _ wanted: Int, within radiusMeters: Double, in scratch: borrowing KDTree.Scratch
  ) {
    let ranked = rank(within: radiusMeters, in: scratch)
    last =
      ranked.count >= wanted
      ? ranked[wanted - 1] : Neighbor(index: .max, distanceMeters: radiusMeters)
    keepNearer(from: 0, in: scratch)
  }

  /// Keeps of the newest candidates those that do not come behind the last of the answer so far.
  private mutating func keepNearer(from start: Int, in scratch: borrowing KDTree.Scratch) {
    guard let last else { return }
    var end = start
    for candidate in start..<count {
      let position = scratch.positions[candidate]
      guard !(last < neighbor(position)) else { continue }
      scratch.chords[end] = scratch.chords[candidate]
      scratch.positions[end] = position
      end += 1
    }
    count = end
  }
}

// MARK: - Exact distances

extension TreeSearch {
  /// The candidates with their exact distances, in order, those beyond the radius left out.
  ///
  /// The memory is the scratch's and is good until its next use.
  func rank(
    within radiusMeters: Double, in scratch: borrowing KDTree.Scratch
  ) -> UnsafeBufferPointer<Neighbor> {
    var end = 0
    var candidate = 0
    while candidate < count {
      // The last few lanes repeat the last candidate.
      let lanes = min(4, count &- candidate)
      var latitudes = SIMD4<Double>.zero
      var longitudes = SIMD4<Double>.zero
      for lane in 0..<4 {
        let (leaf, slot) = place(scratch.positions[candidate &+ min(lane, lanes &- 1)])
        latitudes[lane] = leaf.latitudes[slot]
        longitudes[lane] = leaf.longitudes[slot]
      }
      let meters = origin.meters(latitudes: latitudes, longitudes: longitudes)
      for lane in 0..<lanes {
        scratch.found[end] = Neighbor(
          index: index(of: scratch.positions[candidate &+ lane]), distanceMeters: meters[lane])
        end &+= meters[lane] <= radiusMeters ? 1 : 0
      }
      candidate &+= 4
    }
    return NeighborSort.sorted(count: end, in: scratch)
  }

  private func neighbor(_ position: UInt32) -> Neighbor {
    let (leaf, lane) = place(position)
    return Neighbor(
      index: Int(leaf.indexes[lane]),
      distanceMeters: origin.meters(
        latitude: leaf.latitudes[lane], longitude: leaf.longitudes[lane]))
  }
}
