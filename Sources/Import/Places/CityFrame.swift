import Catalog
import Spatial
import Synchronization

#if GEOS
  /// The city into which places are imported: its districts, their polygons, what it knows already.
  package struct CityFrame: Sendable {
    /// `city.json`.
    package let city: City
    /// The districts by ascending code.
    package let districts: [District]
    /// The folder it was read from.
    package let directory: String
    /// What is not sea; nil where the folder does not say.
    package let land: Land?
    private let index: RegionIndex
    private let cells: DistrictCells
    private let codes: [String: String]

    /// Reads `city.json`, `districts.geojson` and the land of a folder.
    package init(directory: String) throws(DataError) {
      // The two files of polygons are read side by side.
      let readLand = Threads.Future { () -> Result<Land?, DataError> in
        do throws(DataError) {
          return .success(try Land(directory: directory))
        } catch {
          return .failure(error)
        }
      }
      defer { _ = readLand.wait() }
      let files = CityFiles(directory: directory, frameOnly: true)
      if let fault = files.faults.first { throw fault }
      guard let city = files.city else {
        throw .unreadable(path: "\(directory)/city.json", reason: "a city folder needs this file")
      }
      self.city = city
      self.directory = directory
      districts = files.districts
      let file = "\(directory)/\(CityFiles.districtsFile)"
      let features = try GeoJSON.polygonFeatures(in: try JSONParser.parse(path: file), file: file)
      do throws(RegionError) {
        index = try RegionIndex(
          features.map { Region(id: $0.properties["code"]?.string ?? "", polygons: $0.polygons) })
      } catch {
        throw .invalid(place: FilePlace(file: file), reason: "\(error)")
      }
      cells = DistrictCells(index)
      var codes: [String: String] = [:]
      for district in files.districts {
        codes[Self.key(district.code)] = district.code
        for language in Language.allCases {
          let key = Self.key(district.name[language])
          codes[key] = district.code
          if key.hasSuffix("区") { codes[String(key.dropLast())] = district.code }
        }
      }
      self.codes = codes
      land = try readLand.wait().get()
    }

    /// Tells the districts of points.
    package func districtFinder() -> DistrictFinder { DistrictFinder(index, cells) }

    /// The code of the district that a file calls so; nil for other words.
    package func code(of label: String) -> String? { codes[Self.key(label)] }

    /// `CENTRAL & WESTERN`, `Central/Western` and `Central and Western District` are one.
    private static func key(_ name: String) -> String {
      Folding.fold(name).split(separator: " ").filter { $0 != "and" && $0 != "district" }
        .joined(separator: " ")
    }
  }

  /// The cells of the districts, made when a finder first wants them; all finders of a city have the same.
  private final class DistrictCells: Sendable {
    private let index: RegionIndex
    private let made = Mutex<RegionCells?>(nil)

    init(_ index: RegionIndex) { self.index = index }

    func get() -> RegionCells {
      made.withLock { made in
        let cells = made ?? RegionCells(index)
        made = cells
        return cells
      }
    }
  }

  /// Tells the districts of many points; for one thread.
  package final class DistrictFinder {
    /// Cells are made once so many points were asked for that making them pays.
    private static let questionsBeforeCells = 10_000

    /// The codes of the districts, in ascending order.
    let codes: [String]
    private let index: RegionIndex
    private let sharedCells: DistrictCells
    private var cells: RegionCells?
    private var questions = 0

    fileprivate init(_ index: RegionIndex, _ cells: DistrictCells) {
      self.index = index
      sharedCells = cells
      codes = index.regions.map(\.id)
    }

    /// The position in ``codes`` of the district that covers a point, or that is nearer than
    /// ``DistrictPolygons/borderMeters``.
    ///
    /// - Complexity: O(1) mostly, once many were asked for; else O(log v), and O(v) near the outside.
    func district(at point: Coordinate) -> Int? {
      if let cells { return cells.nearest(to: point, within: DistrictPolygons.borderMeters)?.index }
      questions += 1
      if questions == Self.questionsBeforeCells { cells = sharedCells.get() }
      return index.nearest(to: point, within: DistrictPolygons.borderMeters)?.index
    }

    /// The code of that district.
    package func code(at point: Coordinate) -> String? { district(at: point).map { codes[$0] } }
  }
#endif
