/// A grid over a box of longitudes and latitudes.
struct CellGrid: Sendable {
  private let west: Double
  private let south: Double
  private let east: Double
  private let north: Double
  /// Rows, and columns.
  let perSide: Int
  private let columnsPerDegree: Double
  private let rowsPerDegree: Double

  /// A cell that a border passes this near counts as touched, in degrees: far above what rounding does
  /// to a place, far below a cell.
  private static let marginDegrees = 1e-9

  /// The grid over all positions of some regions.
  init(around regions: [Region], perSide: Int) {
    self.perSide = perSide
    let positions = regions.lazy.flatMap(\.polygons).flatMap(\.exterior)
    var (west, south, east, north) = (180.0, 90.0, -180.0, -90.0)
    for position in positions {
      west = min(west, position.longitude)
      east = max(east, position.longitude)
      south = min(south, position.latitude)
      north = max(north, position.latitude)
    }
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
    // What is hardly larger than the margin is one cell.
    let (width, height) = (east - west, north - south)
    columnsPerDegree = width > Self.marginDegrees ? Double(perSide) / width : 0
    rowsPerDegree = height > Self.marginDegrees ? Double(perSide) / height : 0
  }

  /// The cell of a point, row by row; nil outside the box.
  @inline(__always)
  func cell(of point: Coordinate) -> Int? {
    guard west <= point.longitude, point.longitude <= east, south <= point.latitude,
      point.latitude <= north
    else { return nil }
    return row(point.latitude) &* perSide &+ column(point.longitude)
  }

  /// The rows and columns that hold all points of the box within a distance of a point; nil where the point
  /// is outside the box, or near a pole or the
  /// date line.
  func cells(
    around point: Coordinate, meters: Double
  ) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>)? {
    guard cell(of: point) != nil, max(abs(south), abs(north)) < 85 else { return nil }
    // A hair more than the distance, in degrees; the parallel farthest from the equator has the most.
    let high = meters / Coordinate.earthRadiusMeters * (180 / .pi) * 1.001 + 1e-9
    let wide = high / Trigonometry.cosine(degrees: min(89, max(abs(south), abs(north)) + high))
    guard abs(point.longitude) + wide < 180 else { return nil }
    return (
      row(point.latitude - high)...row(point.latitude + high),
      column(point.longitude - wide)...column(point.longitude + wide)
    )
  }

  /// Whether all of a cell lies within a distance of a point of the box, by a measure that puts its far
  /// corner a tenth further at least than it is; false where the measure does not hold.
  @inline(__always)
  func isSurelyWithin(_ meters: Double, of point: Coordinate, row: Int, column: Int) -> Bool {
    // The outermost cells count as touched by what is outside of the box as well.
    guard meters < 10_000, abs(point.latitude) < 80, min(row, column) > 0,
      max(row, column) < perSide - 1
    else { return false }
    let bottom = south + Double(row) / rowsPerDegree
    let left = west + Double(column) / columnsPerDegree
    let high = max(point.latitude - bottom, bottom + 1 / rowsPerDegree - point.latitude)
    let wide = max(point.longitude - left, left + 1 / columnsPerDegree - point.longitude)
    // A degree of longitude is never longer than one of latitude.
    let limit = meters * 0.9 / BorderDistance.metersPerDegree
    return high * high + wide * wide <= limit * limit
  }

  /// The row of a latitude, which never falls as the latitude grows; those outside are at the ends.
  @inline(__always)
  private func row(_ latitude: Double) -> Int {
    Int(min(max((latitude - south) * rowsPerDegree, 0), Double(perSide &- 1)))
  }

  /// The same for a longitude.
  @inline(__always)
  private func column(_ longitude: Double) -> Int {
    Int(min(max((longitude - west) * columnsPerDegree, 0), Double(perSide &- 1)))
  }

  /// The middle of a cell.
  func middle(row: Int, column: Int) -> Coordinate {
    Coordinate(
      uncheckedLatitude: min(south + (Double(row) + 0.5) / rowsPerDegree, north),
      longitude: min(west + (Double(column) + 0.5) / columnsPerDegree, east))
  }

  /// Calls with every edge of some regions and every cell that it touches.
  func forEachTouch(
    of regions: [Region], _ body: (_ region: Int, _ edge: BorderDistance.Edge, _ cell: Int) -> Void
  ) {
    for (number, region) in regions.enumerated() {
      for ring in region.polygons.lazy.flatMap(\.rings) {
        for (start, end) in zip(ring, ring.dropFirst()) {
          let edge = BorderDistance.Edge(start, end)
          forEachCell(from: start, to: end) { body(number, edge, $0) }
        }
      }
    }
  }

  /// Calls with the cells that a segment touches: in each row all between the ends of what the segment
  /// has in that row.
  private func forEachCell(from start: Coordinate, to end: Coordinate, _ body: (Int) -> Void) {
    let margin = Self.marginDegrees
    let (low, high) = start.latitude <= end.latitude ? (start, end) : (end, start)
    let rise = high.latitude - low.latitude
    let turn = high.longitude - low.longitude
    let first = row(low.latitude - margin)
    let last = row(high.latitude + margin)
    for row in first...last {
      var (from, to) = (0.0, 1.0)
      if rise > 0, first < last {
        // The share of the segment in the row and a hair beyond.
        let bottom = south + Double(row) / rowsPerDegree - margin
        let top = south + Double(row + 1) / rowsPerDegree + margin
        from = max(0, (bottom - low.latitude) / rise)
        to = min(1, (top - low.latitude) / rise)
        // The outermost rows have all that is outside.
        if row == 0 { from = 0 }
        if row == perSide - 1 { to = 1 }
      }
      let (a, b) = (low.longitude + turn * from, low.longitude + turn * to)
      for column in column(min(a, b) - margin)...column(max(a, b) + margin) {
        body(row * perSide + column)
      }
    }
  }
}
