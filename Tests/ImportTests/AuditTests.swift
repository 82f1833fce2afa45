import Catalog
import Testing

@testable import Import

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
        "near", "not near", "an area", "an area", "not near", "an area", "an area",
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

  /// Our own list of the kind, with the verdict and the place that belong to each claim: common spellings,
  /// misspellings, scripts, brackets, areas, several places of one name, and things that are no places.
  @Test func everyVerdictOfOurList() throws {
    var reader = try CSVReader(path: Sandbox.fixture("claims-hong-kong.csv"))
    let header = try reader.next()?.fields ?? []
    #expect(header.suffix(2) == ["verdict", "place"])
    let outcome = try Sandbox().run(
      "audit", Sandbox.fixture("claims-hong-kong.csv"), "--data", Sandbox.city, "--format", "csv")
    #expect(outcome.status == 0, "\(outcome.err)")
    var rows = outcome.rows[...]
    while let expected = try reader.next()?.fields {
      let row = rows.popFirst() ?? [:]
      let claim = "\(expected[0]): \(expected[3])"
      #expect(row["verdict"] == expected[4], "\(claim)")
      let candidate = row["candidates"]?.split(separator: "|").first.map(String.init) ?? ""
      let matched = row["matched_place_id"] ?? ""
      #expect((matched.isEmpty ? candidate : matched) == expected[5], "\(claim)")
    }
    #expect(rows.isEmpty)
  }

  /// Ranks and distances of the same list, found another way.
  @Test func ranksAreThoseOfALinearScan() throws {
    let catalog = try Catalog(directory: Sandbox.city)
    let attractions = Array(catalog.attractions)
    let outcome = try Sandbox().run(
      "audit", Sandbox.fixture("claims-hong-kong.csv"), "--data", Sandbox.city, "--format", "csv")
    var compared = 0
    for row in outcome.rows where row["rank_among_all"]?.isEmpty == false {
      let hotel = try #require(catalog.place(withID: row["matched_hotel_id"] ?? ""))
      let sorted = attractions.map {
        (hotel.coordinate.greatCircleDistance(to: $0.coordinate), $0.id, $0.prominence ?? 1)
      }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      let id = row["matched_place_id"]
      #expect(row["rank_among_all"] == sorted.firstIndex { $0.1 == id }.map { "\($0 + 1)" })
      let prominent = sorted.filter { $0.2 >= 2 }.firstIndex { $0.1 == id }
      #expect(row["rank_among_prominent"] == prominent.map { "\($0 + 1)" } ?? "")
      compared += 1
    }
    #expect(compared > 60)
  }

  /// A name that is not the hotel's whole name is never taken silently, and never guessed among several.
  @Test(arguments: [
    ("半島酒店", "peninsula-hong-kong"), ("The Peninsula (半島酒店)", "peninsula-hong-kong"),
    ("Peninsular Hotel", "peninsula-hong-kong"),
    ("Four Seasons Hotel", "four-seasons-hotel-hong-kong"),
    ("Hyatt Regency TST", "hyatt-regency-hong-kong-tsim-sha-tsui"), ("Eaton HK", "eaton-hk"),
    ("Harbour Grand Kowloon", "harbour-grand-kowloon"), ("Harbour Grand", nil), ("Ibis", nil),
    ("Shangri-La", nil), ("Ghost Hotel", nil), ("Hotel", nil), ("W Hong Kong", "w-hong-kong"),
    ("Dorsett Mongkok", "dorsett-mongkok-hong-kong"), ("麗思卡爾頓", "ritz-carlton-hong-kong"),
  ])
  func hotels(name: String, id: String?) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("one.csv", "hotel,claim\n\(name),Avenue of Stars\n")
    let outcome = sandbox.run("audit", file, "--data", Sandbox.city, "--format", "csv")
    let row = try #require(outcome.rows.first)
    #expect(row["matched_hotel_id"] == id ?? "")
    if id == nil { #expect(["ambiguous", "unknown hotel"].contains(row["verdict"])) }
  }

  /// Lists as they come: several claims in a cell or in columns, a point in the geometry, names of columns in
  /// Chinese, a claimed distance.
  @Test(arguments: [
    (
      "list.json",
      #"[{"property": "The Peninsula", "nearby attractions": ["Avenue of Stars", "K11 MUSEA (300 m)"]}]"#
    ),
    (
      "list.geojson",
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "#
        + #""coordinates": [114.1718, 22.2953]}, "properties": {"name": "The Peninsula", "#
        + #""nearby": "Avenue of Stars; K11 MUSEA (300 m)"}}]}"#
    ),
    (
      "list.ndjson",
      #"{"hotel": "半島酒店", "claim": "Avenue of Stars"}"# + "\n"
        + #"{"hotel": "半島酒店", "claim": "K11 MUSEA", "distance": "300 m"}"# + "\n"
    ),
    (
      "list.tsv",
      "Hotel Name\tNearby 1\tNearby 2\nThe Peninsula\tAvenue of Stars\tK11 MUSEA (300 m)\n"
    ),
    ("list.csv", "酒店名稱,鄰近景點\nThe Peninsula,星光大道、K11 MUSEA（300米）\n"),
    (
      "points.csv",
      "hotel;coordinates;landmarks\nThe Peninsula;\"22.2953, 114.1718\";Avenue of Stars|K11 MUSEA (300 m)\n"
    ),
  ])
  func listsOfManyForms(name: String, text: String) throws {
    let sandbox = try Sandbox()
    let outcome = sandbox.run(
      "audit", try sandbox.write(name, text), "--data", Sandbox.city, "--format", "csv")
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.rows.map { $0["matched_place_id"] } == ["avenue-of-stars", "k11-musea"])
    #expect(outcome.rows.map { $0["verdict"] } == ["near", "near"])
    let claimed = try #require(outcome.rows.last)
    #expect(claimed["claimed_meters"] == "300")
    let error = try #require(DecimalNumber.parse(claimed["claim_error_meters"] ?? ""))
    #expect(abs(error - 33.5) < 1)
  }

  @Test func encodings() throws {
    let sandbox = try Sandbox()
    let text = "酒店\t景點\n半島酒店\t星光大道\n"
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try FileSystem.replace(sandbox.path("wide.csv"), with: wide)
    let outcome = sandbox.run(
      "audit", sandbox.path("wide.csv"), "--data", Sandbox.city, "--format", "csv")
    #expect(outcome.rows.map { $0["verdict"] } == ["near"])
    // 酒店,景點 / 半島酒店,星光大道
    let big5: [UInt8] =
      [0xB0, 0x73, 0xA9, 0xB1, 0x2C, 0xB4, 0xBA, 0xC2, 0x49, 0x0A]
      + [0xA5, 0x62, 0xAE, 0x71, 0xB0, 0x73, 0xA9, 0xB1, 0x2C]
      + [0xAC, 0x50, 0xA5, 0xFA, 0xA4, 0x6A, 0xB9, 0x44, 0x0A]
    try FileSystem.replace(sandbox.path("big5.csv"), with: big5)
    let second = sandbox.run(
      "audit", sandbox.path("big5.csv"), "--encoding", "big5", "--data", Sandbox.city, "--format",
      "csv")
    #expect(second.rows.map { $0["verdict"] } == ["near"], "\(second.err)")
  }

  @Test(arguments: [
    ("500 m", 500.0), ("0.5km", 500), ("0,5 km", 500), ("1,200.5m", 1200.5), ("1,200 m", 1200),
    ("5 min walk", 400),
    ("5-minute walk", 400),
    ("步行5分鐘", 400), ("約300米", 300), ("1.2公里", 1200), ("0.5 miles", 804.672), ("900ft", 274.32),
    ("350", 350), ("next door", nil), ("5 stops", nil), ("", nil),
  ])
  func claimedDistances(text: String, meters: Double?) {
    let found = ClaimedDistance.meters(text)
    #expect((found == nil) == (meters == nil))
    if let found, let meters { #expect(abs(found - meters) < 1e-9) }
  }

  @Test func theTableSaysWhatWasGuessed() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "list.csv",
      "hotel,claim\nFour Seasons Hotel,Temple Stret\nThe Peninsula,K11\nGhost Hotel,Sky100\n"
        + "The Peninsula,Lo Pan Temple\n")
    let outcome = sandbox.run("audit", file, "--data", Sandbox.city)
    #expect(
      outcome.out.contains(
        "line 2, Four Seasons Hotel: taken as Four Seasons Hotel Hong Kong"))
    #expect(outcome.out.contains("line 2, Temple Stret: taken as Temple Street Night Market"))
    #expect(outcome.out.contains("line 3, K11: one of k11-musea"))
    #expect(outcome.out.contains("line 5, Lo Pan Temple: closest po-lin-monastery"))
    #expect(outcome.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
