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
  /// - Throws: with the feature's index and the value, also for coordinates out of range, for
  ///   projected coordinates and for a `crs` other than WGS 84.
  package static func polygonFeatures(
    in json: JSONValue, file: String, datum: Datum = .wgs84
  ) throws(DataError) -> [PolygonFeature] {
    guard let features = json["features"], json["type"]?.string == "FeatureCollection" else {
      let polygons = try polygons(of: json, feature: 0, file: file, datum: datum)
      return polygons.isEmpty
        ? []
        : [PolygonFeature(index: 0, properties: json["properties"] ?? .null, polygons: polygons)]
    }
    try checkReferenceSystem(json, file: file)
    guard let elements = features.array else {
      throw invalid(file, "features is \(features.kind), not an array")
    }
    var found: [PolygonFeature] = []
    for (index, element) in elements.enumerated() {
      let polygons = try polygons(of: element, feature: index, file: file, datum: datum)
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

  private static func checkReferenceSystem(_ json: JSONValue, file: String) throws(DataError) {
    guard let crs = json["crs"], crs != .null else { return }
    let name = crs["properties"]?["name"]?.string ?? "without a name"
    let upper = name.uppercased()
    guard !["CRS84", ":4326"].contains(where: upper.hasSuffix) && upper != "EPSG:4326" else {
      return
    }
    throw invalid(
      file,
      upper.hasSuffix(":2326")
        ? "crs \(name): looks like HK1980 grid metres; convert the file to WGS 84 degrees"
        : "crs \(name): only WGS 84 degrees are read; convert the file")
  }

  private static func polygons(
    of json: JSONValue, feature: Int, file: String, datum: Datum
  ) throws(DataError) -> [Polygon] {
    try checkReferenceSystem(json, file: file)
    switch json["type"]?.string {
    case "Feature":
      guard let geometry = json["geometry"], geometry != .null else { return [] }
      return try polygons(of: geometry, feature: feature, file: file, datum: datum)
    case "GeometryCollection":
      var all: [Polygon] = []
      guard let geometries = json["geometries"]?.array else {
        throw invalid(file, feature: feature, "a GeometryCollection without geometries")
      }
      for geometry in geometries {
        all += try polygons(of: geometry, feature: feature, file: file, datum: datum)
      }
      return all
    case "Polygon":
      return [try polygon(json["coordinates"], feature: feature, file: file, datum: datum)]
    case "MultiPolygon":
      guard let parts = json["coordinates"]?.array else {
        throw invalid(file, feature: feature, "a MultiPolygon without coordinates")
      }
      return try parts.map { part throws(DataError) in
        try polygon(part, feature: feature, file: file, datum: datum)
      }
    case let type?:
      throw invalid(file, feature: feature, "\(type) is not an area; give polygons")
    case nil:
      throw invalid(file, feature: feature, "\(json.kind) without a GeoJSON type")
    }
  }

  private static func polygon(
    _ json: JSONValue?, feature: Int, file: String, datum: Datum
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
        try coordinate(position, feature: feature, file: file, datum: datum)
      }
    }
    return Polygon(exterior: converted[0], holes: Array(converted.dropFirst()))
  }

  private static func coordinate(
    _ json: JSONValue, feature: Int, file: String, datum: Datum
  ) throws(DataError) -> Coordinate {
    guard let numbers = json.array, numbers.count >= 2,
      let longitude = numbers[0].number, let latitude = numbers[1].number
    else { throw invalid(file, feature: feature, "a position is not two numbers") }
    do throws(CoordinateError) {
      return datum.wgs84(from: try Coordinate(latitude: latitude, longitude: longitude))
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
