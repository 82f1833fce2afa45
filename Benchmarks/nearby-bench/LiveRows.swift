import Spatial
import TestSupport

/// The live index: what an insertion costs, and what its answers cost after all points came one by one.
enum LiveRows {
  static let insertion = "live insert"
  private static let counts = [1, 10, 100]

  /// The rows of a workload, by label and how each is made.
  static func all(_ workload: Workload, passes: Int) -> [(label: String, row: () -> Row)] {
    let index = LiveIndex()
    var built: Row?
    func build() -> Row {
      if let built { return built }
      let start = nowNanoseconds()
      for (id, point) in workload.points.enumerated() { index.insert(point, id: id) }
      let mean = (nowNanoseconds() - start) / Double(max(workload.points.count, 1))
      let row = Row(
        workload: workload.name, task: insertion, medianNanoseconds: mean, fastestNanoseconds: mean,
        p99Nanoseconds: 0, hits: index.count, indexSum: 0, meterSum: 0)
      built = row
      return row
    }
    return [(insertion, build)]
      + counts.map { count in
        let label = "live k=\(count)"
        return (
          label,
          {
            _ = build()
            return measure(index.snapshot, count, label, workload, passes: passes)
          }
        )
      }
  }

  private static func measure(
    _ moment: LiveIndex.Snapshot, _ count: Int, _ label: String, _ workload: Workload, passes: Int
  ) -> Row {
    var scratch = LiveIndex.Scratch()
    return Row.measure(label, workload, passes: passes) { query, results in
      moment.nearest(to: query, count: count, into: &results, using: &scratch)
    }
  }
}
