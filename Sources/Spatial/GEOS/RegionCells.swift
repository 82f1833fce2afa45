#if GEOS
  /// Which region covers a point, from a grid of cells that know.
  ///
  /// A cell that no border touches is covered by one region or by none throughout, and answers at
  /// once; in the others ``RegionIndex/firstCovering(_:)`` decides. The answers are the index's own,
  /// points on borders and corners included: a cell counts as touched by a border that comes within
  /// a tenth of a millimetre of it.
  ///
  /// Worth its building from some ten thousand questions on, which differs with the borders and the
  /// number of cells; threads do not wait for one another as they do at the index's pool. Safe to use from many tasks at once.
  public struct RegionCells: Sendable {
    /// The index that decides where a border is near.
    public var index: RegionIndex { layout.index }
    /// How many cells have a border in them or very near: these ask the index.
    public var borderCellCount: Int { layout.cells.count { $0 == Self.border } }
    /// How many cells there are.
    public var cellCount: Int { layout.cells.count }

    /// All of it behind one reference, so that a question copies no more than that.
    private final class Layout: Sendable {
      let index: RegionIndex
      let grid: CellGrid
      /// The region of each cell, row by row.
      let cells: [UInt16]
      /// The edges in the cells that have some.
      let borders: BorderCells

      init(_ index: RegionIndex, _ grid: CellGrid, _ cells: [UInt16], _ borders: BorderCells) {
        (self.index, self.grid, self.cells, self.borders) = (index, grid, cells, borders)
      }
    }

    private let layout: Layout
    private var grid: CellGrid { layout.grid }
    private var cells: [UInt16] { layout.cells }
    private var borders: BorderCells { layout.borders }

    private static let border: UInt16 = .max
    private static let outside: UInt16 = .max - 1

    /// Lays a grid over the bounding box of all regions.
    ///
    /// - Parameters:
    ///   - index: the regions.
    ///   - perSide: rows, and columns, 1…16,384; a cell takes 2 bytes. Over a city of 50 km a
    ///     thousand makes cells of 50 m.
    /// - Complexity: O(v + c) for v positions and c cells, and a question to the index for each area
    ///   between borders and row.
    public init(_ index: RegionIndex, perSide: Int = 1_024) {
      precondition((1...16_384).contains(perSide), "1…16,384 cells a side")
      let grid = CellGrid(around: index.regions, perSide: perSide)
      layout = Layout(
        index, grid, Self.cells(of: index, grid), BorderCells(index.regions, grid))
    }

    /// The region of each cell, row by row.
    private static func cells(of index: RegionIndex, _ grid: CellGrid) -> [UInt16] {
      let perSide = grid.perSide
      var cells = [UInt16](repeating: outside, count: perSide * perSide)
      grid.forEachTouch(of: index.regions) { _, _, cell in cells[cell] = border }
      guard !index.regions.isEmpty else { return cells }
      for row in 0..<perSide {
        for column in 0..<perSide where cells[row * perSide + column] != border {
          let place = row * perSide + column
          // No border between two cells that have none: what the one is, the other is.
          if column > 0, cells[place - 1] != border {
            cells[place] = cells[place - 1]
          } else if row > 0, cells[place - perSide] != border {
            cells[place] = cells[place - perSide]
          } else if let region = index.firstCovering(grid.middle(row: row, column: column)) {
            cells[place] = region < Int(outside) ? UInt16(region) : border
          }
        }
      }
      return cells
    }

    /// The position in the index's regions of the lowest id that covers the point; nil outside all.
    ///
    /// - Complexity: O(1) in cells without a border, otherwise that of ``RegionIndex/firstCovering(_:)``.
    @inline(__always)
    public func firstCovering(_ point: Coordinate) -> Int? {
      // The two ends of the date line are one place: no grid has both.
      guard let place = grid.cell(of: point), abs(point.longitude) < 180 else {
        return abs(point.longitude) < 180 ? nil : index.firstCovering(point)
      }
      let cell = cells[place]
      if cell < Self.outside { return Int(cell) }
      return cell == Self.outside ? nil : index.firstCovering(point)
    }

    /// As ``RegionIndex/nearest(to:within:)``, from the borders in the cells around the point.
    ///
    /// - Complexity: O(c + e) for the c cells within the radius and the e edges in them.
    /// - Precondition: the radius is at least 0.
    public func nearest(to point: Coordinate, within radiusMeters: Double) -> Neighbor? {
      if let covering = firstCovering(point) { return Neighbor(index: covering, distanceMeters: 0) }
      guard let block = grid.cells(around: point, meters: radiusMeters) else {
        return index.nearest(to: point, within: radiusMeters)
      }
      var near: [BorderCells.Entry] = []
      for row in block.rows {
        for column in block.columns where cells[row * grid.perSide + column] == Self.border {
          near += borders.entries(in: row * grid.perSide + column)
        }
      }
      var best: Neighbor?
      for region in Set(near.lazy.map(\.region)).sorted() {
        let edges = near.lazy.filter { $0.region == region }.map(\.edge)
        let neighbor = Neighbor(
          index: region, distanceMeters: BorderDistance.meters(from: point, to: edges))
        if best.map({ neighbor < $0 }) ?? true { best = neighbor }
      }
      return best.flatMap { $0.distanceMeters <= radiusMeters ? $0 : nil }
    }
  }

  extension RegionCells {
    /// Whether a region covers the point or comes as near as that: whether ``nearest(to:within:)`` finds
    /// one, without asking which and how near.
    ///
    /// - Complexity: O(1) far from borders, else O(c + e) as there.
    /// - Precondition: the radius is at least 0.
    public func isNear(_ point: Coordinate, within radiusMeters: Double) -> Bool {
      if let place = grid.cell(of: point), abs(point.longitude) < 180 {
        if cells[place] < Self.outside { return true }
        // A border in the cell is no further than its corners are.
        let (row, column) = place.quotientAndRemainder(dividingBy: grid.perSide)
        if cells[place] == Self.border,
          grid.isSurelyWithin(radiusMeters, of: point, row: row, column: column)
        {
          return true
        }
      }
      if firstCovering(point) != nil { return true }
      guard let block = grid.cells(around: point, meters: radiusMeters) else {
        return index.nearest(to: point, within: radiusMeters) != nil
      }
      for row in block.rows {
        for column in block.columns {
          if cells[row * grid.perSide + column] == Self.border,
            grid.isSurelyWithin(radiusMeters, of: point, row: row, column: column)
          {
            return true
          }
        }
      }
      for row in block.rows {
        for column in block.columns where cells[row * grid.perSide + column] == Self.border {
          for entry in borders.entries(in: row * grid.perSide + column)
          where BorderDistance.isWithin(radiusMeters, of: point, entry.edge) {
            return true
          }
        }
      }
      return false
    }
  }

  /// The edges of regions by the cells that they touch.
  private struct BorderCells: Sendable {
    struct Entry: Sendable {
      let region: Int
      let edge: BorderDistance.Edge
    }

    private var ranges: [Int: Range<Int>] = [:]
    private var entries: [Entry] = []

    init(_ regions: [Region], _ grid: CellGrid) {
      var byCell: [Int: [Entry]] = [:]
      grid.forEachTouch(of: regions) { region, edge, cell in
        byCell[cell, default: []].append(Entry(region: region, edge: edge))
      }
      for (cell, found) in byCell {
        ranges[cell] = entries.count..<entries.count + found.count
        entries += found
      }
    }

    func entries(in cell: Int) -> ArraySlice<Entry> { entries[ranges[cell] ?? 0..<0] }
  }
#endif
