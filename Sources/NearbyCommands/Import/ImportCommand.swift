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
        progress.clear()
        let report = try importer.finish()
        try tell(report, options, folder, console)
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
        console.note("  \(count)  \(word.isEmpty ? "(none given)" : word)")
      }
    }

    private static func tell(
      _ report: Importer.Report, _ options: Importer.Options, _ folder: String, _ console: Console
    ) throws(ImportError) {
      func note(_ text: String) { console.note("nearby: \(text)") }
      func count(_ records: Int) -> String { "\(records) record\(records == 1 ? "" : "s")" }
      for pair in report.duplicates {
        note(
          "\(pair.mergedName) (\(pair.merged)) and \(pair.keptName) (\(pair.kept)) may be one place, "
            + "\(Int(pair.distanceMeters.rounded())) m apart"
            + (options.merges ? "; merged" : ""))
      }
      if report.duplicateCount > report.duplicates.count {
        note("\(report.duplicateCount - report.duplicates.count) more places that may be one")
      }
      if report.heapedCount > 0 {
        note(
          "\(report.heapedCount) places have so many others around them that they were not compared "
            + "with all: more may stand twice")
      }
      if report.duplicateCount > 0 && !options.merges {
        let (places, they) = report.duplicateCount == 1 ? ("place", "it") : ("places", "them")
        note("\(report.duplicateCount) \(places) may stand twice; --merge makes \(they) one")
      }
      if !report.unmapped.isEmpty {
        let category = options.defaultCategory.rawValue
        note("categories that are not known, taken as \(category) (--categories FILE maps them):")
        list(report.unmapped, console)
      }
      if !report.unknownLabels.isEmpty {
        note("districts that are not known; where each place lies is taken:")
        list(report.unknownLabels, console)
      }
      if let shift = report.shift {
        note(
          "warning: the points look shifted: \(shift.reason); if they come from such a map, import "
            + "again with --datum \(shift.datum.rawValue)")
      }
      for (reason, count) in report.omitted.sorted(by: { $0.key < $1.key }) {
        note("\(count) passed over: \(reason)")
      }
      if report.disagreements > 0 {
        note("with two positions that disagree: \(count(report.disagreements))")
      }
      if report.wrongLabels > 0 {
        note("in another district than they name: \(count(report.wrongLabels))")
      }
      if report.inSea > 0 {
        note("in the sea, and imported all the same: \(count(report.inSea))")
      }
      if report.bad > 0 { note("\(report.bad) bad rows left out") }
      do throws(CommandError) {
        try console.say(
          "\(folder)/\(report.file): \(report.imported) places of \(report.read) records")
      } catch {
        // The answer is on the disk; a closed pipe changes nothing.
      }
    }
  #endif
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
