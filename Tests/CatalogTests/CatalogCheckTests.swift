import Catalog
import TestSupport
import Testing

@Suite struct CatalogCheckTests {
  @Test(arguments: [Repository.data, Repository.toytown])
  func ourDataAreClean(_ folder: String) {
    let check = CatalogCheck(directory: folder)
    #expect(check.faults.map(\.description) == [])
    #expect(check.rowCounts.count >= 3)
  }

  /// One edit, and the fault it must show: file, line and words.
  struct Edit: Sendable, CustomTestStringConvertible {
    let file: String
    let old: String
    let new: String
    let line: Int?
    let words: String
    var testDescription: String { words }
  }

  static let edits: [Edit] = [
    Edit(
      file: "attractions.csv", old: "unit-theatre,", new: "museum-of-examples,", line: 7,
      words: "stands in"),
    Edit(file: "hotels.csv", old: "stub-inn,", new: "hotel-mock,", line: 3, words: "stands in"),
    Edit(file: "hotels.csv", old: "stub-inn,", new: "Stub Inn,", line: 3, words: "not a slug"),
    Edit(
      file: "attractions.csv", old: "-33.860000,151.195000", new: "151.195,-33.86", line: 2,
      words: "swapped"),
    Edit(
      file: "attractions.csv", old: "-33.860000", new: "33.860000", line: 2,
      words: "outside the bounds"),
    Edit(
      file: "attractions.csv", old: "-33.860000", new: "nan", line: 2,
      words: "not a plain decimal number"),
    Edit(
      file: "attractions.csv", old: "151.195000,1", new: "151.195000,2", line: 2,
      words: "lies in district 1"),
    Edit(
      file: "attractions.csv", old: "151.195000,1", new: "151.195000,9", line: 2,
      words: "is not a district"),
    Edit(
      file: "attractions.csv", old: ",landmark,", new: ",landmrk,", line: 2,
      words: "did you mean landmark?"),
    Edit(
      file: "attractions.csv", old: ",landmark,3,", new: ",landmark,4,", line: 2, words: "1, 2 or 3"
    ),
    Edit(file: "attractions.csv", old: ",虛構燈塔,", new: ",,", line: 2, words: "empty"),
    Edit(
      file: "attractions.csv", old: ",fixture,row 1", new: ",,row 1", line: 2, words: "empty"),
    Edit(
      file: "attractions.csv", old: ",fixture,row 1", new: ",nobody,row 1", line: 2,
      words: "is not a source"),
    Edit(
      file: "stations.csv", old: ",rail,", new: ",tram,", line: 2, words: "neither rail nor pier"),
    Edit(file: "stations.csv", old: ",kind,", new: ",sort,", line: 1, words: "column is missing"),
    Edit(
      file: "stations.csv", old: ",aliases,kind", new: ",id,kind", line: 1, words: "stands twice"),
    Edit(
      file: "stations.csv", old: ",fixture,row 1", new: ",fixture", line: 2, words: "fields where"),
    Edit(file: "city.json", old: "\"bounds\"", new: "\"bound\"", line: nil, words: "west, south"),
    Edit(file: "city.json", old: "{", new: "", line: 2, words: "not JSON"),
    Edit(
      file: "districts.geojson", old: "\"code\"", new: "\"kode\"", line: 2,
      words: "code is missing"),
    Edit(
      file: "districts.geojson", old: "\"1\"", new: "\"2\"", line: 3, words: "code 2 stands twice"),
    Edit(
      file: "city.json", old: "\"licence\"", new: "\"license\"", line: 27,
      words: "a text is missing"),
    Edit(
      file: "attractions.csv", old: "row 6,,", new: "row 6,,-3", line: 7, words: "must be 0 or more"
    ),
    Edit(
      file: "districts.geojson", old: "\"type\"", new: "\"typ\"", line: nil,
      words: "without a GeoJSON type"),
  ]

  /// What only a build with GEOS sees.
  private static let seenByPolygons: Set<String> = ["lies in district 1", "without a GeoJSON type"]

  @Test(arguments: edits)
  func everyFaultIsNamedWithItsPlace(_ edit: Edit) throws {
    #if !GEOS
      guard !Self.seenByPolygons.contains(edit.words) else { return }
    #endif
    try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
      try Repository.edit("\(folder)/\(edit.file)", edit.old, edit.new)
      let faults = CatalogCheck(directory: folder).faults
      let fault = faults.first { "\($0)".contains(edit.words) }
      #expect(fault != nil, "\(faults)")
      #expect(fault?.place.file.hasSuffix(edit.file) == true)
      if let line = edit.line { #expect(fault?.place.line == line) }
    }
  }

  @Test func missingFilesAreNamed() throws {
    try Repository.withTemporaryFolder { folder in
      let faults = CatalogCheck(directory: folder).faults
      #expect(faults.count == 3)
      #expect(faults.allSatisfy { "\($0)".contains("needs this file") })
    }
    #expect(CatalogCheck(directory: "/no/such/folder").faults.count == 1)
  }
}
