#if GEOS
  /// Which region covers a point, from a grid of cells that know.
  ///
  /// A cell that no border touches is covered by one region or by none throughout, and answers at
  /// once; in the others ``RegionIndex/firstCovering(_:)`` decides. The answers are the index's own,
  /// points on borders and corners included: a cell counts as touched by a border that comes within
  /// a tenth of a millimetre of it.
  ///
  /// Worth its building from some ten thousand questions on. Safe to use from many tasks at once.
  public struct RegionCells: Sendable {
    /// The index that decides where a border is near.
    public let index: RegionIndex
    /// How many cells have a border in them or very near: these ask the index.
    public var borderCellCount: Int { cells.count { $0 == Self.border } }
    /// How many cells there are.
    public var cellCount: Int { cells.count }

    private let grid: CellGrid
    /// The region of each cell, row by row.
    private let cells: [UInt16]

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
      self.index = index
      grid = CellGrid(around: index.regions, perSide: perSide)
      var cells = grid.cells(border: Self.border, other: Self.outside, of: index.regions)
      guard !index.regions.isEmpty else {
        self.cells = cells
        return
      }
      for row in 0..<perSide {
        for column in 0..<perSide where cells[row * perSide + column] != Self.border {
          let place = row * perSide + column
          // No border between two cells that have none: what the one is, the other is.
          if column > 0, cells[place - 1] != Self.border {
            cells[place] = cells[place - 1]
          } else if row > 0, cells[place - perSide] != Self.border {
            cells[place] = cells[place - perSide]
          } else if let region = index.firstCovering(grid.middle(row: row, column: column)) {
            cells[place] = region < Int(Self.outside) ? UInt16(region) : Self.border
          }
        }
      }
      self.cells = cells
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

    /// Whether no border is nearer than a distance for certain: the cells around the point have none, and
    /// they reach that far. False where a border may be near, and where the grid does not tell.
    ///
    /// - Parameter meters: at least 0; as many cells are looked at as it takes to go so far.
    /// - Complexity: O(1) for a distance of a few cells.
    package func isFar(from point: Coordinate, meters: Double) -> Bool {
      guard let block = grid.cells(around: point, meters: meters) else { return false }
      for row in block.rows {
        for column in block.columns where cells[row * grid.perSide + column] == Self.border {
          return false
        }
      }
      return true
    }
  }
#endif
