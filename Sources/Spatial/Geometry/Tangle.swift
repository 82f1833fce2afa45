/// How often the edges of polygons cross or touch each other.
enum Tangle {
  /// Whether edges meet in more than so many places, apart from the ends they share.
  ///
  /// Edges are looked at from west to east, each with those whose longitudes it overlaps, and counting
  /// stops at the limit. Crossings are judged in plain doubles, which is enough for a limit.
  ///
  /// - Complexity: O(v log v + pairs that overlap in longitude), where at most 50 million pairs are
  ///   looked at; a polygon with more counts as tangled.
  static func exceeds(crossings limit: Int, _ polygons: [Polygon]) -> Bool {
    var edges: [Edge] = []
    for ring in polygons.flatMap(\.rings) {
      for (start, end) in zip(ring, ring.dropFirst()) where start != end {
        edges.append(Edge(start, end))
      }
    }
    edges.sort { $0.west < $1.west }
    var crossings = 0
    var pairs = 0
    for (index, edge) in edges.enumerated() {
      for other in edges[(index + 1)...] {
        if other.west > edge.east { break }
        pairs += 1
        if edge.crosses(other) { crossings += 1 }
        if crossings > limit || pairs > 50_000_000 { return true }
      }
    }
    return false
  }

  private struct Edge {
    let start: Coordinate
    let end: Coordinate
    let west: Double
    let east: Double

    init(_ start: Coordinate, _ end: Coordinate) {
      self.start = start
      self.end = end
      west = min(start.longitude, end.longitude)
      east = max(start.longitude, end.longitude)
    }

    /// Twice the area of the triangle of this edge and a point, positive on its left.
    private func side(_ point: Coordinate) -> Double {
      (end.longitude - start.longitude) * (point.latitude - start.latitude)
        - (end.latitude - start.latitude) * (point.longitude - start.longitude)
    }

    func crosses(_ other: Edge) -> Bool {
      side(other.start) * side(other.end) < 0 && other.side(start) * other.side(end) < 0
    }
  }
}
