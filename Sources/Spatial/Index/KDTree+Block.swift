extension KDTree {
  /// How many queries ``nearestOne(of:within:into:using:)`` takes at once.
  static let block = 8

  /// The nearest point of each of some queries, eight of them side by side: while one waits for the
  /// memory of its next node, the others go on.
  ///
  /// Each answer is that of ``nearest(to:count:within:where:)`` for a count of 1.
  ///
  /// - Parameters:
  ///   - queries: where from; any number.
  ///   - radiusMeters: only points at this distance or nearer, the limit included.
  ///   - answers: as many as there are queries, in their order; nil where there is no point.
  ///   - scratch: the searches' working memory.
  /// - Precondition: the radius is not NaN, and the answers have room for the queries.
  func nearestOne(
    of queries: UnsafeBufferPointer<Coordinate>, within radiusMeters: Double = .infinity,
    into answers: UnsafeMutableBufferPointer<Neighbor?>, using scratch: inout Scratch
  ) {
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    precondition(answers.count >= queries.count, "every query needs a place for its answer")
    let threshold = ChordBound.within(radiusMeters: radiusMeters)
    var latitudes = SIMD8<Double>.zero
    var longitudes = SIMD8<Double>.zero
    var meters = SIMD8<Double>.zero
    var indexes = SIMD8<UInt32>.zero
    var found = SIMD8<Int8>.zero
    for start in stride(from: 0, to: queries.count, by: Self.block) {
      let end = min(start + Self.block, queries.count)
      for lane in 0..<Self.block {
        // The last query fills up the last block.
        let query = queries[min(start &+ lane, end &- 1)]
        latitudes[lane] = query.latitude
        longitudes[lane] = query.longitude
      }
      scratch.enter(storage)
      withUnsafePointer(to: &latitudes) { latitudes in
        withUnsafePointer(to: &longitudes) { longitudes in
          withUnsafeMutablePointer(to: &meters) { meters in
            withUnsafeMutablePointer(to: &indexes) { indexes in
              withUnsafeMutablePointer(to: &found) { found in
                lanes.functions.pointee.nearest_each(
                  scratch.walk, UnsafeRawPointer(latitudes).assumingMemoryBound(to: Double.self),
                  UnsafeRawPointer(longitudes).assumingMemoryBound(to: Double.self), threshold,
                  radiusMeters,
                  UnsafeMutableRawPointer(meters).assumingMemoryBound(to: Double.self),
                  UnsafeMutableRawPointer(indexes).assumingMemoryBound(to: UInt32.self),
                  UnsafeMutableRawPointer(found).assumingMemoryBound(to: Int8.self))
              }
            }
          }
        }
      }
      for query in start..<end {
        let lane = query - start
        switch found[lane] {
        case 1:
          answers[query] = Neighbor(index: Int(indexes[lane]), distanceMeters: meters[lane])
        case 0:
          answers[query] = nil
        default:
          // Only the general search can tell.
          answers[query] =
            ranked(
              queries[query], wanted: min(1, count), within: radiusMeters, where: nil,
              using: &scratch
            ).first
        }
      }
    }
  }
}
