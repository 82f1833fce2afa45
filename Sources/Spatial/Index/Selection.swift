/// Finding the item of a rank without sorting the rest.
enum Selection {
  /// Moves items so that those before `rank` are at most, and those from `rank` on at least, the one
  /// that then stands there, by one of their coordinates.
  ///
  /// A pivot is taken from a sorted sample, a little to that side of the rank where the rank then
  /// falls into the shorter part, so that about 1.5 n items are looked at in all (Floyd, R. W.,
  /// Rivest, R. L., 1975, Expected time bounds for selection, doi:10.1145/360680.360691). Items
  /// equal to the pivot are set aside where it is the least, so that equal items cost nothing extra.
  /// - Complexity: O(n) expected.
  static func place(
    rank: Int, of items: UnsafeMutablePointer<SIMD4<Float>>, in range: Range<Int>, axis: Int
  ) {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 24 {
      let pivot = pivot(rank: rank, of: items, in: low..<high, axis: axis)
      let cut = partition(items, in: low..<high, axis: axis) { $0 < pivot }
      if rank < cut {
        high = cut
      } else if cut > low {
        low = cut
      } else {
        // Nothing is below the pivot: set its equals aside.
        let end = partition(items, in: low..<high, axis: axis) { $0 <= pivot }
        if rank < end { return }
        low = end
      }
    }
    sort(items, in: low..<high, axis: axis)
  }

  private static func pivot(
    rank: Int, of items: UnsafeMutablePointer<SIMD4<Float>>, in range: Range<Int>, axis: Int
  ) -> Float {
    let size = min(max(range.count / 64, 5), 63)
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: size) { sample in
      // Evenly spaced, each place shifted within its interval by a fixed hash: no regular
      // pattern of the input can then fit all samples.
      let step = range.count / size
      var state = UInt64(truncatingIfNeeded: range.count)
      for place in 0..<size {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let shift = Int(truncatingIfNeeded: ((state >> 32) &* UInt64(step)) >> 32)
        let value = key(items, range.lowerBound + place * step + shift, axis)
        var slot = place
        while slot > 0 && sample[slot - 1] > value {
          sample[slot] = sample[slot - 1]
          slot -= 1
        }
        sample.initializeElement(at: slot, to: value)
      }
      let ideal = Float(rank - range.lowerBound) / Float(range.count) * Float(size)
      let margin = Float(size).squareRoot() / 2
      let wanted = 2 * (rank - range.lowerBound) < range.count ? ideal + margin : ideal - margin
      return sample[min(max(Int(wanted), 0), size - 1)]
    }
  }

  /// Moves the items that satisfy a predicate to the front; returns where the others begin.
  ///
  /// Without branches that depend on the items: every item is exchanged, and the border moves or not.
  @inline(__always)
  private static func partition(
    _ items: UnsafeMutablePointer<SIMD4<Float>>, in range: Range<Int>, axis: Int,
    isBefore: (Float) -> Bool
  ) -> Int {
    var border = range.lowerBound
    for place in range {
      let step = isBefore(key(items, place, axis)) ? 1 : 0
      let item = items[place]
      items[place] = items[border]
      items[border] = item
      border &+= step
    }
    return border
  }

  private static func sort(
    _ items: UnsafeMutablePointer<SIMD4<Float>>, in range: Range<Int>, axis: Int
  ) {
    for place in range.dropFirst() {
      let (item, key) = (items[place], Self.key(items, place, axis))
      var slot = place
      while slot > range.lowerBound && Self.key(items, slot - 1, axis) > key {
        items[slot] = items[slot - 1]
        slot -= 1
      }
      items[slot] = item
    }
  }

  /// One coordinate, read from memory: a subscript of a vector by a variable is slow.
  @inline(__always)
  private static func key(
    _ items: UnsafeMutablePointer<SIMD4<Float>>, _ place: Int, _ axis: Int
  ) -> Float {
    UnsafeRawPointer(items + place).load(fromByteOffset: axis &* 4, as: Float.self)
  }
}
