import Catalog
import Testing

@Suite("Audit")
struct AuditTests {
  private func audit(_ options: String...) throws -> Outcome {
    let sandbox = try Sandbox()
    switch options.count {
    case 0:
      return sandbox.run(
        "audit", Sandbox.fixture("claims.csv"), "--data", Sandbox.town, "--format", "csv")
    default:
      return sandbox.run(
        "audit", Sandbox.fixture("claims.csv"), "--data", Sandbox.town, "--format", "csv",
        "--max-distance", options[0])
    }
  }

  @Test func saysWhatIsTrueOfEveryClaim() throws {
    let outcome = try audit()
    #expect(outcome.status == 0)
    #expect(
      outcome.rows.map { $0["verdict"] } == [
        "near", "walkable", "wrong coordinate", "not near", "not a place", "unknown hotel",
      ])
    let row = try #require(outcome.rows.first)
    #expect(row["matched_hotel_id"] == "hotel-mock")
    #expect(row["matched_place_id"] == "invented-lighthouse")
    let distance = try #require(DecimalNumber.parse(row["distance_meters"] ?? ""))
    #expect(abs(distance - 298.6) < 1)
    #expect(row["rank_among_all"] == "2" && row["rank_among_prominent"] == "2")
    let off = try #require(DecimalNumber.parse(outcome.rows[2]["hotel_off_meters"] ?? ""))
    #expect(abs(off - 333.6) < 1)
    // The true distance is from where the hotel is, not from where it was typed.
    #expect(DecimalNumber.parse(outcome.rows[2]["distance_meters"] ?? "") ?? 0 < 200)
  }

  @Test func theExitCodeFollowsTheLimit() throws {
    #expect(try audit("300m").status == 1)
    #expect(try audit("50km").status == 1)
    let sandbox = try Sandbox()
    let file = try sandbox.write("one.csv", "hotel,nearby\nHotel Mock,Invented Lighthouse\n")
    #expect(
      sandbox.run("audit", file, "--data", Sandbox.town, "--max-distance", "400m").status == 0)
    #expect(
      sandbox.run("audit", file, "--data", Sandbox.town, "--max-distance", "100m").status == 1)
  }

  @Test func json() throws {
    let outcome = try Sandbox().run(
      "audit", Sandbox.fixture("claims.csv"), "--data", Sandbox.town, "--format", "json")
    let json = try JSONParser.parse(Array(outcome.out.utf8))
    #expect(json["results"]?.array?.count == 6)
    #expect(json["summary"]?["verdicts"]?["walkable"]?.number == 1)
  }

  @Test func columnsAreNeeded() throws {
    let outcome = try Sandbox().run(
      "audit", Sandbox.fixture("unknown-columns.csv"), "--data", Sandbox.town)
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("found: a, b, c"))
  }
}

@Suite("Check")
struct CheckTests {
  /// A data folder of the fixture city with other attractions.
  private func check(_ rows: [String]) throws -> Outcome {
    let sandbox = try Sandbox()
    try FileSystem.makeFolder(sandbox.path("town"))
    for name in ["city.json", "districts.geojson"] {
      try FileSystem.replace(
        sandbox.path("town/\(name)"), with: try FileSystem.read("\(Sandbox.town)/\(name)"))
    }
    let header =
      "id,name_en,name_zh_hant,name_zh_hans,category,prominence,latitude,longitude,district,source\n"
    _ = try sandbox.write("town/attractions.csv", header + rows.joined(separator: "\n") + "\n")
    return sandbox.run("check", sandbox.path("town"))
  }

  private func row(
    _ name: String, _ latitude: Double, _ longitude: Double, _ district: String = "1"
  ) -> String {
    "\(name),\(name),\(name),\(name),park,1,\(latitude),\(longitude),\(district),fixture"
  }

  @Test func aLostSign() throws {
    let outcome = try check([row("a", 33.86, 151.195)])
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("is a sign wrong?"))
  }

  @Test func swappedNumbers() throws {
    let outcome = try check([row("a", 151.195, -33.86)])
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("are latitude and longitude swapped?"))
  }

  @Test func stackedPoints() throws {
    let stacked = ["a", "b", "c", "d"].map { row($0, -33.86, 151.195) }
    #expect(try check(stacked).err.contains("4 places are stacked"))
    #expect(try check(Array(stacked.dropLast())).status == 0)
  }

  @Test func anotherDistrictThanItsLabel() throws {
    let outcome = try check([row("a", -33.86, 151.195, "2")])
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("lies in district 1"))
  }

  @Test func hongKongIsClean() throws {
    #expect(try Sandbox().run("check", Sandbox.city).status == 0)
  }
}
