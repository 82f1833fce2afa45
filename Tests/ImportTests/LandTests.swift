#if GEOS
  import Catalog
  import Spatial
  import Testing

  @Suite("Land and sea")
  struct LandTests {
    private static let land = try? Land(directory: Sandbox.city)

    @Test(arguments: [
      // In the middle of the harbour, and off Lamma.
      (22.2895, 114.1680, true), (22.2300, 114.0800, true), (22.1500, 114.2000, true),
      // The end of a pier, a promenade, an islet, the third runway, land won from the sea.
      (22.2938, 114.1687, false), (22.2930, 114.1741, false), (22.5430, 114.4320, false),
      (22.3260, 113.9150, false), (22.3080, 114.2130, false), (22.3040, 114.1600, false),
      // The Peak, and inland across the border.
      (22.2759, 114.1455, false), (22.5600, 114.1000, false),
      // Beyond the extent nothing is known.
      (21.0, 114.0, false),
    ])
    func tellsTheSea(latitude: Double, longitude: Double, isSea: Bool) throws {
      let land = try #require(Self.land)
      let point = try Coordinate(latitude: latitude, longitude: longitude)
      #expect((land.metersIntoSea(point) != nil) == isSea)
    }

    @Test func aMarineParkHasItsMiddleInTheWater() throws {
      let land = try #require(Self.land)
      let catalog = try Catalog(directory: Sandbox.city)
      let park = try #require(catalog.place(withID: "the-brothers-marine-park"))
      #expect(land.metersIntoSea(park.coordinate, category: .nature) == nil)
      let meters = try #require(land.metersIntoSea(park.coordinate, category: .museum))
      #expect(meters > 500 && meters < 650)
    }

    @Test func aFolderWithoutLandSaysNothing() throws {
      #expect(try Land(directory: Sandbox.town) == nil)
    }

    @Test func anImportNotesPointsInTheSeaAndCheckFindsThem() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "points.csv", "name,lat,lon\nSample Buoy,22.2895,114.168\nSample Pier,22.2938,114.1687\n")
      let city = sandbox.path("city")
      let outcome = sandbox.run("import", file, "--into", city, "--data", Sandbox.city)
      #expect(outcome.status == 0)
      #expect(
        outcome.err.contains("Sample Buoy: 22.2895, 114.168 lies in the sea, 387 m from land"))
      #expect(outcome.out.contains("2 places of 2 records"))
      let check = sandbox.run("check", city)
      #expect(check.status == 65)
      #expect(check.err.contains("attractions.csv:2: 22.2895, 114.168 lies in the sea"))
      #expect(!check.err.contains("attractions.csv:3"))
    }

    /// Points without known names or districts: only the sea can tell.
    @Test(arguments: [(0.0, 0.0, false), (-0.00274, 0.00497, true)])
    func aShiftIsSeenBySeaAlone(north: Double, east: Double, isShifted: Bool) throws {
      let sandbox = try Sandbox()
      let catalog = try Catalog(directory: Sandbox.city)
      var text = "name,lat,lon\n"
      for (index, hotel) in catalog.hotels.enumerated() {
        let (latitude, longitude) = (hotel.coordinate.latitude, hotel.coordinate.longitude)
        text += "Sample \(index),\(latitude + north),\(longitude + east)\n"
      }
      let file = try sandbox.write("points.csv", text)
      let outcome = sandbox.run(
        "import", file, "--into", sandbox.path("city"), "--data", Sandbox.city)
      #expect(outcome.err.contains("of them on land as gcj02") == isShifted)
      #expect(outcome.err.contains("warning") == isShifted)
    }

    @Test func aWrongFileIsTold() throws {
      let sandbox = try Sandbox()
      sandbox.run(
        "import", Sandbox.fixture("places.kml"), "--into", sandbox.path("city"),
        "--data", Sandbox.city)
      _ = try sandbox.write("city/land-osm.geojson", #"{"type":"Point","coordinates":[114,22]}"#)
      let check = sandbox.run("check", sandbox.path("city"))
      #expect(check.status == 65)
      #expect(check.err.contains("land-osm.geojson"))
    }
  }
#endif
