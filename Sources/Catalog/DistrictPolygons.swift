import Spatial

#if GEOS
  /// The district polygons of a data folder, as its validation needs them.
  package struct DistrictPolygons {
    /// A point this near to a border counts as inside, where no district covers it: borders are simplified.
    package static let borderMeters = 50.0

    /// Polygons that needed repair, and districts without one.
    package let faults: [DataError]
    private let index: RegionIndex

    /// Reads the polygons; nil where the file could not be read before.
    ///
    /// - Throws: where a polygon is wrong.
    /// - Complexity: O(v log v) for v positions.
    package init?(_ files: CityFiles) throws(DataError) {
      let file = "\(files.directory)/\(CityFiles.districtsFile)"
      guard
        !files.faults.contains(where: { $0.place.file == file || $0.place.file == files.directory })
      else { return nil }
      let features = try GeoJSON.polygonFeatures(in: try JSONParser.parse(path: file), file: file)
      do throws(RegionError) {
        index = try RegionIndex(
          features.map { Region(id: $0.properties["code"]?.string ?? "", polygons: $0.polygons) })
      } catch {
        throw .invalid(place: FilePlace(file: file), reason: "\(error)")
      }
      var faults: [DataError] = []
      for repair in index.repairs {
        let position = files.districtOrder.firstIndex(of: repair.region) ?? 0
        faults.append(
          .invalid(
            place: files.districtPlace(position),
            reason: "district \(repair.region): \(repair.description)"))
      }
      let withArea = Set(features.map(\.index))
      for position in files.districtOrder.indices where !withArea.contains(position) {
        faults.append(
          .invalid(place: files.districtPlace(position), reason: "the geometry is null"))
      }
      self.faults = faults
    }

    /// The code of the district that covers a point, or that is nearer than ``borderMeters``; nil where
    /// none does.
    package func district(at point: Coordinate) -> String? {
      let covering = index.firstCovering(point)
      let near = covering ?? index.nearest(to: point, within: Self.borderMeters)?.index
      return near.map { index.regions[$0].id }
    }

    /// The fault of a row that names another district than the one it lies in; nil for the others.
    package func fault(_ row: CityFiles.Row) -> DataError? {
      let covering = district(at: row.place.coordinate)
      guard covering != row.place.district else { return nil }
      return row.fault(
        "district",
        "\(row.place.district), but \(row.place.coordinate) lies in "
          + (covering.map { "district \($0)" } ?? "no district: in the sea, or beyond the border")
          + "; correct the district or the point")
    }
  }
#endif
