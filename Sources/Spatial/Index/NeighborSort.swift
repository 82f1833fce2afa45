import CLanes

/// Putting neighbours in order: by distance, and equal distances by index.
enum NeighborSort {
  /// From so many on, the spread of the distances is measured first.
  private static let many = 256
  private static let coarse = 64
  private static let crowd: UInt32 = 32

  /// Sorts the first `count` of the scratch's distances and indexes; returns them as neighbours.
  ///
  /// The number of points around a place grows with the square of the distance, so the squares fill
  /// equal intervals evenly: each neighbour goes to the interval of its square, and hardly
  /// anything is left to sort within one. Where there are many, intervals are narrow where points are
  /// dense. A crowded interval means equal distances, or nearly, and comparisons sort them all.
  /// - Complexity: O(n) where distances are spread that way, O(n log n) always.
  static func sorted(
    count: Int, in scratch: borrowing KDTree.Scratch, lanes: Lanes
  ) -> UnsafeBufferPointer<Neighbor> {
    let sorted = scratch.sorted
    if count == 1 {
      sorted[0] = neighbor(0, in: scratch)
    } else if count <= lanes.functions.pointee.rank_limit {
      // Counting, for each, how many are smaller: vectors do that faster than anything that branches.
      let places = scratch.bucketOf
      lanes.functions.pointee.rank(scratch.meters, Int64(count), places)
      for source in 0..<count {
        sorted[Int(places[source])] = neighbor(source, in: scratch)
      }
      // What floats could not tell apart stands side by side now.
      insertionSort(sorted, count)
    } else if distribute(count, in: scratch, lanes: lanes) {
      insertionSort(sorted, count)
    } else {
      copy(count, in: scratch)
      heapSort(sorted, count)
    }
    return UnsafeBufferPointer(start: sorted, count: count)
  }

  @inline(__always)
  private static func neighbor(_ source: Int, in scratch: borrowing KDTree.Scratch) -> Neighbor {
    Neighbor(index: Int(scratch.indexes[source]), distanceMeters: scratch.meters[source])
  }

  private static func copy(_ count: Int, in scratch: borrowing KDTree.Scratch) {
    for source in 0..<count { scratch.sorted[source] = neighbor(source, in: scratch) }
  }

  /// Puts every neighbour into its interval, two intervals for each of them; false where one is
  /// crowded.
  private static func distribute(
    _ count: Int, in scratch: borrowing KDTree.Scratch, lanes: Lanes
  ) -> Bool {
    let (meters, buckets, bucketOf) = (scratch.meters, scratch.buckets, scratch.bucketOf)
    let greatest = lanes.functions.pointee.greatest(meters, Int64(count))
    // The squares of smaller ones leave the range of doubles.
    guard greatest > 1e-100 else { return false }

    buckets.update(repeating: 0, count: 2 * count)
    // Everything here keeps order, rounding included, so no interval precedes one of a smaller distance.
    if count < many {
      let scale = Double(2 * count) / (greatest * greatest) * (1 - 0x1p-40)
      for source in 0..<count {
        let bucket = UInt32(truncatingIfNeeded: Int(meters[source] * meters[source] * scale))
        bucketOf[source] = bucket
        buckets[Int(bucket)] &+= 1
      }
    } else {
      equalize(count, greatest, in: scratch)
    }

    var (start, fullest) = (UInt32(0), UInt32(0))
    for bucket in 0..<2 * count {
      let size = buckets[bucket]
      buckets[bucket] = start
      start &+= size
      fullest = size > fullest ? size : fullest
    }
    guard fullest <= crowd else { return false }
    for source in 0..<count {
      let bucket = Int(bucketOf[source])
      scratch.sorted[Int(buckets[bucket])] = neighbor(source, in: scratch)
      buckets[bucket] &+= 1
    }
    return true
  }

  /// Sorts in place: a merge would need memory.
  ///
  /// Williams, J. W. J. (1964), Algorithm 232: Heapsort, doi:10.1145/512274.512284.
  private static func heapSort(_ neighbors: UnsafeMutablePointer<Neighbor>, _ count: Int) {
    var start = count / 2
    while start > 0 {
      start &-= 1
      sink(neighbors[start], to: start, in: neighbors, count)
    }
    var end = count
    while end > 1 {
      end &-= 1
      let last = neighbors[end]
      neighbors[end] = neighbors[0]
      sink(last, to: 0, in: neighbors, end)
    }
  }

  /// Puts a neighbour where the greater child of every one above it has moved up.
  private static func sink(
    _ neighbor: Neighbor, to start: Int, in heap: UnsafeMutablePointer<Neighbor>, _ count: Int
  ) {
    var place = start
    while true {
      var child = 2 &* place &+ 1
      if child >= count { break }
      if child &+ 1 < count && heap[child] < heap[child &+ 1] { child &+= 1 }
      if !(neighbor < heap[child]) { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = neighbor
  }

  /// Counts the squares in a few equal intervals, and divides each by how many it has.
  private static func equalize(
    _ count: Int, _ greatest: Double, in scratch: borrowing KDTree.Scratch
  ) {
    let (meters, buckets, bucketOf) = (scratch.meters, scratch.buckets, scratch.bucketOf)
    let scale = Double(coarse) / (greatest * greatest) * (1 - 0x1p-40)
    withUnsafeTemporaryAllocation(of: (start: Double, width: Double).self, capacity: coarse) {
      parts in
      parts.initialize(repeating: (0, 0))
      for source in 0..<count {
        parts[Int(meters[source] * meters[source] * scale)].width += 2
      }
      var start = 0.0
      for part in 0..<coarse {
        parts[part].start = start
        start += parts[part].width
        // A little less, so that rounding does not reach the next.
        parts[part].width *= 1 - 0x1p-20
      }
      for source in 0..<count {
        let square = meters[source] * meters[source] * scale
        let part = Int(square)
        let bucket = Int(parts[part].start + (square - Double(part)) * parts[part].width)
        bucketOf[source] = UInt32(truncatingIfNeeded: bucket)
        buckets[bucket] &+= 1
      }
    }
  }

  @inline(__always)
  private static func insertionSort(_ neighbors: UnsafeMutablePointer<Neighbor>, _ count: Int) {
    guard count > 1 else { return }
    for place in 1..<count {
      let neighbor = neighbors[place]
      guard neighbor < neighbors[place &- 1] else { continue }
      var slot = place
      repeat {
        neighbors[slot] = neighbors[slot &- 1]
        slot &-= 1
      } while slot > 0 && neighbor < neighbors[slot &- 1]
      neighbors[slot] = neighbor
    }
  }
}
