import Spatial

#if GEOS
  extension Catalog {
    /// Reads the district polygons into an index whose regions stand in the order of ``districts``.
    ///
    /// - Throws: where the file is missing or a polygon is wrong.
    /// - Complexity: O(v log v) for v positions; nothing is kept, so keep the index.
    public func districtIndex() throws(DataError) -> RegionIndex {
      let file = "\(directory)/\(CityFiles.districtsFile)"
      return try Self.regionIndex(
        of: try GeoJSON.polygonFeatures(in: try JSONParser.parse(path: file), file: file),
        file: file
      ) { $0.properties["code"]?.string ?? "" }
    }

    /// Reads every polygon of a GeoJSON file into an index; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: a FeatureCollection, a Feature, or a bare geometry. Features without a geometry are
    ///     left out; where all are, the index is empty and covers nothing.
    ///   - datum: what the file's coordinates refer to.
    /// - Throws: where a polygon is wrong, with the feature's number.
    public static func areaIndex(
      path: String, datum: Datum = .wgs84
    ) throws(DataError) -> RegionIndex {
      let file = path == "-" ? "standard input" : path
      let features = try GeoJSON.polygonFeatures(
        in: try JSONParser.parse(path: path), file: file, datum: datum)
      return try regionIndex(of: features, file: file) { "feature \($0.index + 1)" }
    }

    private static func regionIndex(
      of features: [GeoJSON.PolygonFeature], file: String, id: (GeoJSON.PolygonFeature) -> String
    ) throws(DataError) -> RegionIndex {
      do throws(RegionError) {
        return try RegionIndex(features.map { Region(id: id($0), polygons: $0.polygons) })
      } catch {
        throw .invalid(place: FilePlace(file: file), reason: "\(error)")
      }
    }
  }
#endif
