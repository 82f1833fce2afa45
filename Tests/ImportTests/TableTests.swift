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
    #expect(refused.err.contains("(byte 0)"))
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
      #expect(
        outcome.err.contains("  1  Whatever\n")
          && outcome.err.contains("1 record without a category, taken as beach"))
      #expect(!outcome.err.contains("Thing to See"))
      let rows = try sandbox.read("city/attractions.csv").split(separator: "\n")
      #expect(rows.count { $0.contains(",beach,") } == 2)
    #endif
  }

  @Test(arguments: [
    ("word,kind\na,park\n", ":1", "needs the columns word and category"),
    ("word,category\na,prak\n", ":2", "did you mean park?"),
    ("word,category\na\n", ":2", "fields"),
    ("word,category\na,park\n A,museum\n", ":3", "stands twice, as park and as museum"),
    ("", ":1", "needs the columns"),
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

  /// Marks of UTF-8 within files that were put together, and before a text whose encoding is named.
  @Test func marksWithinAFile() throws {
    let sandbox = try Sandbox()
    let mark = "\u{FEFF}"
    let filler = String(repeating: "F", count: 60) + ",22.3,114.17\n"
    for count in [1, 1720, 1721, 1722] {
      let text =
        "\(mark)\(mark)\"name\",lat,lon\n" + String(repeating: filler, count: count)
        + "\(mark)\"A, B\",22.3,114.17\n\(mark)22.3"
      let outcome = sandbox.run("convert", try sandbox.write("a.csv", text), "--to", "csv")
      #expect(outcome.rows.count == count + 1 && outcome.rows.last?["name_en"] == "A, B")
      #expect(outcome.err.contains("a.csv:\(count + 3): 1 field where"), "\(outcome.err)")
    }
    let feature =
      #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","#
      + #""coordinates":[114.17,22.3]}}"#
    let lines = sandbox.run(
      "convert",
      try sandbox.write("a.ndjson", "\(mark)\(feature)\n\(feature)\n\(mark)\(feature)\n"), "--to",
      "csv")
    #expect(lines.status == 0 && lines.rows.count == 3, "\(lines.err)")
    for text in [feature, "name,lat,lon\nA,22.3,114.17\n"] {
      let units: [UInt8] = (mark + text).utf16.flatMap { unit -> [UInt8] in
        [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
      try FileSystemBytes.write(units, sandbox.path("b"))
      let named = sandbox.run(
        "convert", sandbox.path("b"), "--to", "csv", "--encoding", "utf-16le")
      #expect(named.status == 0 && names(named) == ["A"], "\(named.err)")
    }
  }

  /// A pair that is cut by the end of a piece: quotes, halves of characters, characters of four bytes.
  @Test(arguments: [1 << 16, 1 << 17])
  func pairsAtTheBordersOfPieces(size: Int) throws {
    let sandbox = try Sandbox()
    let filler = Array(("F" + ",22.3,114.17\n").utf8)
    func bytes(_ text: String, _ encoding: String) -> [UInt8] {
      switch encoding {
      case "utf-16le":
        text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      case "utf-16be":
        text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
      default: Array(text.utf8)
      }
    }
    // U+3400 and U+20BB7, and a character of Hong Kong's supplement.
    let cases: [(String, String, [UInt8])] = [
      ("utf-8", "A \"q\" B", Array("\"A \"\"q\"\" B\"".utf8)),
      ("utf-16le", "\u{20BB7}\u{3400}", bytes("\u{20BB7}\u{3400}", "utf-16le")),
      ("utf-16be", "\u{20BB7}\u{3400}", bytes("\u{20BB7}\u{3400}", "utf-16be")),
      ("gb18030", "\u{3400}\u{20BB7}", [0x81, 0x39, 0xEE, 0x39, 0x95, 0x34, 0xB2, 0x35]),
      ("big5-hkscs", "\u{35CE}", [0x9D, 0xEE]),
    ]
    for (encoding, name, spelling) in cases {
      let wide = encoding.hasPrefix("utf-16") ? 2 : 1
      let head = bytes("name,lat,lon\n", encoding)
      let line = wide == 1 ? filler : bytes("F,22.3,114.17\n", encoding)
      for shift in stride(from: -8, through: 2, by: wide) {
        var text = head
        while text.count + 2 * line.count < size + shift { text += line }
        let rest = (size + shift - text.count) / wide - 14
        text += bytes(String(repeating: "G", count: rest + 1) + ",22.3,114.17\n", encoding)
        #expect(text.count == size + shift)
        text += spelling + bytes(",22.3,114.17\n", encoding)
        let path = sandbox.path("a.csv")
        try FileSystemBytes.write(text, path)
        let options = encoding == "utf-8" ? [] : ["--encoding", encoding]
        let outcome = sandbox.run(["convert", path, "--to", "ndjson"] + options)
        let last = outcome.out.split(separator: "\n").last ?? ""
        let shown = name.replacing("\"", with: "\\\"")
        #expect(outcome.status == 0 && last.contains(shown), "\(encoding) \(shift) \(outcome.err)")
      }
    }
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
