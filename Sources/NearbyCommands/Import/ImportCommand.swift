import Catalog
import Import
import Spatial

/// `nearby import FILE… --into DIR`
enum ImportCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    #if GEOS
      guard let first = arguments.operands.first else { throw .usage("FILE is missing") }
      guard let folder = arguments.value(.into), !folder.isEmpty else {
        throw .usage("--into is missing; give the data folder")
      }
      let reading = try ReadingOptions(arguments)
      let table = try Settings.word(arguments, .table) ?? ImportTable.attractions
      FileSystem.noteInterrupts()
      if table == .districts {
        return try DistrictsImportCommand.run(arguments, console, into: folder, reading)
      }
      var options = Importer.Options(source: try source(arguments, first))
      options.reading = reading
      options.merges = arguments.has(.merge)
      options.isStrict = arguments.has(.strict)
      options.allowsEmpty = arguments.has(.allowEmpty)
      if let meters = try DistanceOption.meters(arguments, .duplicateDistance) {
        options.duplicateMeters = meters
      }
      if let name = arguments.value(.defaultCategory) {
        guard let category = Category(rawValue: name) else {
          throw .usage(Spelling.unknown("category", name, among: Category.allNames))
        }
        options.defaultCategory = category
      }
      let target = Importer.Target(rawValue: table.rawValue) ?? .attractions
      let progress = ProgressLine(console, paths: arguments.operands)
      let base = try base(arguments, console, folder)
      do throws(ImportError) {
        let importer = try Self.importer(folder, target, base, options) { line in
          progress.clear()
          console.note(line)
        }
        for path in arguments.operands { try importer.add(path: path, told: progress.add) }
        progress.say("all is read; sorting and writing")
        let report: Importer.Report
        do throws(ImportError) {
          report = try importer.finish()
        } catch {
          progress.clear()
          tellLeftOut(importer.report, console)
          throw error
        }
        progress.clear()
        try tell(report, target, options, folder, console)
        return report.bad > 0 ? 65 : 0
      } catch {
        progress.clear()
        throw CommandError(error)
      }
    #else
      throw .unavailable("this build has no GEOS, which an import needs to find districts")
    #endif
  }

  #if GEOS
    private static func importer(
      _ folder: String, _ target: Importer.Target, _ base: String, _ options: Importer.Options,
      note: @escaping (String) -> Void
    ) throws(ImportError) -> Importer {
      do throws(DataError) {
        return try Importer(into: folder, as: target, base: base, options: options, note: note)
      } catch {
        throw .data(error)
      }
    }

    /// The city that a new folder takes over; a folder with one of its own needs none.
    static func base(
      _ arguments: Arguments, _ console: Console, _ folder: String
    ) throws(CommandError) -> String {
      if arguments.value(.data) == nil, FileSystem.stamp(of: "\(folder)/city.json") != nil {
        return folder
      }
      return try DataDirectory.find(arguments, console)
    }

    private static func source(
      _ arguments: Arguments, _ path: String
    ) throws(CommandError) -> Source {
      let name = String(path.split(separator: "/").last ?? "standard input")
      let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      let id = arguments.value(.source) ?? Slug.of(stem) ?? "import"
      guard id.isSlug else {
        throw .usage(
          "--source \(id.prefix(60)): give a slug of lower-case letters, digits, hyphens")
      }
      let shown = CleanText.foldingSpace(name)
      return Source(
        id: id, name: shown,
        licence: arguments.value(.licence) ?? "unknown; ask the publisher of \(shown)",
        attribution: arguments.value(.attribution) ?? "Source: \(shown)", url: "")
    }

    /// Lists words with how often each was met, the most frequent first.
    private static func list(_ counts: [String: Int], _ console: Console) {
      for (word, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(50)
      {
        console.note("  \(count)  \(word)")
      }
    }

    /// Says what became no place.
    private static func tellLeftOut(_ report: Importer.Report, _ console: Console) {
      for (reason, count) in report.omitted.sorted(by: { $0.key < $1.key }) {
        console.note("nearby: \(count) passed over: \(reason)")
      }
      if report.bad > Importer.listLimit {
        console.note("nearby: \(report.bad - Importer.listLimit) more bad rows are not listed")
      }
      if report.bad > 0 { console.note("nearby: \(Phrases.count(report.bad, "bad row")) left out") }
    }

    private static func tell(
      _ report: Importer.Report, _ target: Importer.Target, _ options: Importer.Options,
      _ folder: String, _ console: Console
    ) throws(ImportError) {
      func note(_ text: String) { console.note("nearby: \(text)") }
      func count(_ records: Int) -> String { Phrases.count(records, "record") }
      for pair in report.duplicates {
        let gained = report.gains[pair.merged] ?? []
        let outcome =
          pair.isContradicted
          ? "; one is a stop and the other is not, so they stay two"
          : !options.merges
            ? ""
            : gained.isEmpty
              ? "; merged" : "; merged, which added \(gained.joined(separator: ", "))"
        note(
          "\(pair.mergedName) (\(pair.merged)) and \(pair.keptName) (\(pair.kept)) may be one place, "
            + "\(Int(pair.distanceMeters.rounded())) m apart\(outcome)")
      }
      let unlisted = report.duplicateCount + report.contradictedCount - report.duplicates.count
      if unlisted > 0 { note("\(unlisted) more places that may be one") }
      if report.heapedCount > 0 {
        note(
          "\(report.heapedCount) places have so many others around them that they were not compared "
            + "with all; names that are equal are found, of those with a slip more may stand twice")
      }
      if report.duplicateCount > 0 && !options.merges {
        let (places, they) = report.duplicateCount == 1 ? ("place", "it") : ("places", "them")
        note("\(report.duplicateCount) \(places) may stand twice; --merge makes \(they) one")
      }
      let category = options.defaultCategory.rawValue
      var unmapped = report.unmapped
      if let none = unmapped.removeValue(forKey: "") {
        note(
          "\(count(none)) without a "
            + (target == .stations ? "kind, taken as rail" : "category, taken as \(category)"))
      }
      if !unmapped.isEmpty {
        note(
          target == .stations
            ? "kinds of stations that are not known, taken as rail (rail and pier are):"
            : "categories that are not known, taken as \(category) (--categories FILE maps them):")
        list(unmapped, console)
      }
      if !report.unknownLabels.isEmpty {
        note("districts that are not known; where each place lies is taken:")
        list(report.unknownLabels, console)
      }
      if let shift = report.shift {
        note(
          "warning: the points look shifted: \(shift.reason); \(shift.shift.remedy)")
      }
      for text in notes(repeated: report.repeated, uncompared: report.uncompared) { note(text) }
      if report.disagreements > 0 {
        note("with two positions that disagree: \(count(report.disagreements))")
      }
      if report.doubts > 0 {
        note("with a second position that is wrong: \(count(report.doubts))")
      }
      if report.wrongLabels > 0 {
        note("in another district than they name: \(count(report.wrongLabels))")
      }
      if report.inSea > 0 {
        note("in the sea, and imported all the same: \(count(report.inSea))")
      }
      tellLeftOut(report, console)
      if report.replaced > report.imported {
        note("\(report.file) had \(report.replaced) places of its source before")
      }
      do throws(CommandError) {
        try console.say(
          "\(folder)/\(report.file): \(Phrases.count(report.imported, "place")) of \(count(report.read))"
        )
      } catch {
        // The answer is on the disk; a closed pipe changes nothing.
      }
    }
  #endif

  /// What is said of the elements of a map that are one thing with another, and of those that may be.
  static func notes(repeated: Int, uncompared: Int) -> [String] {
    var notes: [String] = []
    if repeated > 0 {
      notes.append("\(repeated) passed over: the same thing as an earlier element")
    }
    if uncompared > 0 {
      notes.append(
        "\(uncompared) element\(uncompared == 1 ? " was" : "s were") not compared with all others, "
          + "which are too many: a node and the outline around it may both be there")
    }
    return notes
  }
}

extension CommandError {
  /// The error of an import.
  init(_ error: ImportError) {
    switch error {
    case .data(let fault): self = .data(fault)
    case .system(let failure):
      self = .unavailable(
        "cannot write \(failure.path): \(failure.reason); nothing was changed")
    case .interrupted: self = .unavailable("interrupted; nothing was changed")
    }
  }
}
