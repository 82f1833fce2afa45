import Catalog
import Testing

@Suite("Folders")
struct FolderTests {
  private func start(_ sandbox: Sandbox) -> String {
    let city = sandbox.path("city")
    sandbox.run(
      "import", Sandbox.fixture("facilities.geojson"), "--into", city, "--data", Sandbox.city)
    return city
  }

  @Test(arguments: ["geojson", "csv", "ndjson"])
  func roundTripIsExactToTheBit(format: String) throws {
    let sandbox = try Sandbox()
    let first = sandbox.run(
      "import", "\(Sandbox.city)/attractions.csv", "--into", sandbox.path("a"), "--data",
      Sandbox.city)
    #expect(first.status == 0)
    let converted = sandbox.run("convert", sandbox.path("a/attractions.csv"), "--to", format)
    #expect(converted.status == 0)
    let file = try sandbox.write("attractions.\(format)", converted.out)
    let second = sandbox.run("import", file, "--into", sandbox.path("b"), "--data", Sandbox.city)
    #expect(second.status == 0)
    #expect(
      try sandbox.contents("a")["attractions.csv"] == sandbox.contents("b")["attractions.csv"])
    let catalog = try Catalog(directory: sandbox.path("b"))
    let original = try Catalog(directory: Sandbox.city)
    #expect(catalog.attractions.count > 400)
    for place in catalog.attractions {
      let right = try #require(original.place(withID: place.id))
      #expect(place.coordinate == right.coordinate)
      #expect(place.name == right.name && place.category == right.category)
      #expect(place.prominence == right.prominence && place.aliases == right.aliases)
      #expect(place.openingHours == right.openingHours && place.district == right.district)
    }
  }

  @Test func aSecondSourceLeavesTheFirstAlone() throws {
    let sandbox = try Sandbox()
    let city = start(sandbox)
    let before = try sandbox.contents("city")
    let outcome = sandbox.run("import", Sandbox.fixture("places.kml"), "--into", city)
    #expect(outcome.status == 0)
    let after = try sandbox.contents("city")
    #expect(after["attractions.csv"] == before["attractions.csv"])
    #expect(after["attractions-places.csv"] != nil)
    #expect(sandbox.run("check", city).status == 0)
    // Once more gives the same again.
    #expect(sandbox.run("import", Sandbox.fixture("places.kml"), "--into", city).status == 0)
    #expect(try sandbox.contents("city") == after)
  }

  @Test func aFailureChangesNothingAndLeavesNothing() throws {
    let sandbox = try Sandbox()
    let city = start(sandbox)
    let before = try sandbox.contents("city")
    let cut = sandbox.run("import", Sandbox.fixture("cut.geojson"), "--into", city)
    #expect(cut.status == 65)
    #expect(try sandbox.contents("city") == before)
    #expect(try FileSystem.names(in: sandbox.folder) == ["city"])
  }

  /// Whatever number it had: in a container each import may be process 1.
  @Test(arguments: [999_999_999, 1, FileSystem.processNumber])
  func whatAKilledImportLeftIsClearedAway(process: Int) throws {
    let sandbox = try Sandbox()
    let city = start(sandbox)
    try FileSystem.makeFolder(sandbox.path(".city.import-\(process)"))
    _ = try sandbox.write(".city.import-\(process)/attractions.csv", "half")
    // No import made this one.
    try FileSystem.makeFolder(sandbox.path(".city.import-mine"))
    #expect(sandbox.run("import", Sandbox.fixture("places.kml"), "--into", city).status == 0)
    #expect(try FileSystem.names(in: sandbox.folder) == [".city.import-mine", "city"])
  }

  @Test func linksAreNotFollowed() throws {
    let sandbox = try Sandbox()
    let city = start(sandbox)
    let secret = try sandbox.write("outside.csv", "secret")
    try FileSystem.symbolicLink("\(city)/hotels-x.csv", to: secret)
    let outcome = sandbox.run(
      "import", Sandbox.fixture("places.kml"), "--into", city, "--as", "hotels")
    #expect(outcome.status == 66)
    #expect(outcome.err.contains("symbolic link"))
    #expect(try sandbox.read("outside.csv") == "secret")
  }

  @Test func duplicatesAreProposedAndMergedOnlyWhenAsked() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "twice.csv",
      "name,lat,lon\nSample Museum of Art,22.3,114.17\nSample Museum of Arts,22.3001,114.17\n"
        + "Sample Museum of Art,22.31,114.17\nSample Pier No. 2,22.3,114.17\nSample Pier No. 3,22.3,114.17\n"
    )
    let proposed = sandbox.run(
      "import", file, "--into", sandbox.path("a"), "--data", Sandbox.city, "-c", "museum")
    #expect(proposed.status == 0)
    #expect(proposed.err.contains("may be one place, 11 m apart"))
    #expect(!proposed.err.contains("Pier"))
    #expect(proposed.out.contains("5 places of 5 records"))
    let merged = sandbox.run(
      "import", file, "--into", sandbox.path("b"), "--data", Sandbox.city, "--merge")
    #expect(merged.out.contains("4 places of 5 records"))
    #expect(try sandbox.read("b/attractions.csv").contains("Sample Museum of Arts"))
    let near = sandbox.run(
      "import", file, "--into", sandbox.path("c"), "--data", Sandbox.city, "--merge",
      "--duplicate-distance", "5m")
    #expect(near.out.contains("5 places of 5 records"))
  }

  @Test func shiftedPointsAreSeenAndNeverChanged() throws {
    let sandbox = try Sandbox()
    let right = sandbox.run("attractions", "--data", Sandbox.city, "-f", "csv")
    var text = "name,lat,lon\n"
    for row in right.rows.prefix(20) {
      let latitude = try #require(DecimalNumber.parse(row["latitude"] ?? "")) - 0.00274
      let longitude = try #require(DecimalNumber.parse(row["longitude"] ?? "")) + 0.00497
      text += "\"\(row["name_en"] ?? "")\",\(latitude),\(longitude)\n"
    }
    let file = try sandbox.write("shifted.csv", text)
    let warned = sandbox.run("import", file, "--into", sandbox.path("a"), "--data", Sandbox.city)
    #expect(warned.err.contains("warning: the points look shifted"))
    #expect(warned.err.contains("--datum gcj02"))
    let told = sandbox.run(
      "import", file, "--into", sandbox.path("b"), "--data", Sandbox.city, "--datum", "gcj02")
    #expect(!told.err.contains("warning"))
  }

  @Test func districtsOfAnotherCity() throws {
    let sandbox = try Sandbox()
    let outcome = sandbox.run(
      "import", "\(Sandbox.town)/districts.geojson", "--into", sandbox.path("town"), "--as",
      "districts", "--data", Sandbox.city)
    #expect(outcome.status == 0)
    #expect(outcome.out.contains("2 districts"))
    #expect(sandbox.run("check", sandbox.path("town")).status == 0)
  }
}
