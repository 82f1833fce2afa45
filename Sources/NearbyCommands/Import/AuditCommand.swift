import Catalog
import Import
import Spatial

/// `nearby audit FILE`
enum AuditCommand {
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
    let auditor = ClaimAuditor(catalog)
    var findings: [Finding] = []
    var bad = 0
    do throws(DataError) {
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
      try AuditTable(settings: settings, console: console).write(findings, limit: limit)
    case .json:
      let summary = JSONValue.members([
        "claims": .integer(findings.count),
        "verdicts": .object(
          Finding.Verdict.allCases.map { verdict in
            JSONValue.Member(
              name: verdict.rawValue,
              value: .integer(findings.count { $0.verdict == verdict }))
          }),
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
      "hotelOffMeters": number(finding.offMeters),
      "matchedHotel": place(finding.hotel),
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
      RecordWriter.Column("hotelOffMeters"), RecordWriter.Column("matchedHotel", "id"),
      RecordWriter.Column("matchedPlace", "id"), RecordWriter.Column("matchedPlace", "name"),
      RecordWriter.Column("candidates"),
    ]
  }
}

/// The findings of an audit for people.
struct AuditTable {
  let settings: Settings
  let console: Console

  func write(_ findings: [Finding], limit: Double?) throws(CommandError) {
    var table = Table([
      Table.Column(title: "Line", isNumber: true), Table.Column(title: "Hotel", minimum: 10),
      Table.Column(title: "Claim", minimum: 12), Table.Column(title: "Distance", isNumber: true),
      Table.Column(title: "Rank", isNumber: true), Table.Column(title: "Verdict"),
    ])
    for finding in findings {
      let ranks = [finding.rankAmongAll, finding.rankAmongProminent].compactMap { $0 }
      table.append([
        finding.claim.place.line.map(String.init) ?? "", finding.claim.hotel,
        finding.place.map { $0.name[settings.language] } ?? finding.claim.claimed,
        finding.distanceMeters.map(settings.units.format) ?? "–",
        ranks.map(String.init).joined(separator: "/"), verdict(finding),
      ])
    }
    try console.say(table.lines(width: console.columns))
    let counts = Finding.Verdict.allCases.compactMap { verdict -> String? in
      let count = findings.count { $0.verdict == verdict }
      return count > 0 ? "\(count) \(verdict.rawValue)" : nil
    }
    let claims = "\(findings.count) claim\(findings.count == 1 ? "" : "s")"
    let ending = counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))"
    try console.say()
    try console.say("\(claims)\(ending).")
    if let limit {
      let beyond = findings.count { AuditCommand.isBeyond($0, limit) }
      let shown = settings.units.format(meters: limit)
      try console.say("\(beyond) beyond \(shown), or not to be measured.")
    }
    try console.say("Rank: among all attractions around the hotel, and among the prominent ones.")
    try console.say("Distances are straight lines from where the hotel is.")
  }

  private func verdict(_ finding: Finding) -> String {
    guard finding.verdict == .wrongCoordinate, let off = finding.offMeters else {
      return finding.verdict.rawValue
    }
    return "\(finding.verdict.rawValue): \(settings.units.format(meters: off)) off"
  }
}
