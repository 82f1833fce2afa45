import CLanes

/// The walk's inner loop in Swift, for processors that the one in C does not know.
enum PortableWalk {
  /// Goes on until a leaf has points within the threshold, and appends those; or until the stack is
  /// empty. Writes up to a leaf's places beyond the candidates.
  static func advance(_ walk: inout clanes_walk, _ threshold: Float) {
    let before = walk.count
    while walk.top > 0 && walk.count == before {
      walk.top &-= 1
      let entry = walk.stack[Int(walk.top)]
      if Float(bitPattern: UInt32(truncatingIfNeeded: entry >> 32)) > threshold { continue }
      walk.nodes_visited &+= 1
      let level = Int(truncatingIfNeeded: entry >> 28) & 15
      let number = Int(truncatingIfNeeded: entry & 0xFFF_FFFF)
      if level > 0 {
        push(&walk, threshold, level: level, number: number)
      } else {
        scan(&walk, threshold, number: number)
      }
    }
  }

  /// Puts the children that are near enough on the stack, the nearest on top.
  @inline(__always)
  private static func push(
    _ walk: inout clanes_walk, _ threshold: Float, level: Int, number: Int
  ) {
    let offset = Int(walk.level_offsets[level]) &+ number &* TreeLayout.nodeSize
    let box = (walk.base + offset).assumingMemoryBound(to: SIMD16<Float>.self)
    let squares =
      square(box[0] - walk.query.x, walk.query.x - box[3])
      + square(box[1] - walk.query.y, walk.query.y - box[4])
      + square(box[2] - walk.query.z, walk.query.z - box[5])
    let child = UInt64(truncatingIfNeeded: (level &- 1) << 28 | number &* TreeLayout.fanOut)
    let (stack, start) = (walk.stack, Int(walk.top))
    guard let stack else { return }
    var end = start
    for slot in 0..<TreeLayout.fanOut where squares[slot] <= threshold {
      let entry = UInt64(squares[slot].bitPattern) << 32 | (child &+ UInt64(slot))
      var place = end
      while place > start && stack[place &- 1] < entry {
        stack[place] = stack[place &- 1]
        place &-= 1
      }
      stack[place] = entry
      end &+= 1
    }
    walk.top = Int64(end)
  }

  /// The square of the gap between a point and an interval, given how far it is below and above.
  @inline(__always)
  private static func square(_ below: SIMD16<Float>, _ above: SIMD16<Float>) -> SIMD16<Float> {
    var gap = below.replacing(with: above, where: above .> below)
    gap.replace(with: 0, where: gap .< 0)
    return gap * gap
  }

  /// Appends the points of a leaf that are near enough.
  @inline(__always)
  private static func scan(_ walk: inout clanes_walk, _ threshold: Float, number: Int) {
    let leaf = (walk.base + (Int(walk.level_offsets[0]) &+ number &* TreeLayout.leafByteSize))
      .assumingMemoryBound(to: SIMD16<Float>.self)
    let x = leaf[0] - walk.query.x
    let y = leaf[1] - walk.query.y
    let z = leaf[2] - walk.query.z
    let squares = x * x + y * y + z * z
    let first = number &* TreeLayout.leafSize
    let (chords, positions) = (walk.chords, walk.positions)
    guard let chords, let positions else { return }
    // Always written, counted where near enough: no branch depends on a point.
    var count = Int(walk.count)
    for lane in 0..<TreeLayout.leafSize {
      chords[count] = squares[lane]
      positions[count] = UInt32(truncatingIfNeeded: first &+ lane)
      count &+= squares[lane] <= threshold ? 1 : 0
    }
    walk.count = Int64(count)
    walk.points_tested &+= Int64(min(TreeLayout.leafSize, Int(walk.point_count) &- first))
  }
}
