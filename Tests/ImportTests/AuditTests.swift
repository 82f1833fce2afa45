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

  /// A list as people type it, against the real city.
  @Test func aListNotSeenBefore() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "list.csv",
      """
      酒店,緯度,經度,附近景點
      半島酒店,22.29526,114.17177,星光大道
      The Peninsula,22.2950,114.1711,Soho
      The Peninsula,,,Central
      The Peninsula,0,0,旺角
      The Peninsula,,,Mong Kok station
      The Peninsula,22.2950,114.1711,中西區
      The Peninsula,N.A.,N.A.,Lantau
      Harbour Grand,22.2889,114.1907,Victoria Park
      Harbour Grand,,,Victoria Park
      The Pennisula,,,香港艺术馆
      Ghost Hotel,22.30,114.17,Kowloon Park
      Ghost Hotel,,,Kowloon Park
      The Peninsula,22.2923,114.1718,Chungking Mansions
      The Peninsula,22.29526,114.17177,Nothing at All Here

      """)
    let outcome = sandbox.run("audit", file, "--data", Sandbox.city, "--format", "csv")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(
      outcome.rows.map { $0["verdict"] } == [
        "near", "not near", "an area", "an area", "not near", "an area", "ambiguous",
        "wrong coordinate", "ambiguous", "near", "near", "unknown hotel", "wrong coordinate",
        "not a place",
      ])
    #expect(outcome.rows[2]["candidates"] == "central-station")
    #expect(outcome.rows[8]["candidates"]?.hasPrefix("harbour-grand-hong-kong|") == true)
    // The point was typed 329 m south of the hotel; the claim is true all the same.
    let off = try #require(DecimalNumber.parse(outcome.rows[12]["hotel_off_meters"] ?? ""))
    #expect(abs(off - 329) < 1)
    #expect(DecimalNumber.parse(outcome.rows[12]["distance_meters"] ?? "") ?? 999 < 160)
  }

  @Test func aSwappedPointIsAFaultOfItsRow() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "swapped.csv",
      "hotel,lat,lon,attraction\nThe Peninsula,114.1718,22.2953,Avenue of Stars\n"
        + "The Peninsula,22.2953,114.1718,Avenue of Stars\n")
    let outcome = sandbox.run("audit", file, "--data", Sandbox.city, "--format", "csv")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("swapped.csv:2: latitude 114.1718 is outside −90…90"))
    #expect(outcome.rows.map { $0["verdict"] } == ["near"])
  }

  /// 0 where every claim is within the limit, 1 where one is beyond or cannot be measured.
  @Test(arguments: [
    ("Hotel Mock,Invented Lighthouse", "299m", 0), ("Hotel Mock,Invented Lighthouse", "298m", 1),
    ("Hotel Mock,Nothing of the Kind", "9km", 1), ("Nowhere,Invented Lighthouse", "9km", 1),
    ("", "1m", 0),
  ])
  func exitCodes(claim: String, limit: String, status: Int32) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("one.csv", "hotel,nearby\n" + (claim.isEmpty ? "" : claim + "\n"))
    for format in ["table", "json", "csv", "ndjson"] {
      let outcome = sandbox.run(
        "audit", file, "--data", Sandbox.town, "--max-distance", limit, "--format", format)
      #expect(outcome.status == status, "\(format)")
    }
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

  #if GEOS
    @Test func anotherDistrictThanItsLabel() throws {
      let outcome = try check([row("a", -33.86, 151.195, "2")])
      #expect(outcome.status == 65)
      #expect(outcome.err.contains("lies in district 1"))
    }

    /// Rows with the district of the right point and the point of a mainland map.
    @Test(arguments: [false, true]) func shiftedDatums(isShifted: Bool) throws {
      let sandbox = try Sandbox()
      try FileSystem.makeFolder(sandbox.path("town"))
      for name in ["city.json", "districts.geojson"] {
        try FileSystem.replace(
          sandbox.path("town/\(name)"), with: try FileSystem.read("\(Sandbox.city)/\(name)"))
      }
      var text =
        "id,name_en,name_zh_hant,name_zh_hans,category,prominence,latitude,longitude,district,source\n"
      for hotel in try Catalog(directory: Sandbox.city).hotels {
        let (north, east) = isShifted ? (-0.00274, 0.00497) : (0, 0)
        text += "\(hotel.id),\(hotel.id),\(hotel.id),\(hotel.id),park,1,"
        text += "\(hotel.coordinate.latitude + north),\(hotel.coordinate.longitude + east),"
        text += "\(hotel.district),had\n"
      }
      _ = try sandbox.write("town/attractions.csv", text)
      let outcome = sandbox.run("check", sandbox.path("town"))
      #expect(outcome.err.contains("the points look shifted") == isShifted)
      #expect(outcome.err.contains("read as gcj02") == isShifted)
      #expect(outcome.err.contains("but 22.") == isShifted)
    }
  #endif

  @Test(arguments: [(21, 1), (19, 0)])
  func lonelyPlaces(places: Int, findings: Int) throws {
    // In a folder of few places all are far from each other.
    var rows = (1..<places).map { row("a\($0)", -33.86 + Double($0) * 1e-4, 151.195) }
    rows.append(row("far", -33.70, 151.195))
    let outcome = try check(rows)
    #expect(
      outcome.err.split(separator: "\n").count { $0.contains("km from every other") } == findings)
  }

  @Test func hongKongIsClean() throws {
    #expect(try Sandbox().run("check", Sandbox.city).status == 0)
  }
}
