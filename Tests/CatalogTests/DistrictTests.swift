#if GEOS
  import Catalog
  import Spatial
  import TestSupport
  import Testing

  @Suite struct DistrictTests {
    /// Places whose district is known from elsewhere.
    @Test(arguments: [
      (22.2895, 114.1680, "B"),  // mid-harbour
      (22.28256, 114.18823, "B"),  // Victoria Park
      (22.31172, 114.04189, "T"),  // Hong Kong Disneyland
      (22.29358, 114.16869, "E"),  // Star Ferry pier, Tsim Sha Tsui
      (22.35050, 114.06000, "K"),  // Ma Wan
      (22.33183, 114.02880, "K"),  // Sunny Bay
    ])
    func knownDistricts(_ latitude: Double, _ longitude: Double, _ code: String) throws {
      let catalog = try Catalog(directory: Repository.data)
      let index = try catalog.districtIndex()
      let point = try Coordinate(latitude: latitude, longitude: longitude)
      #expect(index.firstCovering(point).map { index.regions[$0].id } == code)
    }

    @Test func acrossTheBorderIsNoDistrict() throws {
      let index = try Catalog(directory: Repository.data).districtIndex()
      #expect(index.firstCovering(try Coordinate(latitude: 22.56, longitude: 113.9)) == nil)
    }

    private static let cells = Result {
      RegionCells(try Catalog(directory: Repository.data).districtIndex(), perSide: 128)
    }

    /// The grid of cells answers as the polygons do, all over the city: a thousand points a seed, so
    /// that `NEARBY_SEEDS=1000` compares a million.
    @Test(arguments: ReplaySeeds.all)
    func theCellsAgreeWithThePolygons(seed: UInt64) throws {
      let cells = try Self.cells.get()
      var random = SplitMix64(seed: seed)
      let points = (0..<1_000).map { _ in
        Coordinate.valid(22.1 + 0.5 * random.unit(), 113.8 + 0.7 * random.unit())
      }
      let wrong = points.filter { cells.firstCovering($0) != cells.index.firstCovering($0) }
      #expect(wrong.isEmpty, "NEARBY_SEED=\(seed)")
    }

    @Test func theCellsAgreeOnCornersAndBorders() throws {
      let cells = try Self.cells.get()
      let points = BorderPoints.around(
        cells.index.regions, steps: [-3, -1, 0, 1, 3], stride: 10, seed: 1)
      #expect(points.count > 20_000)
      let wrong = points.filter { cells.firstCovering($0) != cells.index.firstCovering($0) }
      #expect(wrong.isEmpty)
      #expect(cells.borderCellCount < cells.cellCount / 2)
    }

    @Test func polygonsAreValidAndInOrder() throws {
      let catalog = try Catalog(directory: Repository.data)
      let index = try catalog.districtIndex()
      #expect(index.repairs.isEmpty)
      #expect(index.regions.map(\.id) == catalog.districts.map(\.code))
    }

    /// Neighbours share their borders vertex by vertex: a segment inside the city belongs to two.
    @Test func neighboursShareTheirBorders() throws {
      let index = try Catalog(directory: Repository.data).districtIndex()
      var owners: [Set<Coordinate>: Int] = [:]
      for region in index.regions {
        for ring in region.polygons.flatMap(\.rings) {
          for (a, b) in zip(ring, ring.dropFirst()) { owners[[a, b], default: 0] += 1 }
        }
      }
      #expect(owners.values.allSatisfy { $0 <= 2 })
      // The middle of a segment that only one district has lies on the rim of the city: a step to
      // either side leaves the city on one of them.
      for (segment, count) in owners where count == 1 {
        let ends = Array(segment)
        let latitude = (ends[0].latitude + ends[1].latitude) / 2
        let longitude = (ends[0].longitude + ends[1].longitude) / 2
        let dx = ends[1].longitude - ends[0].longitude
        let dy = ends[1].latitude - ends[0].latitude
        let step = 1e-6 / (dx * dx + dy * dy).squareRoot()
        let sides = try [1.0, -1].map { side in
          index.firstCovering(
            try Coordinate(
              latitude: latitude + side * dx * step, longitude: longitude - side * dy * step))
        }
        #expect(sides.contains(nil), "a gap or an overlap at \(latitude), \(longitude)")
      }
    }
  }
#endif
