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
  /// Where the walk is: what waits, the candidates and their number, what was touched.
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
    _ storage: TreeStorage, from origin: DistanceOrigin, within radiusMeters: Double,
    usesLanes: Bool, in scratch: borrowing KDTree.Scratch
  ) {
    leaves = storage.leaves
    self.usesLanes = usesLanes
    isTrusted = storage.isTrusted
    self.origin = origin
    let vector = origin.vector
    let height = storage.layout.height
    walk = clanes_walk()
    walk.base = UnsafeRawPointer(storage.base)
    walk.level_offsets = storage.levelOffsets
    walk.height = Int64(height)
    walk.point_count = Int64(storage.layout.count)
    walk.query = clanes_vector(x: vector.x, y: vector.y, z: vector.z)
    walk.waiting = scratch.waiting
    walk.chords = scratch.chords
    walk.positions = scratch.positions
    threshold = ChordBound.within(radiusMeters: radiusMeters)
    // At first the root waits, unless nothing can be found; a negative threshold's bits would be
    // larger than any other's.
    if storage.layout.count > 0 && threshold >= 0 {
      scratch.waiting[height &* TreeLayout.fanOut] = 0
      walk.setWaiting(1, first: 0, level: height)
    }
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
    // Twice the same loop: unwrapping the filter inside it would retain and release it at each leaf.
    if let isIncluded {
      while true {
        let before = count
        guard advance() else { return }
        if !isTrusted { keepSound(from: before) }
        keep(isIncluded, from: before)
        digest(from: before, wanted: wanted, within: radiusMeters, in: &scratch)
      }
    } else {
      while true {
        let before = count
        guard advance() else { return }
        if !isTrusted { keepSound(from: before) }
        digest(from: before, wanted: wanted, within: radiusMeters, in: &scratch)
      }
    }
  }

  /// Goes on to the next leaf with candidates; false where there is none.
  @inline(__always)
  private mutating func advance() -> Bool {
    usesLanes ? clanes_advance(&walk, threshold) : PortableWalk.advance(&walk, threshold)
  }

  /// Draws the conclusions from new candidates.
  @inline(__always)
  private mutating func digest(
    from before: Int, wanted: Int?, within radiusMeters: Double,
    in scratch: inout KDTree.Scratch
  ) {
    if last != nil { keepNearer(from: before) }
    if count == before { return }
    if let wanted { tighten(wanted: wanted, from: before, in: scratch) }
    if count > scratch.capacity { makeRoom(wanted: wanted, within: radiusMeters, in: &scratch) }
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
