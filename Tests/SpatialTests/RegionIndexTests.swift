#if GEOS
  import Spatial
  import TestSupport
  import Testing

  @Suite struct RegionIndexTests {
    private func ring(_ positions: [(Double, Double)]) throws -> [Coordinate] {
      try positions.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
    }

    private func square(_ west: Double, _ south: Double, side: Double) throws -> Polygon {
      let east = west + side
      let north = south + side
      return Polygon(
        exterior: try ring([
          (west, south), (east, south), (east, north), (west, north), (west, south),
        ]))
    }

    private func index(_ polygons: Polygon...) throws -> RegionIndex {
      try RegionIndex([Region(id: "r", polygons: polygons)])
    }

    private func point(_ x: Double, _ y: Double) throws -> Coordinate {
      try Coordinate(latitude: y, longitude: x)
    }

    @Test func bordersAndCornersAreCovered() throws {
      let index = try index(try square(0, 0, side: 2))
      for (x, y) in [(0.0, 0.0), (2, 2), (1, 0), (0, 1), (1, 1)] {
        #expect(index.firstCovering(try point(x, y)) == 0, "\(x), \(y)")
      }
      #expect(index.firstCovering(try point(2.000001, 1)) == nil)
    }

    @Test func theLowestIDHasASharedBorder() throws {
      let right = Region(id: "B", polygons: [try square(1, 0, side: 1)])
      let left = Region(id: "C", polygons: [try square(0, 0, side: 1)])
      let index = try RegionIndex([left, right])
      #expect(index.regions.map(\.id) == ["B", "C"])
      #expect(index.firstCovering(try point(1, 0.5)) == 0)
      #expect(index.covering(try point(1, 0.5)) == [0, 1])
      #expect(index.firstCovering(try point(0.5, 0.5)) == 1)
    }

    @Test func aHoleIsOutsideAndItsEdgeIsNot() throws {
      let outer = try square(0, 0, side: 3)
      let hole = try square(1, 1, side: 1).exterior
      let index = try index(Polygon(exterior: outer.exterior, holes: [hole]))
      #expect(index.firstCovering(try point(1.5, 1.5)) == nil)
      #expect(index.firstCovering(try point(1, 1.5)) == 0)
      #expect(index.firstCovering(try point(0.5, 0.5)) == 0)
    }

    @Test func aBowTieKeepsBothHalves() throws {
      let bowTie = Polygon(exterior: try ring([(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)]))
      let index = try index(bowTie)
      #expect(index.repairs.count == 1)
      #expect(index.repairs.first?.description.contains("made valid") == true)
      #expect(index.firstCovering(try point(0.3, 1)) == 0)
      #expect(index.firstCovering(try point(1.7, 1)) == 0)
      #expect(index.firstCovering(try point(1, 1.8)) == nil)
    }

    @Test func overlappingPartsKeepTheOverlap() throws {
      let index = try index(try square(0, 0, side: 2), try square(1, 1, side: 2))
      #expect(index.repairs.count == 1)
      for (x, y) in [(1.5, 1.5), (0.5, 0.5), (2.5, 2.5)] {
        #expect(index.firstCovering(try point(x, y)) == 0, "\(x), \(y)")
      }
      #expect(index.firstCovering(try point(2.5, 0.5)) == nil)
    }

    @Test func aHoleOutsideItsShellTakesAndAddsNothing() throws {
      let shell = try square(0, 0, side: 1)
      let index = try index(
        Polygon(exterior: shell.exterior, holes: [try square(5, 5, side: 1).exterior]))
      #expect(index.repairs.count == 1)
      #expect(index.firstCovering(try point(0.5, 0.5)) == 0)
      #expect(index.firstCovering(try point(5.5, 5.5)) == nil)
    }

    @Test func aHoleAcrossItsShellTakesWhatItEncloses() throws {
      let shell = try square(0, 0, side: 2)
      let index = try index(
        Polygon(exterior: shell.exterior, holes: [try square(1, 1, side: 2).exterior]))
      #expect(index.firstCovering(try point(0.5, 0.5)) == 0)
      #expect(index.firstCovering(try point(1.5, 1.5)) == nil)
      #expect(index.firstCovering(try point(2.5, 2.5)) == nil)
    }

    @Test func aHoleLikeItsShellLeavesNothing() throws {
      let shell = try square(0, 0, side: 2).exterior
      #expect(throws: RegionError.self) { try index(Polygon(exterior: shell, holes: [shell])) }
    }

    /// A star whose edges cross millions of times is refused at once, and a small one is repaired.
    @Test(arguments: [(3001, true), (41, false)])
    func aTangleIsBounded(_ count: Int, _ isRefused: Bool) throws {
      var positions = (0..<count).map { number in
        let turn = Double(number) * (Double(count / 2) / Double(count)) * 360
        let reduced = turn.truncatingRemainder(dividingBy: 360)
        return (Trigonometry.cosine(degrees: reduced), Trigonometry.sine(degrees: reduced))
      }
      positions.append(positions[0])
      let star = Polygon(exterior: try ring(positions))
      if isRefused {
        #expect(throws: RegionError.tangled(region: "r", crossings: 20_000)) { try index(star) }
      } else {
        #expect(try index(star).firstCovering(point(0, 0)) == 0)
      }
    }

    @Test func anOpenRingIsClosedWithAWarning() throws {
      let index = try index(Polygon(exterior: try ring([(0, 0), (2, 0), (2, 2), (0, 2)])))
      #expect(index.repairs.map(\.description) == ["polygon 1, ring 1 was not closed"])
      #expect(index.firstCovering(try point(1, 1)) == 0)
    }

    @Test func aShortRingIsRefused() throws {
      let short = Polygon(exterior: try ring([(0, 0), (1, 1), (0, 0)]))
      #expect(throws: RegionError.ringTooShort(region: "r", polygon: 0, ring: 0, positions: 3)) {
        try index(short)
      }
    }

    @Test func anEmptyOrCollapsedRegionIsRefused() throws {
      #expect(throws: RegionError.empty(region: "e")) {
        try RegionIndex([Region(id: "e", polygons: [])])
      }
      let flat = Polygon(exterior: try ring([(0, 0), (1, 1), (2, 2), (0, 0)]))
      let error = #expect(throws: RegionError.self) { try index(flat) }
      guard case .collapsed(region: "r", _) = error else {
        Issue.record("\(String(describing: error)) should be collapsed")
        return
      }
    }

    @Test func noRegionsCoverNothing() throws {
      let index = try RegionIndex([])
      #expect(index.firstCovering(try point(0, 0)) == nil)
      #expect(index.nearest(to: try point(0, 0)) == nil)
    }

    @Test func theDateLineIsOneMeridian() throws {
      let index = try index(try square(170, 0, side: 10))
      #expect(index.firstCovering(try point(180, 5)) == 0)
      #expect(index.firstCovering(try point(-180, 5)) == 0)
    }

    @Test func theNearestRegionAndItsDistance() throws {
      let near = Region(id: "near", polygons: [try square(1, 0, side: 1)])
      let far = Region(id: "far", polygons: [try square(3, 0, side: 1)])
      let index = try RegionIndex([near, far])
      let inside = try #require(index.nearest(to: try point(1.5, 0.5)))
      #expect(index.regions[inside.index].id == "near" && inside.distanceMeters == 0)
      // One degree west of an edge on the equator.
      let outside = try #require(index.nearest(to: try point(0, 0)))
      #expect(index.regions[outside.index].id == "near")
      #expect(abs(outside.distanceMeters - 111_195.080) < 0.01)
      #expect(index.nearest(to: try point(0, 0), within: 111_195) == nil)
      #expect(index.nearest(to: try point(0, 0), within: outside.distanceMeters) != nil)
    }

    /// The border distance against positions sampled densely along every edge.
    @Test(arguments: 0..<20)
    func borderDistanceAgreesWithSamples(_ seed: Int) throws {
      var random = SplitMix64(seed: UInt64(seed))
      let west = 114 + random.unit()
      let south = 22 + random.unit()
      let polygon = try square(west, south, side: 0.05)
      let index = try index(polygon)
      let query = try point(west - 0.03 + random.unit() * 0.11, south - 0.04)
      let samples = try zip(polygon.exterior, polygon.exterior.dropFirst()).flatMap { a, b in
        try (0...2000).map { step -> Double in
          let t = Double(step) / 2000
          return query.greatCircleDistance(
            to: try point(
              a.longitude + (b.longitude - a.longitude) * t,
              a.latitude + (b.latitude - a.latitude) * t))
        }
      }
      let found = try #require(index.nearest(to: query)).distanceMeters
      let sampled = try #require(samples.min())
      #expect(found <= sampled + 1e-6 && found > sampled - 0.1, "seed \(seed)")
    }

    @Test func manyTasksAtOnce() async throws {
      let index = try RegionIndex([
        Region(id: "a", polygons: [try square(0, 0, side: 1)]),
        Region(id: "b", polygons: [try square(1, 0, side: 1)]),
      ])
      let wrong = await withTaskGroup(of: Int.self) { group in
        for task in 0..<8 {
          group.addTask {
            var random = SplitMix64(seed: UInt64(task))
            return (0..<2000).count { _ in
              let x = random.unit() * 2
              let point = Coordinate(uncheckedLatitude: random.unit(), longitude: x)
              return index.firstCovering(point) != (x <= 1 ? 0 : 1)
            }
          }
        }
        return await group.reduce(0, +)
      }
      #expect(wrong == 0)
    }
  }
#endif
