import Catalog
import Import
import Spatial

extension CommandSpec {
  private static let reading: [OptionSpec] = [
    .column, .noHeader, .skipLines, .crs, .datum, .encoding, .fixCase, .categories,
  ]

  static let importing = CommandSpec(
    name: "import", operands: "FILE…",
    summary: "take the places of any file into a data folder, in one step or not at all",
    options: [
      .into, .table, .source, .licence, .attribution, .defaultCategory, .merge, .duplicateDistance,
      .strict, .allowEmpty,
    ] + reading + [.data, .help],
    run: ImportCommand.run)

  static let converting = CommandSpec(
    name: "convert", operands: "FILE",
    summary: "write the places of any file as GeoJSON, CSV or NDJSON, in WGS 84",
    options: [.to, .strict] + reading + [.help], run: ConvertCommand.run)

  static let auditing = CommandSpec(
    name: "audit", operands: "FILE",
    summary: "say of hand-typed claims \"this attraction is near this hotel\" what is true",
    options: [
      .maxDistance, .column, .noHeader, .crs, .datum, .encoding, .format, .lang, .units, .data,
      .help,
    ],
    notes: AuditCommand.notes, run: AuditCommand.run)
}

extension OptionSpec {
  static let into = OptionSpec(
    "into", value: "DIR", "the data folder; it is made where it is missing, with the city of --data"
  )
  static let table = OptionSpec(
    "as", value: "TABLE", words: ImportTable.allCases.map(\.rawValue),
    "attractions (default), hotels, stations or districts")
  static let to = OptionSpec(
    "to", value: "FORMAT", words: ConvertCommand.Format.allCases.map(\.rawValue),
    "geojson, csv or ndjson")
  static let column = OptionSpec(
    "column", value: "ROLE=COLUMN",
    "which column is what, where its name does not tell: latitude=Breite; repeat it for others")
  static let skipLines = OptionSpec(
    "skip-lines", value: "N",
    "lines above the names of a table's columns; titles of one field are seen without it")
  static let noHeader = OptionSpec(
    "no-header", "the first row is a record: columns are called 1, 2, 3 …; name them with --column")
  static let crs = OptionSpec(
    "crs", value: "CRS", words: ReferenceSystem.allCases.map(\.rawValue),
    "the reference system, whatever the file says: EPSG:4326 or EPSG:2326 (HK1980 grid)")
  static let encoding = OptionSpec(
    "encoding", value: "NAME", words: ["utf-8", "big5-hkscs", "big5", "gb18030", "utf-16le"],
    "the encoding of a file that is neither UTF-8 nor UTF-16 with a mark: big5-hkscs, gb18030 …")
  static let fixCase = OptionSpec("fix-case", "set names that are all capitals in ordinary case")
  static let categories = OptionSpec(
    "categories", value: "FILE",
    "more words for categories: a CSV file with the columns word and category")
  static let defaultCategory = OptionSpec(
    "category", short: "c", value: "NAMES", words: Category.allNames,
    "the category of places whose own is not known (default landmark)")
  static let merge = OptionSpec("merge", "make one place of those that seem to be one")
  static let duplicateDistance = OptionSpec(
    "duplicate-distance", value: "DISTANCE",
    "how far apart two records of one place may be (default 50m)")
  static let strict = OptionSpec("strict", "end at the first bad row, and change nothing")
  static let allowEmpty = OptionSpec(
    "allow-empty", "let a file without places take away those that its source gave before")
  static let source = OptionSpec(
    "source", value: "ID", "the source's id, a slug (default from the name of the first file)")
  static let licence = OptionSpec("licence", value: "TEXT", "the source's licence")
  static let attribution = OptionSpec(
    "attribution", value: "TEXT", "the sentence that the source's licence asks to show")
  static let maxDistance = OptionSpec(
    "max-distance", value: "DISTANCE",
    "exit with 1 where a claim is further apart, or none at all; without it the exit code is 0")
}

/// What a file may be imported as.
enum ImportTable: String, CaseIterable {
  case attractions, hotels, stations, districts
}
