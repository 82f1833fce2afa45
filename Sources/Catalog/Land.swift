import Spatial

#if GEOS
  /// The land of a city, from `land.geojson` or `land-SOURCE.geojson` of its folder: what tells a point
  /// in the sea, since districts reach into it.
  package struct Land: Sendable {
    /// A place further than this from land is in the sea, in metres: piers and promenades stand in the
    /// water, and the coast is simplified.
    package static let shoreMeters = 200.0
    /// The same for ``Category/nature`` and ``Category/island``: a marine park has its middle in the
    /// water.
    package static let areaShoreMeters = 1000.0

    /// How far the cells are asked for the nearest land before all of it is looked at.
    private static let nearMeters = 600.0

    private let cells: RegionCells
    private let extent: BoundingBox

    /// Reads the land of a folder; nil where it has no such file, or nothing in it.
    ///
    /// - Throws: where a polygon is wrong.
    /// - Complexity: O(v log v) for v positions.
    package init?(directory: String) throws(DataError) {
      // A folder that cannot be read is told by those who need more of it.
      let names = (try? FileSystem.names(in: directory)) ?? []
      guard let name = names.first(where: Self.isName) else { return nil }
      let file = "\(directory)/\(name)"
      let json = try JSONParser.parse(path: file)
      let polygons = try GeoJSON.polygonFeatures(in: json, file: file).flatMap(\.polygons)
      guard !polygons.isEmpty else { return nil }
      do throws(RegionError) {
        cells = RegionCells(
          try RegionIndex([Region(id: "land", polygons: polygons)]), perSide: 512)
      } catch {
        throw .invalid(place: FilePlace(file: file), reason: "\(error)")
      }
      do throws(CoordinateError) {
        if let box = try GeoJSON.box(json["bbox"]) {
          extent = box
          return
        }
      } catch {
        throw .invalid(place: FilePlace(file: file, field: "bbox"), reason: "\(error)")
      }
      let latitudes = polygons.flatMap(\.exterior).map(\.latitude)
      let longitudes = polygons.flatMap(\.exterior).map(\.longitude)
      extent = BoundingBox(
        uncheckedWest: longitudes.min() ?? 0, south: latitudes.min() ?? 0,
        east: longitudes.max() ?? 0, north: latitudes.max() ?? 0)
    }

    /// Whether a file of that name holds the land.
    package static func isName(_ name: String) -> Bool {
      name == "land.geojson" || (name.hasPrefix("land-") && name.hasSuffix(".geojson"))
    }

    /// How far into the sea a place lies; nil on land, at the shore, and outside of the `bbox` of the
    /// file, where nothing is known.
    ///
    /// - Parameters:
    ///   - point: where.
    ///   - category: what stands there; it decides what is still the shore.
    /// - Returns: the distance to the nearest land in metres.
    /// - Complexity: O(1) for most points on land, O(v) in the water.
    package func metersIntoSea(_ point: Coordinate, category: Category? = nil) -> Double? {
      guard extent.covers(point), cells.firstCovering(point) == nil else { return nil }
      let limit = Self.shoreMeters(of: category)
      var nearest = cells.nearest(to: point, within: Self.nearMeters)
      if nearest == nil { nearest = cells.index.nearest(to: point) }
      guard let distance = nearest?.distanceMeters, distance > limit else { return nil }
      return distance
    }

    /// Whether it is known what lies at a point: the `bbox` of the file covers it.
    package func knows(_ point: Coordinate) -> Bool { extent.covers(point) }

    /// Whether ``metersIntoSea(_:category:)`` gives a distance.
    ///
    /// - Complexity: O(1) for most points, O(e) for e edges of the shore near by.
    package func isInSea(_ point: Coordinate, category: Category? = nil) -> Bool {
      guard extent.covers(point) else { return false }
      let limit = Self.shoreMeters(of: category)
      return !cells.isNear(point, within: limit)
    }

    private static func shoreMeters(of category: Category?) -> Double {
      category == .nature || category == .island ? areaShoreMeters : shoreMeters
    }
  }
#endif
