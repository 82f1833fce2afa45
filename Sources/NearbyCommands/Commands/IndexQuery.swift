import Catalog
import Spatial

/// `nearby WHERE --index FILE`: the points of a saved index around a place.
///
/// The file has points and nothing else; a point is named by its row in the files that the index was
/// built from, counted from 1 through all of them.
enum IndexQuery {
  private static let options: [OptionSpec] = [
    .index, .limit, .within, .datum, .units, .format, .lang, .data,
  ]

  static func run(
    _ arguments: Arguments, _ console: Console, _ settings: Settings
  ) throws(CommandError) -> Int32 {
    guard let path = arguments.value(.index) else { preconditionFailure("--index was given") }
    if let other = arguments.given.map(\.name).sorted().first(where: { name in
      !options.contains { $0.long == name }
    }) {
      throw .usage("--\(other) needs more than the points that --index has; leave one of them out")
    }
    let query = try NearestOptions(arguments, settings: settings)
    let origin = try origin(arguments, console, settings)
    let tree: KDTree
    do throws(DataError) {
      tree = try IndexFile.open(path)
    } catch {
      throw .data(error)
    }
    let neighbors =
      query.limit.map { tree.nearest(to: origin, count: $0, within: query.radiusMeters) }
      ?? tree.within(radiusMeters: query.radiusMeters, of: origin)
    try write(neighbors, console, settings)
    return 0
  }

  /// The data folder is opened for a name only.
  private static func origin(
    _ arguments: Arguments, _ console: Console, _ settings: Settings
  ) throws(CommandError) -> Coordinate {
    let words = arguments.operands.joined(separator: " ")
    guard !words.isEmpty else {
      throw .usage("WHERE is missing; give a coordinate, a name or an id")
    }
    do throws(CoordinateError) {
      if let point = try Coordinate.parse(words, datum: settings.datum) { return point }
    } catch {
      throw .usage("\(error)")
    }
    let catalog = try DataDirectory.open(arguments, console)
    return try Origin(
      words, datum: settings.datum, catalog: catalog, language: settings.language,
      note: { console.note("nearby: \($0)") }
    ).coordinate
  }

  private static func write(
    _ neighbors: [Neighbor], _ console: Console, _ settings: Settings
  ) throws(CommandError) {
    guard settings.format == .table else {
      let records = neighbors.enumerated().map { rank, neighbor in
        Record(
          json: .members([
            "rank": .integer(rank + 1), "row": .integer(neighbor.index + 1),
            "distanceMeters": .number(neighbor.distanceMeters),
          ]),
          coordinate: nil)
      }
      try RecordWriter(format: settings.format, console: console)
        .write(records, attribution: .array([]), columns: .rows)
      return
    }
    guard !neighbors.isEmpty else {
      try console.say("No row fits.")
      return
    }
    var table = Table([
      Table.Column(title: "#", isNumber: true), Table.Column(title: "row", isNumber: true),
      Table.Column(title: Phrases(language: settings.language).distance, isNumber: true),
    ])
    for (rank, neighbor) in neighbors.enumerated() {
      table.append([
        "\(rank + 1)", "\(neighbor.index + 1)",
        settings.units.format(meters: neighbor.distanceMeters),
      ])
    }
    try console.say(table.lines(width: console.columns))
  }
}

extension [RecordWriter.Column] {
  /// Answers to `nearby WHERE --index FILE`.
  static var rows: Self { ["rank", "row", "distanceMeters"].map { RecordWriter.Column($0) } }
}
