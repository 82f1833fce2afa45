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
    let progress = ProgressLine(console, paths: console.isTerminal ? [] : [path])
    var bad = 0
    var omitted: [String: Int] = [:]
    var stream = try reading { () throws(DataError) in
      try DraftStream(path: path, options: options, read: progress.add)
    }
    var written = 0
    // The first record is read before anything is written: a file that cannot be read gives nothing.
    var next = try reading { () throws(DataError) in try stream.next() }
    try console.write(Self.beginning(format))
    /// Ends where the rest cannot be read. What was read is written, and said not to be all; GeoJSON
    /// stays open, so that no reader takes it for whole.
    func giveUp(_ fault: DataError) throws(CommandError) -> Int32 {
      progress.clear()
      try console.flush()
      console.note(CommandError.data(fault).message)
      console.note(
        "nearby: the output is not whole: it ends after \(written) "
          + "place\(written == 1 ? "" : "s"), before that fault")
      return CommandError.data(fault).exitCode
    }
    while let outcome = next {
      switch outcome {
      case .draft(let draft):
        try console.write(text(of: draft, format, isFirst: written == 0))
        written += 1
      case .fault(_, .omitted(let reason)): omitted[reason, default: 0] += 1
      case .fault(let place, .bad(_, let reason)):
        let fault = DataError.invalid(place: place, reason: reason)
        if isStrict { return try giveUp(fault) }
        bad += 1
        progress.clear()
        console.note("\(fault)")
      }
      do throws(DataError) {
        next = try stream.next()
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
    if bad > 0 { console.note("nearby: \(bad) bad rows left out") }
    return bad > 0 ? 65 : 0
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
    case .csv: CSVText.row(PlaceDraft.columns) + "\n"
    case .ndjson: ""
    }
  }

  private static func text(of draft: PlaceDraft, _ format: Format, isFirst: Bool) -> String {
    switch format {
    case .csv: return CSVText.row(draft.values) + "\n"
    case .ndjson: return JSONText.of(.object(members(draft))) + "\n"
    case .geojson:
      let (x, y) = GeoJSON.position(of: draft.position.coordinate)
      let feature = JSONValue.members([
        "type": .string("Feature"),
        "geometry": .members([
          "type": .string("Point"), "coordinates": .array([.number(x), .number(y)]),
        ]),
        "properties": .object(
          members(draft).filter { $0.name != "latitude" && $0.name != "longitude" }),
      ])
      return (isFirst ? "\n" : ",\n") + JSONText.of(feature)
    }
  }

  /// What the file said, by the names of the columns; numbers as numbers.
  private static func members(_ draft: PlaceDraft) -> [JSONValue.Member] {
    let numbers: Set<String> = ["prominence", "latitude", "longitude", "agreement_meters"]
    return zip(PlaceDraft.columns, draft.values).compactMap { name, value in
      guard let value else { return nil }
      let number = numbers.contains(name) ? Double(value) : nil
      return JSONValue.Member(name: name, value: number.map { .number($0) } ?? .string(value))
    }
  }
}
