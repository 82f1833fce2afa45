import Spatial
import TestSupport
import Testing

@testable import Import

/// Where an area is placed.
@Suite("Areas")
struct AreaTests {
  private typealias Ring = [Area.Position]

  private static func square(_ west: Double, _ south: Double, _ side: Double) -> Ring {
    [(west, south), (west + side, south), (west + side, south + side), (west, south + side)]
  }

  private func place(_ rings: [Area.Position]...) -> [Double] {
    var area = Area()
    area.add(rings)
    return area.representative.map { [$0.x, $0.y] } ?? []
  }

  @Test func aCentroidThatLiesInside() {
    #expect(place(Self.square(114, 22, 2)) == [115, 23])
    #expect(place(Self.square(114, 22, 2).reversed()) == [115, 23])
    // Closed or not, and with a hole that takes weight from the west.
    #expect(place(Self.square(0, 0, 4) + [(0, 0)]) == [2, 2])
    let place = place(Self.square(0, 0, 4), Self.square(0.5, 1.5, 1))
    #expect(place == [2.066666667, 2])
  }

  @Test func theWidestStretchWhereTheCentroidLiesOutside() {
    let shell = Self.square(0, 0, 10)
    #expect(place(shell, Self.square(2, 2, 7)) == [1, 5])
    #expect(place(shell.reversed(), Self.square(1, 2, 7)) == [9, 5])
    // A hole outside of the shell takes nothing, and one over another no more than that.
    #expect(place(shell, Self.square(20, 2, 6)) == [5, 5])
    #expect(place(shell, Self.square(2, 2, 7), Self.square(2, 2, 7)) == [1, 5])
    // The letter U.
    #expect(
      place([(0, 0), (9, 0), (9, 9), (6, 9), (6, 1), (3, 1), (3, 9), (0, 9)]) == [1.5, 4.5])
  }

  @Test func theLargestPart() {
    var area = Area()
    area.add([Self.square(0, 0, 10), Self.square(0.5, 0.5, 9)])
    area.add([Self.square(20, 0, 5)])
    // Of 100 less 81, and of 25.
    #expect(area.representative.map { [$0.x, $0.y] } == [22.5, 2.5])
    area.parts.removeLast()
    area.add([Self.square(20, 0, 3)])
    #expect(area.representative.map { [$0.x, $0.y] } == [0.25, 5])
  }

  @Test func whatHasNoArea() {
    #expect(place([(1, 2)]) == [1, 2])
    #expect(place([(1, 2), (3, 4), (1, 2)]) == [1, 2])
    #expect(place([(1, 2), (1, 2), (1, 2), (1, 2)]) == [1, 2])
    #expect(place([(1, 2), (3, 2), (2, 2), (1, 2)]) == [1, 2])
    #expect(place(Self.square(0, 0, 1), Self.square(0, 0, 1)) == [0, 0])
    #expect(place([]) == [])
    #expect(place([(0, 0), (1e308, 1e308), (1e308, -1e308), (-1e308, 0)]) == [0, 0])
  }

  @Test(arguments: [
    ((1.0, 1.0), Area.Side.inside), ((0, 0), .border), ((4, 2), .border), ((2, 4), .border),
    ((4, 4), .border), ((5, 2), .outside), ((2.5, 2.5), .outside), ((2, 2.5), .border),
    ((3, 3), .border), ((2.5, 3), .border), ((-1, 4), .outside), ((5, 0), .outside),
    ((1, 4.5), .outside), ((3.5, 3), .inside),
  ])
  func sides(position: (Double, Double), right: Area.Side) {
    for holes in [Self.square(2, 2, 1), Self.square(2, 2, 1).reversed()] {
      for shell in [Self.square(0, 0, 4), Self.square(0, 0, 4).reversed()] {
        let area = Area(parts: [Area.Part(shell: shell, holes: [holes])])
        #expect(area.side(of: (position.0, position.1)) == right)
      }
    }
  }

  // MARK: Against GEOS

  private enum Pattern: String, CaseIterable {
    case star, holes, tangle, sliver, spiral, grid, flat
  }

  private static func star(
    _ random: inout SplitMix64, x: Double, y: Double, radius: Double
  ) -> Ring {
    let count = 3 + Int(random.unit() * 12)
    let turn = random.unit() < 0.5 ? 1.0 : -1
    let ring = (0..<count).map { corner -> Area.Position in
      let angle = 180 * ((Double(corner) + random.unit() * 0.9) / Double(count) * 2 - 1) * turn
      let length = radius * (0.1 + 0.9 * random.unit())
      return (
        x + length * Trigonometry.cosine(degrees: angle),
        y + length * Trigonometry.sine(degrees: angle)
      )
    }
    return ring + [ring[0]]
  }

  private static func rings(_ pattern: Pattern, _ random: inout SplitMix64) -> [Ring] {
    let (x, y) = (114 + random.unit(), 22 + random.unit())
    switch pattern {
    case .star: return [star(&random, x: x, y: y, radius: 0.1)]
    case .holes:
      let holes = (0..<Int(random.unit() * 5)).map { _ in
        star(
          &random, x: x + 0.1 * (random.unit() - 0.5), y: y + 0.1 * (random.unit() - 0.5),
          radius: 0.08 * random.unit())
      }
      return [star(&random, x: x, y: y, radius: 0.1)] + holes
    case .tangle:
      let ring = (0..<4 + Int(random.unit() * 6)).map { _ in
        (x + 0.1 * random.unit(), y + 0.1 * random.unit())
      }
      return [ring + [ring[0]]]
    case .sliver:
      var (dx, dy) = (random.unit() - 0.5, random.unit() - 0.5)
      if random.unit() < 0.3 { dx = 0 } else if random.unit() < 0.3 { dy = 0 }
      var width = 1.0
      for _ in 0..<3 + Int(random.unit() * 12) { width /= 10 }
      let ring = [
        (x, y), (x + dx, y + dy), (x + dx - dy * width, y + dy + dx * width),
        (x - dy * width, y + dx * width),
      ]
      return [ring + [ring[0]]]
    case .spiral:
      let count = 20 + Int(random.unit() * 60)
      let width = 0.2 + 0.7 * random.unit()
      func point(_ step: Int, _ share: Double) -> Area.Position {
        let radius = 0.001 * (Double(step) / 12 + share)
        let angle = 30 * Double(step % 12)
        return (
          x + radius * Trigonometry.cosine(degrees: angle),
          y + radius * Trigonometry.sine(degrees: angle)
        )
      }
      let ring =
        (12..<count + 12).map { point($0, 0) }
        + (12..<count + 12).reversed().map { point($0, -width) }
      return [ring + [ring[0]]]
    case .grid:
      // Few different numbers, so that corners stand on corners and sides on sides.
      func ring() -> Ring {
        let ring = (0..<3 + Int(random.unit() * 6)).map { _ in
          (114 + (random.unit() * 5).rounded(), 22 + (random.unit() * 5).rounded())
        }
        return ring + [ring[0]]
      }
      return (0..<1 + Int(random.unit() * 3)).map { _ in ring() }
    case .flat:
      let (dx, dy) = ((random.unit() * 3).rounded(), (random.unit() * 3).rounded())
      let ring = (0..<4).map { _ in
        let step = (random.unit() * 8).rounded() / 8
        return (114 + dx * step, 22 + dy * step)
      }
      return [ring + [ring[0]]]
    }
  }

  #if GEOS
    @Test(arguments: ReplaySeeds.all)
    func isCoveredByTheArea(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      for round in 0..<300 {
        for pattern in Pattern.allCases {
          let rings = Self.rings(pattern, &random)
          var area = Area()
          area.add(rings)
          let place = try #require(area.representative)
          func coordinates(_ ring: Ring) throws -> [Coordinate] {
            try ring.map { try Coordinate(latitude: $0.y, longitude: $0.x) }
          }
          let polygon = Polygon(
            exterior: try coordinates(rings[0]), holes: try rings.dropFirst().map(coordinates))
          do {
            let index = try RegionIndex([Region(id: "area", polygons: [polygon])])
            let point = try Coordinate(latitude: place.y, longitude: place.x)
            #expect(
              index.covers(region: 0, point), "seed \(seed), round \(round), \(pattern): \(rings)")
          } catch RegionError.collapsed {
            #expect(
              rings[0].contains { $0 == place } || area.side(of: place) == .inside,
              "seed \(seed), round \(round), \(pattern): \(rings)")
          }
        }
      }
    }
  #endif
}
