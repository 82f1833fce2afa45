import Catalog
import Import
import Spatial
import Testing

@Suite("Hong Kong 1980 Grid")
struct GridTests {
  /// A record of the government with its two positions.
  private struct Pair {
    let easting: Double
    let northing: Double
    let point: Coordinate

    /// How far the second position is from the first, on the grid, in metres.
    func residual() throws -> (east: Double, north: Double) {
      let (east, north) = try GridTests.grid(of: point)
      return (east - easting, north - northing)
    }
  }

  /// The grid coordinates of a point: the conversion turned round by Newton's method.
  private static func grid(of point: Coordinate) throws -> (easting: Double, northing: Double) {
    var (easting, northing) = (836_694.05, 819_069.80)
    for _ in 0..<6 {
      let here = try #require(HongKongGrid.wgs84(easting: easting, northing: northing))
      easting +=
        (point.longitude - here.longitude) * 111_195
        * Trigonometry.cosine(degrees: point.latitude)
      northing += (point.latitude - here.latitude) * 111_195
    }
    return (easting, northing)
  }

  private static func pairs(_ list: String) throws -> [Pair] {
    var reader = try CSVReader(path: Sandbox.fixture("grid-pairs.csv"))
    _ = try reader.next()
    var pairs: [Pair] = []
    while let row = try reader.next() {
      guard row.fields[0] == list else { continue }
      let numbers = row.fields.dropFirst().compactMap { DecimalNumber.parse($0) }
      pairs.append(
        Pair(
          easting: numbers[0], northing: numbers[1],
          point: try Coordinate(latitude: numbers[2], longitude: numbers[3])))
    }
    return pairs
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// How far a position is from the nearest whole metres of the grid.
  private static func toWholeMeters(_ east: Double, _ north: Double) -> Double {
    ((east - east.rounded()) * (east - east.rounded())
      + (north - north.rounded()) * (north - north.rounded())).squareRoot()
  }

  /// Every third facility of the government's lists: one place in both systems.
  @Test func agreesWithThePairsOfTheGovernment() throws {
    let residuals = try Self.pairs("facility").map { try $0.residual() }
    #expect(residuals.count == 145)
    let distances = residuals.map { ($0.east * $0.east + $0.north * $0.north).squareRoot() }
    #expect(Self.median(distances) < 0.2)
    // Whole metres are rounded down in some lists, so that they may be off by one in each direction.
    #expect(distances.allSatisfy { $0 < 1.5 })
  }

  /// Every twelfth licence of hotels and guesthouses: two places in one record, of which each is a
  /// point with whole metres on the grid.
  @Test func theOtherPairsDifferByWholeMeters() throws {
    let residuals = try Self.pairs("licence").map { try $0.residual() }
    #expect(residuals.count == 157)
    // By chance it would be 0.38 m.
    #expect(Self.median(residuals.map { Self.toWholeMeters($0.east, $0.north) }) < 0.1)
    // They scatter around nothing: the conversion has no bias.
    #expect(abs(Self.median(residuals.map(\.east))) < 0.6)
    #expect(abs(Self.median(residuals.map(\.north))) < 0.6)
  }

  /// The hotels of the data were converted from whole metres by the government.
  @Test func theHotelsStandOnWholeMeters() throws {
    let hotels = try Catalog(directory: Sandbox.city).hotels
    let distances = try hotels.map { hotel in
      let (easting, northing) = try Self.grid(of: hotel.coordinate)
      return Self.toWholeMeters(easting, northing)
    }
    #expect(distances.count == 317)
    #expect(Self.median(distances) < 0.1)
  }

  /// Values of PROJ 9.1 (EPSG:2326 to EPSG:4326).
  @Test(arguments: [
    (836323.0, 818089.0, 22.301_745_265_267_6, 114.177_408_116_095),
    (833576, 815912, 22.282_083_501_999_4, 114.150_752_819_96),
    (837125, 826467, 22.377_403_182_968_6, 114.185_195_836_391),
    (799_000, 799_000, 22.128_958_502_221_8, 113.815_642_115_943),
    (862_000, 799_000, 22.129_167_424_527_0, 114.426_291_070_158),
    (799_000, 849_000, 22.580_477_132_749_3, 113.814_476_308_501),
    (862_000, 849_000, 22.580_690_892_328_0, 114.427_096_254_341),
    (836_694.05, 819_069.8, 22.310_602_433_882_0, 114.181_009_326_705),
    (815_000, 835_000, 22.454_328_310_425_7, 113.970_248_985_688),
    (855_000, 805_000, 22.183_441_395_041_0, 114.358_510_884_964),
  ])
  func agreesWithPROJ(easting: Double, northing: Double, latitude: Double, longitude: Double) throws
  {
    let point = try #require(HongKongGrid.wgs84(easting: easting, northing: northing))
    #expect(abs(point.latitude - latitude) < 1e-11)
    #expect(abs(point.longitude - longitude) < 1e-11)
  }

  @Test func refusesWhatIsNotOnIt() {
    #expect(HongKongGrid.wgs84(easting: 114.17, northing: 22.3) == nil)
    #expect(HongKongGrid.wgs84(easting: .nan, northing: 819_069) == nil)
  }

  @Test(arguments: [
    "EPSG:2326", "urn:ogc:def:crs:EPSG::2326", "http://www.opengis.net/def/crs/EPSG/0/2326", "2326",
    "HK80", "http://spatialreference.org/ref/epsg/2326/ogcwkt/", "ESRI:102140",
    "http://www.opengis.net/gml/srs/epsg.xml#2326",
  ])
  func namesOfTheGrid(name: String) { #expect(ReferenceSystem(name) == .hongKong1980Grid) }

  @Test(arguments: ["EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84", "WGS84", "CRS:84"])
  func namesOfDegrees(name: String) { #expect(ReferenceSystem(name) == .wgs84) }

  @Test(arguments: ["EPSG:3857", "", "x2326", "FOO:2326"])
  func otherNames(name: String) { #expect(ReferenceSystem(name) == nil) }
}
