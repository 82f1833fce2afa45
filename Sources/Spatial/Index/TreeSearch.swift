import CLanes

/// The walk through a tree that collects candidates: all points that may belong to an answer.
///
/// Candidates go into the scratch in the order in which they are met, as a squared chord in floats
/// and a position. A threshold on the squared chord falls as more are found; it is never below what
/// the answer needs (see ``ChordBound``).
struct TreeSearch {
  let leaves: UnsafeMutableRawPointer
  let lanes: Lanes
  let isTrusted: Bool
  let origin: DistanceOrigin
  /// Where the walk is: what waits, the candidates and their number, what was touched.
  let walk: UnsafeMutablePointer<clanes_walk>
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
    get { Int(walk.pointee.count) }
    nonmutating set { walk.pointee.count = Int64(newValue) }
  }

  /// What was touched so far.
  var statistics: SearchStatistics { SearchStatistics(walk) }

  @inline(__always)
  init(
    _ storage: TreeStorage, from query: Coordinate, within radiusMeters: Double, lanes: Lanes,
    in scratch: borrowing KDTree.Scratch
  ) {
    leaves = storage.leaves
    self.lanes = lanes
    isTrusted = storage.isTrusted
    walk = scratch.walk
    threshold = ChordBound.within(radiusMeters: radiusMeters)
    scratch.enter(storage)
    origin = DistanceOrigin(
      lanes.functions.pointee.begin(walk, query.latitude, query.longitude, threshold))
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
        guard advance(until: before &+ 1) else { return }
        if !isTrusted { keepSound(from: before) }
        keep(isIncluded, from: before)
        digest(from: before, wanted: wanted, within: radiusMeters, in: &scratch)
      }
    }
    if isTrusted && runOn(wanted: wanted, within: radiusMeters, in: &scratch) { return }
    while true {
      let before = count
      guard advance(until: before &+ 1) else { return }
      if !isTrusted { keepSound(from: before) }
      digest(from: before, wanted: wanted, within: radiusMeters, in: &scratch)
    }
  }

  /// The same where no candidate needs a look of its own, many leaves at a time; false where
  /// candidates have begun to need one.
  @inline(__always)
  private mutating func runOn(
    wanted: Int?, within radiusMeters: Double, in scratch: inout KDTree.Scratch
  ) -> Bool {
    while last == nil {
      let full = scratch.capacity &+ 1
      if let wanted, wanted <= Self.few {
        guard
          lanes.functions.pointee.narrow(
            walk, &threshold, scratch.smallest, Int64(wanted), Int64(full))
        else { return true }
      } else if let wanted {
        guard advance(until: min(full, max(wanted, nextTightening))) else { return true }
        if count >= wanted { tightenByRank(wanted: wanted, in: scratch) }
      } else {
        guard advance(until: full) else { return true }
      }
      if count >= full { makeRoom(wanted: wanted, within: radiusMeters, in: &scratch) }
    }
    return false
  }

  /// Goes on until there are so many candidates; false where there are no more.
  @inline(__always)
  private func advance(until enough: Int) -> Bool {
    lanes.functions.pointee.advance(walk, threshold, Int64(enough))
  }

  /// Draws the conclusions from new candidates.
  @inline(__always)
  mutating func digest(
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
  mutating func keep(_ isIncluded: (Int) -> Bool, from start: Int) {
    var end = start
    for candidate in start..<count {
      let position = walk.pointee.positions[candidate]
      guard isIncluded(index(of: position)) else { continue }
      walk.pointee.chords[end] = walk.pointee.chords[candidate]
      walk.pointee.positions[end] = position
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

extension SearchStatistics {
  /// What a walk has touched.
  @inline(__always)
  init(_ walk: UnsafePointer<clanes_walk>) {
    self.init()
    nodesVisited = Int(walk.pointee.nodes_visited)
    pointsTested = Int(walk.pointee.points_tested)
  }
}
