import Catalog
import Spatial
import TestSupport
import Testing

/// Generated places go through files and come back with every bit.
@Suite("Round trips")
struct RoundTripTests {
  private struct Sample {
    let name: String
    let point: Coordinate
  }

  private static let words = [
    "Sample", "Tower", "O'Brien", "\"quoted\"", "a,b", "x;y", "樣本", "公園", "Café", "№ 7", "🏙", "<b>",
    "&amp", "--", "=1+1", "M+", "e\u{301}", "\\n", "|", "{}", "[1]", "null",
  ]

  /// Doubles of full length, short ones, and neighbours of round ones.
  private static func number(
    _ range: ClosedRange<Double>, _ random: inout SplitMix64
  ) -> Double {
    let value = Double.random(in: range, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return (value * 1e5).rounded() / 1e5
    case 1: return ((value * 10).rounded() / 10).nextUp
    case 2: return ((value * 10).rounded() / 10).nextDown
    default: return value
    }
  }

  private static func samples(
    _ count: Int, latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>, seed: UInt64
  ) throws -> [Sample] {
    var random = SplitMix64(seed: seed)
    return try (0..<count).map { index in
      var words = ["N\(index)"]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        words.append(Self.words.randomElement(using: &random) ?? "")
      }
      return Sample(
        name: words.joined(separator: " "),
        point: try Coordinate(
          latitude: number(latitudes, &random), longitude: number(longitudes, &random)))
    }
  }

  private static func csv(_ samples: [Sample]) -> String {
    samples.reduce(into: "name,lat,lon\n") { text, sample in
      let name = sample.name.replacing("\"", with: "\"\"")
      text += "\"\(name)\",\(sample.point.latitude),\(sample.point.longitude)\n"
    }
  }

  private static let formats = ["geojson", "csv", "ndjson"]

  @Test(arguments: formats, ReplaySeeds.all)
  func convertTwice(format: String, seed: UInt64) throws {
    let sandbox = try Sandbox()
    var samples = try Self.samples(150, latitudes: -89...89, longitudes: -179...179, seed: seed)
    // Small numbers are written in full as well, where Swift writes 1e-05.
    var random = SplitMix64(seed: seed)
    for power in 1...14 {
      var small: Double { (random.unit() - 0.5) * [1e-1, 1e-2, 1e-3, 1e-4][power % 4] * 1e-5 }
      samples.append(
        Sample(name: "N", point: try Coordinate(latitude: small, longitude: small)))
    }
    let file = try sandbox.write(
      "a.csv",
      samples.reduce(into: "name,coordinate\n") { text, sample in
        text +=
          "N,\"\(PlainText.of(sample.point.latitude)), \(PlainText.of(sample.point.longitude))\"\n"
      })
    let first = sandbox.run("convert", file, "--to", format)
    #expect(first.status == 0, "\(first.err)")
    let second = sandbox.run(
      "convert", try sandbox.write("b.\(format)", first.out), "--to", format)
    #expect(second.out == first.out)
    let rows = sandbox.run("convert", sandbox.path("b.\(format)"), "--to", "csv").rows
    #expect(rows.count == samples.count)
    for (row, sample) in zip(rows, samples) {
      #expect(Double(row["latitude"] ?? "")?.bitPattern == sample.point.latitude.bitPattern)
      #expect(Double(row["longitude"] ?? "")?.bitPattern == sample.point.longitude.bitPattern)
    }
  }

  /// Every double that is a coordinate: of all exponents, with each sign of zero, and the ends.
  @Test(arguments: formats, ReplaySeeds.all)
  func everyDouble(format: String, seed: UInt64) throws {
    let sandbox = try Sandbox()
    var random = SplitMix64(seed: seed)
    func number(_ limit: Double) -> Double {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return [0.0, -0.0, limit, -limit][Int.random(in: 0..<4, using: &random)]
      case 1:
        return [limit.nextDown, Double.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-5]
          .randomElement(using: &random) ?? 1
      default:
        // Any pattern of bits that is below the limit.
        let top = limit.bitPattern
        let value = Double(bitPattern: UInt64.random(in: 1...top, using: &random))
        return random.next() % 2 == 0 ? value : -value
      }
    }
    var points: [(Double, Double)] = []
    while points.count < 400 {
      let point = (number(90), number(180))
      // Both zero stand for nothing.
      if point.0 != 0 || point.1 != 0 { points.append(point) }
    }
    let lines = points.map { "{\"name\":\"N\",\"lat\":\($0.0),\"lon\":\($0.1)}\n" }.joined()
    let first = sandbox.run("convert", try sandbox.write("a.ndjson", lines), "--to", format)
    #expect(first.status == 0, "\(first.err)")
    let second = sandbox.run(
      "convert", try sandbox.write("b.\(format)", first.out), "--to", format)
    #expect(second.out == first.out)
    let rows = sandbox.run("convert", sandbox.path("b.\(format)"), "--to", "csv").rows
    #expect(rows.count == points.count)
    for (row, point) in zip(rows, points) {
      #expect(Double(row["latitude"] ?? "")?.bitPattern == point.0.bitPattern, "\(point)")
      #expect(Double(row["longitude"] ?? "")?.bitPattern == point.1.bitPattern, "\(point)")
    }
  }

  private static let hostile = [
    "<", ">", "&", ";", "\"", "'", "=", "|", "+1", "@x", "-", ",", "\t", "\n", "\r", "\u{0}",
    "\u{1B}",
    "&amp;", "&lt;", "&gt;", "&quot;", "&#60;", "&amp;lt;", "<b>", "</b>", "<br>", "<img src=x>",
    "<p x=1 |",
    "<script>", "</script>", "<!--", "-->", "img>", "amp;", "\u{202E}", "\u{200B}", "\u{200D}",
    "\u{FEFF}",
    "\u{378}", "\u{338}", "e\u{301}", "🏙", "👩‍🚒", "香港", "昂坪營地 Ngong Ping Camp", "N.A.", " ", "  ",
    "a", "B",
    "O'Brien", "');DROP TABLE bookings;--", "\\", "\\n", "http://a.example/?x=1&y=2", "null",
    "Mo-Su 09:00-17:00", "museum", "\u{2028}", "\u{A0}", "\u{3000}", "1", "\u{958}",
  ]

  /// One object a line, with texts of every kind in every column of text.
  private static func hostileLines(_ count: Int, seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    func text(_ first: String) -> JSONValue {
      var text = first
      for _ in 0..<Int.random(in: 0...7, using: &random) {
        text += hostile.randomElement(using: &random) ?? ""
      }
      return .string(text)
    }
    return (0..<count).map { index in
      var members: [String: JSONValue] = [
        "name_en": text(index % 5 == 0 ? "" : "N\(index)"), "latitude": .number(22.3),
        "longitude": .number(114.17 + Double(index) * 1e-5),
      ]
      if index % 50 == 3 {
        members["name_en"] = .string(String(repeating: "long & <i> ", count: 6000))
      }
      for name in [
        "name_zh_hant", "name_zh_hans", "aliases", "category", "district", "opening_hours",
        "address_en", "address_zh_hant", "website", "telephone", "description", "source_ref",
      ] where random.next() % 2 == 0 {
        members[name] = text("")
      }
      return
        "\(JSONText.of(.object(members.map { .init(name: $0, value: $1) }.sorted { $0.name < $1.name })))\n"
    }.joined()
  }

  @Test(arguments: formats, ReplaySeeds.all)
  func hostileTextsConvertTwice(format: String, seed: UInt64) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.ndjson", Self.hostileLines(200, seed: seed))
    let first = sandbox.run("convert", file, "--to", format)
    let second = sandbox.run(
      "convert", try sandbox.write("b.\(format)", first.out), "--to", format)
    for (a, b) in zip(first.out.split(separator: "\n"), second.out.split(separator: "\n"))
    where a != b {
      Issue.record("seed \(seed): \(a.prefix(400)) and \(b.prefix(400))")
    }
    #expect(second.out.utf8.elementsEqual(first.out.utf8))
    #expect(first.out.utf8.count { $0 == 0x0A } > 190)
  }

  #if GEOS
    @Test(arguments: formats, ReplaySeeds.all)
    func hostileTextsImportConvertImport(format: String, seed: UInt64) throws {
      let sandbox = try Sandbox()
      func take(_ path: String, _ folder: String) throws -> String {
        let words = ["import", path, "--into", sandbox.path(folder), "--data", Sandbox.city]
        let outcome = sandbox.run(words + ["--source", "generated"])
        // Of some texts no name is left.
        #expect(
          outcome.status == 0 || (outcome.status == 65 && folder == "first"), "\(outcome.err)")
        return try sandbox.read("\(folder)/attractions.csv")
      }
      let first = try take(
        try sandbox.write("a.ndjson", Self.hostileLines(200, seed: seed)), "first")
      _ = try Catalog(directory: sandbox.path("first"))
      let converted = sandbox.run(
        "convert", sandbox.path("first/attractions.csv"), "--to", format)
      let second = try take(try sandbox.write("b.\(format)", converted.out), "second")
      for (a, b) in zip(first.split(separator: "\n"), second.split(separator: "\n")) where a != b {
        Issue.record("seed \(seed): \(a.prefix(400)) and \(b.prefix(400))")
      }
      #expect(second.utf8.elementsEqual(first.utf8))
      #expect(first.utf8.count { $0 == 0x0A } > 150)
    }

    @Test(arguments: formats, ReplaySeeds.all)
    func importConvertImport(format: String, seed: UInt64) throws {
      let sandbox = try Sandbox()
      let samples = try Self.samples(
        150, latitudes: 22.27...22.42, longitudes: 114.05...114.25, seed: seed)
      let file = try sandbox.write("places.csv", Self.csv(samples))
      func take(_ path: String, _ folder: String) throws -> [UInt8] {
        let words = ["import", path, "--into", sandbox.path(folder), "--data", Sandbox.city]
        let outcome = sandbox.run(words + ["--source", "generated"])
        #expect(outcome.status == 0, "\(outcome.err)")
        return try sandbox.contents(folder)["attractions.csv"] ?? []
      }
      let first = try take(file, "first")
      let converted = sandbox.run(
        "convert", sandbox.path("first/attractions.csv"), "--to", format)
      #expect(converted.status == 0, "\(converted.err)")
      let second = try take(try sandbox.write("again.\(format)", converted.out), "second")
      #expect(second == first, "seed \(seed)")
      // And they are the places that were typed.
      let catalog = try Catalog(directory: sandbox.path("second"))
      let points = Set(catalog.attractions.map(\.coordinate))
      #expect(catalog.attractions.count == samples.count)
      #expect(points == Set(samples.map(\.point)))
    }
  #endif
}

/// A number without an exponent, as files write it.
private enum PlainText {
  static func of(_ value: Double) -> String {
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text }
    let digits = text[..<mark].filter(\.isNumber)
    let sign = value < 0 ? "-" : ""
    return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
  }
}
