import Spatial

/// Every fault of a data folder, each with its file and line.
///
/// Beside what opening the folder refuses (missing files and columns, numbers that are none, unknown
/// categories), it checks that ids, names and sources are in order, that every place lies in the
/// city's bounds and in the polygon of the district it names, and that no attraction stands twice; and
/// it sees what typing and maps do to positions: swapped numbers, a lost sign, places stacked at one
/// point, in the sea or far from all others, and files shifted by a mainland map's datum.
public struct CatalogCheck: Sendable {
  /// The faults in the order of the files; empty for a clean folder.
  public let faults: [DataError]
  /// How many rows were read, by file.
  public let rowCounts: [RowCount]
  /// Whether places were compared with the district polygons; false in a build without GEOS.
  public let comparesPolygons: Bool

  /// A file and its rows.
  public struct RowCount: Hashable, Sendable {
    /// The path of the file.
    public let file: String
    /// The rows that could be read.
    public var rows: Int
  }

  /// Two attractions of one name nearer than this are one place.
  public static let duplicateDistanceMeters = 50.0

  /// Reads the folder and checks everything.
  ///
  /// - Complexity: O(n log n).
  public init(directory: String) {
    let files = CityFiles(directory: directory)
    var faults = files.faults
    faults += Self.referenceFaults(of: files)
    faults += Self.placeFaults(of: files)
    faults += Self.duplicateFaults(of: files)
    faults += Self.stackFaults(of: files)
    faults += Self.lonelyFaults(of: files)
    faults += Self.seaFaults(of: files)
    faults += Self.districtFaults(of: files)
    self.faults = faults
    #if GEOS
      comparesPolygons = true
    #else
      comparesPolygons = false
    #endif
    var counts: [RowCount] = []
    for row in files.rows {
      if counts.last?.file == row.file {
        counts[counts.count - 1].rows += 1
      } else {
        counts.append(RowCount(file: row.file, rows: 1))
      }
    }
    rowCounts = counts
  }

  /// Throws the first fault without which a catalog cannot be compiled.
  static func checkReferences(of files: CityFiles) throws(DataError) {
    if let fault = referenceFaults(of: files).first { throw fault }
  }

  /// The most districts, sources and regions a city may have: positions are kept in 16 bits.
  static let listLimit = 65_534

  /// Ids that stand twice, lists that are too long, and districts, regions and sources that do not
  /// exist.
  private static func referenceFaults(of files: CityFiles) -> [DataError] {
    var faults: [DataError] = []
    for (file, noun, count) in [
      (CityFiles.districtsFile, "districts", files.districts.count),
      ("city.json", "sources", files.city?.sources.count ?? 0),
      ("city.json", "regions", files.city?.regions.count ?? 0),
    ] where count > listLimit {
      faults.append(
        .invalid(
          place: FilePlace(file: "\(files.directory)/\(file)"),
          reason: "\(count) \(noun); a city has at most \(listLimit)"))
    }
    let codes = Set(files.districts.map(\.code))
    var seenCodes: Set<String> = []
    for (index, code) in files.districtOrder.enumerated() where !seenCodes.insert(code).inserted {
      faults.append(
        .invalid(place: files.districtPlace(index), reason: "code \(code) stands twice"))
    }
    if let city = files.city {
      let regions = city.regions.map(\.id)
      for district in files.districts where !regions.contains(district.region) {
        let index = files.districtOrder.firstIndex(of: district.code) ?? 0
        faults.append(
          .invalid(
            place: files.districtPlace(index),
            reason: Spelling.unknown("region", district.region, among: regions)))
      }
    }
    let sources = files.city?.sources.map(\.id) ?? []
    for (noun, ids) in [("source", sources), ("region", files.city?.regions.map(\.id) ?? [])] {
      var seen: Set<String> = []
      for id in ids where !seen.insert(id).inserted {
        faults.append(
          .invalid(
            place: FilePlace(file: "\(files.directory)/city.json", field: "\(noun)s"),
            reason: "\(noun) \(id) stands twice"))
      }
    }
    if let source = files.city?.districtsSource, !sources.contains(source) {
      faults.append(
        .invalid(
          place: FilePlace(file: "\(files.directory)/city.json", field: "districtsSource"),
          reason: Spelling.unknown("source", source, among: sources)))
    }
    var lines: [String: CityFiles.Row] = [:]
    for row in files.rows {
      if let first = lines.updateValue(row, forKey: row.place.id) {
        faults.append(
          row.fault("id", "\(row.place.id) stands in \(first.file):\(first.line) as well"))
      }
      // Without districts each row would repeat the one fault of their file.
      if !codes.isEmpty && !codes.contains(row.place.district) {
        faults.append(
          row.fault(
            "district", Spelling.unknown("district", row.place.district, among: codes.sorted())))
      }
      for (column, source) in [
        ("source", row.place.source), ("second_source", row.place.secondSource),
      ] {
        if let source, files.city != nil, !sources.contains(source) {
          faults.append(row.fault(column, Spelling.unknown("source", source, among: sources)))
        }
      }
    }
    return faults
  }

  /// Places out of bounds, and names with space around them or control characters inside.
  private static func placeFaults(of files: CityFiles) -> [DataError] {
    var faults: [DataError] = []
    for row in files.rows {
      if let bounds = files.city?.bounds, !bounds.covers(row.place.coordinate) {
        faults.append(
          row.fault(
            nil,
            "\(row.place.coordinate) lies outside the bounds of the city"
              + hint(row.place.coordinate, in: bounds)))
      }
      for (column, name) in [
        ("name_en", row.place.name.en), ("name_zh_hant", row.place.name.zhHant),
        ("name_zh_hans", row.place.name.zhHans),
      ] {
        if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
          faults.append(row.fault(column, "\"\(name)\" has white space around it"))
        }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
          faults.append(row.fault(column, "a control character in the name"))
        }
        if Folding.fold(name).isEmpty {
          faults.append(row.fault(column, "\"\(name)\" holds no letter or digit"))
        }
      }
    }
    return faults
  }

  /// Attractions of one name near each other, as an import proposes them: the English names decide, and
  /// the Chinese ones where one of the two has no other. Several kitchens of one building may have one
  /// Chinese name, and a stop that of the sight it stands at.
  ///
  /// Each is compared with those of its name before it in the order of latitude that are near enough.
  private static func duplicateFaults(of files: CityFiles) -> [DataError] {
    let rows = files.rows.filter { $0.place.kind == .attraction }
    var byName: [String: [Int]] = [:]
    var english: [String] = []
    var isOnlyName: [Bool] = []
    for (index, row) in rows.enumerated() {
      let names = Set(Language.allCases.map { Folding.fold(row.place.name[$0]) })
      english.append(Folding.fold(row.place.name.en))
      isOnlyName.append(names.count == 1)
      for name in names { byName[name, default: []].append(index) }
    }
    func allows(_ row: CityFiles.Row, _ other: CityFiles.Row) -> Bool {
      guard let a = row.place.category, let b = other.place.category else { return true }
      return a.allows(b)
    }
    // A row is reported once, against the first row that it repeats.
    var repeats: [Int: (first: Int, meters: Double)] = [:]
    for indexes in byName.values where indexes.count > 1 {
      let tree = KDTree(indexes.map { rows[$0].place.coordinate })
      for (position, index) in indexes.enumerated() {
        let near = tree.nearest(
          to: rows[index].place.coordinate, count: 1, within: duplicateDistanceMeters
        ) { other in
          other < position && allows(rows[index], rows[indexes[other]])
            && (isOnlyName[index] || isOnlyName[indexes[other]]
              || english[index] == english[indexes[other]])
        }
        if let first = near.first {
          let other = indexes[first.index]
          if other < repeats[index]?.first ?? .max {
            repeats[index] = (other, first.distanceMeters)
          }
        }
      }
    }
    return repeats.sorted { $0.key < $1.key }.map { index, found in
      let other = rows[found.first]
      return rows[index].fault(
        nil,
        "\(rows[index].place.id) and \(other.place.id) (\(other.file):\(other.line)) have one name and "
          + "lie \(Int(found.meters.rounded())) m apart")
    }
  }

  /// Places whose district is not the one whose polygon covers them, and polygons that needed repair.
  private static func districtFaults(of files: CityFiles) -> [DataError] {
    #if GEOS
      let file = "\(files.directory)/\(CityFiles.districtsFile)"
      // A file that cannot be read was reported when it was read first.
      guard
        !files.faults.contains(where: { $0.place.file == file || $0.place.file == files.directory })
      else { return [] }
      var faults: [DataError] = []
      do throws(DataError) {
        let features = try GeoJSON.polygonFeatures(
          in: try JSONParser.parse(path: file), file: file)
        let index: RegionIndex
        do throws(RegionError) {
          index = try RegionIndex(
            features.map {
              Region(id: $0.properties["code"]?.string ?? "", polygons: $0.polygons)
            })
        } catch {
          throw DataError.invalid(place: FilePlace(file: file), reason: "\(error)")
        }
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
        for row in files.rows {
          let covering = index.firstCovering(row.place.coordinate).map { index.regions[$0].id }
          if covering != row.place.district {
            faults.append(
              row.fault(
                "district",
                "\(row.place.district), but \(row.place.coordinate) lies in "
                  + (covering.map { "district \($0)" }
                    ?? "no district: in the sea, or beyond the border")))
          }
        }
        faults += shiftFaults(of: files) { point in
          index.firstCovering(point).map { index.regions[$0].id }
        }
      } catch {
        faults.append(error)
      }
      return faults
    #else
      return []
    #endif
  }
}

extension CityFiles.Row {
  /// A fault of this row, in one column or in the whole of it.
  func fault(_ column: String?, _ reason: String) -> DataError {
    .invalid(place: FilePlace(file: file, line: line, field: column), reason: reason)
  }
}
