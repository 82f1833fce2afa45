import Spatial

extension CatalogCheck {
  /// So many places of different names at one point were not each put there on purpose.
  public static let stackedPlaces = 4
  /// A place this far from every other of the folder is not where it should be, in metres.
  public static let lonelyMeters = 10_000.0

  /// What a point outside of the city may have been meant as, as the end of a sentence.
  package static func hint(_ point: Coordinate, in bounds: BoundingBox) -> String {
    func covers(_ latitude: Double, _ longitude: Double) -> Bool {
      // What is out of range lies in no box.
      guard let other = try? Coordinate(latitude: latitude, longitude: longitude) else {
        return false
      }
      return bounds.covers(other)
    }
    let (latitude, longitude) = (point.latitude, point.longitude)
    if covers(longitude, latitude) { return "; are latitude and longitude swapped?" }
    if covers(-latitude, longitude) || covers(latitude, -longitude) || covers(-latitude, -longitude)
    {
      return "; is a sign wrong?"
    }
    return ""
  }

  /// Places of several names at exactly one point, each point reported at its first row.
  static func stackFaults(of files: CityFiles) -> [DataError] {
    var stacks: [Coordinate: [CityFiles.Row]] = [:]
    for row in files.rows { stacks[row.place.coordinate, default: []].append(row) }
    var faults: [DataError] = []
    for row in files.rows {
      guard let stack = stacks[row.place.coordinate], stack[0].place.id == row.place.id else {
        continue
      }
      let names = Set(stack.map { Folding.fold($0.place.name.en) })
      guard names.count >= stackedPlaces else { continue }
      faults.append(
        row.fault(
          nil,
          "\(names.count) places are stacked at \(row.place.coordinate): "
            + stack.prefix(5).map(\.place.id).joined(separator: ", ")))
    }
    return faults
  }

  /// Places far from everything else: in the open sea, mostly.
  static func lonelyFaults(of files: CityFiles) -> [DataError] {
    guard files.rows.count >= 20 else { return [] }
    let scan = LinearScan(files.rows.map(\.place.coordinate))
    // A grid of a tenth of a degree: whoever shares a cell has a neighbour, and is not looked at.
    func cell(_ point: Coordinate) -> [Int] {
      [Int((point.latitude * 10).rounded(.down)), Int((point.longitude * 10).rounded(.down))]
    }
    var counts: [[Int]: Int] = [:]
    for row in files.rows { counts[cell(row.place.coordinate), default: 0] += 1 }
    return files.rows.enumerated().compactMap { index, row in
      guard counts[cell(row.place.coordinate)] == 1 else { return nil }
      let nearest = scan.nearest(to: row.place.coordinate, count: 1) { $0 != index }
      guard let distance = nearest.first?.distanceMeters, distance > lonelyMeters else {
        return nil
      }
      return row.fault(
        nil,
        "\(row.place.coordinate) is \(Int((distance / 1000).rounded())) km from every other place; is it "
          + "in the sea?")
    }
  }

  /// Places in the water, where the folder says what is land.
  static func seaFaults(of files: CityFiles) -> [DataError] {
    #if GEOS
      do throws(DataError) {
        guard let land = try Land(directory: files.directory) else { return [] }
        return files.rows.compactMap { row in
          land.metersIntoSea(row.place.coordinate, category: row.place.category).map { meters in
            row.fault(
              nil, "\(row.place.coordinate) lies in the sea, \(Int(meters.rounded())) m from land")
          }
        }
      } catch {
        return [error]
      }
    #else
      return []
    #endif
  }

  /// Files whose rows name the district of the point before a mainland map shifted it.
  ///
  /// - Parameter district: the district that covers a point.
  static func shiftFaults(
    of files: CityFiles, district: (Coordinate) -> String?
  ) -> [DataError] {
    var files = files.rows.reduce(into: [(file: String, rows: [CityFiles.Row])]()) { groups, row in
      if groups.last?.file != row.file { groups.append((row.file, [])) }
      if district(row.place.coordinate) != row.place.district {
        groups[groups.count - 1].rows.append(row)
      }
    }
    files.removeAll { $0.rows.count < 3 }
    return files.compactMap { file, wrong in
      for datum in [Datum.gcj02, .bd09] {
        let count = wrong.count {
          district(datum.wgs84(from: $0.place.coordinate)) == $0.place.district
        }
        guard count >= 3, count * 2 > wrong.count else { continue }
        return .invalid(
          place: FilePlace(file: file),
          reason:
            "the points look shifted: \(count) of the \(wrong.count) rows outside of the district "
            + "they name lie in it when they are read as \(datum.rawValue)")
      }
      return nil
    }
  }
}
