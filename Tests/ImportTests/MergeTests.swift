#if GEOS
  import Catalog
  import Import
  import Spatial
  import TestSupport
  import Testing

  /// Records of one place become one, which has what each of them said.
  @Suite("Merging")
  struct MergeTests {
    private func take(
      _ sandbox: Sandbox, _ files: [String], into folder: String = "city", _ options: String...
    ) throws -> (outcome: Outcome, places: [Place]) {
      let outcome = sandbox.run(
        ["import"] + files + ["--into", sandbox.path(folder), "--data", Sandbox.city] + options)
      guard outcome.status == 0 else { return (outcome, []) }
      return (outcome, Array(try Catalog(directory: sandbox.path(folder)).attractions))
    }

    /// A point so many metres north of another.
    private func north(_ meters: Double) -> String {
      "\(22.3 + meters / Coordinate.earthRadiusMeters * 180 / .pi),114.17"
    }

    @Test func theKeptOneGetsWhatItLacks() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "a.csv",
        """
        name,name_zh_hant,name_zh_hans,lat,lon,category,prominence,opening_hours,address,website,ref
        Sample Museum,,,22.3,114.17,what,,,,,
        Sample Museum,範例館,,22.3001,114.17,,,Mo-Su 09:00-17:00,1 Sample Road,,7
        Sample Museum,樣本館,样本馆,22.3,114.17,temple,3,Mo-Su 10:00-18:00,2 Other Road,https://a.example,8

        """)
      let (outcome, places) = try take(sandbox, [file], "--merge")
      let place = try #require(places.first)
      #expect(places.count == 1 && outcome.out.contains("1 place of 3 records"))
      #expect(place.id == "sample-museum" && place.coordinate == .valid(22.3, 114.17))
      #expect(place.name.zhHant == "範例館" && place.name.zhHans == "样本馆")
      #expect(place.aliases == ["樣本館"])
      #expect(place.category == .temple && place.prominence == 3)
      #expect(place.openingHours == "Mo-Su 09:00-17:00" && place.addressEn == "1 Sample Road")
      #expect(place.website == "https://a.example" && place.sourceReference == "7")
      #expect(place.secondSource == nil)
      #expect(
        outcome.err.contains(
          "(sample-museum-2) and Sample Museum (sample-museum) may be one place, 11 m apart; merged, "
            + "which added name_zh_hant, address_en, opening_hours, source_ref"), "\(outcome.err)")
      #expect(
        outcome.err.contains(
          "0 m apart; merged, which added name_zh_hans, aliases, website, category, prominence"))
      #expect(sandbox.run("check", sandbox.path("city")).status == 0)
    }

    @Test func aChineseNameGetsAnEnglishOne() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "a.csv",
        "name,name_zh_hant,lat,lon,tel\n,樣本廟,22.3,114.17,\nSample Temple,樣本廟,22.3,114.17,1\n")
      let (_, places) = try take(sandbox, [file], "--merge")
      #expect(
        places.map(\.name) == [
          LocalizedName(en: "Sample Temple", zhHant: "樣本廟", zhHans: "樣本廟")
        ])
      #expect(places.first?.aliases == [])
      let words = ["import", file, "--into", sandbox.path("city"), "--as", "hotels", "--merge"]
      #expect(sandbox.run(words).out.contains("1 place of 2"))
      #expect(try Catalog(directory: sandbox.path("city")).hotels.map(\.telephone) == ["1"])
    }

    /// Files of one import are as one file; the order of files and rows says what stays.
    @Test func filesOfOneImport() throws {
      let sandbox = try Sandbox()
      let first = try sandbox.write("a.csv", "name,lat,lon\nSample Park,22.3,114.17\n")
      let second = try sandbox.write(
        "b.csv", "name,lat,lon,website\nSample Park,22.3001,114.17,https://b.example\n")
      for (folder, files, latitude) in [
        ("x", [first, second], 22.3), ("y", [second, first], 22.3001),
      ] {
        let (outcome, places) = try take(sandbox, files, into: folder, "--merge")
        #expect(outcome.out.contains("1 place of 2 records"))
        #expect(places.map(\.website) == ["https://b.example"])
        #expect(places.map(\.coordinate.latitude) == [latitude])
      }
    }

    /// What stands in the folder keeps its id, and its row its file; who said the rest stands in the row.
    @Test func aSecondSourceCompletesTheFirst() throws {
      let sandbox = try Sandbox()
      let first = try sandbox.write(
        "first.csv", "name,lat,lon\nSample Park,22.3,114.17\nSample Hall,22.31,114.17\n")
      let second = try sandbox.write(
        "second.csv",
        "name,lat,lon,website,ref\nSample Park,22.3001,114.17,https://b.example,9\n"
          + "Sample Pier,22.305,114.17,,\n")
      _ = try take(sandbox, [first])
      let before = try sandbox.contents("city")
      _ = try take(sandbox, [second])
      #expect(try sandbox.contents("city")["attractions.csv"] == before["attractions.csv"])
      let (outcome, places) = try take(sandbox, [second], "--merge")
      #expect(outcome.out.contains("attractions-second.csv: 1 place of 2 records"))
      #expect(outcome.err.contains("merged, which added website, second_source"), "\(outcome.err)")
      #expect(places.map(\.id) == ["sample-hall", "sample-park", "sample-pier"])
      let park = places[1]
      #expect(park.website == "https://b.example" && park.sourceReference == nil)
      #expect(park.source == "first" && park.secondSource == "second")
      #expect(park.agreementMeters == 11 && park.coordinate == .valid(22.3, 114.17))
      #expect(sandbox.run("check", sandbox.path("city")).status == 0)
      // Once more changes nothing.
      let after = try sandbox.contents("city")
      _ = try take(sandbox, [second], "--merge")
      #expect(try sandbox.contents("city") == after)
    }

    /// What stands in the folder already is no business of an import.
    @Test func oldDuplicatesAreNotTold() throws {
      let sandbox = try Sandbox()
      let old = try sandbox.write(
        "old.csv", "name,lat,lon\nSample Park,22.3,114.17\nSample Park,22.3,114.17\n")
      let new = try sandbox.write("new.csv", "name,lat,lon\nSample Pier,22.305,114.17\n")
      _ = try take(sandbox, [old])
      let (outcome, places) = try take(sandbox, [new], "--merge")
      #expect(!outcome.err.contains("may be one") && places.count == 3)
    }

    /// The limit is included, on the distance that is measured.
    @Test(arguments: [(49.9, true), (50.1, false)])
    func theDistance(meters: Double, isOne: Bool) throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "a.csv", "name,lat,lon\nSample Park,\(north(0))\nSample Park,\(north(meters))\n")
      let (_, places) = try take(sandbox, [file], "--merge")
      #expect(places.count == (isOne ? 1 : 2))
    }

    @Test func aDistanceOfExactlyTheLimit() throws {
      let (a, b) = (Coordinate.valid(22.3, 114.17), Coordinate.valid(22.30045, 114.17))
      let limit = a.greatCircleDistance(to: b)
      for (radius, isOne) in [(limit, true), (limit.nextDown, false)] {
        let sandbox = try Sandbox()
        let sweep = DuplicateSweep(directory: sandbox.folder, radiusMeters: radius)
        try sweep.add(id: "a", names: ["Sample Park"], at: a)
        try sweep.add(id: "b", names: ["Sample Park"], at: b)
        var pairs: [String] = []
        try sweep.pairs { pairs.append("\($0.kept) \($0.merged)") }
        #expect(pairs == (isOne ? ["a b"] : []))
      }
    }

    /// Stops along a street: none joins another by way of those between.
    @Test func aChainIsNotOnePlace() throws {
      let sandbox = try Sandbox()
      let rows = (0..<6).map { "Sample Road,\(north(Double($0) * 40)),\($0)\n" }.joined()
      let file = try sandbox.write("a.csv", "name,lat,lon,address\n\(rows)")
      let (outcome, places) = try take(sandbox, [file], "--merge")
      #expect(outcome.out.contains("3 places of 6 records"))
      #expect(places.map(\.addressEn) == ["0", "2", "4"])
    }

    @Test func threeOfOne() throws {
      let sandbox = try Sandbox()
      let rows = (0..<3).map { "Sample Road,\(north(Double($0))),\n" }.joined()
      let file = try sandbox.write("a.csv", "name,lat,lon,address\n\(rows)")
      let (outcome, places) = try take(sandbox, [file], "--merge")
      #expect(places.map(\.id) == ["sample-road"])
      #expect(outcome.err.split(separator: "\n").count { $0.contains("; merged") } == 2)
    }

    /// A stop is not the temple that it is named after; two views of a temple are one.
    @Test func kindsThatContradict() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "a.csv",
        "name,lat,lon,category\nSample Temple,22.3,114.17,temple\nSample Temple,22.3001,114.17,bus stop\n"
          + "Sample Temple,22.3,114.1701,historic building\n")
      let (outcome, places) = try take(sandbox, [file], "--merge")
      #expect(places.map(\.category) == [.temple, .transport])
      #expect(outcome.err.contains("one is a stop and the other is not, so they stay two"))
      #expect(sandbox.run("check", sandbox.path("city")).status == 0)
    }

    @Test func namesThatAreNumberedStay() throws {
      let sandbox = try Sandbox()
      let names = [
        "Sample Pier 1", "Sample Pier 2", "Sample House Block A", "Sample House Block B", "範例廣場第一座",
        "範例廣場第二座", "Sample East Gate", "Sample West Gate",
      ]
      let file = try sandbox.write(
        "a.csv", "name,lat,lon\n" + names.map { "\($0),22.3,114.17\n" }.joined())
      let (outcome, places) = try take(sandbox, [file], "--merge")
      #expect(places.count == names.count && !outcome.err.contains("may be one"))
    }

    /// The English names decide; what the other is called in Chinese is kept.
    @Test func otherChineseNamesAreKept() throws {
      let sandbox = try Sandbox()
      let file = try sandbox.write(
        "a.csv",
        "name,name_zh_hant,lat,lon\nSample Museum,範例館,22.3,114.17\nSample Museum,樣本館,22.3,114.17\n")
      let (_, places) = try take(sandbox, [file], "--merge")
      #expect(places.map(\.name.zhHant) == ["範例館"] && places.map(\.aliases) == [["樣本館"]])
    }

    /// Thousands of one name in one block, and of thousands of names at one point, are all found.
    @Test(arguments: [false, true])
    func heaps(areOneName: Bool) throws {
      let sandbox = try Sandbox()
      var random = SplitMix64(seed: 3)
      var names: Set<String> = []
      var text = "name,lat,lon\n"
      for _ in 0..<(areOneName ? 3_000 : 20_000) {
        let name = areOneName ? "Sample" : "Sample \(Int.random(in: 0..<9_000, using: &random))"
        names.insert(name)
        let offset = areOneName ? random.unit() * 3e-4 : 0
        text += "\(name),\(22.3 + offset),\(114.17 + offset / 2)\n"
      }
      let (_, places) = try take(sandbox, [try sandbox.write("a.csv", text)], "--merge")
      #expect(places.count == names.count)
    }
  }
#endif
