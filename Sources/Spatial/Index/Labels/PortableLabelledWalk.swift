import CLanes

/// The labelled walk's inner loop in Swift: the plain one's steps, less what the labels leave out.
enum PortableLabelledWalk {
  /// Goes on until a leaf has admitted points within the threshold, and appends those; false where
  /// nothing is left that could have any. Writes up to a leaf's places beyond the candidates.
  static func advance(
    _ walk: inout clanes_walk, _ labels: clanes_labels, _ threshold: Float
  ) -> Bool {
    guard let waiting = walk.waiting else { return false }
    let before = walk.count
    var level = 0
    while level <= walk.height {
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
        PortableWalk.expand(&walk, threshold, level: level &- 1, number: number, into: waiting)
        keepMet(&walk, labels, level: level, number: number)
        level &-= 1
      } else {
        PortableWalk.scan(&walk, threshold, number: number)
        keepAdmitted(&walk, labels, from: Int(before), number: number)
        if walk.count > before { return true }
      }
    }
    return false
  }

  /// Keeps of a node's waiting children those that have an admitted code of each group below them, and
  /// of leaves those that have both in one point.
  @inline(__always)
  private static func keepMet(
    _ walk: inout clanes_walk, _ labels: clanes_labels, level: Int, number: Int
  ) {
    let sets =
      (labels.base + (Int(labels.level_offsets[level]) &+ number &* LabelLayout.nodeSize))
      .assumingMemoryBound(to: UInt64.self)
    let row = walk.waiting + (level &- 1) &* TreeLayout.fanOut
    let asksPoints = level == 1 && labels.first != .max && labels.second != .max
    let leaves =
      (labels.base
      + (Int(labels.level_offsets[0]) &+ number &* TreeLayout.fanOut &* LabelLayout.leafSize))
      .assumingMemoryBound(to: UInt8.self)
    var end = 0
    for place in 0..<walk.waitingCount(level: level &- 1) {
      let (key, slot) = (row[place], Int(row[place] & 15))
      let isMet =
        sets[slot] & labels.first != 0 && sets[slot &+ TreeLayout.fanOut] & labels.second != 0
      guard isMet else { continue }
      if asksPoints {
        let codes = leaves + slot &* LabelLayout.leafSize
        guard (0..<TreeLayout.leafSize).contains(where: { admits(labels, codes, lane: $0) }) else {
          continue
        }
      }
      row[end] = key
      end &+= 1
    }
    walk.setWaiting(end, first: walk.firstChild(level: level &- 1), level: level &- 1)
  }

  /// Keeps of a leaf's candidates those that have an admitted code of each group.
  @inline(__always)
  private static func keepAdmitted(
    _ walk: inout clanes_walk, _ labels: clanes_labels, from start: Int, number: Int
  ) {
    guard let chords = walk.chords, let positions = walk.positions else { return }
    let codes =
      (labels.base + (Int(labels.level_offsets[0]) &+ number &* LabelLayout.leafSize))
      .assumingMemoryBound(to: UInt8.self)
    var end = start
    for candidate in start..<Int(walk.count) {
      chords[end] = chords[candidate]
      positions[end] = positions[candidate]
      let lane = Int(positions[candidate]) % TreeLayout.leafSize
      end &+= admits(labels, codes, lane: lane) ? 1 : 0
    }
    walk.count = Int64(end)
  }

  /// Whether a point has an admitted code of each group, given the codes of its leaf.
  @inline(__always)
  static func admits(
    _ labels: clanes_labels, _ codes: UnsafePointer<UInt8>, lane: Int
  ) -> Bool {
    let first = labels.first &>> UInt64(codes[lane])
    let second = labels.second &>> UInt64(codes[lane &+ TreeLayout.leafSize])
    return first & second & 1 != 0
  }

  /// Goes on until a block of a list has points within the threshold, and appends those; false where
  /// none is left. Writes up to a block's places beyond the candidates.
  static func advance(
    _ walk: inout clanes_walk, _ list: inout clanes_list, _ threshold: Float
  ) -> Bool {
    guard let chords = walk.chords, let positions = walk.positions else { return false }
    let before = Int(walk.count)
    var count = before
    while list.next < list.end && count == before {
      let block = list.blocks + Int(list.next) &* LabelLayout.listBlockSize
      let vectors = block.assumingMemoryBound(to: SIMD16<Float>.self)
      let x = vectors[0] - walk.query.x
      let y = vectors[1] - walk.query.y
      let z = vectors[2] - walk.query.z
      let squares = x * x + y * y + z * z
      for lane in 0..<TreeLayout.leafSize {
        chords[count] = squares[lane]
        positions[count] = block.load(fromByteOffset: 192 &+ 4 &* lane, as: UInt32.self)
        count &+= squares[lane] <= threshold ? 1 : 0
      }
      list.next &+= 1
    }
    walk.count = Int64(count)
    return count > before
  }
}
