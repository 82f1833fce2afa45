#if GEOS
  import Catalog
  import Import
  import Spatial
  import TestSupport
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

    /// What stands beside the folder under the name of a folder that is being built, and is a link.
    @Test func leftOversThatAreLinksAreNotFollowed() throws {
      let sandbox = try Sandbox()
      let city = start(sandbox)
      try FileSystem.makeFolder(sandbox.path("mine"))
      _ = try sandbox.write("mine/letter", "mine")
      try FileSystem.symbolicLink(sandbox.path(".city.import-7"), to: sandbox.path("mine"))
      #expect(sandbox.run("import", Sandbox.fixture("places.kml"), "--into", city).status == 0)
      #expect(try sandbox.read("mine/letter") == "mine")
      FileSystem.removeFile(sandbox.path(".city.import-7"))
    }

    /// Modes of the folder and of a file that is written anew stay; what is new has those of new files, and
    /// while it is built nobody else can look into it.
    @Test func permissionsAreKept() throws {
      let sandbox = try Sandbox()
      let city = sandbox.path("city")
      let words = ["import", Sandbox.fixture("places.kml"), "--into", city, "--data", Sandbox.city]
      #expect(sandbox.run(words).status == 0)
      func modes() throws -> String {
        try CommandRun.shell("cd \(sandbox.folder) && stat -c '%a %n' city city/attractions.csv")
          .output
      }
      let mask = try CommandRun.shell("umask").output.hasSuffix("022\n")
      #expect(try !mask || modes() == "755 city\n644 city/attractions.csv\n")
      #expect(
        try CommandRun.shell("chmod 750 \(city); chmod 640 \(city)/attractions.csv").exitCode == 0)
      #expect(sandbox.run(words).status == 0)
      #expect(try modes() == "750 city\n640 city/attractions.csv\n")
      let transaction = try FolderTransaction(target: city)
      #expect(
        try CommandRun.shell("stat -c %a \(transaction.stage)").output == "700\n")
    }

    /// Every way of writing the name of one folder.
    @Test func namesOfTheFolder() throws {
      let sandbox = try Sandbox()
      let words = "import \(Sandbox.fixture("places.kml")) --data \(Sandbox.city) --into"
      try FileSystem.makeFolder(sandbox.path("here"))
      let long = String(repeating: "n", count: 255)
      for (number, target) in ["city/", "./other//", "here/../third", long, "城市 x'y"].enumerated() {
        let quoted = "'\(target.replacing("'", with: "'\\''"))'"
        let run = try CommandRun.shell("cd \(sandbox.folder) && $nearby \(words) \(quoted)")
        #expect(run.exitCode == 0, "\(target): \(run.errors)")
        #expect(try FileSystem.names(in: sandbox.folder).count == number + 2)
      }
      let inside = try CommandRun.shell(
        "cd \(sandbox.folder)/here && $nearby \(words) . && cd . && ls")
      #expect(inside.exitCode == 0 && inside.output.contains("\nattractions.csv\n"))
      #expect(inside.errors.contains("was replaced"))
      let broken = try CommandRun.shell(
        "cd \(sandbox.folder) && $nearby \(words) $(printf 'bad\\377name')")
      #expect(broken.exitCode == 66 && broken.errors.contains("not UTF-8"))
      let again = try CommandRun.shell("cd \(sandbox.folder)/here && $nearby \(words) .")
      #expect(again.exitCode == 0 && again.errors.contains("was replaced"))
    }

    @Test func whoWaitsSaysSoOnce() throws {
      let sandbox = try Sandbox()
      let city = start(sandbox)
      let run = try CommandRun.shell(
        """
        flock \(sandbox.folder) sleep 0.7 & sleep 0.2
        $nearby import \(Sandbox.fixture("places.kml")) --into \(city)
        """)
      #expect(run.exitCode == 0)
      let lines = run.errors.split(separator: "\n").filter { $0.contains("waiting") }
      #expect(
        lines == ["nearby: another import works in \(sandbox.folder); waiting for its end"])
    }

    /// The folder behind a link is changed, and the link stays one.
    @Test func aLinkToTheFolderStays() throws {
      let sandbox = try Sandbox()
      _ = start(sandbox)
      try FileSystem.symbolicLink(sandbox.path("link"), to: sandbox.path("city"))
      let outcome = sandbox.run(
        "import", Sandbox.fixture("places.kml"), "--into", sandbox.path("link"))
      #expect(outcome.status == 0)
      #expect(FileSystem.kind(of: sandbox.path("link")) == .link)
      #expect(FileSystem.kind(of: sandbox.path("city")) == .folder)
      #expect(try sandbox.contents("city")["attractions-places.csv"] != nil)
    }

    /// What is no folder of data is left alone.
    @Test func otherTargetsAreRefused() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write("file", "mine")
      try FileSystem.makeFolder(sandbox.path("home"))
      try FileSystem.makeFolder(sandbox.path("home/inner"))
      for target in [file, sandbox.path("home"), "/", sandbox.path("no/such")] {
        let outcome = sandbox.run(
          "import", Sandbox.fixture("places.kml"), "--into", target, "--data", Sandbox.city)
        #expect(outcome.status == 66, "\(target): \(outcome.err)")
      }
      #expect(try sandbox.read("file") == "mine")
      #expect(try FileSystem.names(in: sandbox.folder) == ["file", "home"])
      FileSystem.removeFolder(sandbox.path("home/inner"))
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
      let converted = sandbox.run("convert", file, "--to", "csv")
      #expect(converted.status == 0 && converted.err.contains("look shifted"))
      #expect(
        !sandbox.run("convert", file, "--to", "csv", "--datum", "gcj02").err.contains("shifted"))
      let ours = sandbox.run("convert", "\(Sandbox.city)/attractions.csv", "--to", "csv")
      #expect(ours.status == 0 && ours.err.isEmpty)
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

    /// One square in degrees, on the HK1980 grid with and without its `crs`, and as a mainland map has it.
    @Test func districtsInOtherSystems() throws {
      let sandbox = try Sandbox()
      func file(_ name: String, _ ring: [(Double, Double)], crs: String? = nil) throws -> String {
        let positions = (ring + [ring[0]]).map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        let system = crs.map { #""crs":{"type":"name","properties":{"name":"\#($0)"}},"# } ?? ""
        return try sandbox.write(
          name,
          #"{"type":"FeatureCollection",\#(system)"features":[{"type":"Feature","properties":{"code":"A","#
            + #""name":"Sample"},"geometry":{"type":"Polygon","coordinates":[[\#(positions)]]}}]}"#)
      }
      let metres = [(835000.0, 818000.0), (836000, 818000), (836000, 819000), (835000, 819000)]
      let degrees = try metres.map {
        try #require(HongKongGrid.wgs84(easting: $0.0, northing: $0.1))
      }
      let shifted = try degrees.map { point in
        // The point that GCJ-02 turns into the right one.
        var guess = point
        for _ in 0..<20 {
          let back = Datum.gcj02.wgs84(from: guess)
          guess = try Coordinate(
            latitude: guess.latitude + point.latitude - back.latitude,
            longitude: guess.longitude + point.longitude - back.longitude)
        }
        return guess
      }
      func pairs(_ points: [Coordinate]) -> [(Double, Double)] {
        points.map { ($0.longitude, $0.latitude) }
      }
      let files: [(String, [String])] = [
        (try file("degrees.json", pairs(degrees)), []),
        (try file("metres.json", metres, crs: "EPSG:2326"), []),
        (try file("urn.json", metres, crs: "urn:ogc:def:crs:EPSG::2326"), []),
        (try file("url.json", metres, crs: "http://www.opengis.net/def/crs/EPSG/0/2326"), []),
        (try file("given.json", metres, crs: "EPSG:4326"), ["--crs", "EPSG:2326"]),
        (try file("bare.json", metres), ["--crs", "EPSG:2326"]),
        (try file("shifted.json", pairs(shifted)), ["--datum", "gcj02"]),
      ]
      for (number, (path, options)) in files.enumerated() {
        let city = sandbox.path("city\(number)")
        let words = ["import", path, "--into", city, "--as", "districts", "--data", Sandbox.city]
        let outcome = sandbox.run(words + options)
        #expect(outcome.status == 0, "\(path): \(outcome.err)")
        let index = try Catalog(directory: city).districtIndex()
        let ring = try #require(index.regions.first?.polygons.first?.exterior)
        for (corner, right) in zip(ring, degrees) {
          #expect(corner.greatCircleDistance(to: right) < 0.01, "\(path)")
        }
      }
      let refused = sandbox.run(
        "import", files[5].0, "--into", sandbox.path("x"), "--as", "districts", "--data",
        Sandbox.city
      )
      #expect(refused.status == 65 && refused.err.contains("looks like HK1980 grid metres"))
    }

    /// Labels that are no district are listed, and words that are all different take bounded memory.
    @Test func unknownLabelsAreListed() throws {
      let sandbox = try Sandbox()
      var text = "name,lat,lon,district,category\n"
      for row in 0..<12_000 { text += "Row \(row),22.3,114.17,Nowhere \(row % 2),kind \(row)\n" }
      let file = try sandbox.write("a.csv", text)
      let outcome = sandbox.run(
        "import", file, "--into", sandbox.path("city"), "--data", Sandbox.city)
      #expect(outcome.status == 0)
      #expect(outcome.err.contains("districts that are not known"))
      #expect(outcome.err.contains("  6000  Nowhere 0\n"))
      #expect(outcome.err.contains("  2000  …\n"))
    }

    /// What the other was called is kept, in every script; so are the folder's permissions.
    @Test func aMergeKeepsNamesAndPermissions() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "a.csv",
        "name,name_zh_hant,lat,lon\nSample Pier,,22.3,114.17\nSample Pier,範例碼頭,22.3,114.17\n")
      try FileSystem.makeFolder(sandbox.path("city"))
      #expect(try CommandRun.shell("chmod 700 \(sandbox.path("city"))").exitCode == 0)
      let outcome = sandbox.run(
        "import", file, "--into", sandbox.path("city"), "--data", Sandbox.city, "--merge")
      #expect(outcome.out.contains("1 places of 2 records") || outcome.out.contains("1 place of 2"))
      let places = try Catalog(directory: sandbox.path("city")).attractions
      #expect(places.map(\.name.zhHant) == ["範例碼頭"])
      let mode = try CommandRun.shell("stat -c %a \(sandbox.path("city"))")
      #expect(mode.output.hasPrefix("700"))
    }

    /// What check calls a duplicate was proposed by the import, and is gone after a merge.
    @Test func importAndCheckAgreeOnDuplicates() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "food.csv",
        """
        name,name_zh,lat,lon
        Sample Grill,普通食肆,22.3,114.17
        Thai Sample,普通食肆,22.3,114.17
        Sample Grill,另一食肆,22.3001,114.17
        樣本廟,,22.31,114.17
        Sample Temple,樣本廟,22.31,114.17
        Far Temple,樣本廟,22.32,114.17

        """)
      let proposed = sandbox.run(
        "import", file, "--into", sandbox.path("a"), "--data", Sandbox.city)
      #expect(proposed.err.contains("Sample Grill (sample-grill-2) and Sample Grill"))
      #expect(proposed.err.contains("2 places may stand twice"))
      #expect(!proposed.err.contains("Thai Sample ("))
      let check = sandbox.run("check", sandbox.path("a"))
      #expect(check.status == 65)
      #expect(check.err.split(separator: "\n").count { $0.contains("have one name") } == 2)
      sandbox.run("import", file, "--into", sandbox.path("b"), "--data", Sandbox.city, "--merge")
      #expect(sandbox.run("check", sandbox.path("b")).status == 0)
    }
  }
#endif
