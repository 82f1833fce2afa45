import Catalog
import TestSupport
import Testing

@testable import Import

/// Columns that are one position together, several positions of one record, and columns by hand.
@Suite("Pairs of columns")
struct PairTests {
  private func convert(_ text: String, _ options: String..., file: String = "a.csv") throws
    -> Outcome
  {
    let sandbox = try Sandbox()
    return sandbox.run(["convert", try sandbox.write(file, text), "--to", "csv"] + options)
  }

  private func point(_ outcome: Outcome) -> [String] {
    outcome.rows.map {
      "\(($0["latitude"] ?? "").prefix(7)) \(($0["longitude"] ?? "").prefix(8))"
    }
  }

  /// Both are in the report, and the surer is taken.
  @Test(arguments: [
    ("name,lat,lon,X,Y\nA,22.301745,114.177408,800000,800000\n", "22.3017 114.1774", "22.13801"),
    ("name,lat,lon,緯度,經度\nA,22.301745,114.177408,22.4,114.2\n", "22.3017 114.1774", "22.4, 114.2"),
    (
      "name,EASTING,坐標東,NORTHING,坐標北\nA,836323,836323,818089,828089\n", "22.3017 114.1774",
      "22.39205"
    ),
    ("name,LONGITUDE,經度,LATITUDE,緯度\nA,114.1,114.2,22.3,22.4\n", "22.3 114.1", "22.4, 114.2"),
    ("name,lat,lon,latlng\nA,22.3,114.1,\"22.4, 114.2\"\n", "22.3 114.1", "22.4, 114.2"),
    ("name,coordinates,wkt\nA,\"22.3, 114.1\",POINT (114.2 22.4)\n", "22.3 114.1", "22.4, 114.2"),
  ])
  func twoThatDisagree(text: String, taken: String, other: String) throws {
    let outcome = try convert(text)
    #expect(outcome.status == 0 && point(outcome) == [taken])
    #expect(outcome.err.contains("has two positions"), "\(outcome.err)")
    #expect(outcome.err.contains(other), "\(outcome.err)")
  }

  /// x and y of another system are no second opinion.
  @Test func whatCannotBeCompared() throws {
    let outcome = try convert("name,lat,lon,X,Y\nA,22.3,114.1,12710000,2540000\n")
    #expect(outcome.status == 0 && point(outcome) == ["22.3 114.1"] && outcome.err.isEmpty)
  }

  /// Halves of two pairs are no position.
  @Test func pairsStayPairs() throws {
    let whole = try convert(
      "name,LATITUDE,LONGITUDE,緯度,經度\nC,22.4,,22.301745,114.177408\nD,,114.2,,\n")
    #expect(whole.status == 65 && point(whole) == ["22.3017 114.1774"])
    #expect(whole.err.contains("a.csv:2: C has a second position that is wrong"))
    #expect(whole.err.contains("latitude 22.4 without a longitude"))
    #expect(whole.err.contains("a.csv:3: longitude 114.2 without a latitude"))
    let half = try convert("name,lat,lon\nA,22.3,-\nB,N.A.,114.1\nC,N.A.,-\n")
    #expect(half.status == 65 && half.rows.isEmpty)
    #expect(half.err.contains("a.csv:2: latitude 22.3") && half.err.contains("a.csv:3: longitude"))
    #expect(half.err.contains("1 passed over"))
    let grid = try convert("name,easting,northing\nA,836323,\n")
    #expect(grid.status == 65 && grid.err.contains("easting 836323 without a northing"))
  }

  @Test(arguments: [
    ("a.csv", "name,lat,lon,easting,northing\nA,22.3,114.1,x,818089\n", "easting \"x\""),
    ("a.csv", "name,lat,lon,緯度,經度\nA,22.3,114.1,922,114\n", "922"),
    (
      "a.json",
      #"{"type":"Feature","properties":{"name":"A","LATITUDE":"nan","LONGITUDE":"114.1"},"#
        + #""geometry":{"type":"Point","coordinates":[114.1,22.3]}}"#, "nan"
    ),
  ])
  func aSecondThatIsWrong(file: String, text: String, value: String) throws {
    let outcome = try convert(text, file: file)
    #expect(outcome.status == 0 && point(outcome) == ["22.3 114.1"])
    #expect(outcome.err.contains("second position that is wrong") && outcome.err.contains(value))
  }

  /// What is given by hand wins, over columns that were found and over the geometry.
  @Test func byHand() throws {
    let table = "lat,lon,E,N,name\n22.1,114.1,836323,818089,A\n"
    let grid = try convert(table, "--column", "easting=E", "--column", "northing=N")
    #expect(point(grid) == ["22.3017 114.1774"] && grid.err.contains("two positions"))
    let feature =
      #"{"type":"Feature","properties":{"name":"A","b":22.4,"l":114.3},"#
      + #""geometry":{"type":"Point","coordinates":[114.1,22.3]}}"#
    let degrees = try convert(
      feature, "--column", "latitude=b", "--column", "longitude=l", file: "a.json")
    #expect(point(degrees) == ["22.4 114.3"] && degrees.err.contains("22.3, 114.1"))
    let text = try convert(
      "name,lat,lon,here\nA,22.3,114.1,\"22.4, 114.2\"\n", "--column", "coordinate=here")
    #expect(point(text) == ["22.4 114.2"])
  }

  /// A member given by hand that no object has, and names that no member can be told to be.
  @Test func membersThatAreNotThere() throws {
    func feature(_ properties: String) -> String {
      #"{"type":"Feature","properties":{\#(properties)},"#
        + #""geometry":{"type":"Point","coordinates":[114.17,22.3]}}"#
    }
    let text = "[\(feature(#""Bez":"A""#)),\(feature(#""Bez":"B""#))]"
    let absent = try convert(text, "--column", "name=Nope", file: "a.json")
    #expect(
      absent.status == 65 && absent.err.contains("there is no column \"Nope\"; found: \"Bez\""))
    #expect(try convert(text, "--column", "name=Bez", file: "a.json").status == 0)
    #if GEOS
      let sandbox = try Sandbox()
      func take(_ text: String) throws -> Outcome {
        sandbox.run(
          "import", try sandbox.write("a.json", text), "--into", sandbox.path("city"), "--data",
          Sandbox.city)
      }
      let refused = try take(text)
      #expect(refused.status == 65)
      #expect(
        refused.err.contains(
          "no column of names; name it with --column name=COLUMN; found: \"Bez\""))
      #expect(!refused.err.contains("no name\n"))
      // Where some have one the others are bad, also those before.
      let some = try take("[\(feature(#""Bez":"A""#)),\(feature(#""name":"B""#))]")
      #expect(some.status == 65 && some.out.contains("1 place of 2 records"), "\(some.err)")
      #expect(some.err.contains("record 1, name): no name"), "\(some.err)")
    #endif
  }

  @Test(arguments: [
    "(null)", "<Null>", "－", "Not applicable", "Not available", "N/A.", "N. A.", "N.A.", "不適用",
  ])
  func placeholders(text: String) throws {
    let outcome = try convert("name,lat,lon\nA,\(text),\(text)\n")
    #expect(outcome.status == 0 && outcome.err.contains("1 passed over"), "\(outcome.err)")
  }

  #if GEOS
    @Test func kindsOfStations() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "stops.csv",
        """
        name,kind,lat,lon
        A,rail,22.3,114.17
        B,Ferry Pier,22.301,114.17
        C,bus stop,22.302,114.17
        D,bus stop,22.303,114.17
        E,MTR station,22.304,114.17
        F,,22.305,114.17
        G Station,,22.306,114.17

        """)
      let outcome = sandbox.run(
        "import", file, "--into", sandbox.path("city"), "--data", Sandbox.city, "--as", "stations")
      #expect(outcome.status == 0)
      #expect(outcome.err.contains("kinds of stations that are not known, taken as rail"))
      #expect(outcome.err.contains("  2  bus stop\n"), "\(outcome.err)")
      #expect(outcome.err.contains("1 record without a kind, taken as rail"))
      let rows = try sandbox.read("city/stations.csv").split(separator: "\n")
      #expect(rows.count { $0.hasSuffix(",pier,") } == 1)
    }
  #endif
}
