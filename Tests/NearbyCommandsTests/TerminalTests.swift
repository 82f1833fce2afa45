import Foundation
import NearbyCommands
import TestSupport
import Testing

/// Whatever stands in files, names of files and arguments, what people read of it moves no cursor, turns
/// no direction of writing and breaks no line.
@Suite struct TerminalTests {
  /// Escapes in both spellings, a bell, line ends of all kinds and marks of direction. `SPLIT` begins a
  /// line where a line end came through.
  private static let payload =
    "x\u{1B}[2J\u{9B}31m\u{7}\u{8}\u{7F}\u{85}SPLIT\nSPLIT\r\nSPLIT\u{2028}\u{202E}\u{2066}\u{200F}y"

  /// What a terminal must not be sent; line ends are looked at by line.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n"
      && (scalar.properties.generalCategory == .control
        || scalar.properties.isBidiControl || scalar == "\u{2028}" || scalar == "\u{2029}")
  }

  private static func expectHarmless(_ run: CommandRun, _ words: [String]) {
    for text in [run.output, run.errors] {
      #expect(!text.unicodeScalars.contains(where: isObeyed), "\(words): \(text.debugDescription)")
      let isSplit = text.split(separator: "\n").contains { $0.hasPrefix("SPLIT") }
      #expect(!isSplit, "\(words): \(text.debugDescription)")
    }
  }

  /// The fixture city with the payload in every text that may be any text, in a folder that is called so.
  private static func withHostileCity(
    _ body: (_ folder: String, _ temporary: String) throws -> Void
  )
    throws
  {
    try Repository.withTemporaryFolder { temporary in
      let folder = "\(temporary)/\(payload)"
      try FileManager.default.copyItem(atPath: Repository.toytown, toPath: folder)
      for (file, names) in [
        ("attractions.csv", ["Invented Lighthouse", "虛構燈塔", "虚构灯塔", "Old Invented Light", "24/7"]),
        ("hotels.csv", ["Hotel Mock", "模擬酒店", "8 Sample Street", "5550 0001", "row 1"]),
        ("stations.csv", []), ("districts.geojson", ["West Fixture", "測試西區"]),
        ("city.json", ["Fixture Harbour", "測試港", "Invented for tests", "MIT"]),
      ] {
        var text = String(decoding: try Repository.read("\(folder)/\(file)"), as: UTF8.self)
        let json = payload.unicodeScalars.map {
          $0.value < 0x20
            ? "\\u00\($0.value < 16 ? "0" : "")\(String($0.value, radix: 16))" : "\($0)"
        }.joined()
        for name in names {
          text =
            file.hasSuffix("csv")
            ? text.replacing(",\(name)", with: ",\"\(name) \(payload)\"")
            : text.replacing("\(name)\"", with: "\(name) \(json)\"")
        }
        try Repository.write(text, to: "\(folder)/\(file)")
      }
      try Repository.write(
        "hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor\n"
          + "hotel-mock,double,\"Double \(payload)\",2,4,70000,84000,112000\n",
        to: "\(folder)/rooms.csv")
      try Repository.write(
        "id,kind,name_en,first_night,last_night,percent\noffer,discount,\"Offer \(payload)\",,,5\n",
        to: "\(folder)/seasons.csv")
      try body(folder, temporary)
    }
  }

  private static let environment = ["NEARBY_NOW": "2026-03-01T16:30:00Z"]

  /// Forms that take no `--data`.
  private static let withoutData = [
    "check", "convert", "completions", "manual", "help", "index", "log",
  ]

  /// All forms of the command over the hostile city, with hostile words.
  @Test func noFormSendsControls() throws {
    let name = "Invented Lighthouse \(Self.payload)"
    var tried: Set<String> = []
    try Self.withHostileCity { folder, temporary in
      let claims = "\(temporary)/\(Self.payload).csv"
      try Repository.write(
        "hotel,attraction\nHotel Mock,\"\(name)\"\n\"\(Self.payload)\",\"\(Self.payload)\"\n",
        to: claims)
      let places = "\(temporary)/\(Self.payload)places.csv"
      try Repository.write(
        "name,category,district,lat,lon,\"\(Self.payload)\"\n"
          + "\"a \(Self.payload)\",\"\(Self.payload)\",\"\(Self.payload)\",-33.86,151.195,1\n"
          + "\"a \(Self.payload)\",\"\(Self.payload)\",\"\(Self.payload)\",-33.86,151.1951,1\n"
          + "b,\"\(Self.payload)\",1,\"1\(Self.payload)\",151.195,1\n", to: places)
      let unknown = "\(temporary)/\(Self.payload)unknown.csv"
      try Repository.write("\"n\(Self.payload)ame\",b\n1,2\n", to: unknown)
      let index = "\(temporary)/\(Self.payload).index"
      let area = "\(folder)/districts.geojson"
      let runs: [[String]] = [
        ["hotel-mock"], ["hotel-mock", "--lang", "zh-Hant", "--explain"], ["-33.86,151.195"],
        [Self.payload], [name, "-k", "1"], ["Lighthouse"], ["hotel-mock", "--inside", area],
        ["hotel-mock", "--district", Self.payload], ["hotel-mock", "--category", Self.payload],
        ["hotel-mock", "--exclude", Self.payload], ["hotel-mock", "--within", Self.payload],
        ["hotel-mock", "--\(Self.payload)"], ["hotel-mock", "-\(Self.payload)"],
        ["hotel-mock", "--sort", Self.payload], ["--from", Self.payload],
        ["--from", unknown], ["hotel-mock", "--inside", unknown],
        ["attractions"], ["attractions", "--lang", "zh-Hant"], ["hotels"], ["stations"],
        ["hotels", "--near", name, "--sort", "attractions"], ["districts"],
        ["districts", "--lang", "zh-Hant"], ["district", "hotel-mock"], ["district", Self.payload],
        ["show", "invented-lighthouse"], ["show", "hotel-mock", "--lang", "zh-Hant"],
        ["show", Self.payload], ["sources"], ["check", folder], ["check", Self.payload],
        ["compile"],
        ["compile", Self.payload], ["index", "build", places, "-o", index],
        ["index", "verify", places],
        ["index", Self.payload], ["index", "build", unknown, "-o", index],
        ["index", "build", claims, "-o", Self.payload], ["completions", Self.payload], ["manual"],
        ["help", Self.payload], ["audit", claims], ["audit", unknown], ["audit", Self.payload],
        ["import", places, "--into", "\(temporary)/\(Self.payload)new"],
        ["import", places, "--into", "\(temporary)/\(Self.payload)new", "--merge"],
        ["import", unknown, "--into", "\(temporary)/\(Self.payload)other"],
        ["import", places, "--into", "\(temporary)/new", "--source", Self.payload],
        ["import", places, "--into", "\(temporary)/new", "--column", Self.payload],
        ["import", places, "--into", "\(temporary)/new", "--crs", Self.payload],
        ["import", places, "--into", "\(temporary)/new", "--encoding", Self.payload],
        ["import", places, "--into", "\(temporary)/new", "--categories", unknown],
        ["import", area, "--into", "\(temporary)/\(Self.payload)new", "--as", "districts"],
        ["import", unknown, "--into", "\(temporary)/new", "--as", "districts"],
        ["convert", unknown, "--to", "csv"], ["convert", Self.payload, "--to", Self.payload],
        ["quote", "hotel-mock", "2026-12-24"], ["quote", "hotel-mock", "2026-\(Self.payload)"],
        ["quote", "hotel-mock", "2026-12-24", "--room", Self.payload], ["quote", Self.payload],
        ["book", "hotel-mock", "2026-12-24", "--yes", "--name", "N \(Self.payload)"],
        ["book", "hotel-mock", "2026-12-24", "--yes", "--name", "N", "--key", Self.payload],
        ["bookings"], ["bookings", "--state", Self.payload], ["booking", Self.payload],
        ["cancel", Self.payload], ["pay", Self.payload],
        ["pay", Self.payload, "--card", Self.payload],
        ["cart", "add", "hotel-mock", "2026-12-24"], ["cart", "add", name], ["cart", "list"],
        ["cart", "remove", Self.payload], ["cart", Self.payload], ["confirm", Self.payload],
        ["cart", "checkout", "--card", Self.payload],
        ["cart", "checkout", "--yes", "--card", "4242424242424242"],
        ["log"], ["log", "--since", Self.payload], ["hotel", "hotel-mock"],
        ["hotel", Self.payload],
        ["plan", "hotel-mock"], ["plan", "hotel-mock", "--day", Self.payload],
        ["plan", "hotel-mock", "--day", "invented-lighthouse"],
      ]
      let environment = Self.environment.merging(
        ["NEARBY_DB": "\(temporary)/\(Self.payload).db"]
      ) { $1 }
      for words in runs {
        let run = try InProcess.run(
          words + (Self.withoutData.contains(words[0]) ? [] : ["--data", folder]),
          temporary: temporary, environment: environment)
        Self.expectHarmless(run, words)
        tried.insert(words[0])
      }
      // What is shown of one booking.
      let bookings = try InProcess.run(
        ["bookings", "--format", "ndjson", "--data", folder], environment: environment)
      let reference = String(
        try #require(bookings.output.firstMatch(of: /"reference": "([^"]+)"/)).output.1)
      for words in [["booking", reference], ["cancel", reference, "--yes"]] {
        let run = try InProcess.run(words + ["--data", folder], environment: environment)
        #expect(run.output.contains("Hotel Mock"), "\(run.errors)")
        Self.expectHarmless(run, words)
      }
    }
    // A form that is new has to be tried here.
    for line in try InProcess.run(["--help"]).output.split(separator: "\n") {
      guard line.hasPrefix("  nearby "),
        let form = line.split(separator: " ").dropFirst().first
      else { continue }
      #expect(tried.contains(String(form)), "nearby \(form) is not tried")
    }
  }

  /// Faults that name a value of a file name it without its controls.
  @Test func noFaultOfAFolderSendsControls() throws {
    for (file, old) in [
      ("attractions.csv", "invented-lighthouse"), ("attractions.csv", "landmark"),
      ("attractions.csv", "-33.860000"), ("attractions.csv", ",1,24/7"),
      ("attractions.csv", "name_en"), ("attractions.csv", "fixture"), ("hotels.csv", "hotel-mock"),
      ("stations.csv", "latitude"), ("city.json", "AUD"), ("city.json", "Australia/Sydney"),
      ("city.json", "fixture-harbour"), ("city.json", "fixture"), ("districts.geojson", "\"1\""),
      ("districts.geojson", "Polygon"),
    ] {
      try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
        let value = old.replacing("\"", with: "").replacing(",", with: "")
        let hostile =
          file.hasSuffix("csv")
          ? "\"\(value)\(Self.payload)\"" : "\(value)\\u001b[2J\\u009b31m\\nSPLIT\\u202e"
        let new =
          old.hasPrefix("\"") ? "\"\(hostile)\"" : old.hasPrefix(",") ? ",\(hostile)" : hostile
        try Repository.edit("\(folder)/\(file)", old, new)
        for words in [["check", folder], ["hotel-mock", "--data", folder], ["compile", folder]] {
          let run = try InProcess.run(words)
          Self.expectHarmless(run, [file, old] + words)
          if words[0] == "check" && file != "city.json" { #expect(run.exitCode == 65) }
        }
      }
    }
  }

  /// A machine gets every text as it is, and the format stays one that can be read.
  @Test func machineFormatsCarryWhatIsThere() throws {
    let name = "Invented Lighthouse \(Self.payload)"
    try Self.withHostileCity { folder, _ in
      for format in ["json", "ndjson", "geojson"] {
        let run = try InProcess.run([
          "show", "invented-lighthouse", "--data", folder, "--format", format,
        ])
        #expect(run.exitCode == 0)
        // Everything a terminal obeys is escaped but for the marks of direction.
        #expect(
          !run.output.unicodeScalars.contains {
            $0 != "\n" && $0.properties.generalCategory == .control
          })
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        func names(_ value: Any) -> [String] {
          if let text = value as? String { return [text] }
          if let list = value as? [Any] { return list.flatMap(names) }
          return (value as? [String: Any])?.values.flatMap(names) ?? []
        }
        #expect(names(json).contains(name))
      }
      let csv = try InProcess.run([
        "show", "invented-lighthouse", "--data", folder, "--format", "csv",
      ])
      #expect(csv.output.contains("\"\(name)\""))
    }
  }
}
