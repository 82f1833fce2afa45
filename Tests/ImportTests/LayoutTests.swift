@testable import Catalog
import TestSupport
import Testing

@testable import Import

/// How a table is laid out, and rows that do not fit it.
@Suite("Layout of tables")
struct LayoutTests {
  private func convert(_ text: String, _ options: String...) throws -> Outcome {
    let sandbox = try Sandbox()
    let path = try sandbox.write("table.csv", text)
    return sandbox.run(["convert", path, "--to", "csv"] + options)
  }

  /// The delimiter is what makes a table of the rows, not what stands most often in the first line.
  @Test(arguments: [
    "Facility Name;Latitude;Longitude;Opening hours (Mon, Tue, Wed, Thu)\nA;22,3;114,2;a\nB;22,3;114,2;b\n",
    "Facility Name\tLatitude\tLongitude\tHours (Mon, Tue, Wed; Thu; Fri)\nA\t22.3\t114.2\ta\nB\t22.3\t114.2\tb\n",
    "name,lat,lon,hours (a; b; c; d; e)\nA,22.3,114.2,a; b; c; d; e\nB,22.3,114.2,a; b; c; d; e\n",
    "name;lat;lon;note\nA;22,3;114,2;a, b, c, d\nB;22,3;114,2;\"e;f\"\n",
    "lat;lon;\"name\"\n22.3;114.2;\"A, B\"\n22.3;114.2;B",
  ])
  func theDelimiterIsSeenInSeveralRows(text: String) throws {
    let outcome = try convert(text)
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.rows.map { $0["latitude"] } == ["22.3", "22.3"])
    #expect(outcome.rows.map { $0["longitude"] } == ["114.2", "114.2"])
  }

  /// Names that nobody knows: rows of one width tell, then the greater width.
  @Test(arguments: [
    ("Breite;Ort, alt;Länge\n22,3;a;114,2\n22,4;b;114,3\n", UInt8(ascii: ";")),
    ("a,b,c\n1;2,3\n", UInt8(ascii: ",")), ("a\n1,2\n", UInt8(ascii: ",")),
    ("a\tb,c\td\n1\t2,5\t3\n", UInt8(ascii: "\t")), ("", UInt8(ascii: ",")),
  ])
  func withoutKnownNames(text: String, delimiter: UInt8) {
    #expect(TableLayout.of(Array(text.utf8), isWhole: true).delimiter == delimiter)
  }

  @Test(arguments: [
    "List of museums 2024\nname,lat,lon\nA,22.3,114.2\n",
    "# made, by, hand\n\nMuseums,,\nname,lat,lon\nA,22.3,114.2\n",
    "Museums;;\r\n\r\nname;lat;lon\r\nA;22,3;114,2\r\n",
    "\u{FEFF}\"A title\nof two lines, quoted\"\nname,lat,lon\nA,22.3,114.2\n",
  ])
  func titlesAboveTheNamesArePassedOverAndToldOf(text: String) throws {
    let outcome = try convert(text)
    #expect(outcome.status == 0 && outcome.rows.map { $0["name_en"] } == ["A"], "\(outcome.err)")
    #expect(outcome.err.contains("table.csv:1: taken for a title above the names"))
  }

  /// Where nothing is known below, and where the first row may be the names, it is.
  @Test(arguments: [
    ("coordinate\n\"22.3, 114.2\"\n", 1), ("#name,lat,lon\nA,22.3,114.2\n", 1),
    ("name,lat,lon\nlatitude,22.3,114.2\nname,22.3,114.2\n", 2),
  ])
  func whatIsNoTitle(text: String, count: Int) throws {
    let outcome = try convert(text)
    #expect(outcome.status == 0 && outcome.rows.count == count && outcome.err.isEmpty)
  }

  @Test func linesAreSkippedWhenTold() throws {
    for (text, lines) in [
      ("a,b,c\r\nd,e,f\r\nname,lat,lon\r\nA,22.3,114.2\r\n", "2"),
      ("{\"not\": \"JSON\"}\rname,lat,lon\rA,22.3,114.2\r", "1"),
      ("name,lat,lon\nA,22.3,114.2", "0"),
    ] {
      let outcome = try convert(text, "--skip-lines", lines)
      #expect(outcome.status == 0 && outcome.rows.map { $0["name_en"] } == ["A"], "\(outcome.err)")
    }
    let fault = try convert("x\ny,z,w\nname,lat,lon\nA,no,114.2\n", "--skip-lines", "2")
    #expect(fault.err.contains("table.csv:4"))
    #expect(try convert("name,lat,lon\n", "--skip-lines", "5").status == 65)
    #expect(try convert("name,lat,lon\n", "--skip-lines", "-1").status == 64)
    #expect(try convert("\n\r\n\n").status == 65)
  }

  /// A file may be cut off anywhere, also in the middle of a number.
  @Test func aRowOfTooFewFieldsIsBad() throws {
    let cut = try convert("name,lat,lon\nA,22.3,114.2\nB,22.2")
    #expect(cut.status == 65 && cut.rows.count == 1)
    #expect(cut.err.contains("table.csv:3: 2 fields where the header has 3"), "\(cut.err)")
    #expect(cut.err.contains("is the file cut off?"))
    let short = try convert("name,lat,lon,note\nA,22.3,114.2\nB,22.3,114.2,\n \nC\n")
    #expect(short.status == 65 && short.rows.map { $0["name_en"] } == ["B"])
    #expect(short.err.contains("table.csv:2: 3 fields") && !short.err.contains("cut off"))
    #expect(short.err.contains("table.csv:5: 1 field where"))
    #expect(short.err.contains("1 passed over: an empty row"))
    // What has no name above may be left out.
    #expect(try convert("name,lat,lon,,\nA,22.3,114.2\nB,22.3,114.2,,x\n").status == 0)
    #expect(try convert("name,lat,lon\nA,22.3,114.2").status == 0)
  }

  @Test func aColumnThatStandsTwiceIsToldOf() throws {
    let text = "name,name,lat,lon\nA,B,22.3,114.2\n"
    let first = try convert(text)
    #expect(first.status == 0 && first.rows.map { $0["name_en"] } == ["A"])
    #expect(
      first.err.contains("table.csv:1: the column \"name\" stands twice and the first counts"))
    #expect(try convert(text, "--column", "name=name (2)").rows.map { $0["name_en"] } == ["B"])
  }

  /// A role's names are compared as keys: one that is no key is never met.
  @Test(arguments: ColumnRole.allCases)
  func namesOfRolesAreKeys(role: ColumnRole) {
    for name in role.names { #expect(ColumnMap.key(name) == name) }
  }
}
