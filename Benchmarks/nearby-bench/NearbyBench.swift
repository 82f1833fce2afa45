import Spatial
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Measures the index on one thread, one query after the other.
@main
struct NearbyBench {
  static func main() {
    do throws(OptionError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.smoke { return try smoke() }
      if let directory = options.write { return try writeFiles(options, into: directory) }
      try measure(options)
    } catch {
      fail("\(error.message)\n\(Options.usage)", status: 64)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let text = "nearby-bench: \(message)\n"
    // Not `stderr`: a global variable that Swift 6 does not let anyone share.
    write(2, text, text.utf8.count)
    exit(status)
  }

  private static func measure(_ options: Options) throws(OptionError) {
    let report = try Report(json: options.json)
    report.print(Machine.header(options))
    report.printHeading()
    func isWanted(_ label: String) -> Bool {
      options.tasks.isEmpty || options.tasks.contains(label)
    }
    for workload in try workloads(options) {
      func build(isOnAllCores: Bool = false, hasLabels: Bool = false) -> KDTree {
        let (row, tree) = Row.measureBuilding(
          workload, times: options.builds, isOnAllCores: isOnAllCores, hasLabels: hasLabels,
          lanes: options.lanes)
        if isWanted(row.task) { report.print(row) }
        return tree
      }
      _ = build()
      _ = build(isOnAllCores: true)
      let tree = build(hasLabels: true)
      for task in Task.all(isWide: workload.isWide) where isWanted(task.label) {
        report.print(Row.measure(task, tree, workload, passes: options.passes))
      }
      for task in BatchTask.all where isWanted(task.label) {
        report.print(Row.measure(task, tree, workload, passes: options.passes))
      }
      if isWanted(Row.openLabel) { report.print(try Row.measureOpening(tree, workload)) }
      for (label, row) in LiveRows.all(workload, passes: options.passes) where isWanted(label) {
        report.print(row())
      }
      report.print("\(workload.name): \(bytes(tree)) bytes a point, with labels")
    }
    #if GEOS
      // Points that someone brings have nothing to do with Hong Kong.
      guard options.points == nil, DistrictRows.labels.contains(where: isWanted) else { return }
      let districts = try DistrictRows(
        path: options.districts, pointCount: 1_000_000, builds: options.builds, seed: options.seed)
      print(districts, passes: options.passes, isWanted, to: report)
      report.print("hk: cells and polygons agree on \(districts.checkedCount) points")
    #endif
  }

  private static func bytes(_ tree: KDTree) -> Double {
    Double(tree.byteCount * 10 / max(tree.count, 1)) / 10
  }

  private static func writeFiles(_ options: Options, into directory: String) throws(OptionError) {
    for workload in try workloads(options) {
      try PointFile.write(workload.points, to: "\(directory)/\(workload.name).points")
      try PointFile.write(workload.queries, to: "\(directory)/\(workload.name).queries")
    }
  }

  private static func workloads(_ options: Options) throws(OptionError) -> [Workload] {
    var all: [Workload] = []
    if let path = options.points {
      let points = try PointFile.read(path)
      let queries = try options.queries.map(PointFile.read) ?? points
      // The name is the file's, so that a written workload is measured under its own.
      let file = path.split(separator: "/").last.map(String.init) ?? path
      let name = file.split(separator: ".").first.map(String.init) ?? file
      all.append(
        Workload(name: name, points: points, queries: Array(queries.prefix(options.count))))
    }
    for name in options.workloads {
      guard let workload = Workload(named: name, queryCount: options.count, seed: options.seed)
      else { throw OptionError("no workload \(name)") }
      all.append(workload)
    }
    return all
  }

  /// Every row over a small workload, each answer compared with the linear scan.
  private static func smoke() throws(OptionError) {
    guard let workload = Workload(named: "hk5k", queryCount: 20, seed: 1) else { return }
    let report = try Report(json: nil)
    report.printHeading()
    let (build, tree) = Row.measureBuilding(
      workload, times: 1, isOnAllCores: true, hasLabels: true)
    let scan = LinearScan(workload.points)
    report.print(build)
    for task in Task.all(isWide: false) {
      report.print(Row.measure(task, tree, workload, passes: 1))
      var scratch = KDTree.Scratch()
      var results: [Neighbor] = []
      let filter = task.filter(count: tree.count)
      for query in workload.queries {
        task.run(tree, query, filter: filter, into: &results, using: &scratch)
        guard results == task.run(scan, query) else {
          fail("\(task.label) from \(query) differs from the linear scan", status: 1)
        }
      }
    }
    for task in BatchTask.all {
      report.print(Row.measure(task, tree, workload, passes: 1))
      var lists = NeighborLists()
      task.run(tree, workload.queries, into: &lists)
      let expected = workload.queries.map { scan.nearest(to: $0, count: task.count) }
      guard lists.map(Array.init) == expected else {
        fail("\(task.label) differs from the linear scan", status: 1)
      }
    }
    report.print(try Row.measureOpening(tree, workload))
    #if GEOS
      let districts = try DistrictRows(
        path: "data/districts.geojson", pointCount: 50_000, builds: 1, stride: 10, seed: 1)
      print(districts, passes: 1, { _ in true }, to: report)
    #endif
  }

  #if GEOS
    /// The rows of districts, unless an answer is wrong.
    private static func print(
      _ districts: DistrictRows, passes: Int, _ isWanted: (String) -> Bool, to report: Report
    ) {
      if let point = districts.disagreement {
        fail("the cells and the polygons differ on the district of \(point)", status: 1)
      }
      for row in districts.rows(passes: passes, isWanted) { report.print(row) }
    }
  #endif
}

extension Task {
  /// The right answer.
  fileprivate func run(_ scan: LinearScan, _ query: Coordinate) -> [Neighbor] {
    switch self {
    case .nearest(let count): scan.nearest(to: query, count: count)
    case .filtered(let count, let oneIn, _):
      scan.nearest(to: query, count: count) { Self.admits($0, oneIn: oneIn) }
    case .radius(let meters): scan.within(radiusMeters: meters, of: query)
    }
  }
}
