#if GEOS
  import Catalog
  import Spatial
  import TestSupport

  /// Which district covers a point: by a grid of cells, and by the prepared polygons of GEOS alone.
  ///
  /// The points lie at random in the box of all districts, land, sea and beyond the border. Both are
  /// asked about each of them, and about points on and beside every border, before anything is timed.
  struct DistrictRows {
    static let cellsLabel = "district"
    static let polygonsLabel = "district GEOS"
    static let buildLabel = "district cells"
    static let labels = [cellsLabel, polygonsLabel, buildLabel]
    private static let workload = "hk"

    /// On how many points the answers were compared.
    let checkedCount: Int
    /// A point on which they differ; nil where there is none.
    let disagreement: Coordinate?

    private let index: RegionIndex
    private let points: [Coordinate]
    private let build: Row
    private let cells: RegionCells

    /// Reads the districts, lays the cells, and compares all answers.
    ///
    /// - Throws: where the file cannot be read or has no polygon.
    init(
      path: String, pointCount: Int, builds: Int, stride: Int = 1, seed: UInt64
    ) throws(OptionError) {
      do throws(DataError) {
        index = try Catalog.areaIndex(path: path)
      } catch {
        throw OptionError("\(error)")
      }
      var cells = RegionCells(index)
      let times = (0..<builds).map { [index] _ in
        let start = nowNanoseconds()
        cells = RegionCells(index)
        return nowNanoseconds() - start
      }.sorted()
      self.cells = cells
      build = Row(
        workload: Self.workload, task: Self.buildLabel, medianNanoseconds: times[builds / 2],
        fastestNanoseconds: times[0], p99Nanoseconds: 0, hits: cells.cellCount, indexSum: 0,
        meterSum: 0)
      let corners = index.regions.lazy.flatMap(\.polygons).flatMap(\.exterior)
      guard let west = corners.map(\.longitude).min(), let east = corners.map(\.longitude).max(),
        let south = corners.map(\.latitude).min(), let north = corners.map(\.latitude).max()
      else { throw OptionError("no polygons in \(path)") }
      var random = SplitMix64(seed: seed)
      points = (0..<pointCount).map { _ in
        .valid(
          south + random.unit() * (north - south), west + random.unit() * (east - west))
      }
      let borders = BorderPoints.around(
        index.regions, steps: [-3, -1, 0, 1, 3], stride: stride, seed: seed)
      checkedCount = points.count + borders.count
      disagreement = [points, borders].joined().first { [index, cells] in
        cells.firstCovering($0) != index.firstCovering($0)
      }
    }

    /// The rows that are wanted: building the cells (nanoseconds in all, a hit a cell), and a point's
    /// district by either means (a hit a point in a district).
    func rows(passes: Int, _ isWanted: (String) -> Bool) -> [Row] {
      var rows: [Row] = []
      if isWanted(Self.buildLabel) { rows.append(build) }
      if isWanted(Self.cellsLabel) {
        rows.append(measure(Self.cellsLabel, passes) { cells.firstCovering($0) })
      }
      if isWanted(Self.polygonsLabel) {
        rows.append(measure(Self.polygonsLabel, passes) { index.firstCovering($0) })
      }
      return rows
    }

    @inline(__always)
    private func measure(
      _ label: String, _ passes: Int, _ district: (Coordinate) -> Int?
    ) -> Row {
      var (hits, sum) = (0, UInt64(0))
      let means = (0..<passes).map { _ in
        (hits, sum) = (0, 0)
        let start = nowNanoseconds()
        for point in points {
          if let district = district(point) {
            hits += 1
            sum &+= UInt64(district)
          }
        }
        return (nowNanoseconds() - start) / Double(points.count)
      }.sorted()
      return Row(
        workload: Self.workload, task: label, medianNanoseconds: means[passes / 2],
        fastestNanoseconds: means[0], p99Nanoseconds: 0, hits: hits, indexSum: sum, meterSum: 0)
    }
  }
#endif
