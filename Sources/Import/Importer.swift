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
      /// Categories the table does not know, with how often each was met.
      package internal(set) var unmapped: [String: Int] = [:]
      /// Labels that are no district of the city, with how often each was met.
      package internal(set) var unknownLabels: [String: Int] = [:]
      /// Places that may be one; the first ``listLimit`` of them.
      package internal(set) var duplicates: [DuplicateSweep.Pair] = []
      /// How many there are in all.
      package internal(set) var duplicateCount = 0
      /// How many places lie among so many that they were not compared with all of them.
      package internal(set) var heapedCount = 0
      /// Records whose two positions disagree.
      package internal(set) var disagreements = 0
      /// Records that name another district than the one they lie in.
      package internal(set) var wrongLabels = 0
      /// Records whose point lies in the sea.
      package internal(set) var inSea = 0
      /// The datum in which the points make more sense, and why.
      package internal(set) var shift: (datum: Datum, reason: String)?
      /// The name of the file that was written.
      package internal(set) var file = ""
    }

    /// How many of a kind of finding are listed.
    package static let listLimit = 1000

    private let target: Target
    private let options: Options
    private let transaction: FolderTransaction
    private let frame: CityFrame
    private let isNewCity: Bool
    private let fileName: String
    private var rows: LineSorter
    private let sweep: DuplicateSweep
    private let knownSources: Set<String>
    private let table = Folding.HanTable()
    private var intake: PlaceIntake
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
      transaction = try FolderTransaction(target: folder)
      isNewCity = !transaction.existing.contains("city.json")
      frame = try CityFrame(directory: isNewCity ? base : transaction.target)
      knownSources = Set(frame.city.sources.map(\.id))
      rows = LineSorter(directory: transaction.stage, name: "rows")
      sweep = DuplicateSweep(
        directory: transaction.stage, radiusMeters: options.duplicateMeters)
      let old =
        isNewCity ? [] : CityFiles(directory: transaction.target).rows.map { ($0.place, $0.file) }
      fileName = Self.fileName(target, options.source.id, old, in: transaction)
      let known = (isNewCity ? CityFiles(directory: base).rows.map(\.place) : old.map(\.0))
      let detector = ShiftDetector(
        places: known.map {
          ([$0.name.en, $0.name.zhHant, $0.name.zhHans] + $0.aliases, $0.coordinate)
        })
      intake = PlaceIntake(frame, target, options, detector, note: note)
      for (place, file) in old where !file.hasSuffix("/\(fileName)") {
        intake.take(place.id)
        guard place.kind.target == target else { continue }
        try DataError.wrapping { () throws(FileSystem.Failure) in
          try self.sweep.add(
            id: place.id, names: [place.name.en, place.name.zhHant], at: place.coordinate)
        }
      }
    }

    deinit {
      // What is still being written must not come into a folder that is cleared away.
      rows.settle()
      sweep.settle()
    }

    /// `attractions.csv` where that is empty or came from the same source, else
    /// `attractions-SOURCE.csv`: what other sources gave is left alone.
    private static func fileName(
      _ target: Target, _ source: String, _ old: [(Place, String)], in folder: FolderTransaction
    ) -> String {
      let plain = "\(target.rawValue).csv"
      let others = old.contains { $0.1.hasSuffix("/\(plain)") && $0.0.source != source }
      let ownFile = "\(target.rawValue)-\(source).csv"
      return others || folder.existing.contains(ownFile) ? ownFile : plain
    }

    // MARK: Reading

    /// Reads a file.
    ///
    /// - Parameter told: told after each piece how many bytes were read.
    /// - Throws: where the file cannot be read to its end, and for the first bad row under `isStrict`;
    ///   the import is then over.
    package func add(path: String, told: @escaping (Int) -> Void = { _ in }) throws(ImportError) {
      let reading = options.reading
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
    /// - Throws: where the folder cannot be written; it is then as before.
    package func finish() throws(ImportError) -> Report {
      intake.finish()
      let search = DuplicateSearch(sweep, keepsAll: options.merges)
      var merged: Set<String> = []
      var aliases: [String: [String]] = [:]
      if options.merges {
        for pair in try search.result().pairs {
          merged.insert(pair.merged)
          // What the kept place is called already is left out later.
          aliases[pair.kept, default: []] += pair.mergedNames
        }
      }
      try writeRows(merged: merged, aliases: aliases)
      try writeFrame()
      let duplicates = try search.result()
      report.duplicates = Array(duplicates.pairs.prefix(Self.listLimit))
      report.duplicateCount = duplicates.count
      report.heapedCount = duplicates.heaped
      report.file = fileName
      rows.settle()
      sweep.settle()
      try ImportError.system { () throws(FileSystem.Failure) in try transaction.commit() }
      return report
    }

    private func writeRows(
      merged: Set<String>, aliases: [String: [String]]
    ) throws(ImportError) {
      let output = try ImportError.system { () throws(FileSystem.Failure) in
        let output = try transaction.create(fileName)
        try output.write("\(PlaceRowWriter.columns(target).joined(separator: ","))\n".utf8)
        return output
      }
      var block = ByteBuffer(capacity: 1 << 17 + 1 << 12)
      var count = 0
      try rows.forEach { line throws(ImportError) in
        if !merged.isEmpty {
          // An id needs no quotes: it stands before the first comma.
          let id = String(decoding: line.prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
          guard !merged.contains(id) else { return }
          if let names = aliases[id] {
            count += 1
            var row = PlaceRowWriter.adding(aliases: names, to: Array(line))
            row.withUTF8 { block.append(contentsOf: $0) }
            block.append(0x0A)
            return
          }
        }
        count += 1
        block.append(contentsOf: line)
        block.append(0x0A)
        guard block.count >= 1 << 17 else { return }
        try ImportError.system { () throws(FileSystem.Failure) in try output.write(block.bytes) }
        block.removeAll()
      }
      report.imported = count
      try ImportError.system { () throws(FileSystem.Failure) in
        try output.write(block.bytes)
        try output.finish(sync: true)
      }
    }

    /// `city.json` with the source, the districts, and empty tables where there are none.
    private func writeFrame() throws(ImportError) {
      let base = isNewCity ? frame.directory : transaction.target
      try ImportError.system { () throws(FileSystem.Failure) in
        if isNewCity {
          for name in try FileSystem.names(in: base)
          where name == CityFiles.districtsFile || Land.isName(name) {
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

  extension Place.Kind {
    /// The table in which places of the kind stand.
    fileprivate var target: Importer.Target {
      switch self {
      case .attraction: .attractions
      case .hotel: .hotels
      case .rail, .pier: .stations
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
