import Spatial
import Testing

@Suite struct CoordinateTests {
  @Test func earthRadiusGivesOneDegreeOfLatitude() throws {
    let origin = try Coordinate(latitude: 0, longitude: 0)
    let north = try Coordinate(latitude: 1, longitude: 0)
    #expect(abs(origin.greatCircleDistance(to: north) - 111_195.0802) < 1e-3)
  }
}
