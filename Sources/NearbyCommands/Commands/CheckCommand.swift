import Catalog
import Import

/// `nearby check [DIR]`: validates a data folder.
enum CheckCommand {
  static let notes = [
    "It finds files, columns and rows that are malformed; ids, sources and districts that are not there; "
      + "swapped coordinates, lost signs, places in the sea, in another district than they name, or far "
      + "from all others; places stacked at one point; places that stand twice, unless the row names the "
      + "other in the column same_as; files shifted by a mainland map or by the Hong Kong 1980 datum, "
      + "also by the places of the same name in the catalog of --data; opening hours and websites that "
      + "cannot be read.",
    "Each finding stands on standard error with its file and line; with --format json, csv or ndjson "
      + "all stand on standard output, with the kind of each.",
    "Exit codes: 0 no findings, 64 wrong command line, 65 findings, 66 no such folder.",
  ]

  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let format: OutputFormat = try Settings.word(arguments, .format) ?? .table
    guard format != .geojson else {
      throw .usage("check writes table, json, ndjson or csv, not geojson")
    }
    let directory = try DataDirectory.operand(arguments, console)
    guard FileSystem.isDirectory(directory) else {
      throw .data(.unreadable(path: directory, reason: "not a folder"))
    }
    let check = FolderCheck(directory: directory, known: known(arguments, console))
    let findings = check.findings
    switch format {
    case .json:
      let rows = findings.map { JSONText.of(record($0)) }.joined(separator: ",\n  ")
      try console.write(
        "{\"results\": [\(findings.isEmpty ? "" : "\n  \(rows)\n")],\n"
          + "\"summary\": \(JSONText.of(summary(check, directory)))}\n")
    case .ndjson:
      for finding in findings { try console.write(JSONText.of(record(finding)) + "\n") }
    case .csv:
      let writer = RecordWriter(format: .csv, console: console)
      try writer.writeHeader(.check)
      for finding in findings { try writer.writeRow(record(finding), .check) }
    case .table, .geojson:
      for finding in findings { console.note("\(finding.fault)") }
      for count in check.rowCounts { try console.say("\(count.file): \(count.rows) rows") }
      if findings.isEmpty { try console.say("\(directory): no faults") }
    }
    if !CatalogCheck.comparesPolygons {
      console.note(
        "nearby: this build has no GEOS; places were not compared with districts and the sea")
    }
    guard !findings.isEmpty else { return 0 }
    let count = findings.count
    console.note("nearby: \(count) \(count == 1 ? "fault" : "faults") in \(directory)")
    return 65
  }

  /// The catalog that is known to be right; none where there is no other than the folder's.
  private static func known(_ arguments: Arguments, _ console: Console) -> Catalog? {
    do throws(CommandError) {
      return try DataDirectory.open(arguments, console)
    } catch {
      // The folder is checked without.
      return nil
    }
  }

  private static func record(_ finding: FolderCheck.Finding) -> JSONValue {
    let place = finding.fault.place
    let message =
      switch finding.fault {
      case .unreadable(_, let reason), .invalid(_, let reason): reason
      }
    return .members([
      "file": .string(place.file),
      "line": place.line.map { .integer($0) } ?? .null,
      "field": .optional(place.field),
      "id": .optional(finding.id),
      "kind": .string(finding.kind.rawValue),
      "message": .string(message),
    ])
  }

  private static func summary(_ check: FolderCheck, _ directory: String) -> JSONValue {
    let kinds = FolderCheck.Kind.allCases.compactMap { kind -> JSONValue.Member? in
      let count = check.findings.count { $0.kind == kind }
      return count > 0 ? JSONValue.Member(name: kind.rawValue, value: .integer(count)) : nil
    }
    let files = check.rowCounts.map { count in
      JSONValue.members(["file": .string(count.file), "rows": .integer(count.rows)])
    }
    return .members([
      "folder": .string(directory), "findings": .integer(check.findings.count),
      "kinds": .object(kinds), "files": .array(files),
      "comparesPolygons": .bool(CatalogCheck.comparesPolygons),
    ])
  }
}

extension [RecordWriter.Column] {
  /// The findings of a check.
  static var check: Self {
    [
      RecordWriter.Column("file"), RecordWriter.Column("line"), RecordWriter.Column("field"),
      RecordWriter.Column("id"), RecordWriter.Column("kind"), RecordWriter.Column("message"),
    ]
  }
}
