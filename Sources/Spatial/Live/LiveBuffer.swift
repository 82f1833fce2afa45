/// The newest points of a ``LiveIndex``, few enough to look at each.
struct LiveBuffer: Sendable {
  /// Sixteen points' vectors, side by side; those that are not there at infinity.
  private struct Block: Sendable {
    var x = SIMD16<Float>(repeating: .infinity)
    var y = SIMD16<Float>(repeating: .infinity)
    var z = SIMD16<Float>(repeating: .infinity)
  }

  /// The points, in no order.
  private(set) var points: [LivePoint] = []
  private var blocks: [Block] = []

  /// How many points there are.
  var count: Int { points.count }

  /// Where a point stands; nil where there is none.
  ///
  /// - Complexity: O(n).
  func place(of id: Int) -> Int? { points.firstIndex { $0.id == id } }

  mutating func append(_ point: LivePoint) {
    if points.count % 16 == 0 { blocks.append(Block()) }
    points.append(point)
    put(
      UnitVector.of(
        latitude: point.coordinate.latitude, longitude: point.coordinate.longitude),
      at: points.count - 1)
  }

  /// Takes out the point at a place, which the last one takes.
  mutating func remove(at place: Int) {
    let last = points.count - 1
    let block = blocks[last / 16]
    put(SIMD3(block.x[last % 16], block.y[last % 16], block.z[last % 16]), at: place)
    put(SIMD3(repeating: .infinity), at: last)
    points.swapAt(place, last)
    points.removeLast()
    if last % 16 == 0 { blocks.removeLast() }
  }

  private mutating func put(_ vector: SIMD3<Float>, at place: Int) {
    blocks[place / 16].x[place % 16] = vector.x
    blocks[place / 16].y[place % 16] = vector.y
    blocks[place / 16].z[place % 16] = vector.z
  }

  /// Calls a body with every point that may lie within a distance, by ``ChordBound``.
  ///
  /// - Parameters:
  ///   - query: where from, as a unit vector.
  ///   - radiusMeters: the body returns what is asked for from then on, the same or less.
  func forEachCandidate(
    of query: SIMD3<Float>, within radiusMeters: Double, _ body: (LivePoint) -> Double
  ) {
    var radius = radiusMeters
    var threshold = ChordBound.within(radiusMeters: radius)
    for number in 0..<blocks.count {
      let (x, y, z) = (
        blocks[number].x - query.x, blocks[number].y - query.y, blocks[number].z - query.z
      )
      let squares = x * x + y * y + z * z
      // One comparison for sixteen: mostly none of them is near.
      guard any(squares .<= threshold) else { continue }
      for lane in 0..<16 where squares[lane] <= threshold {
        let smaller = body(points[number * 16 + lane])
        if smaller < radius {
          radius = smaller
          threshold = ChordBound.within(radiusMeters: radius)
        }
      }
    }
  }
}
