import NearbyCommands
import TestSupport
import Testing

/// What depends on the terminal, the locale and the environment.
@Suite struct ConsoleTests {
  @Test func colourOnlyOnATerminalAndNeverUnderNoColor() throws {
    let words = ["peninsula", "-k", "1"]
    #expect(try !InProcess.run(words).output.contains("\u{1B}"))
    let terminal = try InProcess.run(words, isTerminal: true)
    #expect(terminal.output.contains("\u{1B}["))
    let plain = try InProcess.run(words, environment: ["NO_COLOR": "1"], isTerminal: true)
    #expect(plain.output == (try InProcess.run(words)).output)
    let dumb = try InProcess.run(words, environment: ["TERM": "dumb"], isTerminal: true)
    #expect(!dumb.output.contains("\u{1B}"))
  }

  /// Columns by East Asian width, computed apart from the code under test.
  private func width(_ line: Substring) -> Int {
    line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 && $1.value <= 0xFFE6 ? 2 : 1) }
  }

  @Test(arguments: [
    ["peninsula", "-k", "200"], ["peninsula", "-k", "200", "--lang", "zh-Hant"],
    ["peninsula", "-k", "200", "--units", "imperial", "--sort", "prominence"], ["attractions"],
    ["attractions", "--lang", "zh-Hans"], ["hotels"], ["hotels", "--lang", "zh-Hant"], ["stations"],
    ["districts"], ["districts", "--lang", "zh-Hans"], ["--help"], ["attractions", "--help"],
  ])
  func tablesFit80Columns(_ words: [String]) throws {
    let run = try InProcess.run(words)
    #expect(run.exitCode == 0)
    for line in run.output.split(separator: "\n") { #expect(width(line) <= 80, "\(line)") }
  }

  @Test(arguments: [50, 60, 120])
  func tablesFitOtherTerminals(_ columns: Int) throws {
    let run = try InProcess.run(["peninsula", "-k", "50"], columns: columns)
    for line in run.output.split(separator: "\n").dropFirst(2).dropLast() {
      #expect(width(line) <= columns, "\(line)")
    }
  }

  /// Under every line of a table the columns begin where their titles do.
  @Test func columnsLineUpWithFullWidthCharacters() throws {
    let lines = try InProcess.run(["peninsula", "-k", "5", "--lang", "zh-Hant"]).output
      .split(separator: "\n")
    let about = lines.compactMap { line -> Int? in
      guard let comma = line.firstIndex(of: ","),
        line.hasPrefix("   ") || line.first?.isNumber == true
      else { return nil }
      let start = line[..<comma].lastIndex(of: " ") ?? line.startIndex
      return width(line[...start])
    }
    #expect(about.count >= 10 && Set(about).count == 1, "\(about)")
  }

  @Test(arguments: [
    (["LANG": "zh_HK.UTF-8"], "香港太空館"), (["LANG": "zh_CN.UTF-8"], "香港太空馆"),
    (["LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW"], "香港太空館"),
    (["LC_ALL": "", "LANG": "C"], "Hong Kong Space Museum"),
    (["LANG": "zh_HK.UTF-8", "LC_MESSAGES": "en_US"], "Hong Kong Space Museum"),
  ])
  func theLanguageComesFromTheLocale(_ environment: [String: String], _ name: String) throws {
    let run = try InProcess.run(["peninsula", "-k", "1"], environment: environment)
    let first = run.output.split(separator: "\n").first { $0.hasPrefix("1") }
    #expect(first?.contains(name) == true, "\(run.output)")
  }

  @Test func explainSaysWhatWasTouched() throws {
    let run = try InProcess.run(["peninsula", "-k", "3", "--explain", "--format", "csv"])
    #expect(run.exitCode == 0)
    #expect(run.output.split(separator: "\n").count == 4, "the answer stays on standard output")
    for word in ["searched: ", "asked for: the 3 nearest", "touched: ", "took: ", "µs"] {
      #expect(run.errors.contains(word), "\(run.errors)")
    }
  }

  /// A name is data: it cannot move a terminal's cursor, break a line or a field.
  @Test func hostileNamesAreShownAsText() throws {
    try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
      let names = [
        "<img src=x onerror=alert(1)>", "O'Brien", "');DROP TABLE bookings;--", "\u{1B}[31mred",
        "\"quoted\", with comma", "right\u{202E}left",
      ]
      let header =
        "id,name_en,name_zh_hant,name_zh_hans,category,prominence,latitude,longitude,district,source\n"
      let rows = names.enumerated().map { index, name in
        "h-\(index),\"\(name.replacing("\"", with: "\"\""))\",名,名,park,1,-33.86,151.\(1950 + index),1,fixture\n"
      }
      try Repository.write(header + rows.joined(), to: "\(folder)/attractions.csv")
      let table = try InProcess.run(["-33.86,151.195", "--data", folder])
      #expect(!table.output.contains("\u{1B}") && !table.output.contains("\u{202E}"))
      #expect(table.output.contains("O'Brien"))
      let json = try InProcess.run(["-33.86,151.195", "--data", folder, "--format", "json"])
      #expect(json.output.contains("\\u001b[31mred"))
      #expect(json.output.contains("');DROP TABLE bookings;--"))
      let csv = try InProcess.run(["-33.86,151.195", "--data", folder, "--format", "csv"])
      #expect(csv.output.contains("\"\"\"quoted\"\", with comma\""))
      #expect(csv.output.split(separator: "\n").count == names.count + 1)
    }
  }
}
