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
  /// Nanoseconds that 99 of 100 queries stay under, each timed alone.
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
    var results: [Neighbor] = []
    // The first pass warms up, and counts.
    var (hits, indexSum, meterSum) = (0, UInt64(0), 0.0)
    for query in workload.queries {
      task.run(tree, query, filter: filter, into: &results, using: &scratch)
      hits += results.count
      for neighbor in results {
        indexSum &+= UInt64(neighbor.index)
        meterSum += neighbor.distanceMeters
      }
    }
    var means: [Double] = []
    for _ in 0..<passes {
      let start = nowNanoseconds()
      for query in workload.queries {
        task.run(tree, query, filter: filter, into: &results, using: &scratch)
      }
      means.append((nowNanoseconds() - start) / Double(workload.queries.count))
    }
    var single: [Double] = []
    for query in workload.queries {
      let start = nowNanoseconds()
      task.run(tree, query, filter: filter, into: &results, using: &scratch)
      single.append(nowNanoseconds() - start)
    }
    single.sort()
    means.sort()
    return Row(
      workload: workload.name, task: task.label, medianNanoseconds: means[means.count / 2],
      fastestNanoseconds: means[0],
      p99Nanoseconds: single.isEmpty ? 0 : single[single.count * 99 / 100], hits: hits,
      indexSum: indexSum, meterSum: meterSum)
  }

  /// Builds the tree a few times without labels, as every program does, and with them; nanoseconds a
  /// point. The tree has labels.
  static func measureBuilding(
    _ workload: Workload, passes: Int, lanes: Lanes = .best
  ) -> (rows: [Row], tree: KDTree) {
    let labels = workload.points.indices.map(Task.label)
    var tree = KDTree([])
    let plain = measureBuilding(workload, "build", passes: passes) {
      tree = KDTree(workload.points, lanes: lanes)
    }
    let labelled = measureBuilding(workload, "build labels", passes: passes) {
      tree = KDTree(workload.points, labels: labels, lanes: lanes)
    }
    return ([plain, labelled], tree)
  }

  private static func measureBuilding(
    _ workload: Workload, _ task: String, passes: Int, _ body: () -> Void
  ) -> Row {
    var times: [Double] = []
    for _ in 0..<max(passes, 1) {
      let start = nowNanoseconds()
      body()
      times.append((nowNanoseconds() - start) / Double(max(workload.points.count, 1)))
    }
    times.sort()
    return Row(
      workload: workload.name, task: task, medianNanoseconds: times[times.count / 2],
      fastestNanoseconds: times[0], p99Nanoseconds: times[times.count - 1],
      hits: workload.points.count, indexSum: 0, meterSum: 0)
  }
}
