import Spatial

/// Polygons out of GeoJSON (RFC 7946). The only file that knows its order, longitude first.
package enum GeoJSON {
  /// One feature with an area.
  package struct PolygonFeature {
    /// The position among the features of the file, from 0.
    package let index: Int
    package let properties: JSONValue
    package let polygons: [Polygon]
  }

  /// All polygons of a FeatureCollection, a Feature, a geometry or a collection of geometries.
  ///
  /// Features with a null geometry are left out; points and lines are an error, since a caller who
  /// asks for areas would miss them silently. Rings stay as they are; ``RegionIndex`` closes and
  /// repairs.
  ///
  /// - Parameters:
  ///   - json: the parsed file.
  ///   - file: its name, for errors.
  ///   - datum: what degrees refer to.
  ///   - grid: turns the metres of a file whose `crs` is the HK1980 grid into WGS 84; nil refuses it.
  ///   - isGrid: whether positions are metres of the grid, whatever the file says.
  /// - Throws: with the feature's index and the value, also for coordinates out of range, for
  ///   projected coordinates without a sign of what they are and for any other `crs`.
  package static func polygonFeatures(
    in json: JSONValue, file: String, datum: Datum = .wgs84, grid: Grid? = nil,
    isGrid: Bool = false
  ) throws(DataError) -> [PolygonFeature] {
    let reading = Positions(datum: datum, grid: grid, isGrid: isGrid, isGiven: isGrid)
    guard let features = json["features"], json["type"]?.string == "FeatureCollection" else {
      let polygons = try polygons(of: json, feature: 0, file: file, positions: reading)
      return polygons.isEmpty
        ? []
        : [PolygonFeature(index: 0, properties: json["properties"] ?? .null, polygons: polygons)]
    }
    let inner = try Self.positions(json, file: file, outer: reading)
    guard let elements = features.array else {
      throw invalid(file, "features is \(features.kind), not an array")
    }
    var found: [PolygonFeature] = []
    for (index, element) in elements.enumerated() {
      let polygons = try polygons(of: element, feature: index, file: file, positions: inner)
      guard !polygons.isEmpty else { continue }
      found.append(
        PolygonFeature(
          index: index, properties: element["properties"] ?? .null, polygons: polygons))
    }
    return found
  }

  /// The two numbers of a GeoJSON position, in its order.
  package static func position(of coordinate: Coordinate) -> (Double, Double) {
    (coordinate.longitude, coordinate.latitude)
  }

  /// A box from the four numbers west, south, east, north.
  package static func box(_ json: JSONValue?) throws(CoordinateError) -> BoundingBox? {
    guard let numbers = json?.array?.compactMap(\.number), numbers.count == 4 else { return nil }
    return try BoundingBox(
      west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// Metres of a grid as a point of WGS 84; nil outside of the grid.
  package typealias Grid = (_ easting: Double, _ northing: Double) -> Coordinate?

  /// What the numbers of positions mean.
  private struct Positions {
    let datum: Datum
    let grid: Grid?
    let isGrid: Bool
    /// Whether that was given by hand.
    let isGiven: Bool
  }

  /// What the numbers mean inside of an object that may have a `crs`.
  private static func positions(
    _ json: JSONValue, file: String, outer: Positions
  ) throws(DataError) -> Positions {
    guard let crs = json["crs"], crs != .null, !outer.isGiven else { return outer }
    let code = (crs["properties"]?["code"] ?? crs["code"])?.number
    let name =
      (crs["properties"]?["name"] ?? crs["name"])?.string
      ?? code.map { "EPSG:\($0.plainDescription)" } ?? "without a name"
    // As a URN, as a URL, or as the number alone.
    let last = name.uppercased().split { ":/#".contains($0) }.last
    if last == "CRS84" || last == "4326" {
      return Positions(datum: outer.datum, grid: outer.grid, isGrid: false, isGiven: false)
    }
    guard last == "2326" else {
      throw invalid(file, "crs \(name): only WGS 84 degrees are read; convert the file")
    }
    guard outer.grid != nil else {
      throw invalid(
        file, "crs \(name): looks like HK1980 grid metres; convert the file to WGS 84 degrees")
    }
    return Positions(datum: outer.datum, grid: outer.grid, isGrid: true, isGiven: false)
  }

  private static func polygons(
    of json: JSONValue, feature: Int, file: String, positions outer: Positions
  ) throws(DataError) -> [Polygon] {
    let reading = try Self.positions(json, file: file, outer: outer)
    switch json["type"]?.string {
    case "Feature":
      guard let geometry = json["geometry"], geometry != .null else { return [] }
      return try polygons(of: geometry, feature: feature, file: file, positions: reading)
    case "GeometryCollection":
      var all: [Polygon] = []
      guard let geometries = json["geometries"]?.array else {
        throw invalid(file, feature: feature, "a GeometryCollection without geometries")
      }
      for geometry in geometries {
        all += try polygons(of: geometry, feature: feature, file: file, positions: reading)
      }
      return all
    case "Polygon":
      return [try polygon(json["coordinates"], feature: feature, file: file, positions: reading)]
    case "MultiPolygon":
      guard let parts = json["coordinates"]?.array else {
        throw invalid(file, feature: feature, "a MultiPolygon without coordinates")
      }
      return try parts.map { part throws(DataError) in
        try polygon(part, feature: feature, file: file, positions: reading)
      }
    case let type?:
      throw invalid(file, feature: feature, "\(type) is not an area; give polygons")
    case nil:
      throw invalid(file, feature: feature, "\(json.kind) without a GeoJSON type")
    }
  }

  private static func polygon(
    _ json: JSONValue?, feature: Int, file: String, positions reading: Positions
  ) throws(DataError) -> Polygon {
    guard let rings = json?.array, !rings.isEmpty else {
      throw invalid(file, feature: feature, "a polygon without rings")
    }
    let converted = try rings.enumerated().map { index, ring throws(DataError) in
      guard let positions = ring.array else {
        throw invalid(file, feature: feature, "ring \(index + 1) is \(ring.kind), not an array")
      }
      guard positions.count >= 4 else {
        throw invalid(
          file, feature: feature,
          "ring \(index + 1) has \(positions.count) positions; a ring needs at least 4")
      }
      return try positions.map { position throws(DataError) in
        try coordinate(position, feature: feature, file: file, positions: reading)
      }
    }
    return Polygon(exterior: converted[0], holes: Array(converted.dropFirst()))
  }

  private static func coordinate(
    _ json: JSONValue, feature: Int, file: String, positions reading: Positions
  ) throws(DataError) -> Coordinate {
    guard let numbers = json.array, numbers.count >= 2,
      let longitude = numbers[0].number, let latitude = numbers[1].number
    else { throw invalid(file, feature: feature, "a position is not two numbers") }
    if reading.isGrid, let grid = reading.grid {
      guard let point = grid(longitude, latitude) else {
        throw invalid(
          file, feature: feature,
          "easting \(longitude.plainDescription), northing \(latitude.plainDescription) is outside the "
            + "HK1980 grid")
      }
      return point
    }
    do throws(CoordinateError) {
      return reading.datum.wgs84(from: try Coordinate(latitude: latitude, longitude: longitude))
    } catch {
      throw invalid(file, feature: feature, "\(error)")
    }
  }

  private static func invalid(
    _ file: String, feature: Int? = nil, _ reason: String
  ) -> DataError {
    .invalid(
      place: FilePlace(file: file, field: feature.map { "feature \($0 + 1)" }), reason: reason)
  }
}
