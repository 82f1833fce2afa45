import Catalog
import Spatial

/// `nearby --from FILE`: the answers for every row of a file, in its order.
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
    let options = try NearestOptions(arguments, settings: settings)
    let catalog = try DataDirectory.open(arguments, console)
    let filter = try options.filter(
      arguments, catalog: catalog, settings: settings, origin: nil,
      note: { console.note("nearby: \($0)") })
    let maker = RecordMaker(catalog: catalog, language: settings.language)

    var input: BatchInput
    do throws(DataError) {
      input = try BatchInput(path: path)
    } catch {
      throw .data(error)
    }
    // What is read decides what is written, unless told otherwise.
    let format =
      arguments.has(.format) ? settings.format : input.isNDJSON ? OutputFormat.ndjson : .csv
    let writer = RecordWriter(format: format, console: console)
    if format == .csv { try writer.writeHeader(.batch) }
    var faults = 0
    var isFatal = false
    while true {
      let row: BatchInput.Row
      let query: String
      let origin: Coordinate
      do throws(DataError) {
        guard let next = try input.next(isFatal: &isFatal) else { break }
        row = next
        (query, origin) = try Self.origin(
          of: row, file: input.file, catalog: catalog, settings: settings)
      } catch {
        faults += 1
        console.note("nearby: \(error)")
        if isFatal { break }
        continue
      }
      let prefix: [JSONValue.Member] = JSONValue.Member.list([
        "line": .integer(row.line), "query": .string(query),
        "origin": .members([
          "latitude": .number(origin.latitude), "longitude": .number(origin.longitude),
        ]),
      ])
      for result in catalog.nearest(options.query(from: origin, filter: filter)) {
        let json = maker.record(result).json.prefixed(by: prefix)
        if format == .csv {
          try writer.writeRow(json, .batch)
        } else {
          try console.write("\(JSONText.of(json))\n")
        }
      }
    }
    if faults > 0 {
      try console.flush()
      console.note("nearby: \(faults) \(faults == 1 ? "row" : "rows") of \(input.file) left out")
      return 65
    }
    return 0
  }

  private static func origin(
    of row: BatchInput.Row, file: String, catalog: Catalog, settings: Settings
  ) throws(DataError) -> (query: String, Coordinate) {
    func fault(_ field: String?, _ reason: String) -> DataError {
      .invalid(place: FilePlace(file: file, line: row.line, field: field), reason: reason)
    }
    if row.latitude != nil || row.longitude != nil {
      func degrees(_ text: String?, _ axis: String) throws(DataError) -> Double {
        guard let text else { throw fault(axis, "empty") }
        guard let number = DecimalNumber.parse(text) else {
          throw fault(axis, "\"\(text.prefix(40))\" is not a plain decimal number")
        }
        return number
      }
      let latitude = try degrees(row.latitude, "latitude")
      let longitude = try degrees(row.longitude, "longitude")
      do throws(CoordinateError) {
        let point = try Coordinate(latitude: latitude, longitude: longitude)
        return (row.name ?? "\(point)", settings.datum.wgs84(from: point))
      } catch {
        throw fault(nil, "\(error)")
      }
    }
    guard let name = row.name else { throw fault(nil, "neither a coordinate nor a name") }
    do throws(CommandError) {
      let origin = try Origin(
        name, datum: settings.datum, catalog: catalog, language: settings.language, note: { _ in })
      return (name, origin.coordinate)
    } catch .usage(let text) {
      throw fault(nil, text)
    } catch .unclear(let text, let lines) {
      throw fault(nil, ([text] + lines).joined(separator: " | "))
    } catch {
      throw fault(nil, error.message)
    }
  }
}
