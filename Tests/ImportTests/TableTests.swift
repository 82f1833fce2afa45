import Catalog
import Testing

@Suite("Tables")
struct TableTests {
  private func names(_ outcome: Outcome) -> [String] {
    outcome.rows.map { $0["name_en"] ?? "" }
  }

  @Test func utf16WithTabsAndGridMetres() throws {
    let outcome = try Sandbox().convert("tabs-utf16.csv")
    #expect(outcome.status == 0)
    #expect(names(outcome) == ["Harbour Sample Museum", "Southern Sample Beach"])
    let row = try #require(outcome.rows.first)
    #expect(row["name_zh_hant"] == "海港範例館")
    #expect(row["category"] == "museum")
    #expect(row["latitude"]?.hasPrefix("22.3173") == true)
    #expect(row["longitude"]?.hasPrefix("114.1705") == true)
  }

  @Test func semicolonsAndDecimalCommas() throws {
    let row = try #require(try Sandbox().convert("semicolons-known.csv").rows.first)
    #expect(row["latitude"] == "22.2759")
    #expect(row["longitude"] == "114.1455")
  }

  @Test func columnsAreRefusedWithWhatWasFoundAndTakenWhenGiven() throws {
    let sandbox = try Sandbox()
    let refused = sandbox.convert("semicolons.csv")
    #expect(refused.status == 65)
    #expect(refused.err.contains("\"Breite\""))
    #expect(refused.err.contains("--column latitude=COLUMN"))
    let given = sandbox.convert(
      "semicolons.csv", "--column", "latitude=Breite", "--column", "longitude=Länge")
    #expect(given.status == 0)
    #expect(names(given) == ["Peak Sample", "Quoted; with \"marks\" and a line"])
    #expect(sandbox.convert("unknown-columns.csv").status == 65)
    #expect(
      sandbox.convert("semicolons.csv", "--column", "latitude=Nothing").err.contains("\"Nothing\""))
    #expect(sandbox.convert("semicolons.csv", "--column", "width=Breite").status == 64)
  }

  @Test func loneCarriageReturns() throws {
    #expect(names(try Sandbox().convert("carriage-returns.csv")) == ["One", "Two"])
  }

  @Test(arguments: [("big5.csv", "big5-hkscs"), ("gb18030.csv", "gb18030")])
  func otherEncodingsAreReadWhenNamed(file: String, encoding: String) throws {
    let sandbox = try Sandbox()
    let refused = sandbox.convert(file)
    #expect(refused.status == 65)
    #expect(refused.err.contains(file == "big5.csv" ? "byte 0" : "byte 1"))
    let read = sandbox.convert(file, "--encoding", encoding)
    #expect(read.status == 0)
    #expect(read.rows.first?.values.contains("香港") == true)
    #expect(sandbox.convert(file, "--encoding", "no-such").err.contains("no-such"))
  }

  @Test func brokenBytesAreToldByTheirOffset() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("rows.csv", "name,lat,lon\nA,22.3,114.1\n")
    var bytes = Array("name,lat,lon\nA,22.3,114.1\n".utf8)
    bytes += [0xAD, 0xBB, 0xB4, 0xE4]
    try FileSystemBytes.write(bytes, path)
    let outcome = sandbox.run("convert", path, "--to", "csv")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("byte 26"))
    #expect(outcome.err.contains("AD BB B4 E4"))
  }

  #if GEOS
    @Test func badRowsAreListedAndGoodOnesImported() throws {
      let sandbox = try Sandbox()
      let outcome = sandbox.run(
        "import", Sandbox.fixture("rows.csv"), "--into", sandbox.path("city"), "--data",
        Sandbox.city)
      #expect(outcome.status == 65)
      for line in [3, 4, 8, 9] { #expect(outcome.err.contains("rows.csv:\(line)")) }
      #expect(outcome.err.contains("\"22.3x\""))
      #expect(outcome.err.contains("are latitude and longitude swapped?"))
      #expect(outcome.err.contains("7 fields where the header has 6"))
      #expect(outcome.err.contains("4 bad rows left out"))
      #expect(outcome.err.contains("1  Widgets"))
      let table = try sandbox.read("city/attractions.csv")
      #expect(table.contains("good-one") && table.contains("good-two"))
      #expect(!table.contains("zeros") && !table.contains("hundred") && !table.contains("absent"))
      #expect(sandbox.run("check", sandbox.path("city")).status == 0)
    }
  #endif

  #if GEOS
    @Test func strictChangesNothing() throws {
      let sandbox = try Sandbox()
      let outcome = sandbox.run(
        "import", Sandbox.fixture("rows.csv"), "--into", sandbox.path("city"), "--data",
        Sandbox.city,
        "--strict")
      #expect(outcome.status == 65)
      #expect(outcome.err.contains("rows.csv:3"))
      #expect(!outcome.err.contains("rows.csv:4"))
      #expect(try FileSystemBytes.names(sandbox.folder).isEmpty)
    }
  #endif

  @Test func namesAreKeptAsTheyAre() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "names.csv",
      "name,lat,lon\n<img src=x onerror=alert(1)>,22.3,114.1\nO'Brien,22.3,114.1\n"
        + "');DROP TABLE bookings;--,22.3,114.1\nCafe\u{301}  Two,22.3,114.1\nTHE PEAK OF MTR,22.3,114.1\n"
    )
    let kept = sandbox.run("convert", path, "--to", "csv")
    #expect(kept.status == 0)
    let names = kept.rows.map { $0["name_en"] ?? "" }
    #expect(
      names == [
        "<img src=x onerror=alert(1)>", "O'Brien", "');DROP TABLE bookings;--", "Café Two",
        "THE PEAK OF MTR",
      ])
    // Swift compares canonically: the bytes say whether it is NFC.
    #expect(Array(names[3].utf8) == Array("Caf\u{E9} Two".utf8))
    let fixed = sandbox.run("convert", path, "--to", "csv", "--fix-case")
    #expect(fixed.rows.last?["name_en"] == "The Peak of MTR")
  }

  /// The built-in words, a table that adds to them and changes one, and a default for the rest.
  @Test func categoriesByATable() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "kinds.csv",
      """
      name,type,lat,lon
      A,Museums,22.3,114.17
      B,公園,22.3,114.17
      C,tourism=gallery,22.3,114.17
      D,Thing to See,22.3,114.17
      E,景點之一,22.3,114.17
      F,temple,22.3,114.17
      G,Whatever,22.3,114.17
      H,,22.3,114.17

      """)
    let table = try sandbox.write(
      "table.csv",
      "note,word,category\n,thing to  SEE,viewpoint\n,景點之一,heritage\n,Temple,landmark\n")
    func categories(_ options: String...) -> [String] {
      sandbox.run(["convert", file, "--to", "csv"] + options).rows.map { $0["category"] ?? "" }
    }
    #expect(
      categories() == [
        "museum", "park", "museum", "Thing to See", "景點之一", "temple", "Whatever", "",
      ])
    #expect(
      categories("--categories", table) == [
        "museum", "park", "museum", "viewpoint", "heritage", "landmark", "Whatever", "",
      ])
    #if GEOS
      let outcome = sandbox.run(
        "import", file, "--into", sandbox.path("city"), "--data", Sandbox.city, "--categories",
        table,
        "-c", "beach")
      #expect(outcome.status == 0)
      #expect(outcome.err.contains("taken as beach"))
      #expect(outcome.err.contains("  1  Whatever") && outcome.err.contains("  1  (none given)"))
      #expect(!outcome.err.contains("Thing to See"))
      let rows = try sandbox.read("city/attractions.csv").split(separator: "\n")
      #expect(rows.count { $0.contains(",beach,") } == 2)
    #endif
  }

  @Test(arguments: [
    ("word,kind\na,park\n", ":1", "needs the columns word and category"),
    ("word,category\na,prak\n", ":2", "did you mean park?"),
    ("word,category\na\n", ":2", "fields"), ("", ":1", "needs the columns"),
  ])
  func aWrongTableOfCategories(text: String, line: String, words: String) throws {
    let sandbox = try Sandbox()
    let table = try sandbox.write("table.csv", text)
    let outcome = sandbox.run(
      "convert", Sandbox.fixture("rows.csv"), "--to", "csv", "--categories", table)
    #expect(outcome.status == 65)
    #expect(outcome.out.isEmpty)
    #expect(
      outcome.err.contains("table.csv\(line)") && outcome.err.contains(words), "\(outcome.err)")
  }

  /// What stands before a cut is written, and said not to be all.
  @Test(arguments: ["csv", "geojson", "ndjson"])
  func aFileThatIsCutOffIsConvertedToTheCut(format: String) throws {
    let sandbox = try Sandbox()
    let feature =
      #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","#
      + #""coordinates":[114.1,22.3]}}"#
    let text =
      #"{"type":"FeatureCollection","features":["#
      + "\(feature),\(feature),\(feature.prefix(60))"
    let path = try sandbox.write("cut.json", text)
    let outcome = sandbox.run("convert", path, "--to", format)
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("cut.json:1 (byte \(text.utf8.count))"))
    #expect(
      outcome.err.hasSuffix("the output is not whole: it ends after 2 places, before that fault\n"))
    #expect(outcome.out.split(separator: "\n").count { $0.contains("114.1") } == 2)
    if format == "geojson" {
      #expect(throws: (any Error).self) { try JSONParser.parse(Array(outcome.out.utf8)) }
    }
  }
}
