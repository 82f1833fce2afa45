import Catalog
import Spatial

#if GEOS
  /// Takes the places of files into a data folder, in one step or not at all.
  package final class Importer {
    /// Which table of the folder.
    package enum Target: String, CaseIterable, Sendable {
      case attractions, hotels, stations
    }

    /// What is done with the places.
    package struct Options: Sendable {
      /// How files are read.
      package var reading = ReadingOptions()
      /// The category of places whose own the table does not know.
      package var defaultCategory = Category.landmark
      /// Whether places that may be one are made one.
      package var merges = false
      /// Places of one name further apart than this are never one, in metres.
      package var duplicateMeters = 50.0
      /// Whether the first bad row ends the import.
      package var isStrict = false
      /// Whether files without a place may take the place of those their source gave before.
      package var allowsEmpty = false
      /// The source that rows without one of their own name.
      package var source: Source

      /// Imports from a source.
      package init(source: Source) { self.source = source }
    }

    /// What an import met.
    package struct Report: Sendable {
      /// Records read.
      package internal(set) var read = 0
      /// Places written.
      package internal(set) var imported = 0
      /// Records that are wrong.
      package internal(set) var bad = 0
      /// Records passed over, by reason.
      package internal(set) var omitted: [String: Int] = [:]
      /// Records that are the same thing as an earlier one, and passed over.
      package internal(set) var repeated = 0
      /// Records that were not compared with all that may be the same thing.
      package internal(set) var uncompared = 0
      /// Categories the table does not know, or of stations the kinds, with how often each was met.
      package internal(set) var unmapped: [String: Int] = [:]
      /// Labels that are no district of the city, with how often each was met.
      package internal(set) var unknownLabels: [String: Int] = [:]
      /// Places that may be one; the first ``listLimit`` of them.
      package internal(set) var duplicates: [DuplicateSweep.Pair] = []
      /// How many there are in all that are one where merging was asked for.
      package internal(set) var duplicateCount = 0
      /// How many more have one name and are of two kinds.
      package internal(set) var contradictedCount = 0
      /// The columns that places got from what became one with them, by its id; of those that are listed.
      package internal(set) var gains: [String: [String]] = [:]
      /// How many places lie among so many that they were not compared with all of them.
      package internal(set) var heapedCount = 0
      /// Records whose two positions disagree.
      package internal(set) var disagreements = 0
      /// Records with a second position that cannot be read.
      package internal(set) var doubts = 0
      /// Records that name another district than the one they lie in.
      package internal(set) var wrongLabels = 0
      /// Records whose point lies in the sea.
      package internal(set) var inSea = 0
      /// The shift with which the points make more sense, and why.
      package internal(set) var shift: ShiftDetector.Sighting?
      /// The name of the file that was written.
      package internal(set) var file = ""
      /// How many places stood in that file before.
      package internal(set) var replaced = 0
    }

    /// What is said while another import holds the lock of a folder.
    static func waiting(_ folder: String) -> String {
      "nearby: another import works in \(folder); waiting for its end"
    }

    /// What is said to whoever stood in the folder.
    static let leftBehind =
      "nearby: the folder you are in was replaced by a new one of its name; cd . enters that"

    /// Of so many places of a folder it is known where they are, to tell whether a file is shifted.
    private static let knownLimit = 20_000

    /// How many of a kind of finding are listed.
    package static let listLimit = 1000

    private let target: Target
    private let options: Options
    private let transaction: FolderTransaction
    private let frame: CityFrame
    private let isNewCity: Bool
    private let fileName: String
    /// The files that were read.
    private var paths: [String] = []
    private var rows: LineSorter
    private let sweep: DuplicateSweep
    private let knownSources: Set<String>
    private let table = Folding.HanTable()
    private var intake: PlaceIntake
    private let note: (String) -> Void
    /// What was met so far.
    package private(set) var report: Report {
      get { intake.report }
      set { intake.report = newValue }
    }

    /// Prepares a folder.
    ///
    /// - Parameters:
    ///   - folder: the data folder; where it has no city yet, the one of `base` is taken over.
    ///   - base: a data folder whose city and districts are used, and whose places are known.
    ///   - note: told what deserves a line.
    /// - Throws: where a folder cannot be read or is no data folder.
    package init(
      into folder: String, as target: Target, base: String, options: Options,
      note: @escaping (String) -> Void
    ) throws(DataError) {
      self.target = target
      self.options = options
      self.note = note
      transaction = try FolderTransaction(target: folder) {
        note(Self.waiting($0))
      }
      isNewCity = !transaction.existing.contains("city.json")
      frame = try CityFrame(directory: isNewCity ? base : transaction.target)
      knownSources = Set(frame.city.sources.map(\.id))
      rows = LineSorter(directory: transaction.stage, name: "rows")
      let sweep = DuplicateSweep(
        directory: transaction.stage, radiusMeters: options.duplicateMeters)
      let fileName = Self.fileName(target, options.source.id, in: transaction)
      var ids = IDRegister()
      var known: [(names: [String], point: Coordinate)] = []
      var replaced = 0
      for name in try CityFiles.names(in: frame.directory) {
        guard let table = Target.allCases.first(where: { CityFiles.isTable(name, $0.rawValue) })
        else { continue }
        // What a new city takes over and what is replaced tells only where things are.
        let isReplaced = !isNewCity && name == fileName
        let stays = !isNewCity && !isReplaced
        try Self.read("\(frame.directory)/\(name)") { row throws(DataError) in
          if isReplaced { replaced += 1 }
          if known.count < Self.knownLimit {
            known.append((row.names + row.aliases, row.coordinate))
          } else if !stays && !isReplaced {
            return false
          }
          guard stays else { return true }
          _ = ids.take(row.id)
          guard table == target, !row.isSecondRecord else { return true }
          try DataError.wrapping { () throws(FileSystem.Failure) in
            try sweep.add(
              id: row.id, names: Array(row.names[..<2]), at: row.coordinate, row.nature)
          }
          return true
        }
      }
      sweep.closeKnown()
      self.sweep = sweep
      self.fileName = fileName
      intake = PlaceIntake(frame, target, options, ShiftDetector(places: known), ids, note: note)
      intake.report.replaced = replaced
    }

    deinit {
      // What is still being written must not come into a folder that is cleared away.
      rows.settle()
      sweep.settle()
    }

    /// Reads the rows of a table until it is told to stop. What cannot be read is passed over: it is for
    /// `check` to tell.
    private static func read(
      _ path: String, _ body: (KnownRows.Row) throws(DataError) -> Bool
    ) throws(DataError) {
      guard var rows = try? KnownRows(path: path) else { return }
      while let row = try? rows.next() {
        guard try body(row) else { return }
      }
    }

    /// `attractions.csv` where that is empty or came from the same source, else
    /// `attractions-SOURCE.csv`: what other sources gave is left alone.
    private static func fileName(
      _ target: Target, _ source: String, in folder: FolderTransaction
    ) -> String {
      let plain = "\(target.rawValue).csv"
      let ownFile = "\(target.rawValue)-\(source).csv"
      if folder.existing.contains(ownFile) { return ownFile }
      guard folder.existing.contains(plain),
        var rows = try? KnownRows(path: "\(folder.target)/\(plain)")
      else { return plain }
      while let row = try? rows.next() {
        if row.source != source { return ownFile }
      }
      return plain
    }

    // MARK: Reading

    /// Reads a file.
    ///
    /// - Parameter told: told after each piece how many bytes were read.
    /// - Throws: where the file cannot be read to its end, and for the first bad row under `isStrict`;
    ///   the import is then over.
    package func add(path: String, told: @escaping (Int) -> Void = { _ in }) throws(ImportError) {
      let reading = options.reading
      paths.append(path == "-" ? "standard input" : path)
      let (reader, caller) = (preparer(), preparer())
      let queue = try ImportError.reading { () throws(DataError) in
        try DraftQueue(
          path: path, options: reading, preparations: (reader.prepare, caller.prepare), read: told)
      }
      while let batch = try ImportError.reading({ () throws(DataError) in
        try queue.nextBatch()
      }) {
        if FileSystem.wasInterrupted { throw .interrupted }
        try intake.add(batch, batch.prepared, &rows, sweep)
      }
    }

    private func preparer() -> PlacePreparer {
      PlacePreparer(
        frame, table, PlaceRowWriter(target, options: options, knownSources: knownSources))
    }

    // MARK: Writing

    /// Writes the folder.
    ///
    /// - Returns: what was met in all.
    /// - Throws: where the folder cannot be written, and where there is no place to write though there
    ///   were records, or places of the same source before; the folder is then as before.
    package func finish() throws(ImportError) -> Report {
      if !intake.hasPlaces { try refuseNothing() }
      intake.finish()
      var listed: Set<String> = []
      let merger = RowMerger(directory: transaction.stage, target) { [unowned self] id, gained in
        if listed.contains(id) { report.gains[id] = gained }
      }
      let search = DuplicateSearch(sweep) { [unowned self, options] pair throws(ImportError) in
        // The rows wait for the search where it adds to them.
        guard options.merges else { return }
        let decision = merger.decision(pair)
        try ImportError.system { () throws(FileSystem.Failure) in
          try ImportError.withBytes(of: decision) { (bytes) throws(FileSystem.Failure) in
            try rows.add(bytes)
          }
        }
      }
      // What the search uses is not cleared away before its end.
      defer { _ = try? search.result() }
      if options.merges {
        let found = try search.result()
        listed = Set(found.pairs.map(\.merged))
        try writeRows(found.count > 0 ? merger : nil)
        if found.count > 0 { try completeOthers(merger) }
      } else {
        try writeRows(nil)
      }
      try writeFrame()
      let duplicates = try search.result()
      report.duplicates = duplicates.pairs
      report.duplicateCount = duplicates.count
      report.contradictedCount = duplicates.contradicted
      report.heapedCount = duplicates.heaped
      report.file = fileName
      rows.settle()
      sweep.settle()
      try ImportError.system { () throws(FileSystem.Failure) in try transaction.commit() }
      if transaction.standsInTarget { note(Self.leftBehind) }
      return report
    }

    /// What gives no place takes none away.
    private func refuseNothing() throws(ImportError) {
      let reason: String
      if report.bad > 0 {
        reason = "no record gives a place; nothing was changed"
      } else if report.replaced > 0 && !options.allowsEmpty {
        reason =
          "no place in it, and \(fileName) has \(report.replaced) of its source; nothing was changed; "
          + "--allow-empty takes them away"
      } else {
        return
      }
      throw .data(.invalid(place: FilePlace(file: paths.joined(separator: ", ")), reason: reason))
    }

    private func writeRows(_ merger: RowMerger?) throws(ImportError) {
      defer { merger?.settle() }
      let output = try ImportError.system { () throws(FileSystem.Failure) in
        let output = try transaction.create(fileName)
        try output.write("\(PlaceRowWriter.columns(target).joined(separator: ","))\n".utf8)
        return output
      }
      var block = ByteBuffer(capacity: 1 << 17 + 1 << 12)
      var count = 0
      func write(_ line: UnsafeBufferPointer<UInt8>) throws(ImportError) {
        count += 1
        block.append(contentsOf: line)
        block.append(0x0A)
        guard block.count >= 1 << 17 else { return }
        try ImportError.system { () throws(FileSystem.Failure) in try output.write(block.bytes) }
        block.removeAll()
      }
      if let merger {
        try rows.forEach { line throws(ImportError) in
          try ImportError.system { () throws(FileSystem.Failure) in try merger.add(line) }
        }
        try merger.forEachRow(write)
      } else {
        // What a row lacks stands behind it where it may be made one with another.
        let extra = options.merges ? 1 : 0
        try rows.forEach { line throws(ImportError) in
          try write(UnsafeBufferPointer(rebasing: line[..<(line.count - extra)]))
        }
      }
      report.imported = count
      try ImportError.system { () throws(FileSystem.Failure) in
        try output.write(block.bytes)
        try output.finish(sync: true)
      }
    }

    /// Gives places of other files what they lack and this import has.
    private func completeOthers(_ merger: RowMerger) throws(ImportError) {
      for name in transaction.existing
      where name != fileName && CityFiles.isTable(name, target.rawValue) {
        let bytes = try ImportError.reading { () throws(DataError) in
          try merger.completed(path: "\(transaction.target)/\(name)")
        }
        guard let bytes else { continue }
        try ImportError.system { () throws(FileSystem.Failure) in
          try transaction.write(name, bytes)
        }
      }
    }

    /// `city.json` with the source, the districts, and empty tables where there are none.
    private func writeFrame() throws(ImportError) {
      let base = isNewCity ? frame.directory : transaction.target
      try ImportError.system { () throws(FileSystem.Failure) in
        if isNewCity {
          for name in try FileSystem.names(in: base)
          where name == CityFiles.districtsFile || Land.isName(name) || name == AreaNames.fileName {
            try transaction.write(name, try FileSystem.read("\(base)/\(name)"))
          }
        }
        for other in Target.allCases {
          let name = "\(other.rawValue).csv"
          guard transaction.path(of: name) == nil else { continue }
          try transaction.write(
            name, Array("\(PlaceRowWriter.columns(other).joined(separator: ","))\n".utf8))
        }
      }
      let isKnown = knownSources.contains(options.source.id)
      guard isNewCity || !isKnown else { return }
      var json = try ImportError.reading { () throws(DataError) in
        try JSONParser.parse(path: "\(base)/city.json")
      }
      if !isKnown { json = json.appending(options.source) }
      let text = JSONText.lines(of: json)
      try ImportError.system { () throws(FileSystem.Failure) in
        try transaction.write("city.json", Array(text.utf8))
      }
    }
  }
#endif

extension JSONValue {
  /// A city with one more source.
  func appending(_ source: Source) -> JSONValue {
    guard case .object(let members) = self else { return self }
    let added = JSONValue.members([
      "id": .string(source.id), "name": .string(source.name), "licence": .string(source.licence),
      "attribution": .string(source.attribution), "url": .string(source.url),
    ])
    return .object(
      members.map { member in
        guard member.name == "sources", let sources = member.value.array else { return member }
        return Member(name: "sources", value: .array(sources + [added]))
      })
  }
}
