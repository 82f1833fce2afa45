import Synchronization

/// An index of points that come and go, exact at every moment.
///
/// Points are kept in a few trees of growing size and a small buffer beside them (the logarithmic
/// method: Bentley, J. L., Saxe, J. B., 1980, Decomposable searching problems I,
/// doi:10.1016/0196-6774(80)90015-2). A full buffer becomes a tree, together with all trees that are
/// not 32 times as large, so that 60,000 points are in two trees and two million in three;
/// a removed point is marked in its tree, and a tree that is half removed is built anew.
///
/// Safe to use from many tasks at once. A reader takes the state as it is, which is never changed
/// again, and is not held up by a change, however long that takes; changes wait for each other. In
/// answers, ``Neighbor/index`` is the id that the caller gave, and equal distances are ordered by it.
///
/// An insertion costs about 2 µs among 50,000 points and 4 µs among a million, most of it the rebuilding
/// of small trees; a query less than twice as much as that of one tree. A point takes about 58 bytes,
/// with a label up to 65.
public final class LiveIndex: Sendable {
  private let published: Mutex<Snapshot>
  /// Held for the whole of a change; what is behind it is the bound of the buffer.
  private let changing: Mutex<Int>

  /// The size of the buffer: a scan of so many points costs less than the search of a tree.
  private static let bufferLimit = 64

  /// An index without points.
  public convenience init() { self.init([]) }

  /// An index that begins with some points, all in one tree.
  ///
  /// - Parameter points: ids, which may be any numbers but must differ, and where the points are.
  /// - Precondition: no id stands twice, and there are fewer than 2³² − 1 points.
  /// - Complexity: O(n log n).
  public convenience init(_ points: some Sequence<(id: Int, coordinate: Coordinate)>) {
    self.init(points, bufferLimit: Self.bufferLimit)
  }

  /// An index that begins with some points with labels, all in one tree.
  ///
  /// - Parameter points: ids, which may be any numbers but must differ, where the points are, and what
  ///   they are labelled with.
  /// - Precondition: no id stands twice, and there are fewer than 2³² − 1 points.
  /// - Complexity: O(n log n).
  public convenience init(
    labelled points: some Sequence<(id: Int, coordinate: Coordinate, label: PointLabel)>
  ) {
    self.init(
      points.map { LivePoint(id: $0.id, coordinate: $0.coordinate, label: $0.label) },
      bufferLimit: Self.bufferLimit)
  }

  /// The same with the size of the buffer, for tests.
  convenience init(_ points: some Sequence<(id: Int, coordinate: Coordinate)>, bufferLimit: Int) {
    self.init(
      points.map { LivePoint(id: $0.id, coordinate: $0.coordinate, label: PointLabel()) },
      bufferLimit: bufferLimit)
  }

  private init(_ points: [LivePoint], bufferLimit: Int) {
    let sorted = points.sorted { $0.id < $1.id }
    for (point, next) in zip(sorted, sorted.dropFirst()) {
      precondition(point.id != next.id, "an id stands twice")
    }
    var snapshot = Snapshot()
    if !sorted.isEmpty { snapshot.parts = [LivePart(sorted)] }
    published = Mutex(snapshot)
    changing = Mutex(bufferLimit)
  }

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - coordinate: where it is.
  ///   - label: what it is labelled with.
  ///   - id: any number that is not taken.
  /// - Returns: false, and nothing has changed, where the id is taken.
  /// - Precondition: fewer than 2³² − 1 points.
  /// - Complexity: O(log² n) amortised, O(n log n) at worst.
  @discardableResult
  public func insert(
    _ coordinate: Coordinate, label: PointLabel = PointLabel(), id: Int
  ) -> Bool {
    change {
      $0.insert(LivePoint(id: id, coordinate: coordinate, label: label), bufferLimit: $1)
    }
  }

  /// Takes a point away.
  ///
  /// - Returns: false where no point has the id.
  /// - Complexity: O(log² n) amortised, O(n log n) at worst.
  @discardableResult
  public func remove(id: Int) -> Bool {
    change { state, _ in state.remove(id: id) }
  }

  /// Changes a copy of the state, and puts it in the state's place.
  private func change(_ body: (inout Snapshot, _ bufferLimit: Int) -> Bool) -> Bool {
    changing.withLock { bufferLimit in
      var state = snapshot
      guard body(&state, bufferLimit) else { return false }
      // What the old state alone held is freed behind the lock.
      let next = state
      let old = published.withLock { current in
        let old = current
        current = next
        return old
      }
      _ = old
      return true
    }
  }

  /// The points as they are now; later changes do not reach it.
  ///
  /// - Complexity: O(1).
  public var snapshot: Snapshot { published.withLock { $0 } }

  /// How many points there are.
  public var count: Int { snapshot.count }

  /// The `count` nearest points of the moment, as
  /// ``Snapshot/nearest(to:count:matching:within:where:)``.
  public func nearest(
    to query: Coordinate, count: Int, matching filter: LabelFilter? = nil,
    within radiusMeters: Double = .infinity, where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    snapshot.nearest(
      to: query, count: count, matching: filter, within: radiusMeters, where: isIncluded)
  }

  /// All points of the moment within a radius, as
  /// ``Snapshot/within(radiusMeters:of:matching:where:)``.
  public func within(
    radiusMeters: Double, of query: Coordinate, matching filter: LabelFilter? = nil,
    where isIncluded: ((Int) -> Bool)? = nil
  ) -> [Neighbor] {
    snapshot.within(
      radiusMeters: radiusMeters, of: query, matching: filter, where: isIncluded)
  }
}
