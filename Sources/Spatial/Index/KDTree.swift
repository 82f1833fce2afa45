/// An index of points on the sphere that answers nearest-neighbour and radius queries exactly.
///
/// The answers are those of ``LinearScan``, to the last bit of the distances and in the same order;
/// `docs/KDTREE.md` says why. A tree is immutable and may be shared between tasks. It keeps its
/// points, so that the collection it was built from is not needed any more.
///
/// Bentley, J. L. (1975), Multidimensional binary search trees used for associative searching,
/// doi:10.1145/361002.361007.
public struct KDTree: Sendable {
  let storage: TreeStorage
  /// The labels of the points; nil where they have none.
  let labels: LabelStorage?
  let lanes: Lanes

  /// Builds the tree of any number of points, also none. A point's index is its place in the sequence.
  ///
  /// Many points are sorted on all cores, and the call returns when all is done. The tree is the same
  /// to the last byte whatever the threads. Beside the tree nothing is allocated but, for a sequence
  /// that is no array, an array of it.
  ///
  /// - Parameter threadLimit: at most so many threads, the caller's among them. A thread is started
  ///   for every some ten thousand points at most.
  /// - Precondition: fewer than 2³² − 1 points, and a limit of at least 1.
  /// - Complexity: O(n log n), also for points that coincide or lie on a line.
  public init(_ coordinates: some Sequence<Coordinate>, threadLimit: Int = .max) {
    self.init(coordinates, threadLimit: threadLimit, lanes: .best)
  }

  /// The same with the choice of inner loops made by the caller, for tests and benchmarks.
  package init(
    _ coordinates: some Sequence<Coordinate>, threadLimit: Int = .max, lanes: Lanes
  ) {
    precondition(threadLimit >= 1, "at least one thread")
    let coordinates = coordinates as? [Coordinate] ?? Array(coordinates)
    let threads = TreeBuilder.threadCount(forPoints: coordinates.count, atMost: threadLimit)
    self.init(TreeBuilder.build(coordinates, threads: threads), lanes: lanes)
  }

  /// The tree that a block is.
  init(_ storage: TreeStorage, labels: LabelStorage? = nil, lanes: Lanes) {
    self.storage = storage
    self.labels = labels
    self.lanes = lanes
  }

  /// How many points.
  public var count: Int { storage.layout.count }

  /// The memory that the tree takes, in bytes: about 34 a point, with labels at most 39 and 2,000.
  public var byteCount: Int { storage.layout.byteCount + (labels?.layout.byteCount ?? 0) }
}
