import Catalog
import Spatial

/// `nearby --from FILE`: the answers for every row of a file, in its order.
///
/// Rows are read a chunk at a time, answered on all cores, and written in the order they came in.
enum BatchCommand {
  static func run(
    _ arguments: Arguments, _ console: Console, _ settings: Settings
  ) throws(CommandError) -> Int32 {
    guard let path = arguments.value(.from) else { preconditionFailure("--from was given") }
    if let word = arguments.operands.first {
      throw .usage("unexpected word: \(word); --from takes WHERE from the file")
    }
    if arguments.has(.format), ![.csv, .ndjson].contains(settings.format) {
      throw .usage("--from writes csv or ndjson, not \(settings.format.rawValue)")
    }
    if path == "-" && arguments.value(.inside) == "-" {
      throw .usage("--from and --inside cannot both read standard input")
    }
    let options = try NearestOptions(arguments, settings: settings)
    let catalog = try DataDirectory.open(arguments, console)
    let filter = try options.filter(
      arguments, catalog: catalog, settings: settings, origin: nil,
      note: { console.note("nearby: \($0)") })
    var input: BatchInput
    do throws(DataError) {
      input = try BatchInput(path: path)
    } catch {
      throw .data(error)
    }
    // What is read decides what is written, unless told otherwise.
    let format =
      arguments.has(.format) ? settings.format : input.isNDJSON ? OutputFormat.ndjson : .csv
    if format == .csv {
      try RecordWriter(format: format, console: console).writeHeader(.batch)
    }
    let answers = BatchAnswers(
      catalog: catalog, settings: settings, options: options, filter: filter,
      rows: BatchRows(
        RecordMaker(catalog: catalog, language: settings.language), format: format),
      file: input.file)

    // So many rows that their answers fill some 20 MB at most.
    let perRow = min(options.limit ?? .max, max(1, catalog.attractions.count))
    let chunkSize = max(1, 65_536 / perRow)
    var faults = 0
    var unanswered = 0
    while true {
      let (rows, isLast) = readChunk(&input, count: chunkSize)
      for part in answers.parts(of: rows) {
        try console.write(part.text)
        for text in part.notes { console.note("nearby: \(text)") }
        for fault in part.faults { console.note("nearby: \(fault)") }
        faults += part.faults.count
        unanswered += part.unanswered
      }
      if isLast { break }
    }
    try console.flush()
    if unanswered > 0 {
      console.note(
        "nearby: for \(unanswered) \(unanswered == 1 ? "row" : "rows") no attraction fits")
    }
    guard faults > 0 else { return 0 }
    console.note("nearby: \(faults) \(faults == 1 ? "row" : "rows") of \(input.file) left out")
    return 65
  }

  /// The next rows, each read or faulty, and whether they are the last.
  private static func readChunk(
    _ input: inout BatchInput, count: Int
  ) -> (rows: [Result<BatchInput.Row, DataError>], isLast: Bool) {
    var rows: [Result<BatchInput.Row, DataError>] = []
    var isFatal = false
    while rows.count < count {
      do throws(DataError) {
        guard let row = try input.next(isFatal: &isFatal) else { return (rows, true) }
        rows.append(.success(row))
      } catch {
        rows.append(.failure(error))
        if isFatal { return (rows, true) }
      }
    }
    return (rows, false)
  }
}
