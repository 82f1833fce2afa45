import CLanes

/// From candidates to the answer.
extension TreeSearch {
  /// The candidates with their exact distances, in order, those beyond the radius left out.
  ///
  /// The memory is the scratch's and is good until its next use.
  func rank(
    within radiusMeters: Double, in scratch: borrowing KDTree.Scratch
  ) -> UnsafeBufferPointer<Neighbor> {
    if usesLanes {
      let end = clanes_refine(
        leaves, scratch.positions, Int64(count), origin.forLanes, radiusMeters, scratch.meters,
        scratch.indexes)
      if end >= 0 {
        return NeighborSort.sorted(count: Int(end), in: scratch, usesLanes: true)
      }
    }
    return NeighborSort.sorted(
      count: refinePortably(within: radiusMeters, in: scratch), in: scratch,
      usesLanes: usesLanes)
  }

  private func refinePortably(
    within radiusMeters: Double, in scratch: borrowing KDTree.Scratch
  ) -> Int {
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
        scratch.meters[end] = meters[lane]
        scratch.indexes[end] = UInt32(
          truncatingIfNeeded: index(of: scratch.positions[candidate &+ lane]))
        end &+= meters[lane] <= radiusMeters ? 1 : 0
      }
      candidate &+= 4
    }
    return end
  }

  /// One candidate with its exact distance.
  func neighbor(_ position: UInt32) -> Neighbor {
    let (leaf, lane) = place(position)
    return Neighbor(
      index: Int(leaf.indexes[lane]),
      distanceMeters: origin.meters(
        latitude: leaf.latitudes[lane], longitude: leaf.longitudes[lane]))
  }
}
