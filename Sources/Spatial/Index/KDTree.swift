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
  /// - Precondition: fewer than 2³² − 1 points.
  /// - Complexity: O(n log n), also for points that coincide or lie on a line.
  public init(_ coordinates: some Sequence<Coordinate>) {
    self.init(coordinates, lanes: .best)
  }

  /// The same with the choice of inner loops made by the caller, for tests and benchmarks.
  package init(_ coordinates: some Sequence<Coordinate>, lanes: Lanes) {
    self.init(
      TreeBuilder.build(coordinates as? [Coordinate] ?? Array(coordinates)), lanes: lanes)
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
