#if GEOS
  import CGEOS
  import Synchronization

  /// Which region covers a point, through prepared GEOS geometries.
  ///
  /// Borders belong to a region ("covers", not "contains"). Where several regions cover a point, as on
  /// a shared border, the lowest id has it. Predicates are exact: GEOS decides on which side of an
  /// edge a point lies with robust arithmetic.
  ///
  /// Safe to use from many tasks at once: each call takes an evaluator of its own from a pool, since a
  /// prepared geometry may be used by one thread at a time.
  public final class RegionIndex: Sendable {
    /// The regions by ascending id, with rings closed and invalid ones made valid.
    public let regions: [Region]
    /// What was put right, in the order of the regions given; empty for clean input.
    public let repairs: [RegionRepair]

    private let boxes: [BoundingBox]
    private let evaluators: Mutex<[RegionEvaluator]>

    /// Checks, repairs and prepares the regions.
    ///
    /// A ring that is not closed is closed. Invalid polygons (crossing rings, overlapping parts) are
    /// repaired by the structure method, which keeps both halves of a bow-tie and the overlap of two
    /// parts. Both are reported in ``repairs``.
    ///
    /// - Parameter regions: any number, in any order; ids should differ.
    /// - Throws: every ``RegionError`` case. A ring of fewer than four positions is refused, closed
    ///   or not.
    /// - Complexity: O(v log v) for v positions in all.
    public init(_ regions: [Region]) throws(RegionError) {
      guard GEOSLibrary.loaded != nil else { throw .libraryMissing }
      var repairs: [RegionRepair] = []
      var checked: [Region] = []
      let context = GEOSContext()
      for region in regions {
        checked.append(try Self.check(region, in: context, repairs: &repairs))
      }
      let sorted = checked.sorted { $0.id < $1.id }
      self.regions = sorted
      self.repairs = repairs
      boxes = sorted.map(Self.box)
      evaluators = Mutex([])
    }

    /// The position in ``regions`` of the lowest id that covers the point; nil outside all.
    ///
    /// - Complexity: O(r + log v) for r regions and v positions of the candidates.
    public func firstCovering(_ point: Coordinate) -> Int? {
      withEvaluator { evaluator in
        boxes.indices.first { boxes[$0].covers(point) && evaluator.covers(region: $0, point) }
      }
    }

    /// The positions in ``regions`` of all that cover the point, ascending.
    ///
    /// - Complexity: O(r + log v).
    public func covering(_ point: Coordinate) -> [Int] {
      withEvaluator { evaluator in
        boxes.indices.filter { boxes[$0].covers(point) && evaluator.covers(region: $0, point) }
      }
    }

    /// Whether one region covers the point.
    ///
    /// - Precondition: `region` is an index of ``regions``.
    /// - Complexity: O(log v).
    public func covers(region: Int, _ point: Coordinate) -> Bool {
      boxes[region].covers(point) && withEvaluator { $0.covers(region: region, point) }
    }

    /// The region nearest to the point and the great-circle distance to its border in metres.
    ///
    /// A region that covers the point is at 0 m. At equal distances the lowest id is taken. The distance
    /// is the true minimum within some hundred kilometres, and an upper bound from farther away.
    ///
    /// - Parameters:
    ///   - point: where from.
    ///   - radiusMeters: only regions at this distance or nearer, the limit included.
    /// - Returns: nil where no region is that near.
    /// - Precondition: the radius is at least 0.
    /// - Complexity: O(v).
    public func nearest(to point: Coordinate, within radiusMeters: Double = .infinity) -> Neighbor?
    {
      precondition(radiusMeters >= 0, "the radius must be at least 0")
      if let covering = firstCovering(point) { return Neighbor(index: covering, distanceMeters: 0) }
      let nearest = regions.indices.filter { mayBeWithin(radiusMeters, of: $0, point) }.map {
        index in
        Neighbor(
          index: index,
          distanceMeters: BorderDistance.meters(from: point, to: regions[index].polygons))
      }.min()
      return nearest.flatMap { $0.distanceMeters <= radiusMeters ? $0 : nil }
    }

    /// Whether the box of a region comes as near as that; true where a box is no measure, as at the poles,
    /// the date line and for long distances.
    private func mayBeWithin(_ radiusMeters: Double, of region: Int, _ point: Coordinate) -> Bool {
      let box = boxes[region]
      let parallel = max(abs(box.south), abs(box.north), abs(point.latitude))
      guard radiusMeters < 10_000, parallel < 80, abs(point.longitude) < 179 else { return true }
      // A hair more than the distance, in degrees.
      let high = radiusMeters / Coordinate.earthRadiusMeters * (180 / .pi) * 1.001 + 1e-9
      let wide = high / Trigonometry.cosine(degrees: parallel + high)
      return box.south - high <= point.latitude && point.latitude <= box.north + high
        && box.west - wide <= point.longitude && point.longitude <= box.east + wide
    }

    private func withEvaluator<Result>(_ body: (RegionEvaluator) -> Result) -> Result {
      let evaluator = evaluators.withLock { $0.popLast() } ?? RegionEvaluator(regions)
      defer { evaluators.withLock { $0.append(evaluator) } }
      return body(evaluator)
    }

    /// Repair takes longer than linear time in the crossings; more than so many are no slip of a pen.
    private static let tangleLimit = 20_000

    private static func check(
      _ region: Region, in context: GEOSContext, repairs: inout [RegionRepair]
    ) throws(RegionError) -> Region {
      guard !region.polygons.isEmpty else { throw .empty(region: region.id) }
      var closed = region
      for (polygonIndex, polygon) in region.polygons.enumerated() {
        var rings = polygon.rings
        for (ringIndex, ring) in rings.enumerated() {
          guard ring.count >= 4 else {
            throw .ringTooShort(
              region: region.id, polygon: polygonIndex, ring: ringIndex, positions: ring.count)
          }
          if ring.first != ring.last {
            rings[ringIndex].append(ring[0])
            repairs.append(
              RegionRepair(
                region: region.id,
                description: "polygon \(polygonIndex + 1), ring \(ringIndex + 1) was not closed"))
          }
        }
        closed.polygons[polygonIndex] = Polygon(exterior: rings[0], holes: Array(rings.dropFirst()))
      }
      guard let geometry = GEOSGeometry.multiPolygon(closed.polygons, in: context) else {
        throw .geos(region: region.id, message: context.lastError)
      }
      guard let reason = geometry.invalidReason() else { return closed }
      guard !Tangle.exceeds(crossings: tangleLimit, closed.polygons) else {
        throw .tangled(region: region.id, crossings: tangleLimit)
      }
      guard let repaired = GEOSGeometry.repaired(closed.polygons, in: context) else {
        throw .geos(region: region.id, message: context.lastError)
      }
      closed.polygons = repaired.polygons()
      guard !closed.polygons.isEmpty else { throw .collapsed(region: region.id, reason: reason) }
      repairs.append(RegionRepair(region: region.id, description: "made valid: \(reason)"))
      return closed
    }

    private static func box(of region: Region) -> BoundingBox {
      let positions = region.polygons.flatMap(\.exterior)
      let latitudes = positions.map(\.latitude)
      let longitudes = positions.map(\.longitude)
      // Polygons are never empty here: `check` saw to it.
      return BoundingBox(
        uncheckedWest: longitudes.min() ?? 0, south: latitudes.min() ?? 0,
        east: longitudes.max() ?? 0, north: latitudes.max() ?? 0)
    }
  }

  /// The prepared geometries of all regions in a context of their own; for one thread at a time.
  ///
  /// `@unchecked Sendable` because the pool's lock hands an evaluator from one thread to the next and
  /// never to two.
  private final class RegionEvaluator: @unchecked Sendable {
    private let context = GEOSContext()
    private let geometries: [GEOSGeometry]
    private let prepared: [OpaquePointer]

    init(_ regions: [Region]) {
      var geometries: [GEOSGeometry] = []
      var prepared: [OpaquePointer] = []
      for region in regions {
        // The same rings were built once when the index was made: only memory can be short here.
        guard let geometry = GEOSGeometry.multiPolygon(region.polygons, in: context),
          let ready = geos.GEOSPrepare_r(context.handle, geometry.pointer)
        else { fatalError("GEOS: \(context.lastError)") }
        geometries.append(geometry)
        prepared.append(ready)
      }
      self.geometries = geometries
      self.prepared = prepared
    }

    deinit {
      for pointer in prepared { geos.GEOSPreparedGeom_destroy_r(context.handle, pointer) }
    }

    func covers(region: Int, _ point: Coordinate) -> Bool {
      if coversPlanar(region: region, point.longitude, point.latitude) { return true }
      return abs(point.longitude) == 180
        && coversPlanar(region: region, -point.longitude, point.latitude)
    }

    private func coversPlanar(region: Int, _ x: Double, _ y: Double) -> Bool {
      guard let pointer = geos.GEOSGeom_createPointFromXY_r(context.handle, x, y) else {
        fatalError("GEOS: \(context.lastError)")
      }
      defer { geos.GEOSGeom_destroy_r(context.handle, pointer) }
      switch geos.GEOSPreparedCovers_r(context.handle, prepared[region], pointer) {
      case 0: return false
      case 1: return true
      default: fatalError("GEOS: \(context.lastError)")
      }
    }
  }
#endif
