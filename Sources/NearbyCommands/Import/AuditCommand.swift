import Catalog
import Import
import Spatial

/// `nearby audit FILE`
enum AuditCommand {
  static let notes = [
    "Verdicts: near (up to 500 m), walkable (up to 1.5 km), not near; wrong coordinate (the hotel's typed "
      + "point is over 100 m off; the distance is from where the hotel is); not a place (the catalog has "
      + "none of the name); an area (a district, island, street or quarter); ambiguous (the name of "
      + "several, or of several hotels and no point tells which); unknown hotel (none of the name, and no "
      + "point).",
    "FILE has a column of hotels and one of attractions, and may have the hotel's point and a claimed "
      + "distance; a cell may list several attractions with semicolons or bars between.",
    "Exit codes: 0 audited; 1 with --max-distance, where a claim is further or cannot be measured; 64 "
      + "wrong command line; 65 bad rows, which are listed and left out, or no such columns; 66 a file "
      + "that cannot be read.",
  ]

  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let settings = try Settings(arguments, console)
    guard settings.format != .geojson else {
      throw .usage("audit writes table, json, ndjson or csv, not geojson")
    }
    try arguments.expectOperands(atMost: 1)
    guard let path = arguments.operands.first else { throw .usage("FILE is missing") }
    let limit = try DistanceOption.meters(arguments, .maxDistance)
    var options = try ReadingOptions(arguments)
    options.datum = settings.datum
    let catalog = try DataDirectory.open(arguments, console)
    var findings: [Finding] = []
    var bad = 0
    do throws(DataError) {
      let auditor = try ClaimAuditor(catalog)
      try Claim.read(path: path, options: options) { row in
        switch row {
        case .success(let claim): findings.append(auditor.audit(claim))
        case .failure(let fault):
          bad += 1
          console.note("nearby: \(fault)")
        }
      }
    } catch {
      throw .data(error)
    }
    switch settings.format {
    case .table:
      try AuditTable(settings: settings, console: console)
        .write(findings, bad: bad, limit: limit)
    case .json:
      let summary = JSONValue.members([
        "claims": .integer(findings.count),
        "verdicts": .object(
          Finding.Verdict.allCases.map { verdict in
            JSONValue.Member(
              name: verdict.rawValue,
              value: .integer(findings.count { $0.verdict == verdict }))
          }),
        "badRows": .integer(bad),
        "beyondMaxDistance": limit.map { limit in
          .integer(findings.count { Self.isBeyond($0, limit) })
        },
      ])
      let rows = findings.map { JSONText.of(record($0, settings)) }.joined(separator: ",\n  ")
      try console.write(
        "{\"results\": [\(findings.isEmpty ? "" : "\n  \(rows)\n")],\n"
          + "\"summary\": \(JSONText.of(summary))}\n")
    case .ndjson:
      for finding in findings { try console.write(JSONText.of(record(finding, settings)) + "\n") }
    case .csv:
      let writer = RecordWriter(format: .csv, console: console)
      try writer.writeHeader(.audit)
      for finding in findings { try writer.writeRow(record(finding, settings), .audit) }
    case .geojson: break
    }
    if bad > 0 { return 65 }
    guard let limit else { return 0 }
    return findings.contains { isBeyond($0, limit) } ? 1 : 0
  }

  /// Whether a claim is further than the limit, or cannot be measured at all.
  static func isBeyond(_ finding: Finding, _ limit: Double) -> Bool {
    finding.distanceMeters.map { $0 > limit } ?? true
  }

  private static func record(_ finding: Finding, _ settings: Settings) -> JSONValue {
    func place(_ place: Place?) -> JSONValue {
      guard let place else { return .null }
      return .members([
        "id": .string(place.id), "name": .string(place.name[settings.language]),
        "category": .string(place.category?.rawValue ?? place.kind.rawValue),
        "latitude": .number(place.coordinate.latitude),
        "longitude": .number(place.coordinate.longitude),
      ])
    }
    func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return .members([
      "line": finding.claim.place.line.map { .integer($0) } ?? .null,
      "hotel": .string(finding.claim.hotel),
      "claimed": .string(finding.claim.claimed),
      "verdict": .string(finding.verdict.rawValue),
      "distanceMeters": number(finding.distanceMeters),
      "rankAmongAll": finding.rankAmongAll.map { .integer($0) } ?? .null,
      "rankAmongProminent": finding.rankAmongProminent.map { .integer($0) } ?? .null,
      "matchedBy": finding.reading.map { .string($0.rawValue) } ?? .null,
      "hotelOffMeters": number(finding.offMeters),
      "claimedMeters": number(finding.claim.claimedMeters),
      "claimErrorMeters": number(finding.claimErrorMeters),
      "matchedHotel": place(finding.hotel),
      "hotelGuessed": .bool(finding.isHotelGuessed),
      "matchedPlace": place(finding.place),
      "candidates": .array(finding.candidates.map { .string($0) }),
    ])
  }
}

extension [RecordWriter.Column] {
  /// The findings of an audit.
  static var audit: Self {
    [
      RecordWriter.Column("line"), RecordWriter.Column("hotel"), RecordWriter.Column("claimed"),
      RecordWriter.Column("verdict"), RecordWriter.Column("distanceMeters"),
      RecordWriter.Column("rankAmongAll"), RecordWriter.Column("rankAmongProminent"),
      RecordWriter.Column("matchedBy"), RecordWriter.Column("hotelOffMeters"),
      RecordWriter.Column("claimedMeters"), RecordWriter.Column("claimErrorMeters"),
      RecordWriter.Column("matchedHotel", "id"),
      RecordWriter.Column("matchedPlace", "id"), RecordWriter.Column("matchedPlace", "name"),
      RecordWriter.Column("candidates"),
    ]
  }
}
