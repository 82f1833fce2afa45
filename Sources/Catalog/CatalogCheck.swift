import Spatial

/// The faults of a data folder that its files show by themselves, each with its file and line.
///
/// Beside what opening the folder refuses (missing files and columns, numbers that are none, unknown
/// categories), it checks that ids, names and sources are in order, and that every place lies in the
/// city's bounds and in the polygon of the district it names. What typing and maps do to positions, and
/// places that stand twice, the command `nearby check` sees beside these.
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

  /// Reads the folder and checks everything.
  ///
  /// - Complexity: O(n log n).
  public init(directory: String) {
    let files = CityFiles(directory: directory)
    var faults = files.faults
    faults += Self.referenceFaults(of: files)
    faults += Self.nameFaults(of: files)
    faults += files.rows.compactMap { Self.outsideFault($0, in: files) }
    #if GEOS
      do throws(DataError) {
        if let polygons = try DistrictPolygons(files) {
          faults += polygons.faults
          faults += files.rows.compactMap { row in
            Self.outsideFault(row, in: files) == nil ? polygons.fault(row) : nil
          }
        }
      } catch {
        faults.append(error)
      }
    #endif
    self.faults = faults
    comparesPolygons = Self.comparesPolygons
    rowCounts = Self.rowCounts(of: files)
  }

  /// Whether this build compares places with the district polygons.
  package static var comparesPolygons: Bool {
    #if GEOS
      true
    #else
      false
    #endif
  }

  /// How many rows of each file could be read.
  package static func rowCounts(of files: CityFiles) -> [RowCount] {
    var counts: [RowCount] = []
    for row in files.rows {
      if counts.last?.file == row.file {
        counts[counts.count - 1].rows += 1
      } else {
        counts.append(RowCount(file: row.file, rows: 1))
      }
    }
    return counts
  }

  /// Throws the first fault without which a catalog cannot be compiled.
  static func checkReferences(of files: CityFiles) throws(DataError) {
    if let fault = referenceFaults(of: files).first { throw fault }
  }

  /// The most districts, sources and regions a city may have: positions are kept in 16 bits.
  static let listLimit = 65_534

  /// Ids that stand twice, lists that are too long, and districts, regions and sources that do not
  /// exist.
  package static func referenceFaults(of files: CityFiles) -> [DataError] {
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
    for row in files.rows {
      guard let other = row.sameAs else { continue }
      if lines[other]?.place.kind != row.place.kind || other == row.place.id {
        faults.append(
          row.fault("same_as", "\"\(other.prefix(60))\" is no other \(row.place.kind.rawValue)"))
      }
    }
    return faults
  }

  /// Names with space around them, with control characters inside, or with nothing to read.
  package static func nameFaults(of files: CityFiles) -> [DataError] {
    var faults: [DataError] = []
    for row in files.rows {
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

  /// The fault of a row whose place lies outside of the city's bounds; nil inside.
  package static func outsideFault(_ row: CityFiles.Row, in files: CityFiles) -> DataError? {
    guard let bounds = files.city?.bounds, !bounds.covers(row.place.coordinate) else { return nil }
    return row.fault(
      nil,
      "\(row.place.coordinate) lies outside the bounds of the city"
        + hint(row.place.coordinate, in: bounds))
  }

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
}

extension CityFiles.Row {
  /// A fault of this row, in one column or in the whole of it.
  package func fault(_ column: String?, _ reason: String) -> DataError {
    .invalid(place: FilePlace(file: file, line: line, field: column), reason: reason)
  }
}
