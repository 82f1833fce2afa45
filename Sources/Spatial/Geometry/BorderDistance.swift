/// The distance from a point outside to the border of polygons.
enum BorderDistance {
  /// The least great-circle distance in metres from the point to any edge of any ring.
  ///
  /// An edge is straight in longitude and latitude. The nearest place on each edge is first found in a
  /// plane scaled at the point's latitude; edges that may be the nearest are then searched on the
  /// sphere. The result is the true minimum within some hundred kilometres of the border; from farther
  /// away it is the distance to a place on the border that may not be quite the nearest.
  ///
  /// - Complexity: O(v) for v positions.
  static func meters(from point: Coordinate, to polygons: [Polygon]) -> Double {
    meters(
      from: point,
      to: polygons.lazy.flatMap(\.rings).flatMap { ring in
        zip(ring, ring.dropFirst()).lazy.map { Edge($0, $1) }
      })
  }

  /// The same for the edges given; infinite where there are none.
  static func meters(from point: Coordinate, to edges: some Sequence<Edge>) -> Double {
    // The plane is right to a part in a hundred for what is near enough to matter, so what it puts
    // within a tenth of the best is searched, once the best is known.
    var best = Double.infinity
    var candidates: [(distance: Double, edge: Edge)] = []
    for edge in edges {
      // No two points are nearer than their latitudes are apart.
      let gap = edge.latitudesApart(from: point) * metersPerDegree
      guard gap * 0.9 < best else { continue }
      let distance = point.greatCircleDistance(to: edge.place(at: edge.planarNearest(to: point)))
      guard distance * 0.9 < best else { continue }
      candidates.append((distance, edge))
      best = min(best, distance)
    }
    for candidate in candidates.reversed() where candidate.distance * 0.9 < best {
      best = min(best, candidate.edge.searchNearest(to: point))
    }
    return best
  }

  /// Whether an edge comes as near as that: ``meters(from:to:)`` for one edge is at most the limit.
  ///
  /// Most edges are told apart in the plane alone, which is right to a part in a hundred.
  static func isWithin(_ limitMeters: Double, of point: Coordinate, _ edge: Edge) -> Bool {
    let gap = edge.latitudesApart(from: point) * metersPerDegree
    guard gap * 0.9 <= limitMeters else { return false }
    let place = edge.place(at: edge.planarNearest(to: point))
    let high = place.latitude - point.latitude
    let wide = place.longitude - point.longitude
    if limitMeters < 10_000, abs(wide) < 1, abs(point.latitude) < 80 {
      let scale = Trigonometry.cosine(degrees: point.latitude)
      let planar = (high * high + wide * wide * scale * scale).squareRoot() * metersPerDegree
      if planar > limitMeters * 1.02 { return false }
      if planar < limitMeters * 0.98 { return true }
    }
    return point.greatCircleDistance(to: place) <= limitMeters
      || edge.searchNearest(to: point) <= limitMeters
  }

  static let metersPerDegree = Coordinate.earthRadiusMeters * .pi / 180

  /// A straight line in longitude and latitude.
  struct Edge: Sendable {
    let start: Coordinate
    let end: Coordinate

    init(_ start: Coordinate, _ end: Coordinate) {
      self.start = start
      self.end = end
    }

    /// How many degrees of latitude lie between the point and the edge.
    fileprivate func latitudesApart(from point: Coordinate) -> Double {
      max(
        min(start.latitude, end.latitude) - point.latitude,
        point.latitude - max(start.latitude, end.latitude), 0)
    }

    fileprivate func place(at t: Double) -> Coordinate {
      Coordinate(
        uncheckedLatitude: start.latitude + (end.latitude - start.latitude) * t,
        longitude: start.longitude + (end.longitude - start.longitude) * t)
    }

    /// The parameter 0…1 of the nearest place in a plane scaled at the point's latitude.
    fileprivate func planarNearest(to point: Coordinate) -> Double {
      let scale = Trigonometry.cosine(degrees: point.latitude)
      let dx = (end.longitude - start.longitude) * scale
      let dy = end.latitude - start.latitude
      let length = dx * dx + dy * dy
      guard length > 0 else { return 0 }
      var turn = point.longitude - start.longitude
      if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
      let t = (turn * scale * dx + (point.latitude - start.latitude) * dy) / length
      return max(0, min(1, t))
    }

    /// The least distance in metres, by ternary search around the planar answer.
    fileprivate func searchNearest(to point: Coordinate) -> Double {
      let middle = planarNearest(to: point)
      var low = max(0, middle - 0.1)
      var high = min(1, middle + 0.1)
      for _ in 0..<40 {
        let third = (high - low) / 3
        let a = point.greatCircleDistance(to: place(at: low + third))
        let b = point.greatCircleDistance(to: place(at: high - third))
        if a <= b { high -= third } else { low += third }
      }
      return min(
        point.greatCircleDistance(to: place(at: (low + high) / 2)),
        point.greatCircleDistance(to: place(at: middle)))
    }
  }
}
