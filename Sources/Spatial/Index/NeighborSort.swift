import CLanes

/// Putting neighbours in order: by distance, and equal distances by index.
enum NeighborSort {
  private static let few = 24
  private static let some = 64
  private static let crowd: UInt32 = 32

  /// Sorts the first `count` of the scratch's `found`; returns them where they then are.
  ///
  /// The number of points around a place grows with the square of the distance, so the squares fill
  /// equal intervals evenly: each neighbour goes to the interval of its square, and hardly
  /// anything is left to sort within one. A crowded interval is sorted by comparisons.
  /// - Complexity: O(n) where distances are spread that way, O(n log n) always.
  static func sorted(
    count: Int, in scratch: borrowing KDTree.Scratch, usesLanes: Bool
  ) -> UnsafeBufferPointer<Neighbor> {
    let found = scratch.found
    if usesLanes && count <= some && clanes_rank(found, Int64(count), scratch.sorted) {
      return UnsafeBufferPointer(start: scratch.sorted, count: count)
    }
    guard count > few else {
      insertionSort(found, 0..<count)
      return UnsafeBufferPointer(start: found, count: count)
    }
    var greatest = 0.0
    for place in 0..<count {
      let distance = found[place].distanceMeters
      greatest = distance > greatest ? distance : greatest
    }
    let scale = Double(count) / (greatest * greatest) * (1 - 0x1p-40)
    // Infinite where all are nearer than the square of the least distance that has a root.
    guard scale.isFinite else { return byMerging(found, scratch.sorted, count) }
    let buckets = scratch.buckets
    buckets.update(repeating: 0, count: count)
    for place in 0..<count {
      let distance = found[place].distanceMeters
      // Rounding keeps order, so no interval can precede that of a smaller distance.
      let bucket = UInt32(distance * distance * scale)
      scratch.bucketOf[place] = bucket
      buckets[Int(bucket)] &+= 1
    }
    var (start, fullest) = (UInt32(0), UInt32(0))
    for bucket in 0..<count {
      let size = buckets[bucket]
      buckets[bucket] = start
      start &+= size
      fullest = size > fullest ? size : fullest
    }
    guard fullest <= crowd else { return byMerging(found, scratch.sorted, count) }
    let sorted = scratch.sorted
    for place in 0..<count {
      let bucket = Int(scratch.bucketOf[place])
      sorted[Int(buckets[bucket])] = found[place]
      buckets[bucket] &+= 1
    }
    insertionSort(sorted, 0..<count)
    return UnsafeBufferPointer(start: sorted, count: count)
  }

  /// Merges runs, first of a few, then of twice as many and so on: in the scratch, without memory of
  /// its own.
  private static func byMerging(
    _ neighbors: UnsafeMutablePointer<Neighbor>, _ other: UnsafeMutablePointer<Neighbor>,
    _ count: Int
  ) -> UnsafeBufferPointer<Neighbor> {
    var start = 0
    while start < count {
      insertionSort(neighbors, start..<min(start &+ few, count))
      start &+= few
    }
    var (from, to) = (neighbors, other)
    var length = few
    while length < count {
      var (left, place) = (0, 0)
      while left < count {
        let middle = min(left &+ length, count)
        let end = min(middle &+ length, count)
        var right = middle
        while place < end {
          let takesRight = left == middle || (right < end && from[right] < from[left])
          to[place] = takesRight ? from[right] : from[left]
          right &+= takesRight ? 1 : 0
          left &+= takesRight ? 0 : 1
          place &+= 1
        }
        left = end
      }
      (from, to) = (to, from)
      length &*= 2
    }
    return UnsafeBufferPointer(start: from, count: count)
  }

  @inline(__always)
  private static func insertionSort(
    _ neighbors: UnsafeMutablePointer<Neighbor>, _ range: Range<Int>
  ) {
    for place in range {
      let neighbor = neighbors[place]
      var slot = place
      while slot > range.lowerBound && neighbor < neighbors[slot &- 1] {
        neighbors[slot] = neighbors[slot &- 1]
        slot &-= 1
      }
      neighbors[slot] = neighbor
    }
  }
}
