import Spatial
import TestSupport

/// All queries in one call, on one core or on all.
struct BatchTask: Hashable {
  let count: Int
  let isOnAllCores: Bool

  /// The rows of a workload, in order.
  static let all = [1, 10, 100].flatMap { count in
    [false, true].map { BatchTask(count: count, isOnAllCores: $0) }
  }

  /// What the row is called; the peers' programs print the same.
  var label: String { "batch k=\(count)" + (isOnAllCores ? "" : " 1 core") }

  /// Answers all queries.
  func run(_ tree: KDTree, _ queries: [Coordinate], into lists: inout NeighborLists) {
    tree.nearest(
      toEach: queries, count: count, threadLimit: isOnAllCores ? .max : 1, into: &lists)
  }
}

extension Row {
  /// Runs a batch a few times; nanoseconds a query.
  static func measure(
    _ task: BatchTask, _ tree: KDTree, _ workload: Workload, passes: Int
  ) -> Row {
    var lists = NeighborLists()
    // The first pass warms up, and counts.
    task.run(tree, workload.queries, into: &lists)
    let (indexSum, meterSum) = lists.neighbors.reduce(into: (UInt64(0), 0.0)) { sums, neighbor in
      sums.0 &+= UInt64(neighbor.index)
      sums.1 += neighbor.distanceMeters
    }
    let hits = lists.neighbors.count
    var means: [Double] = []
    for _ in 0..<passes {
      let start = nowNanoseconds()
      task.run(tree, workload.queries, into: &lists)
      means.append((nowNanoseconds() - start) / Double(max(workload.queries.count, 1)))
    }
    means.sort()
    return Row(
      workload: workload.name, task: task.label, medianNanoseconds: means[means.count / 2],
      fastestNanoseconds: means[0], p99Nanoseconds: 0, hits: hits, indexSum: indexSum,
      meterSum: meterSum)
  }
}
