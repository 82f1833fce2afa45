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
      /// Places that may be one; the first ``listLimit`` of them.
      package internal(set) var duplicates: [DuplicateSweep.Pair] = []
      /// How many there are in all.
      package internal(set) var duplicateCount = 0
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
    private let rows: LineSorter
    private let sweep: DuplicateSweep
    private var detector: ShiftDetector
    private var ids = IDRegister()
    private var knownSources: Set<String>
    private let note: (String) -> Void
    /// What was met so far.
    package private(set) var report = Report()

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
      detector = ShiftDetector(
        places: known.map {
          ([$0.name.en, $0.name.zhHant, $0.name.zhHans] + $0.aliases, $0.coordinate)
        })
      for (place, file) in old where !file.hasSuffix("/\(fileName)") {
        _ = ids.take(place.id)
        guard place.kind.target == target else { continue }
        try DataError.wrapping { () throws(FileSystem.Failure) in
          try self.sweep.add(
            id: place.id, names: [place.name.en, place.name.zhHant], at: place.coordinate)
        }
      }
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
      var stream = try ImportError.reading { () throws(DataError) in
        try DraftStream(path: path, options: reading, read: told)
      }
      while let outcome = try stream.following() {
        if FileSystem.wasInterrupted { throw .interrupted }
        report.read += 1
        switch outcome {
        case .draft(let draft): try add(draft)
        case .fault(_, .omitted(let reason)):
          report.omitted[Self.kind(of: reason), default: 0] += 1
        case .fault(let place, .bad(_, let reason)): try refuse(place, reason)
        }
      }
    }

    /// The reason without its value, so that reasons can be counted.
    private static func kind(of reason: String) -> String {
      reason.contains("is the same as") ? "the same thing as an earlier element" : reason
    }

    private func refuse(_ place: FilePlace, _ reason: String) throws(ImportError) {
      let fault = DataError.invalid(place: place, reason: reason)
      if options.isStrict { throw .data(fault) }
      report.bad += 1
      if report.bad <= Self.listLimit { note("\(fault)") }
    }

    private func add(_ draft: PlaceDraft) throws(ImportError) {
      let point = draft.position.coordinate
      if let second = draft.position.second {
        report.disagreements += 1
        if report.disagreements <= Self.listLimit {
          note(
            "\(draft.place): \(draft.anyName) has two positions \(Int(second.distanceMeters)) m apart: "
              + "\(point) and \(second.coordinate); the first is taken")
        }
      }
      let label = draft.districtLabel.flatMap(frame.code)
      let names = [draft.nameEn, draft.nameZhHant, draft.nameZhHans].compactMap { $0 }
      let frame = frame
      detector.add(
        names: names, at: point, district: label.map { code in { frame.district(at: $0) == code } },
        isInSea: frame.land.map { land in { land.metersIntoSea($0) != nil } })
      guard let district = frame.district(at: point) else {
        try refuse(
          draft.place,
          "\(draft.anyName): \(point) lies in no district of \(frame.city.name.en)\(hint(point))")
        return
      }
      if let label, label != district {
        report.wrongLabels += 1
        if report.wrongLabels <= Self.listLimit {
          note(
            "\(draft.place): \(draft.anyName) says district \(label) and lies in \(district), which is "
              + "taken")
        }
      }
      if let meters = frame.land?.metersIntoSea(point, category: draft.category) {
        report.inSea += 1
        if report.inSea <= Self.listLimit {
          note(
            "\(draft.place): \(draft.anyName): \(point) lies in the sea, \(Int(meters.rounded())) m from "
              + "land")
        }
      }
      if target == .attractions, draft.category == nil {
        report.unmapped[draft.categoryWord ?? "", default: 0] += 1
      }
      let id = ids.takeUnique(
        draft.id ?? (names.lazy.compactMap(Slug.of).first ?? Slug.hashed("\(names) \(point)")))
      let row = PlaceRow(
        draft, id: id, district: district, target: target, options: options,
        sources: knownSources)
      try ImportError.system { () throws(FileSystem.Failure) in
        try rows.add(row.line.utf8)
        try sweep.add(id: id, names: [row.nameEn, row.nameZhHant], at: point)
      }
    }

    /// What a point outside of the city may have been meant as.
    private func hint(_ point: Coordinate) -> String {
      func covers(_ latitude: Double, _ longitude: Double) -> Bool {
        (try? Coordinate(latitude: latitude, longitude: longitude)).map(frame.city.bounds.covers)
          ?? false
      }
      if covers(point.longitude, point.latitude) { return "; are latitude and longitude swapped?" }
      if covers(-point.latitude, point.longitude) || covers(point.latitude, -point.longitude)
        || covers(-point.latitude, -point.longitude)
      {
        return "; is a sign wrong?"
      }
      return ""
    }

    // MARK: Writing

    /// Writes the folder.
    ///
    /// - Returns: what was met in all.
    /// - Throws: where the folder cannot be written; it is then as before.
    package func finish() throws(ImportError) -> Report {
      report.shift = options.reading.datum == .wgs84 ? detector.finding : nil
      ids = IDRegister()
      var merged: [String: String] = [:]
      var aliases: [String: [String]] = [:]
      try sweep.pairs { pair in
        report.duplicateCount += 1
        if report.duplicates.count < Self.listLimit { report.duplicates.append(pair) }
        guard options.merges else { return }
        merged[pair.merged] = pair.kept
        if pair.mergedName != pair.keptName {
          aliases[pair.kept, default: []].append(pair.mergedName)
        }
      }
      try writeRows(merged: merged, aliases: aliases)
      try writeFrame()
      report.file = fileName
      try ImportError.system { () throws(FileSystem.Failure) in try transaction.commit() }
      return report
    }

    private func writeRows(
      merged: [String: String], aliases: [String: [String]]
    ) throws(ImportError) {
      let output = try ImportError.system { () throws(FileSystem.Failure) in
        let output = try transaction.create(fileName)
        try output.write("\(PlaceRow.columns(target).joined(separator: ","))\n".utf8)
        return output
      }
      try rows.forEach { line throws(ImportError) in
        // An id needs no quotes: it stands before the first comma.
        let id = String(decoding: line.prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
        guard merged[id] == nil else { return }
        report.imported += 1
        try ImportError.system { () throws(FileSystem.Failure) in
          if let names = aliases[id] {
            try output.write(PlaceRow.adding(aliases: names, to: Array(line)).utf8)
          } else {
            try output.write(line)
          }
          try output.write([0x0A])
        }
      }
      try ImportError.system { () throws(FileSystem.Failure) in try output.finish(sync: true) }
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
            name, Array("\(PlaceRow.columns(other).joined(separator: ","))\n".utf8))
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
