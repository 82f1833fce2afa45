import Spatial
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Nanoseconds of a clock that never goes back.
func nowNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// What one row says.
struct Row {
  let workload: String
  let task: String
  /// Nanoseconds a query: the median over the passes of a pass's mean.
  let medianNanoseconds: Double
  /// The same of the fastest pass: what the work takes where nothing else runs.
  let fastestNanoseconds: Double
  /// Nanoseconds that 99 of 100 queries stay under, each timed alone; 0 where that is no question.
  let p99Nanoseconds: Double
  /// All results of one pass: how many, the sum of their indexes, the sum of their metres.
  let hits: Int
  let indexSum: UInt64
  let meterSum: Double
}

extension Row {
  /// Runs a task over all queries, a few times.
  static func measure(
    _ task: Task, _ tree: KDTree, _ workload: Workload, passes: Int
  ) -> Row {
    let filter = task.filter(count: tree.count)
    var scratch = KDTree.Scratch()
    return measure(task.label, workload, passes: passes) { query, results in
      task.run(tree, query, filter: filter, into: &results, using: &scratch)
    }
  }

  /// Runs a search over all queries, a few times.
  @inline(__always)
  static func measure(
    _ label: String, _ workload: Workload, passes: Int,
    _ search: (Coordinate, inout [Neighbor]) -> Void
  ) -> Row {
    var results: [Neighbor] = []
    // The first pass warms up, and counts.
    var (hits, indexSum, meterSum) = (0, UInt64(0), 0.0)
    for query in workload.queries {
      search(query, &results)
      hits += results.count
      for neighbor in results {
        indexSum &+= UInt64(neighbor.index)
        meterSum += neighbor.distanceMeters
      }
    }
    var means: [Double] = []
    for _ in 0..<passes {
      let start = nowNanoseconds()
      for query in workload.queries { search(query, &results) }
      means.append((nowNanoseconds() - start) / Double(workload.queries.count))
    }
    var single: [Double] = []
    for query in workload.queries {
      let start = nowNanoseconds()
      search(query, &results)
      single.append(nowNanoseconds() - start)
    }
    single.sort()
    means.sort()
    return Row(
      workload: workload.name, task: label, medianNanoseconds: means[means.count / 2],
      fastestNanoseconds: means[0],
      p99Nanoseconds: single.isEmpty ? 0 : single[single.count * 99 / 100], hits: hits,
      indexSum: indexSum, meterSum: meterSum)
  }

  /// Builds the tree a few times, on one core or on all, with labels or, as every other program does,
  /// without; nanoseconds a point.
  static func measureBuilding(
    _ workload: Workload, times: Int, isOnAllCores: Bool = false, hasLabels: Bool = false,
    lanes: Lanes = .best
  ) -> (row: Row, tree: KDTree) {
    let labels = hasLabels ? workload.points.indices.map(Task.label) : []
    let threadLimit = isOnAllCores ? Int.max : 1
    var tree = KDTree([])
    let means = (0..<times).map { _ in
      // As in the other programs, two trees are never there at once.
      tree = KDTree([])
      let start = nowNanoseconds()
      tree =
        hasLabels
        ? KDTree(workload.points, labels: labels, threadLimit: threadLimit, lanes: lanes)
        : KDTree(workload.points, threadLimit: threadLimit, lanes: lanes)
      return (nowNanoseconds() - start) / Double(max(workload.points.count, 1))
    }.sorted()
    let row = Row(
      workload: workload.name,
      task: "build" + (hasLabels ? " labels" : "") + (isOnAllCores ? " all cores" : ""),
      medianNanoseconds: means[times / 2], fastestNanoseconds: means[0], p99Nanoseconds: 0,
      hits: tree.count, indexSum: 0, meterSum: 0)
    return (row, tree)
  }
}
