import CLanes

/// Putting neighbours in order: by distance, and equal distances by index.
enum NeighborSort {
  /// Up to so many are placed by counting, for each, how many are smaller; vectors do that faster
  /// than anything that branches.
  private static let some = 128
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
    count: Int, in scratch: borrowing KDTree.Scratch, usesLanes: Bool
  ) -> UnsafeBufferPointer<Neighbor> {
    let sorted = scratch.sorted
    if count == 1 {
      sorted[0] = neighbor(0, in: scratch)
    } else if usesLanes && count <= some {
      let places = scratch.bucketOf
      clanes_rank(scratch.meters, Int64(count), places)
      for source in 0..<count {
        sorted[Int(places[source])] = neighbor(source, in: scratch)
      }
      // What floats could not tell apart stands side by side now.
      insertionSort(sorted, count)
    } else if count <= 24 {
      copy(count, in: scratch)
      insertionSort(sorted, count)
    } else if distribute(count, in: scratch, usesLanes: usesLanes) {
      insertionSort(sorted, count)
    } else {
      copy(count, in: scratch)
      var all = UnsafeMutableBufferPointer(start: sorted, count: count)
      all.sort()
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
    _ count: Int, in scratch: borrowing KDTree.Scratch, usesLanes: Bool
  ) -> Bool {
    let (meters, buckets, bucketOf) = (scratch.meters, scratch.buckets, scratch.bucketOf)
    var greatest = 0.0
    if usesLanes {
      greatest = clanes_greatest(meters, Int64(count))
    } else {
      for source in 0..<count {
        greatest = meters[source] > greatest ? meters[source] : greatest
      }
    }
    guard greatest > 0 else { return false }

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
