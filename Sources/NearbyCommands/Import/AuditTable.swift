import Catalog
import Import
import Spatial

/// The findings of an audit for people.
struct AuditTable {
  let settings: Settings
  let console: Console

  func write(_ findings: [Finding], bad: Int, limit: Double?) throws(CommandError) {
    let hasClaimed = findings.contains { $0.claim.claimedMeters != nil }
    var columns = [
      Table.Column(title: "Line", isNumber: true), Table.Column(title: "Hotel", minimum: 10),
      Table.Column(title: "Claim", minimum: 12), Table.Column(title: "Distance", isNumber: true),
      Table.Column(title: "Rank", isNumber: true), Table.Column(title: "Verdict"),
    ]
    if hasClaimed { columns.insert(Table.Column(title: "Claimed", isNumber: true), at: 3) }
    var table = Table(columns)
    for finding in findings {
      let ranks = [finding.rankAmongAll, finding.rankAmongProminent].compactMap { $0 }
      var row = [
        finding.claim.place.line.map(String.init) ?? "",
        finding.claim.hotel,
        finding.place.map { $0.name[settings.language] } ?? finding.claim.claimed,
        finding.distanceMeters.map(settings.units.format) ?? "–",
        ranks.map(String.init).joined(separator: "/"), verdict(finding),
      ]
      if hasClaimed {
        row.insert(finding.claim.claimedMeters.map(settings.units.format) ?? "", at: 3)
      }
      table.append(row)
    }
    try console.say(table.lines(width: console.columns))
    try writeReadings(findings)
    let counts = Finding.Verdict.allCases.compactMap { verdict -> String? in
      let count = findings.count { $0.verdict == verdict }
      return count > 0 ? "\(count) \(verdict.rawValue)" : nil
    }
    let claims = "\(findings.count) claim\(findings.count == 1 ? "" : "s")"
    let ending = counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))"
    let rows = bad == 0 ? "" : " \(bad) bad row\(bad == 1 ? "" : "s") left out."
    try console.say()
    try paragraph("\(claims)\(ending).\(rows)")
    if let limit {
      let beyond = findings.count { AuditCommand.isBeyond($0, limit) }
      let shown = settings.units.format(meters: limit)
      try paragraph("\(beyond) beyond \(shown), or not to be measured.")
    }
    let isTyped = findings.contains { $0.hotel == nil && $0.distanceMeters != nil }
    try paragraph(
      "Rank: among all attractions around the hotel, and among the prominent ones. Distances are straight "
        + "lines from where the hotel is"
        + (isTyped ? ", or from the typed point where no hotel is called so." : "."))
  }

  /// What names were taken for that are not the name itself, what an ambiguous one may mean, and what comes
  /// closest to one that is none.
  private func writeReadings(_ findings: [Finding]) throws(CommandError) {
    var notes: [String] = []
    var hotels: Set<String> = []
    for finding in findings {
      let line = finding.claim.place.line.map { "line \($0), " } ?? ""
      func note(_ typed: String, _ text: String) {
        notes.append("\(line)\(DisplayText.cut(typed, to: 60)): \(text)")
      }
      func name(_ place: Place) -> String {
        "\(place.name[settings.language]) (\(place.id))"
      }
      let typed = finding.claim.hotel
      if let hotel = finding.hotel, finding.isHotelGuessed, hotels.insert(typed).inserted {
        note(typed, "taken as \(name(hotel))")
      }
      if finding.hotel == nil, finding.distanceMeters != nil, hotels.insert(typed).inserted {
        note(typed, "no hotel is called so; measured from its typed point")
      }
      if let place = finding.place, finding.reading != .name {
        note(finding.claim.claimed, "taken as \(name(place))")
      }
      let candidates = finding.candidates.joined(separator: ", ")
      switch finding.verdict {
      case .ambiguous:
        note(finding.place == nil ? finding.claim.claimed : typed, "one of \(candidates)")
      case .notAPlace where !candidates.isEmpty:
        note(finding.claim.claimed, "closest \(candidates)")
      default: break
      }
    }
    if !notes.isEmpty { try console.say() }
    for note in notes { try paragraph(note) }
  }

  private func paragraph(_ text: String) throws(CommandError) {
    try console.say(DisplayText.wrap(text, to: max(20, min(80, console.columns))))
  }

  private func verdict(_ finding: Finding) -> String {
    let word = finding.verdict.rawValue
    switch finding.verdict {
    case .wrongCoordinate:
      guard let off = finding.offMeters else { return word }
      return "\(word): \(settings.units.format(meters: off)) off"
    case .near, .walkable, .notNear, .area, .ambiguous, .notAPlace, .unknownHotel: return word
    }
  }
}
