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
  let leaves: UnsafeMutableRawPointer
  let usesLanes: Bool
  let isTrusted: Bool
  let origin: DistanceOrigin
  /// Where the walk is: the stack, the candidates and their number, what was touched.
  var walk: clanes_walk
  /// Squared chords above this are of no interest.
  var threshold: Float
  /// With so many candidates, the threshold is worth another look.
  var nextTightening = 0
  /// The last of the answer so far, once floats have failed to tell candidates apart: from then on
  /// every candidate is compared with it exactly.
  var last: Neighbor?

  /// How many candidates there are.
  @inline(__always)
  var count: Int {
    get { Int(walk.count) }
    set { walk.count = Int64(newValue) }
  }

  /// What was touched so far.
  var statistics: SearchStatistics {
    var statistics = SearchStatistics()
    statistics.nodesVisited = Int(walk.nodes_visited)
    statistics.pointsTested = Int(walk.points_tested)
    return statistics
  }

  @inline(__always)
  init(
    _ storage: TreeStorage, from query: Coordinate, within radiusMeters: Double, usesLanes: Bool,
    in scratch: borrowing KDTree.Scratch
  ) {
    leaves = storage.leaves
    self.usesLanes = usesLanes
    isTrusted = storage.isTrusted
    origin = DistanceOrigin(query)
    let vector = origin.vector
    scratch.stack[0] = UInt64(storage.layout.height) << 28
    walk = clanes_walk(
      base: storage.base, level_offsets: storage.levelOffsets,
      point_count: Int64(storage.layout.count),
      query: clanes_vector(x: vector.x, y: vector.y, z: vector.z), stack: scratch.stack,
      top: storage.layout.count > 0 ? 1 : 0, chords: scratch.chords,
      positions: scratch.positions, count: 0, nodes_visited: 0, points_tested: 0)
    threshold = ChordBound.within(radiusMeters: radiusMeters)
    // The walk compares bits, and a negative number's would be large.
    if threshold < 0 { walk.top = 0 }
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
    if let wanted { startTightening(wanted: wanted, in: scratch) }
    while walk.top > 0 {
      let before = count
      if usesLanes {
        clanes_advance(&walk, threshold)
      } else {
        PortableWalk.advance(&walk, threshold)
      }
      if count == before { continue }
      if !isTrusted { keepSound(from: before) }
      if let isIncluded { keep(isIncluded, from: before) }
      if last != nil { keepNearer(from: before) }
      if let wanted { tighten(wanted: wanted, from: before, in: scratch) }
      if count > scratch.capacity { makeRoom(wanted: wanted, within: radiusMeters, in: &scratch) }
    }
  }

  /// Keeps of the newest candidates those that a filter admits.
  @inline(__always)
  private mutating func keep(_ isIncluded: (Int) -> Bool, from start: Int) {
    var end = start
    for candidate in start..<count {
      let position = walk.positions[candidate]
      guard isIncluded(index(of: position)) else { continue }
      walk.chords[end] = walk.chords[candidate]
      walk.positions[end] = position
      end &+= 1
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

  /// The index of the point at a position.
  @inline(__always)
  func index(of position: UInt32) -> Int {
    let (leaf, lane) = place(position)
    return Int(leaf.indexes[lane])
  }
}
