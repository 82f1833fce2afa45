import Spatial
import TestSupport
import Testing

@testable import Catalog

@Suite struct CatalogTests {
  @Test func hongKongIsWholeAndFindable() throws {
    let catalog = try Catalog(directory: Repository.data)
    #expect(catalog.attractions.count >= 400)
    #expect(catalog.hotels.count == 317)
    #expect(catalog.districts.count == 18)
    #expect(catalog.city.regions.count == 3)
    for place in Array(catalog.attractions) + Array(catalog.hotels) + Array(catalog.stations) {
      #expect(catalog.place(withID: place.id) == place)
    }
    #expect(catalog.place(withID: "no-such-place") == nil)
    #expect(catalog.place(withID: "") == nil)
  }

  /// The compiled form and the source files give the same catalog.
  @Test func compiledAndParsedAreTheSame() throws {
    try Repository.withTemporaryFolder(copyOf: Repository.data) { folder in
      let parsed = try Catalog(directory: folder)
      try Catalog.compile(directory: folder)
      let compiled = try Catalog(directory: folder)
      #expect(Array(compiled.attractions) == Array(parsed.attractions))
      #expect(Array(compiled.hotels) == Array(parsed.hotels))
      #expect(Array(compiled.stations) == Array(parsed.stations))
      #expect(compiled.districts == parsed.districts && compiled.city == parsed.city)
    }
  }

  /// An edit shows at once: a compiled form older than its files is not used.
  @Test func anOldCompiledFormIsNotUsed() throws {
    try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
      try Catalog.compile(directory: folder)
      try Repository.edit("\(folder)/attractions.csv", "Unit Theatre", "Opus Theatre")
      #expect(
        try Catalog(directory: folder).place(withID: "unit-theatre")?.name.en == "Opus Theatre")
      try Repository.write(
        "id,name_en,name_zh_hant,name_zh_hans,category,prominence,latitude,longitude,district,source\n"
          + "new-place,New Place,新地方,新地方,park,1,-33.861,151.199,1,fixture\n",
        to: "\(folder)/attractions-more.csv")
      #expect(try Catalog(directory: folder).place(withID: "new-place") != nil)
    }
  }

  /// No damage to the compiled form changes an answer or crashes: every byte counts for its checksum.
  @Test(arguments: 0..<64)
  func aDamagedCompiledFormIsNotUsed(_ seed: Int) throws {
    try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
      try Catalog.compile(directory: folder)
      let path = "\(folder)/\(Catalog.compiledFileName)"
      var bytes = try Repository.read(path)
      #expect(CompiledCatalog(CompiledBytes(bytes)) != nil)
      var random = SplitMix64(seed: UInt64(seed))
      if seed % 4 == 0 {
        bytes.removeLast(1 + Int(random.next() % UInt64(bytes.count - 1)))
      } else {
        bytes[Int(random.next() % UInt64(bytes.count))] ^= UInt8(1 << (random.next() % 8))
      }
      #expect(CompiledCatalog(CompiledBytes(bytes))?.placeCount == nil, "seed \(seed)")
      try Repository.write(bytes, to: path)
      #expect(try Catalog(directory: folder).attractions.count == 6, "seed \(seed)")
    }
  }

  private static let compiled = Result { try Catalog.compiled(directory: Repository.data) }

  /// Where the checksum does not keep damage out, it gives wrong answers and does no other harm.
  @Test(arguments: 0..<24)
  func damageIsHarmless(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var bytes = try Self.compiled.get()
    for _ in 0..<(1 << (seed % 12)) {
      // Half of it where the offsets and counts are.
      let end = random.next() % 2 == 0 ? bytes.count : 2_000
      bytes[32 + Int(random.next() % UInt64(end - 32))] = UInt8(truncatingIfNeeded: random.next())
    }
    guard let catalog = Catalog(damaged: bytes) else { return }
    for place in catalog.hotels {
      #expect(abs(place.coordinate.latitude) <= 90 && abs(place.coordinate.longitude) <= 180)
      #expect((catalog.nearestStation(to: place)?.distanceMeters ?? 0) >= 0)
    }
    let origin = try Coordinate(latitude: 22.2946, longitude: 114.1699)
    #expect(catalog.nearest(NearbyQuery(origin: origin)).count <= catalog.attractions.count)
    for text in ["peninsula", "尖沙咀", "penninsula"] { _ = catalog.resolve(text) }
    #expect(catalog.city.sources.count < bytes.count && catalog.districts.count < bytes.count)
  }

  @Test func aFolderThatIsNoneIsAnError() {
    let error = #expect(throws: DataError.self) { try Catalog(directory: "/no/such/folder") }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error)) should be unreadable")
      return
    }
  }

  @Test func aWrongRowIsNamedAndNothingIsGuessed() throws {
    try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
      try Repository.edit("\(folder)/attractions.csv", "151.204500", "0x97")
      let error = #expect(throws: DataError.self) { try Catalog(directory: folder) }
      #expect(error?.place.line == 7)
      #expect(error?.place.field == "longitude")
    }
  }

  // MARK: Nearest

  private func oracle(
    _ catalog: Catalog, _ origin: Coordinate, where isIncluded: (Place) -> Bool
  ) -> [(Double, String)] {
    catalog.attractions.filter(isIncluded)
      .map { (origin.greatCircleDistance(to: $0.coordinate), $0.id) }
      .sorted { $0 < $1 }
  }

  @Test(arguments: 0..<30)
  func nearestAgreesWithSortingEverything(_ seed: Int) throws {
    let catalog = try Catalog(directory: Repository.data)
    var random = SplitMix64(seed: UInt64(seed))
    let origin = try Coordinate(
      latitude: 22.15 + random.unit() * 0.4, longitude: 113.85 + random.unit() * 0.6)
    var filter = PlaceFilter()
    if seed % 2 == 1 { filter.categories = [.museum, .temple] }
    if seed % 3 == 1 { filter.regions = ["kowloon", "hong-kong-island"] }
    if seed % 5 == 1 { filter.districts = ["E", "A", "T"] }
    let radius = seed % 4 == 1 ? 3000.0 : .infinity
    let expected = oracle(catalog, origin) { catalog.admits($0, filter) }
      .filter { $0.0 <= radius }
    for limit in [1, 5, nil] {
      let found = catalog.nearest(
        NearbyQuery(origin: origin, limit: limit, radiusMeters: radius, filter: filter))
      let wanted = expected.prefix(limit ?? .max)
      #expect(found.map(\.place.id) == wanted.map(\.1), "seed \(seed)")
      #expect(found.map(\.distanceMeters) == wanted.map(\.0), "seed \(seed)")
      #expect(found.map(\.rank) == wanted.indices.map { $0 + 1 })
    }
  }

  @Test func theLimitOfADistanceIsIncluded() throws {
    let catalog = try Catalog(directory: Repository.data)
    let origin = try Coordinate(latitude: 22.2946, longitude: 114.1699)
    let five = catalog.nearest(NearbyQuery(origin: origin, limit: 5))
    let again = catalog.nearest(
      NearbyQuery(origin: origin, radiusMeters: try #require(five.last).distanceMeters))
    #expect(again.map(\.place.id) == five.map(\.place.id))
  }

  @Test func aRadiusOfZeroFindsWhatIsExactlyThere() throws {
    let catalog = try Catalog(directory: Repository.data)
    let buddha = try #require(catalog.place(withID: "big-buddha"))
    let found = catalog.nearest(NearbyQuery(origin: buddha.coordinate, radiusMeters: 0))
    #expect(found.map(\.place.id) == ["big-buddha"])
    #expect(found.first?.distanceMeters == 0)
  }

  @Test func aFarCityFindsNothingNear() throws {
    let catalog = try Catalog(directory: Repository.toytown)
    let origin = try Coordinate(latitude: 22.3365, longitude: 114.1375)
    #expect(catalog.nearest(NearbyQuery(origin: origin, radiusMeters: 5000)).isEmpty)
  }

  @Test func prominenceComesBeforeDistance() throws {
    let catalog = try Catalog(directory: Repository.data)
    let origin = try Coordinate(latitude: 22.2946, longitude: 114.1699)
    let found = catalog.nearest(NearbyQuery(origin: origin, order: .prominence))
    #expect(found.count == catalog.attractions.count)
    for (a, b) in zip(found, found.dropFirst()) {
      let first = try #require(a.place.prominence)
      let second = try #require(b.place.prominence)
      #expect(first > second || (first == second && a.distanceMeters <= b.distanceMeters))
    }
  }

  @Test func theNearestStationIsTheNearest() throws {
    let catalog = try Catalog(directory: Repository.data)
    for place in catalog.attractions {
      let station = try #require(catalog.nearestStation(to: place))
      let nearest = try #require(
        catalog.stations.map { place.coordinate.greatCircleDistance(to: $0.coordinate) }.min())
      #expect(station.distanceMeters == nearest, "\(place.id)")
    }
  }

  /// Equal distances are ordered by id, whatever the order of the rows.
  @Test func tiesAreOrderedByIDHoweverTheRowsStand() throws {
    try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
      let header =
        "id,name_en,name_zh_hant,name_zh_hans,category,prominence,latitude,longitude,district,source\n"
      var rows = (1...40).map {
        "tie-\($0),Tie \($0),同距\($0),同距\($0),park,1,-33.8600,151.1990,1,fixture\n"
      }
      var answers: Set<[String]> = []
      var random = SplitMix64(seed: 3)
      for _ in 0..<5 {
        rows.shuffle(using: &random)
        try Repository.write(header + rows.joined(), to: "\(folder)/attractions.csv")
        let catalog = try Catalog(directory: folder)
        let origin = try Coordinate(latitude: -33.861, longitude: 151.2)
        answers.insert(
          catalog.nearest(NearbyQuery(origin: origin, limit: 5)).map(\.place.id))
      }
      #expect(answers == [["tie-1", "tie-10", "tie-11", "tie-12", "tie-13"]])
    }
  }
}
