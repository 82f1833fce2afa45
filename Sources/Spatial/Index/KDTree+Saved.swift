extension KDTree {
  /// Opens a saved index over memory that belongs to somebody else, usually a mapped file.
  ///
  /// Nothing is copied, and the header and one node a level are read. What is behind the header is
  /// not believed: whatever it is, searches stay inside the memory, end, and pass only indexes below
  /// ``count`` to a filter and to an answer; but the answers are right only if it is what was
  /// written, which ``verify(saved:)`` tells.
  ///
  /// - Parameters:
  ///   - region: the bytes that ``save(to:)`` gave, and no more. They must stay readable and unchanged
  ///     for as long as the owner lives.
  ///   - owner: what keeps the memory; the tree and its copies hold on to it.
  /// - Throws: every ``IndexFileError`` case.
  /// - Precondition: the memory is aligned to 64 bytes.
  /// - Complexity: O(log n).
  public init(
    opening region: UnsafeRawBufferPointer, keptBy owner: any AnyObject & Sendable
  ) throws(IndexFileError) {
    try self.init(opening: region, keptBy: owner, lanes: .best)
  }

  /// The same with the choice of inner loops made by the caller, for tests.
  init(
    opening region: UnsafeRawBufferPointer, keptBy owner: any AnyObject & Sendable, lanes: Lanes
  ) throws(IndexFileError) {
    let file = try Self.open(region)
    guard let base = region.baseAddress, Self.paddingIsEmpty(file.tree, at: base) else {
      throw .damagedBody
    }
    var labels: LabelStorage?
    if let layout = file.labels {
      let start = base + file.tree.byteCount
      guard let directory = LabelDirectory(reading: start, listBlockCount: layout.listBlockCount)
      else { throw .damagedBody }
      labels = LabelStorage(layout, at: start, directory: directory, keptBy: owner)
    }
    self.init(TreeStorage(file.tree, at: base, keptBy: owner), labels: labels, lanes: lanes)
  }

  /// Compares all bytes of a saved index with its checksums.
  ///
  /// Any one changed byte is found for certain, and other changes but for a chance of about 2⁻⁶⁴.
  ///
  /// - Throws: every ``IndexFileError`` case.
  /// - Precondition: the memory is aligned to 64 bytes.
  /// - Complexity: O(n).
  public static func verify(saved region: UnsafeRawBufferPointer) throws(IndexFileError) {
    let (header, tree, labels) = try open(region)
    let body = UnsafeRawBufferPointer(rebasing: region[SavedHeader.size..<tree.byteCount])
    guard WordChecksum.of(body) == header.bodyChecksum else { throw .damagedBody }
    if labels != nil {
      let rest = UnsafeRawBufferPointer(rebasing: region[tree.byteCount...])
      guard WordChecksum.of(rest) == header.labelChecksum else { throw .damagedBody }
    }
  }

  /// Gives the bytes of a saved index to a sink, in order, in two pieces or three.
  ///
  /// - Parameter sink: called with the header, then with the tree, then with the labels where there are
  ///   some; the memory is good until it returns.
  /// - Throws: what the sink throws.
  /// - Complexity: O(n).
  public func save<Failure: Error>(
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let all = UnsafeRawBufferPointer(start: storage.base, count: storage.layout.byteCount)
    let body = UnsafeRawBufferPointer(rebasing: all[SavedHeader.size...])
    let rest = labels.map { UnsafeRawBufferPointer(start: $0.base, count: $0.layout.byteCount) }
    var header = SavedHeader(storage.layout, labels: labels?.layout)
    header.bodyChecksum = WordChecksum.of(body)
    if let rest { header.labelChecksum = WordChecksum.of(rest) }
    header.seal()
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: SavedHeader.size, alignment: 8)
    defer { copy.deallocate() }
    if let base = copy.baseAddress { header.write(to: base) }
    try sink(UnsafeRawBufferPointer(copy))
    try sink(body)
    if let rest { try sink(rest) }
  }

  private static func open(
    _ region: UnsafeRawBufferPointer
  ) throws(IndexFileError) -> (header: SavedHeader, tree: TreeLayout, labels: LabelLayout?) {
    precondition(UInt(bitPattern: region.baseAddress) % 64 == 0, "aligned to 64 bytes")
    let header = try SavedHeader(reading: region)
    let (tree, labels) = try header.layout()
    let byteCount = tree.byteCount + (labels?.byteCount ?? 0)
    guard region.count == byteCount else {
      throw .wrongLength(bytes: region.count, expected: byteCount)
    }
    return (header, tree, labels)
  }

  /// Whether the boxes of the children that a level's last node does not have are empty, so that no
  /// walk can enter them: they would lie outside the block. All other children are inside by the
  /// shape alone.
  private static func paddingIsEmpty(_ layout: TreeLayout, at base: UnsafeRawPointer) -> Bool {
    for level in 0..<layout.height {
      let children = layout.nodeCount(level: level)
      let node = (children - 1) / TreeLayout.fanOut
      let box = (base + layout.levelOffsets[level + 1] + node * TreeLayout.nodeSize)
        .assumingMemoryBound(to: SIMD16<Float>.self)
      for slot in (children - node * TreeLayout.fanOut)..<TreeLayout.fanOut {
        for axis in 0..<3
        where box[axis][slot] != .infinity || box[axis + 3][slot] != -.infinity { return false }
      }
    }
    return true
  }
}
