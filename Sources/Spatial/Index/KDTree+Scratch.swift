import CLanes

extension KDTree {
  /// The working memory of searches, for a caller who asks many questions and wants none of them to
  /// allocate.
  ///
  /// It grows to what the largest search needed and then stays. It belongs to no tree: one serves
  /// searches of any number of trees, one after the other. Tasks that search side by side need one
  /// each.
  public struct Scratch: ~Copyable {
    /// The walk: where it is, and the memory below that it uses.
    let walk: UnsafeMutablePointer<clanes_walk>
    /// The children that wait to be visited, level by level, aligned for the widest vectors.
    private let waiting: UnsafeMutablePointer<UInt32>
    /// The smallest squared chords so far, sorted: sixteen, aligned for the widest vectors.
    let smallest: UnsafeMutablePointer<Float>
    /// The candidates' squared chords and their positions in the tree.
    private(set) var chords: UnsafeMutablePointer<Float>
    private(set) var positions: UnsafeMutablePointer<UInt32>
    /// The candidates' distances and indexes, and room to put them in order.
    private(set) var meters: UnsafeMutablePointer<Double>
    private(set) var indexes: UnsafeMutablePointer<UInt32>
    private(set) var sorted: UnsafeMutablePointer<Neighbor>
    /// Where each of two intervals a candidate ends while sorting, and the interval of each candidate.
    private(set) var buckets: UnsafeMutablePointer<UInt32>
    private(set) var bucketOf: UnsafeMutablePointer<UInt32>
    /// How many candidates there is room for, not counting two more leaves that may always be
    /// written.
    private(set) var capacity: Int

    /// Memory for a few hundred candidates.
    public init() {
      let waitingSize = (TreeLayout.maximumHeight + 1) * TreeLayout.fanOut
      waiting = UnsafeMutableRawPointer.allocate(byteCount: 4 * waitingSize, alignment: 64)
        .bindMemory(to: UInt32.self, capacity: waitingSize)
      smallest = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
        .bindMemory(to: Float.self, capacity: 16)
      capacity = 512
      let room = capacity + 2 * TreeLayout.leafSize
      chords = .allocate(capacity: room)
      positions = .allocate(capacity: room)
      meters = .allocate(capacity: room)
      indexes = .allocate(capacity: room)
      sorted = .allocate(capacity: room)
      buckets = .allocate(capacity: 2 * room)
      bucketOf = .allocate(capacity: room)
      walk = .allocate(capacity: 1)
      walk.initialize(to: clanes_walk())
      walk.pointee.waiting = waiting
      walk.pointee.chords = chords
      walk.pointee.positions = positions
    }

    deinit {
      walk.deallocate()
      UnsafeMutableRawPointer(waiting).deallocate()
      UnsafeMutableRawPointer(smallest).deallocate()
      chords.deallocate()
      positions.deallocate()
      meters.deallocate()
      indexes.deallocate()
      sorted.deallocate()
      buckets.deallocate()
      bucketOf.deallocate()
    }

    /// Makes room for so many candidates and keeps the first `count`; the rest has no content.
    mutating func grow(to capacity: Int, keeping count: Int) {
      guard capacity > self.capacity else { return }
      let room = capacity + 2 * TreeLayout.leafSize
      Self.grow(&chords, to: room, keeping: count)
      Self.grow(&positions, to: room, keeping: count)
      Self.grow(&meters, to: room, keeping: 0)
      Self.grow(&indexes, to: room, keeping: 0)
      Self.grow(&sorted, to: room, keeping: 0)
      Self.grow(&buckets, to: 2 * room, keeping: 0)
      Self.grow(&bucketOf, to: room, keeping: 0)
      self.capacity = capacity
      walk.pointee.chords = chords
      walk.pointee.positions = positions
    }

    /// Gives the walk its tree.
    @inline(__always)
    func enter(_ storage: TreeStorage) {
      walk.pointee.base = UnsafeRawPointer(storage.base)
      walk.pointee.level_offsets = storage.levelOffsets
      walk.pointee.height = Int64(storage.layout.height)
      walk.pointee.point_count = Int64(storage.layout.count)
    }

    private static func grow<T: BitwiseCopyable>(
      _ pointer: inout UnsafeMutablePointer<T>, to capacity: Int, keeping count: Int
    ) {
      let larger = UnsafeMutablePointer<T>.allocate(capacity: capacity)
      larger.initialize(from: pointer, count: count)
      pointer.deallocate()
      pointer = larger
    }
  }
}

// One owner at a time, and nothing in it that points elsewhere: it may move between tasks.
extension KDTree.Scratch: @unchecked Sendable {}
