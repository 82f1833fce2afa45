import Spatial
import TestSupport
import Testing

@Suite struct BoundingBoxTests {
  private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func bordersBelongToTheBox() throws {
    let box = try BoundingBox(west: 113, south: 22, east: 115, north: 23)
    #expect(try box.covers(point(22, 113)) && box.covers(point(23, 115)))
    #expect(try !box.covers(point(23.0001, 114)) && !box.covers(point(22.5, 112.9999)))
  }

  @Test func aBoxMayCrossTheDateLine() throws {
    let box = try BoundingBox(west: 170, south: -10, east: -170, north: 10)
    #expect(box.crossesDateLine)
    #expect(try box.covers(point(0, 175)) && box.covers(point(0, -175)))
    #expect(try box.covers(point(0, 180)) && box.covers(point(0, -180)))
    #expect(!box.covers(try point(0, 0)))
    let eastern = try BoundingBox(west: 170, south: -10, east: 180, north: 10)
    #expect(eastern.covers(try point(0, -180)), "−180 is the meridian of 180")
  }

  @Test func wrongCornersAreRefused() {
    #expect(throws: CoordinateError.self) {
      try BoundingBox(west: 0, south: 10, east: 1, north: 9)
    }
    #expect(throws: CoordinateError.self) {
      try BoundingBox(west: 0, south: -91, east: 1, north: 9)
    }
  }

  /// No point of the circle is outside its box, also at the poles and the date line.
  @Test(arguments: 0..<100)
  func aroundCoversTheCircle(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let center = try point(
      [random.unit() * 180 - 90, 89.9, -90, 0][seed % 4],
      [random.unit() * 360 - 180, 179.99][seed % 2])
    let radius = [10.0, 5000, 2_000_000, 12_000_000][(seed / 4) % 4]
    let box = BoundingBox(around: center, radiusMeters: radius)
    for _ in 0..<200 {
      let other = try point(
        max(-90, min(90, center.latitude + (random.unit() - 0.5) * radius / 50_000)),
        random.unit() * 360 - 180)
      if center.greatCircleDistance(to: other) <= radius {
        #expect(box.covers(other), "seed \(seed): \(other) around \(center)")
      }
    }
    #expect(box.covers(center))
  }

  @Test func aroundIsTight() throws {
    let box = BoundingBox(around: try point(22.3, 114.17), radiusMeters: 1000)
    #expect(abs(box.north - box.south - 2 * 0.008_993_2) < 1e-6)
    #expect(box.east - box.west < 0.0195)
  }
}
