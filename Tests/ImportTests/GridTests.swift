import Catalog
import Import
import Spatial
import Testing

@Suite("Hong Kong 1980 Grid")
struct GridTests {
  @Test func agreesWithThePairsOfTheGovernment() throws {
    var reader = try CSVReader(path: Sandbox.fixture("grid-pairs.csv"))
    _ = try reader.next()
    var distances: [Double] = []
    while let row = try reader.next() {
      let numbers = row.fields.compactMap { DecimalNumber.parse($0) }
      let point = try #require(HongKongGrid.wgs84(easting: numbers[0], northing: numbers[1]))
      let right = try Coordinate(latitude: numbers[2], longitude: numbers[3])
      distances.append(point.greatCircleDistance(to: right))
    }
    #expect(distances.count == 11)
    #expect(distances.sorted()[5] < 1)
    #expect(distances.allSatisfy { $0 < 1.2 })
  }

  /// Values of PROJ 9.1 (EPSG:2326 to EPSG:4326).
  @Test(arguments: [
    (836323.0, 818089.0, 22.301_745_265_267_6, 114.177_408_116_095),
    (833576, 815912, 22.282_083_501_999_4, 114.150_752_819_96),
    (837125, 826467, 22.377_403_182_853_5, 114.185_195_836_391),
  ])
  func agreesWithPROJ(easting: Double, northing: Double, latitude: Double, longitude: Double) throws
  {
    let point = try #require(HongKongGrid.wgs84(easting: easting, northing: northing))
    #expect(abs(point.latitude - latitude) < 5e-9)
    #expect(abs(point.longitude - longitude) < 5e-9)
  }

  @Test func refusesWhatIsNotOnIt() {
    #expect(HongKongGrid.wgs84(easting: 114.17, northing: 22.3) == nil)
    #expect(HongKongGrid.wgs84(easting: .nan, northing: 819_069) == nil)
  }

  @Test(arguments: [
    "EPSG:2326", "urn:ogc:def:crs:EPSG::2326", "http://www.opengis.net/def/crs/EPSG/0/2326", "2326",
    "HK80",
  ])
  func namesOfTheGrid(name: String) { #expect(ReferenceSystem(name) == .hongKong1980Grid) }

  @Test(arguments: ["EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84", "WGS84"])
  func namesOfDegrees(name: String) { #expect(ReferenceSystem(name) == .wgs84) }

  @Test(arguments: ["EPSG:3857", "", "x2326", "FOO:2326"])
  func otherNames(name: String) { #expect(ReferenceSystem(name) == nil) }
}
