import CLanes

/// Keeping the candidates few: the threshold, and what is done where it does not help.
extension TreeSearch {
  /// With up to so many wanted, the smallest squared chords are kept sorted; with more, the rank is
  /// searched for now and then.
  static let few = 16

  func startTightening(wanted: Int, in scratch: borrowing KDTree.Scratch) {
    if wanted <= Self.few {
      scratch.smallest.update(repeating: ChordBound.everything, count: Self.few)
    }
  }

  /// Lowers the threshold to what the `wanted` nearest candidates so far allow.
  ///
  /// - Parameter start: candidates from here on are new.
  @inline(__always)
  mutating func tighten(wanted: Int, from start: Int, in scratch: borrowing KDTree.Scratch) {
    if wanted <= Self.few {
      let smallest = scratch.smallest
      if wanted == 1 {
        smallest[0] = lanes.functions.pointee.smallest(
          scratch.chords + start, Int64(count &- start), smallest[0])
      } else {
        lanes.functions.pointee.insert(smallest, scratch.chords + start, Int64(count &- start))
      }
      threshold = min(threshold, ChordBound.widened(smallest[wanted &- 1]))
    } else if count >= max(wanted, nextTightening) {
      tightenByRank(wanted: wanted, in: scratch)
    }
  }

  mutating func tightenByRank(wanted: Int, in scratch: borrowing KDTree.Scratch) {
    let chord = RankSearch.chord(
      ofRank: wanted, in: scratch.chords, count: count, atMost: threshold, lanes: lanes)
    threshold = min(threshold, ChordBound.widened(chord))
    nextTightening = count &+ max(TreeLayout.leafSize, wanted / 4)
  }

  /// Drops what the walk's last threshold leaves out.
  mutating func finish(wanted: Int, in scratch: borrowing KDTree.Scratch) {
    if wanted > Self.few && count >= wanted { tightenByRank(wanted: wanted, in: scratch) }
    dropDistant(in: scratch)
  }

  /// Drops candidates above the threshold.
  private mutating func dropDistant(in scratch: borrowing KDTree.Scratch) {
    count = Int(
      lanes.functions.pointee.drop(scratch.chords, scratch.positions, Int64(count), threshold))
  }

  /// Drops what it can, and gets more memory where that is not enough.
  ///
  /// More candidates below the threshold than a few times the answer are points too close together
  /// for floats: they are ranked exactly, and only the answer so far is kept.
  @inline(never)
  mutating func makeRoom(
    wanted: Int?, within radiusMeters: Double, in scratch: inout KDTree.Scratch
  ) {
    if let wanted {
      finish(wanted: wanted, in: scratch)
      nextTightening = 0
      if count <= scratch.capacity / 2 { return }
      if scratch.capacity >= 2 * wanted + 2048 {
        keepNearest(wanted, within: radiusMeters, in: scratch)
        // In a damaged file one point may stand many times, and all its copies are level.
        if count <= scratch.capacity / 2 { return }
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
    keepNearer(from: 0)
  }

  /// Keeps of the newest candidates those that do not come behind the last of the answer so far.
  mutating func keepNearer(from start: Int) {
    guard let last else { return }
    var end = start
    for candidate in start..<count {
      let position = walk.pointee.positions[candidate]
      guard !(last < neighbor(position)) else { continue }
      walk.pointee.chords[end] = walk.pointee.chords[candidate]
      walk.pointee.positions[end] = position
      end += 1
    }
    count = end
  }
}
