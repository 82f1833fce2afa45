import CLanes

/// How one query goes to the points of some labels: through the tree, past the children that have none
/// of them, or through the lists of codes that few points have.
struct LabelWalk {
  /// The tree's sets and codes, and what is admitted.
  private var labels: clanes_labels
  /// The list that is being scanned, and the codes whose lists come after it.
  private var list = clanes_list()
  private var group = 0
  private var codes: UInt64 = 0
  private let scansLists: Bool
  /// Whether the points of a list may have codes of the other group that are not admitted.
  private let checksCodes: Bool
  private let storage: LabelStorage

  @inline(__always)
  init(_ filter: LabelFilter, in storage: LabelStorage) {
    self.storage = storage
    let used = storage.directory.used
    // Where all codes in use are admitted, the group asks nothing.
    let first = used[0] & ~filter.first == 0 ? .max : filter.first
    let second = used[1] & ~filter.second == 0 ? .max : filter.second
    labels = clanes_labels(
      base: UnsafeRawPointer(storage.base), level_offsets: storage.levelOffsets, first: first,
      second: second)
    if let lists = storage.directory.lists(for: filter) {
      (group, codes) = lists
      scansLists = true
      checksCodes = (group == 0 ? second : first) != .max
      list.blocks = UnsafeRawPointer(storage.lists)
    } else {
      scansLists = false
      checksCodes = false
    }
  }

  /// Goes on to the next leaf or block with candidates and appends them; false where there is none.
  /// Writes up to sixteen places beyond the candidates.
  @inline(__always)
  mutating func advance(_ search: inout TreeSearch) -> Bool {
    if scansLists { return advanceLists(&search) }
    return search.lanes.functions.pointee.advance_labelled(
      search.walk, &labels, search.threshold, search.walk.pointee.count &+ 1)
  }

  /// Goes on and lowers the threshold, for up to sixteen wanted, until there are so many candidates or
  /// no more, which is false; nil where lists are scanned.
  @inline(__always)
  mutating func narrow(
    _ search: inout TreeSearch, wanted: Int, until enough: Int,
    in scratch: borrowing KDTree.Scratch
  ) -> Bool? {
    if scansLists { return nil }
    return search.lanes.functions.pointee.narrow_labelled(
      search.walk, &labels, &search.threshold, scratch.smallest, Int64(wanted), Int64(enough))
  }

  private mutating func advanceLists(_ search: inout TreeSearch) -> Bool {
    while true {
      let before = search.count
      if search.lanes.functions.pointee.advance_list(
        search.walk, &list, search.threshold, Int64(before &+ 1))
      {
        if checksCodes || !search.isTrusted { keepAdmitted(&search, from: before) }
        return true
      }
      guard codes != 0 else { return false }
      let code = group * PointLabel.codeCount + codes.trailingZeroBitCount
      codes &= codes &- 1
      let blocks = storage.directory.blocks(ofCode: code)
      (list.next, list.end) = (blocks.lowerBound, blocks.upperBound)
      search.walk.pointee.points_tested &+= Int64(storage.directory.counts[code])
    }
  }

  /// Keeps of the newest candidates those with admitted codes at positions that a file cannot make up.
  private func keepAdmitted(_ search: inout TreeSearch, from start: Int) {
    let (chords, positions) = (search.walk.pointee.chords, search.walk.pointee.positions)
    guard let chords, let positions else { return }
    var end = start
    for candidate in start..<search.count {
      let position = positions[candidate]
      guard Int64(position) < search.walk.pointee.point_count else { continue }
      let codes = storage.codes(leaf: Int(position) / TreeLayout.leafSize)
      let lane = Int(position) % TreeLayout.leafSize
      let first = labels.first &>> UInt64(codes[lane])
      let second = labels.second &>> UInt64(codes[lane &+ TreeLayout.leafSize])
      chords[end] = chords[candidate]
      positions[end] = position
      end &+= Int(first & second & 1)
    }
    search.count = end
  }
}

extension TreeSearch {
  /// As ``run(wanted:within:where:in:)``, for points of some labels.
  @inline(__always)
  mutating func run(
    matching filter: LabelFilter, in labels: LabelStorage, wanted: Int?,
    within radiusMeters: Double, where isIncluded: ((Int) -> Bool)?,
    using scratch: inout KDTree.Scratch
  ) {
    if let wanted { startTightening(wanted: wanted, in: scratch) }
    var walk = LabelWalk(filter, in: labels)
    // A radius that admits nothing: a list would be scanned for it.
    if threshold < 0 { return }
    // Twice the same loop, as for the plain walk.
    if let isIncluded {
      while true {
        let before = count
        guard walk.advance(&self) else { return }
        if !isTrusted { keepSound(from: before) }
        keep(isIncluded, from: before)
        digest(from: before, wanted: wanted, within: radiusMeters, in: &scratch)
      }
    }
    // Where no candidate needs a look of its own, many leaves at a time.
    if isTrusted, let wanted, wanted <= Self.few {
      while last == nil,
        let isFull = walk.narrow(
          &self, wanted: wanted, until: scratch.capacity &+ 1, in: scratch)
      {
        guard isFull else { return }
        makeRoom(wanted: wanted, within: radiusMeters, in: &scratch)
      }
    }
    while true {
      let before = count
      guard walk.advance(&self) else { return }
      if !isTrusted { keepSound(from: before) }
      digest(from: before, wanted: wanted, within: radiusMeters, in: &scratch)
    }
  }
}
