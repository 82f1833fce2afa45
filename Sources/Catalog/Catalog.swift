import Spatial
import Synchronization

/// A city's attractions, hotels, stations and districts, ready for questions.
///
/// An immutable value. A catalog is opened from its compiled form where the folder has one that is
/// as new as its files, and compiled in memory otherwise; the answers are the same. District polygons
/// are read only when ``districtIndex()`` asks for them.
public struct Catalog: Sendable {
  /// The folder the catalog was opened from.
  public let directory: String
  let compiled: CompiledCatalog
  private let frame: Frame

  /// The name of the compiled form in a data folder.
  public static let compiledFileName = "catalog.bin"

  /// Opens a data folder.
  ///
  /// - Parameter directory: a folder with `city.json`, `districts.geojson`, `attractions.csv` and the
  ///   other files that `data/README.md` describes.
  /// - Throws: the first ``DataError`` where a file is missing or a row is wrong. Nothing is guessed;
  ///   ``CatalogCheck`` lists all faults.
  /// - Complexity: O(bytes of the compiled form), which is mapped and of which nothing but the checksum
  ///   is computed; or O(n log n) where it is missing or old.
  public init(directory: String) throws(DataError) {
    self.init(directory: directory, compiled: try Self.open(directory))
  }

  private init(directory: String, compiled: CompiledCatalog) {
    self.directory = directory
    self.compiled = compiled
    frame = Frame(compiled)
  }

  /// The city as a whole.
  public var city: City { frame.city }

  /// The districts by ascending code.
  public var districts: [District] { frame.districts }

  /// The box of the city.
  package var bounds: BoundingBox { compiled.bounds }

  /// A catalog of bytes that ``compiled(directory:)`` gave and that were damaged since: for tests, which
  /// look whether it does any harm. Its answers are wrong.
  ///
  /// - Returns: nil where already the header cannot be.
  package init?(damaged bytes: [UInt8]) {
    guard let compiled = CompiledCatalog(CompiledBytes(bytes), comparesChecksum: false) else {
      return nil
    }
    self.init(directory: "", compiled: compiled)
  }

  /// What ``compile(directory:)`` writes.
  package static func compiled(directory: String) throws(DataError) -> [UInt8] {
    try compile(directory, names: try CityFiles.names(in: directory))
  }

  private static func open(_ directory: String) throws(DataError) -> CompiledCatalog {
    let names = try CityFiles.names(in: directory)
    do throws(FileSystem.Failure) {
      let file = try FileSystem.Mapping(path: "\(directory)/\(compiledFileName)")
      if let compiled = CompiledCatalog(CompiledBytes(file)),
        isCurrent(compiled.stamps, names, in: directory)
      {
        return compiled
      }
    } catch {
      // No compiled form, or none that can be read: the source files say the same.
    }
    let bytes = CompiledBytes(try compile(directory, names: names))
    guard let compiled = CompiledCatalog(bytes) else {
      preconditionFailure("the compiler wrote what the reader refuses")
    }
    return compiled
  }

  /// Whether a folder holds the files that were compiled: by size and time, and where only times
  /// differ, as in a copy, by content.
  private static func isCurrent(
    _ stamps: [CompiledCatalog.FileStamp], _ names: [String], in directory: String
  ) -> Bool {
    guard stamps.map(\.name) == names else { return false }
    return stamps.allSatisfy { compiled in
      let path = "\(directory)/\(compiled.name)"
      guard let stamp = FileSystem.stamp(of: path), stamp.size == compiled.stamp.size else {
        return false
      }
      // A file that cannot be read is not the one that was compiled.
      return stamp == compiled.stamp
        || (try? stampWithContent(of: compiled.name, in: directory))?.checksum == compiled.checksum
    }
  }

  /// Writes the compiled form of a data folder into it, whole or not at all.
  ///
  /// - Throws: as ``init(directory:)``, and where the file cannot be written.
  public static func compile(directory: String) throws(DataError) {
    let bytes = try compiled(directory: directory)
    do throws(FileSystem.Failure) {
      try FileSystem.replace("\(directory)/\(compiledFileName)", with: bytes)
    } catch {
      throw DataError(error)
    }
  }

  private static func compile(
    _ directory: String, names: [String]
  ) throws(DataError) -> [UInt8] {
    // Before the files are parsed: what changes meanwhile has another stamp afterwards.
    let stamps = try names.map { name throws(DataError) in
      try stampWithContent(of: name, in: directory)
    }
    let files = CityFiles(directory: directory)
    if let fault = files.faults.first { throw fault }
    guard let city = files.city else {
      throw .unreadable(path: "\(directory)/city.json", reason: "a city folder needs this file")
    }
    try CatalogCheck.checkReferences(of: files)
    var compiler = CatalogCompiler(
      city: city, districts: files.districts, places: files.rows.map(\.place))
    return compiler.compile(stamps: stamps)
  }

  private static func stampWithContent(
    of name: String, in directory: String
  ) throws(DataError) -> CompiledCatalog.FileStamp {
    let path = "\(directory)/\(name)"
    guard let stamp = FileSystem.stamp(of: path) else {
      throw .unreadable(path: path, reason: "not a regular file")
    }
    do throws(FileSystem.Failure) {
      let bytes = try FileSystem.read(path)
      return CompiledCatalog.FileStamp(
        name: name, stamp: stamp, checksum: CompiledLayout.checksum(bytes))
    } catch {
      throw DataError(error)
    }
  }

  // MARK: Places

  /// The attractions by ascending id.
  public var attractions: PlaceList {
    PlaceList(compiled: compiled, positions: 0..<compiled.attractionCount)
  }

  /// The hotels by ascending id.
  public var hotels: PlaceList {
    let first = compiled.attractionCount
    return PlaceList(compiled: compiled, positions: first..<first + compiled.hotelCount)
  }

  /// The railway stations and ferry piers by ascending id.
  public var stations: PlaceList {
    let first = compiled.attractionCount + compiled.hotelCount
    return PlaceList(compiled: compiled, positions: first..<first + compiled.stationCount)
  }

  /// The place with an id, whatever its kind; nil where there is none.
  ///
  /// - Complexity: O(log n).
  public func place(withID id: String) -> Place? {
    compiled.place(withID: id).map(compiled.place)
  }

  /// The district with a code; nil where there is none.
  public func district(withCode code: String) -> District? {
    compiled.district(withCode: code).map(compiled.district)
  }

  /// The station nearest to an attraction or hotel; nil for stations and where the city has none.
  ///
  /// - Complexity: O(log n): computed when the catalog was compiled.
  public func nearestStation(to place: Place) -> NearestStation? {
    compiled.place(withID: place.id).flatMap(compiled.nearestStation)
  }

  // MARK: Nearest attractions

  /// The attractions around a point that pass a filter.
  ///
  /// The filter comes before the limit, so a limit of 5 gives five places that pass it where the city
  /// has so many.
  ///
  /// - Returns: in the query's order; equal distances by id.
  /// - Complexity: O(log n + k) expected by distance, O(n log n) by prominence.
  public func nearest(_ query: NearbyQuery) -> [NearbyPlace] {
    var statistics = SearchStatistics()
    return nearest(query, statistics: &statistics)
  }

  /// As ``nearest(_:)``, and adds what the index touched.
  public func nearest(
    _ query: NearbyQuery, statistics: inout SearchStatistics
  ) -> [NearbyPlace] {
    neighbors(query, statistics: &statistics).enumerated().map { offset, neighbor in
      NearbyPlace(
        rank: offset + 1, place: compiled.place(at: neighbor.index),
        distanceMeters: neighbor.distanceMeters,
        bearingDegrees: query.origin.initialBearing(to: compiled.coordinate(at: neighbor.index)),
        nearestStation: compiled.nearestStation(of: neighbor.index))
    }
  }

  /// As ``nearest(_:)``, without decoding a place: the indexes are positions in ``attractions``.
  public func neighbors(_ query: NearbyQuery) -> [Neighbor] {
    var statistics = SearchStatistics()
    return neighbors(query, statistics: &statistics)
  }

  private func neighbors(
    _ query: NearbyQuery, statistics: inout SearchStatistics
  ) -> [Neighbor] {
    let limit = min(query.limit ?? .max, compiled.attractionCount)
    switch query.order {
    case .distance:
      return nearest(query, count: limit, statistics: &statistics)
    case .prominence:
      let all = nearest(query, count: compiled.attractionCount, statistics: &statistics)
      let ranked = all.map { (compiled.prominence(at: $0.index), $0) }
        .sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1 < $1.1 }
      return ranked.prefix(limit).map(\.1)
    }
  }

  private func nearest(
    _ query: NearbyQuery, count: Int, statistics: inout SearchStatistics
  ) -> [Neighbor] {
    let isIncluded = query.filter.predicate(in: self)
    guard let labels = query.filter.labels(in: self) else {
      return compiled.tree.nearest(
        to: query.origin, count: count, within: query.radiusMeters, where: isIncluded,
        statistics: &statistics)
    }
    return compiled.tree.nearest(
      to: query.origin, count: count, matching: labels, within: query.radiusMeters,
      where: isIncluded, statistics: &statistics)
  }

  // MARK: Sources

  /// The sources of the places, once each, in the order of the city's list.
  public func sources(of places: some Sequence<Place>) -> [Source] {
    let ids = Set(places.map(\.source))
    return city.sources.filter { ids.contains($0.id) }
  }

  /// The sources of an answer in the order of the city's list: those of its places, of their nearest
  /// stations, of the origin, and of the districts.
  package func sources(
    shownWith places: [Place], origin: String?, districts showsDistricts: Bool
  ) -> [Source] {
    var shown = [Bool](repeating: false, count: compiled.sourceCount)
    func show(_ position: Int?) {
      guard let position, let source = compiled.sourceIndex(at: position) else { return }
      shown[source] = true
    }
    for place in places {
      let position = compiled.place(withID: place.id)
      show(position)
      show(position.flatMap(compiled.nearestStationIndex))
    }
    show(origin.flatMap(compiled.place(withID:)))
    if showsDistricts, let source = compiled.districtsSourceIndex { shown[source] = true }
    return shown.indices.filter { shown[$0] }.map(compiled.source)
  }
}

/// What a question seldom needs whole, decoded when it is first asked for.
private final class Frame: Sendable {
  private let compiled: CompiledCatalog
  private let decoded = Mutex<Whole?>(nil)

  private final class Whole: Sendable {
    let city: City
    let districts: [District]

    init(_ compiled: CompiledCatalog) {
      city = compiled.city
      districts = (0..<compiled.districtCount).map(compiled.district)
    }
  }

  init(_ compiled: CompiledCatalog) { self.compiled = compiled }

  var city: City { whole.city }
  var districts: [District] { whole.districts }

  private var whole: Whole {
    decoded.withLock { decoded in
      if let decoded { return decoded }
      let whole = Whole(compiled)
      decoded = whole
      return whole
    }
  }
}
