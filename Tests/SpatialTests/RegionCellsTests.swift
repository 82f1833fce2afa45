#if GEOS
  import TestSupport
  import Testing

  @testable import Spatial

  /// The cells against the index they were made from, on every kind of point.
  @Suite struct RegionCellsTests {
    private static func ring(_ positions: [(Double, Double)]) -> [Coordinate] {
      positions.map { Coordinate.valid($0.1, $0.0) }
    }

    /// Two regions that share a slanted border, one with a hole and an island in the hole, and a
    /// sliver far thinner than a cell.
    private static let regions = [
      Region(
        id: "a",
        polygons: [
          Polygon(
            exterior: ring([(0, 0), (6, 0), (5, 7), (0.3, 6.9), (0, 0)]),
            holes: [ring([(1, 1), (3, 1.2), (2.5, 3), (1, 2.7), (1, 1)])]),
          Polygon(exterior: ring([(1.5, 1.5), (2, 1.5), (2, 2), (1.5, 2), (1.5, 1.5)])),
        ]),
      Region(
        id: "b",
        polygons: [
          Polygon(exterior: ring([(6, 0), (10, 1), (9.5, 8), (5, 7), (6, 0)])),
          Polygon(exterior: ring([(0, 9), (10, 9.001), (10, 9.0011), (0, 9.0001), (0, 9)])),
        ]),
    ]

    private func expectAgreement(
      _ cells: RegionCells, _ point: Coordinate, _ comment: Testing.Comment? = nil
    ) {
      let expected = cells.index.firstCovering(point)
      if cells.firstCovering(point) != expected {
        Issue.record("\(point): \(String(describing: expected)); \(comment ?? "")")
      }
    }

    @Test(arguments: [1, 2, 3, 10, 64, 200])
    func randomPointsAgree(perSide: Int) throws {
      let cells = RegionCells(try RegionIndex(Self.regions), perSide: perSide)
      var random = SplitMix64(seed: UInt64(perSide))
      for _ in 0..<3_000 {
        expectAgreement(cells, .valid(random.unit() * 11 - 1, random.unit() * 12 - 1))
      }
      #expect(cells.cellCount == perSide * perSide)
      if perSide == 200 { #expect(cells.borderCellCount < cells.cellCount / 10) }
      if perSide == 1 { #expect(cells.borderCellCount == 1) }
    }

    /// Regions of any size down to none that a double can tell.
    @Test(arguments: [1, 3, 64])
    func tinyRegionsAgree(perSide: Int) throws {
      for size in [1e-3, 1e-8, 1e-9, 1e-12, 1e-19, 1e-26, 1e-306, 0x1p-1074] {
        let region = Region(
          id: "tiny",
          polygons: [Polygon(exterior: Self.ring([(0, 0), (size, 0), (0, size), (0, 0)]))])
        guard let index = try? RegionIndex([region]) else { continue }
        let cells = RegionCells(index, perSide: perSide)
        for (x, y) in [
          (0, 0), (0.3, 0.3), (1, 0), (0.5, 0.5), (0.9, 0.9), (-1, 0), (2, 2), (1e9, 3),
        ] {
          expectAgreement(cells, .valid(y * size, x * size), "\(size)")
          _ = cells.isNear(.valid(y * size, x * size), within: 100)
        }
      }
    }

    /// Corners, points on edges, the doubles beside them, and points on the lines of the grid.
    @Test(arguments: [1, 7, 64, 200])
    func bordersAgree(perSide: Int) throws {
      let cells = RegionCells(try RegionIndex(Self.regions), perSide: perSide)
      for ring in Self.regions.flatMap(\.polygons).flatMap(\.rings) {
        for (start, end) in zip(ring, ring.dropFirst()) {
          for step in 0...50 {
            let share = Double(step) / 50
            let latitude = start.latitude + share * (end.latitude - start.latitude)
            let longitude = start.longitude + share * (end.longitude - start.longitude)
            for y in [latitude.nextDown, latitude, latitude.nextUp] {
              for x in [longitude.nextDown, longitude, longitude.nextUp] {
                expectAgreement(cells, .valid(y, x))
              }
            }
          }
        }
      }
      for line in 0...perSide {
        let x = 10 * Double(line) / Double(perSide)
        for other in 0...40 {
          let y = 9.0011 * Double(other) / 40
          for x in [x.nextDown, x, x.nextUp] {
            expectAgreement(cells, .valid(y, x))
            expectAgreement(cells, .valid(9.0011 * x / 10, y))
          }
        }
      }
    }

    @Test func theDateLineIsOneMeridian() throws {
      let east = Region(
        id: "east",
        polygons: [
          Polygon(exterior: Self.ring([(170, 0), (180, 0), (180, 5), (170, 5), (170, 0)]))
        ])
      let cells = RegionCells(try RegionIndex([east]), perSide: 20)
      for (latitude, longitude) in [(1.0, 180.0), (1, -180), (6, 180), (1, -179.9), (1, 179.99)] {
        expectAgreement(cells, .valid(latitude, longitude))
      }
      #expect(cells.firstCovering(.valid(1, -180)) == 0)
      #expect(cells.isNear(.valid(1, -179.9999), within: 50))
    }

    @Test(arguments: [1, 7, 64, 200], [500.0, 9000, 20_000, 150_000])
    func nearestAgrees(perSide: Int, radiusMeters: Double) throws {
      let cells = RegionCells(try RegionIndex(Self.regions), perSide: perSide)
      var random = SplitMix64(seed: UInt64(perSide))
      var found = 0
      for _ in 0..<1_000 {
        let point = Coordinate.valid(random.unit() * 11 - 1, random.unit() * 12 - 1)
        let right = cells.index.nearest(to: point, within: radiusMeters)
        let near = cells.nearest(to: point, within: radiusMeters)
        #expect(near?.index == right?.index, "\(point)")
        // The search on the sphere ends within a millimetre.
        #expect(abs((near?.distanceMeters ?? 0) - (right?.distanceMeters ?? 0)) < 1e-3, "\(point)")
        #expect(cells.isNear(point, within: radiusMeters) == (right != nil), "\(point)")
        if let right, right.distanceMeters > 0 { found += 1 }
      }
      if radiusMeters > 1000 { #expect(found > 10) }
    }

    @Test func noRegionsCoverNothing() throws {
      let cells = RegionCells(try RegionIndex([]), perSide: 4)
      #expect(cells.firstCovering(.valid(0, 0)) == nil)
      #expect(cells.firstCovering(.valid(0, 180)) == nil)
    }

    @Test func manyTasksAtOnce() async throws {
      let cells = RegionCells(try RegionIndex(Self.regions), perSide: 16)
      await withTaskGroup { group in
        for seed in 0..<4 {
          group.addTask {
            var random = SplitMix64(seed: UInt64(seed))
            for _ in 0..<500 {
              self.expectAgreement(cells, .valid(random.unit() * 10, random.unit() * 10))
            }
          }
        }
      }
    }
  }
#endif
