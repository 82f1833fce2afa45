import Catalog
import Foundation
import Spatial
import TestSupport
import Testing

@Suite("Check")
struct CheckTests {
  /// A data folder of the fixture city with other attractions.
  private func check(_ rows: [String], west: String = "151.18") throws -> Outcome {
    let sandbox = try Sandbox()
    try FileSystem.makeFolder(sandbox.path("town"))
    for name in ["city.json", "districts.geojson"] {
      try FileSystem.replace(
        sandbox.path("town/\(name)"), with: try FileSystem.read("\(Sandbox.town)/\(name)"))
    }
    try Repository.edit(sandbox.path("town/city.json"), "151.18,", "\(west),")
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

    /// Borders are simplified: what lies just beyond all of them is taken as an import takes it.
    @Test(arguments: [(151.1797, 0), (151.1791, 1)])
    func justBeyondTheBorder(longitude: Double, findings: Int) throws {
      let outcome = try check([row("a", -33.86, longitude)], west: "151.17")
      #expect(
        outcome.err.split(separator: "\n").count { $0.contains("lies in no district") } == findings)
    }

    /// Rows with the district of the right point and the point of a mainland map.
    @Test(arguments: [false, true]) func shiftedWithoutKnownPlaces(isShifted: Bool) throws {
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
      #expect(outcome.err.contains("as gcj02") == isShifted)
      #expect(outcome.err.contains("but 22.") == isShifted)
    }
  #endif

  /// In a folder of few places all are far from each other.
  @Test(arguments: [(21, 1), (19, 0)])
  func lonelyPlaces(places: Int, findings: Int) throws {
    let sandbox = try Sandbox()
    try FileSystem.makeFolder(sandbox.path("town"))
    for name in ["city.json", "districts.geojson"] {
      try FileSystem.replace(
        sandbox.path("town/\(name)"), with: try FileSystem.read("\(Sandbox.city)/\(name)"))
    }
    let catalog = try Catalog(directory: Sandbox.city)
    let far = try #require(catalog.place(withID: "tai-o"))
    let central = catalog.hotels.filter { $0.district == "A" }.prefix(places - 1)
    var text =
      "id,name_en,name_zh_hant,name_zh_hans,category,prominence,latitude,longitude,district,source\n"
    for place in central + [far] {
      text += "\(place.id),\(place.id),\(place.id),\(place.id),park,1,"
      text += "\(place.coordinate.latitude),\(place.coordinate.longitude),\(place.district),had\n"
    }
    _ = try sandbox.write("town/attractions.csv", text)
    let outcome = sandbox.run("check", sandbox.path("town"))
    #expect(
      outcome.err.split(separator: "\n").count { $0.contains("km from every other") } == findings,
      "\(outcome.err)")
  }

  @Test func hongKongIsClean() throws {
    let outcome = try Sandbox().run("check", Sandbox.city)
    #expect(outcome.status == 0 && outcome.err.isEmpty, "\(outcome.err)")
  }

  @Test func duplicatesOfTheNearestNames() throws {
    // Equal when folded; nearly equal; the same but further; other digits.
    let near = [row("Old Town Garden", -33.86, 151.195), row("Old-Town garden", -33.8602, 151.195)]
    let ids = near.enumerated().map { "g\($0.offset)" + $0.element.drop { $0 != "," } }
    #expect(try check(ids).err.contains("have one name and lie 22 m apart"))
    let pairs = [
      ("Old Town Garden", "Old Town Gardem", -33.8602, 1),
      ("Old Town Garden", "Old Town Garden", -33.8605, 0),
      ("Old Town Pier 2", "Old Town Pier 3", -33.8602, 0),
    ]
    for (first, second, latitude, count) in pairs {
      let rows = [row(first, -33.86, 151.195), row(second, latitude, 151.195)]
      let ids = rows.enumerated().map { "g\($0.offset)" + $0.element.drop { $0 != "," } }
      let outcome = try check(ids)
      #expect(
        outcome.err.split(separator: "\n").count { $0.contains("one name") } == count, "\(second)")
    }
  }
}

/// What becomes of the city's own data when one thing of a kind is done to them: the right findings and no
/// others.
@Suite("Mutations")
struct MutationTests {
  private static let tables = ["attractions.csv", "hotels.csv", "stations-osm.csv", "stations.csv"]

  /// A folder of the city's data whose rows may be changed.
  private final class City {
    let sandbox: Sandbox
    var folder: String { sandbox.path("city") }
    private var tables: [String: [[String]]] = [:]

    init() throws {
      sandbox = try Sandbox()
      try FileSystem.makeFolder(sandbox.path("city"))
      for name in try FileSystem.names(in: Sandbox.city) where !name.hasSuffix(".bin") {
        try FileSystem.replace(
          sandbox.path("city/\(name)"), with: try FileSystem.read("\(Sandbox.city)/\(name)"))
      }
      for name in MutationTests.tables {
        var reader = try CSVReader(path: "\(Sandbox.city)/\(name)")
        var rows: [[String]] = []
        while let record = try reader.next() { rows.append(record.fields) }
        tables[name] = rows
      }
    }

    /// The number of data rows.
    func count(_ table: String) -> Int { (tables[table]?.count ?? 1) - 1 }

    /// A field of the row on a line; the header stands on line 1.
    subscript(_ table: String, _ line: Int, _ column: String) -> String {
      get { tables[table]![line - 1][index(table, column)] }
      set { tables[table]![line - 1][index(table, column)] = newValue }
    }

    private func index(_ table: String, _ column: String) -> Int {
      tables[table]![0].firstIndex(of: column)!
    }

    func point(_ table: String, _ line: Int) throws -> Coordinate {
      try Coordinate(
        latitude: Double(self[table, line, "latitude"])!,
        longitude: Double(self[table, line, "longitude"])!)
    }

    func move(_ table: String, _ line: Int, to latitude: Double, _ longitude: Double) {
      self[table, line, "latitude"] = "\(latitude)"
      self[table, line, "longitude"] = "\(longitude)"
    }

    /// The findings as `kind file:line`.
    func findings(known: String = Sandbox.city) throws -> [String] {
      for (name, rows) in tables {
        let text = rows.map { fields in
          fields.map { field in
            field.contains { ",\"\n".contains($0) }
              ? "\"\(field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
              : field
          }.joined(separator: ",")
        }
        _ = try sandbox.write("city/\(name)", text.joined(separator: "\n") + "\n")
      }
      let outcome = sandbox.run("check", folder, "--format", "json", "--data", known)
      let json = try JSONParser.parse(Array(outcome.out.utf8))
      let results = json["results"]?.array ?? []
      #expect(outcome.status == (results.isEmpty ? 0 : 65))
      #expect(json["summary"]?["findings"]?.number == Double(results.count))
      return results.map { result in
        let file = result["file"]?.string?.split(separator: "/").last ?? ""
        let line = result["line"]?.number.map { ":\(Int($0))" } ?? ""
        return "\(result["kind"]?.string ?? "") \(file)\(line)"
      }
    }
  }

  @Test func nothing() throws { #expect(try City().findings() == []) }

  @Test(arguments: [["latitude"], ["longitude"], ["latitude", "longitude"]])
  func aLostSign(_ columns: [String]) throws {
    let city = try City()
    for table in Self.tables {
      for column in columns { city[table, 9, column] = "-" + city[table, 9, column] }
    }
    #expect(try city.findings() == Self.tables.map { "sign \($0):9" })
  }

  @Test(arguments: [false, true]) func swappedNumbers(ofAll: Bool) throws {
    let city = try City()
    var expected: [String] = []
    for table in Self.tables {
      for line in ofAll ? 2..<city.count(table) + 2 : 11..<12 {
        let point = try city.point(table, line)
        city.move(table, line, to: point.longitude, point.latitude)
        expected.append("swapped \(table):\(line)")
      }
    }
    #expect(try city.findings() == expected)
  }

  @Test(arguments: [false, true]) func lostSigns(ofAll: Bool) throws {
    let city = try City()
    var expected: [String] = []
    for table in Self.tables {
      for line in ofAll ? 2..<city.count(table) + 2 : 13..<14 {
        city[table, line, "latitude"] = "-" + city[table, line, "latitude"]
        expected.append("sign \(table):\(line)")
      }
    }
    #expect(try city.findings() == expected)
  }

  #if GEOS
    @Test func pointsInTheHarbour() throws {
      let city = try City()
      for (step, table) in Self.tables.enumerated() {
        // Beside the middle of the harbour, each at a point of its own.
        city.move(table, 14, to: 22.2895, 114.168 + Double(step) * 0.0002)
      }
      #expect(try city.findings() == Self.tables.map { "sea \($0):14" })
    }

    @Test(arguments: [false, true]) func wrongLabels(ofAll: Bool) throws {
      let city = try City()
      var expected: [String] = []
      for table in Self.tables {
        for line in ofAll ? 2..<city.count(table) + 2 : 17..<18 {
          city[table, line, "district"] = city[table, line, "district"] == "N" ? "K" : "N"
          expected.append("district \(table):\(line)")
        }
      }
      #expect(try city.findings() == expected)
    }

    /// Rows of one district at the point of the first of them.
    @Test(arguments: Self.tables) func stackedPoints(_ table: String) throws {
      let city = try City()
      let district = table == "stations.csv" ? "R" : "T"
      let lines = (2..<city.count(table) + 2)
        .filter { city[table, $0, "district"] == district }.prefix(6)
      let first = try #require(lines.first)
      let point = try city.point(table, first)
      for line in lines { city.move(table, line, to: point.latitude, point.longitude) }
      #expect(try city.findings() == ["stacked \(table):\(first)"])
    }

    /// What a shift does to a right point, by turns: the point that the shift brings there.
    private func shifted(_ point: Coordinate, _ shift: String) throws -> Coordinate {
      var guess = point
      for _ in 0..<20 {
        let back =
          switch shift {
          case "gcj02": Datum.gcj02.wgs84(from: guess)
          case "bd09": Datum.bd09.wgs84(from: guess)
          // As published: 5.5″ north and 8.8″ west of WGS 84.
          default:
            try Coordinate(
              latitude: guess.latitude - 5.5 / 3600, longitude: guess.longitude + 8.8 / 3600)
          }
        guess = try Coordinate(
          latitude: guess.latitude + point.latitude - back.latitude,
          longitude: guess.longitude + point.longitude - back.longitude)
      }
      return guess
    }

    @Test(arguments: ["gcj02", "bd09", "hk80"], [nil, "A", "C", "Q"])
    func shiftedPoints(_ shift: String, district: String?) throws {
      let city = try City()
      for table in ["attractions.csv", "hotels.csv"] {
        for line in 2..<city.count(table) + 2
        where district == nil || city[table, line, "district"] == district {
          let point = try shifted(try city.point(table, line), shift)
          city.move(table, line, to: point.latitude, point.longitude)
        }
      }
      let findings = try city.findings()
      // Rows that the shift took into the sea or over a border are named as well, and nothing else.
      #expect(
        findings.filter { $0.hasPrefix("shifted") }
          == ["shifted attractions.csv", "shifted hotels.csv"])
      #expect(
        findings.allSatisfy { finding in
          ["shifted", "sea", "district"].contains { finding.hasPrefix($0) }
        })
      let outcome = city.sandbox.run("check", city.folder, "--data", Sandbox.city)
      #expect(outcome.err.contains("m as \(shift)"))
      #expect(outcome.err.contains(shift == "hk80" ? "EPSG:4611" : "--datum \(shift)"))
    }

    /// A folder that is its own reference has its labels and the sea.
    @Test func shiftedPointsWithoutAnotherCatalog() throws {
      let city = try City()
      for line in 2..<city.count("hotels.csv") + 2 {
        let point = try shifted(try city.point("hotels.csv", line), "gcj02")
        city.move("hotels.csv", line, to: point.latitude, point.longitude)
      }
      let findings = try city.findings(known: "/no/such/folder")
      #expect(findings.first == "shifted hotels.csv")
    }
  #endif

  @Test func twoRowsOfOnePlace() throws {
    let city = try City()
    for table in ["hotels.csv", "stations.csv"] {
      let point = try city.point(table, 20)
      for name in ["name_en", "name_zh_hant", "name_zh_hans"] {
        city[table, 21, name] = city[table, 20, name]
      }
      city[table, 21, "district"] = city[table, 20, "district"]
      city.move(table, 21, to: point.latitude + 0.0001, point.longitude)
    }
    #expect(try city.findings() == ["duplicate hotels.csv:21", "duplicate stations.csv:21"])
    city["hotels.csv", 21, "same_as"] = city["hotels.csv", 20, "id"]
    #expect(try city.findings() == ["duplicate stations.csv:21"])
    city["hotels.csv", 21, "same_as"] = "no-such-hotel"
    #expect(
      try city.findings() == [
        "reference hotels.csv:21", "duplicate hotels.csv:21", "duplicate stations.csv:21",
      ])
  }

  @Test func textsThatNobodyCanUse() throws {
    let city = try City()
    for (line, website) in [
      (4, "www.example.org"), (5, "https://ex ample.org"), (6, "http://nothing"),
    ] {
      city["attractions.csv", line, "website"] = website
    }
    city["attractions.csv", 7, "opening_hours"] = "Mondays to Fridays, nine to five"
    city["attractions.csv", 8, "opening_hours"] = "Mo-Fr 09:00-17:00; PH off"
    city["attractions.csv", 8, "website"] = "HTTPS://example.org/a?b=c#d"
    #expect(
      try city.findings() == [
        "website attractions.csv:4", "website attractions.csv:5", "website attractions.csv:6",
        "hours attractions.csv:7",
      ])
  }

  @Test(arguments: [
    ("stanley,", "Stanley,", "row areas.csv"), ("stanley,", "peak-tower,", "reference areas.csv"),
    (",Stanley Village,D", ",Stanley Village,X", "reference areas.csv"),
    (",Stanley Village,D", ",Stanley Village", "row areas.csv"),
    (",name_en,", ",name,", "row areas.csv"),
  ])
  func areas(old: String, new: String, finding: String) throws {
    let city = try City()
    let text = try city.sandbox.read("city/areas.csv")
    let start = try #require(text.range(of: old)).lowerBound
    _ = try city.sandbox.write(
      "city/areas.csv", text[..<start] + new + text[start...].dropFirst(old.count))
    let findings = try city.findings()
    #expect(findings.count == 1 && findings[0].hasPrefix(finding), "\(findings)")
  }

  @Test(arguments: ["json", "csv", "ndjson", "table"]) func formats(_ format: String) throws {
    let sandbox = try Sandbox()
    let clean = sandbox.run("check", Sandbox.town, "--format", format)
    #expect(clean.status == 0)
    let empty = sandbox.path("nothing")
    try FileSystem.makeFolder(empty)
    let outcome = sandbox.run("check", empty, "--format", format)
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("3 faults in"))
    #expect(outcome.out.contains("a city folder needs this file") == (format != "table"))
    #expect(sandbox.run("check", empty, "--format", "geojson").status == 64)
    #expect(sandbox.run("check", sandbox.path("none"), "--format", format).status == 66)
  }
}
