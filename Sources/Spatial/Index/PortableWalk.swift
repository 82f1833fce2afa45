import CLanes

/// The walk's inner loop in Swift, for processors that the one in C does not know.
enum PortableWalk {
  /// Goes on until a leaf has points within the threshold, and appends those; false where nothing
  /// is left that could have any. Writes up to a leaf's places beyond the candidates.
  static func advance(_ walk: inout clanes_walk, _ threshold: Float) -> Bool {
    guard let waiting = walk.waiting else { return false }
    let before = walk.count
    var level = 0
    while level <= walk.height {
      // Where the nearest that waits at a level is too far, all are, and stay so. The last four bits are
      // its place and not the square's: whatever they are, they must not exceed.
      let count = walk.waitingCount(level: level)
      let row = waiting + level &* TreeLayout.fanOut
      if count == 0 || row[count &- 1] > threshold.bitPattern | 15 {
        level &+= 1
        continue
      }
      let number = walk.firstChild(level: level) &+ Int(row[count &- 1] & 15)
      walk.setWaiting(count &- 1, first: walk.firstChild(level: level), level: level)
      walk.nodes_visited &+= 1
      if level > 0 {
        level &-= 1
        expand(&walk, threshold, level: level, number: number, into: waiting)
      } else {
        scan(&walk, threshold, number: number)
        if walk.count > before { return true }
      }
    }
    return false
  }

  /// Lets the children of a node wait that are near enough, the nearest last.
  @inline(__always)
  static func expand(
    _ walk: inout clanes_walk, _ threshold: Float, level: Int, number: Int,
    into waiting: UnsafeMutablePointer<UInt32>
  ) {
    let offset = Int(walk.level_offsets[level &+ 1]) &+ number &* TreeLayout.nodeSize
    let box = (walk.base + offset).assumingMemoryBound(to: SIMD16<Float>.self)
    let squares =
      square(box[0] - walk.query.x, walk.query.x - box[3])
      + square(box[1] - walk.query.y, walk.query.y - box[4])
      + square(box[2] - walk.query.z, walk.query.z - box[5])
    let row = waiting + level &* TreeLayout.fanOut
    var count = 0
    for slot in 0..<TreeLayout.fanOut where squares[slot] <= threshold {
      // The last four bits make room for the child's place.
      let key = squares[slot].bitPattern & ~15 | UInt32(truncatingIfNeeded: slot)
      var place = count
      while place > 0 && row[place &- 1] < key {
        row[place] = row[place &- 1]
        place &-= 1
      }
      row[place] = key
      count &+= 1
    }
    walk.setWaiting(count, first: number &* TreeLayout.fanOut, level: level)
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
  static func scan(_ walk: inout clanes_walk, _ threshold: Float, number: Int) {
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

extension clanes_walk {
  /// How many children wait at a level.
  @inline(__always)
  func waitingCount(level: Int) -> Int {
    withUnsafeBytes(of: waiting_count) { Int($0.load(fromByteOffset: 4 * level, as: UInt32.self)) }
  }

  /// The number of the first child of the node whose children wait at a level.
  @inline(__always)
  func firstChild(level: Int) -> Int {
    withUnsafeBytes(of: first_child) { Int($0.load(fromByteOffset: 4 * level, as: UInt32.self)) }
  }

  /// Says how many children wait at a level, and where their numbers begin.
  @inline(__always)
  mutating func setWaiting(_ count: Int, first: Int, level: Int) {
    withUnsafeMutableBytes(of: &waiting_count) {
      $0.storeBytes(
        of: UInt32(truncatingIfNeeded: count), toByteOffset: 4 * level, as: UInt32.self)
    }
    withUnsafeMutableBytes(of: &first_child) {
      $0.storeBytes(
        of: UInt32(truncatingIfNeeded: first), toByteOffset: 4 * level, as: UInt32.self)
    }
  }
}
