import CLanes

/// From candidates to the answer.
extension TreeSearch {
  /// The candidates with their exact distances, in order, those beyond the radius left out.
  ///
  /// The memory is the scratch's and is good until its next use.
  func rank(
    within radiusMeters: Double, in scratch: borrowing KDTree.Scratch
  ) -> UnsafeBufferPointer<Neighbor> {
    var end = Int(
      lanes.functions.pointee.refine(
        leaves, scratch.positions, Int64(count), origin.forLanes, radiusMeters, scratch.meters,
        scratch.indexes))
    if end < 0 { end = refineOneByOne(within: radiusMeters, in: scratch) }
    return NeighborSort.sorted(count: end, in: scratch, lanes: lanes)
  }

  /// The same from anywhere on the sphere.
  private func refineOneByOne(
    within radiusMeters: Double, in scratch: borrowing KDTree.Scratch
  ) -> Int {
    var end = 0
    for candidate in 0..<count {
      let neighbor = neighbor(scratch.positions[candidate])
      scratch.meters[end] = neighbor.distanceMeters
      scratch.indexes[end] = UInt32(truncatingIfNeeded: neighbor.index)
      end &+= neighbor.distanceMeters <= radiusMeters ? 1 : 0
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
