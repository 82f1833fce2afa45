import Catalog
import Import
import Spatial

/// `nearby convert FILE --to FORMAT`
enum ConvertCommand {
  /// What is written.
  enum Format: String, CaseIterable {
    case geojson, csv, ndjson
  }

  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    try arguments.expectOperands(atMost: 1)
    guard let path = arguments.operands.first else { throw .usage("FILE is missing") }
    guard let format: Format = try Settings.word(arguments, .to) else {
      throw .usage("--to is missing; give geojson, csv or ndjson")
    }
    var options = try ReadingOptions(arguments)
    options.needsNames = false
    let isStrict = arguments.has(.strict)
    // On a terminal the answer itself shows how far it is.
    let progress = ProgressLine(console, paths: [path], isSilent: console.isTerminal)
    var bad = 0
    var omitted: [String: Int] = [:]
    var (repeated, uncompared) = (0, 0)
    let queue = try reading { () throws(DataError) in
      try DraftQueue(path: path, options: options, read: progress.add)
    }
    var draft = PlaceDraft()
    var written = 0
    // What is converted from another datum was known to be shifted.
    var watch =
      options.datum == .wgs84 ? Self.known(arguments, console).map { ShiftWatch($0) } : nil
    // The first record is read before anything is written: a file that cannot be read gives nothing.
    var next = try reading { () throws(DataError) in try queue.next(into: &draft) }
    try console.write(Self.beginning(format))
    /// Ends where the rest cannot be read. What was read is written, and said not to be all; GeoJSON
    /// stays open, so that no reader takes it for whole.
    func giveUp(_ fault: DataError) throws(CommandError) -> Int32 {
      progress.clear()
      try console.flush()
      console.note(CommandError.data(fault).message)
      console.note(
        "nearby: the output is not whole: it ends after \(Phrases.count(written, "place")), "
          + "before that fault")
      return CommandError.data(fault).exitCode
    }
    while let outcome = next {
      switch outcome {
      case .draft:
        let isFirst = written == 0
        if draft.isUncompared { uncompared += 1 }
        if let second = draft.position.second {
          progress.clear()
          console.note(
            "nearby: \(draft.place): \(draft.anyName) has two positions "
              + "\(Int(second.distanceMeters)) m apart: \(draft.position.coordinate) and "
              + "\(second.coordinate); the first is taken")
        }
        if let doubt = draft.position.doubt {
          progress.clear()
          console.note(
            "nearby: \(draft.place): \(draft.anyName) has a second position that is wrong: \(doubt); "
              + "\(draft.position.coordinate) is taken")
        }
        try console.write { Self.append(draft, format, isFirst: isFirst, to: &$0) }
        watch?.add(draft)
        written += 1
      case .remark(let place, let text): console.note("\(place): \(text)")
      case .fault(_, .omitted(let reason)): omitted[reason, default: 0] += 1
      case .fault(let place, .repeated(let reason)):
        repeated += 1
        progress.clear()
        console.note("nearby: \(place): \(reason); passed over")
      case .fault(let place, .bad(_, let reason)):
        let fault = DataError.invalid(place: place, reason: reason)
        if isStrict { return try giveUp(fault) }
        bad += 1
        progress.clear()
        console.note("\(fault)")
      }
      do throws(DataError) {
        next = try queue.next(into: &draft)
      } catch {
        return try giveUp(error)
      }
    }
    progress.clear()
    if format == .geojson { try console.write(written == 0 ? "]}\n" : "\n]}\n") }
    try console.flush()
    for (reason, count) in omitted.sorted(by: { $0.key < $1.key }) {
      console.note("nearby: \(count) passed over: \(reason)")
    }
    for note in ImportCommand.notes(repeated: repeated, uncompared: uncompared) {
      console.note("nearby: \(note)")
    }
    if let shift = watch?.finding {
      console.note(
        "nearby: warning: the points look shifted: \(shift.reason); \(shift.shift.remedy)")
    }
    if bad > 0 { console.note("nearby: \(Phrases.count(bad, "bad row")) left out") }
    return bad > 0 ? 65 : 0
  }

  /// The catalog whose places are known; a file can be converted without one.
  private static func known(_ arguments: Arguments, _ console: Console) -> Catalog? {
    do throws(CommandError) {
      return try DataDirectory.open(arguments, console)
    } catch {
      return nil
    }
  }

  private static func reading<Result>(
    _ body: () throws(DataError) -> Result
  ) throws(CommandError) -> Result {
    do throws(DataError) {
      return try body()
    } catch {
      throw .data(error)
    }
  }

  private static func beginning(_ format: Format) -> String {
    switch format {
    case .geojson: "{\"type\": \"FeatureCollection\", \"features\": ["
    case .csv: CSVText.row(DraftWriter.columns) + "\n"
    case .ndjson: ""
    }
  }

  private static func append(
    _ draft: borrowing PlaceDraft, _ format: Format, isFirst: Bool, to bytes: inout [UInt8]
  ) {
    switch format {
    case .csv: DraftWriter.appendRow(draft, to: &bytes)
    case .ndjson:
      DraftWriter.appendObject(draft, to: &bytes)
      bytes.append(0x0A)
    case .geojson:
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      bytes.append(0x0A)
      DraftWriter.appendFeature(draft, to: &bytes)
    }
  }
}
