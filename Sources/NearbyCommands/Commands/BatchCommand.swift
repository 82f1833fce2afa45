import Catalog
import Spatial

/// `nearby --from FILE`: the answers for every row of a file, in its order.
///
/// Rows are read a chunk at a time, answered on all cores, and written in the order they came in. While
/// a chunk is answered, one thread writes the answers to the one before it and reads the one behind it.
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

    // So many rows that their answers fill some 10 MB at most.
    let perRow = min(options.limit ?? .max, max(1, catalog.attractions.count))
    let chunkSize = max(1, 32_768 / perRow)
    var faults = 0
    var unanswered = 0
    func write(_ parts: [BatchAnswers.Part]) throws(CommandError) {
      for part in parts {
        try console.write { $0 += part.text }
        for text in part.notes { console.note("nearby: \(text)") }
        for fault in part.faults { console.note("nearby: \(fault)") }
        faults += part.faults.count
        unanswered += part.unanswered
      }
    }
    var (rows, end) = readChunk(&input, count: chunkSize)
    var written: [BatchAnswers.Part] = []
    while !rows.isEmpty {
      var next: (rows: [Result<BatchInput.Row, DataError>], end: End?) = ([], end)
      var failure: CommandError?
      let parts = answers.parts(of: rows) {
        do throws(CommandError) {
          try write(written)
          if end == nil { next = readChunk(&input, count: chunkSize) }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      (written, rows, end) = (parts, next.rows, next.end)
    }
    try write(written)
    if end == .unreadable { console.note("nearby: \(input.file) was not read any further") }
    try console.flush()
    if unanswered > 0 {
      console.note(
        "nearby: for \(unanswered) \(unanswered == 1 ? "row" : "rows") no attraction fits")
    }
    guard faults > 0 else { return 0 }
    console.note("nearby: \(faults) \(faults == 1 ? "row" : "rows") of \(input.file) left out")
    return 65
  }

  /// How the rows come to an end.
  private enum End {
    case ofFile
    /// What is wrong leaves no row behind it that can be told apart.
    case unreadable
  }

  /// The next rows, each read or faulty, and the end where it is reached.
  private static func readChunk(
    _ input: inout BatchInput, count: Int
  ) -> (rows: [Result<BatchInput.Row, DataError>], end: End?) {
    var rows: [Result<BatchInput.Row, DataError>] = []
    var isFatal = false
    while rows.count < count {
      do throws(DataError) {
        guard let row = try input.next(isFatal: &isFatal) else { return (rows, .ofFile) }
        rows.append(.success(row))
      } catch {
        rows.append(.failure(error))
        if isFatal { return (rows, .unreadable) }
      }
    }
    return (rows, nil)
  }
}
