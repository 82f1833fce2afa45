import Catalog
import Spatial

/// `nearby index build FILE… -o FILE` and `nearby index verify FILE…`: saved indexes of points.
enum IndexCommand {
  /// The words that may follow.
  static let actions = ["build", "verify"]

  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    guard let action = arguments.operands.first else {
      throw .usage("say what to do: nearby index build FILE… -o FILE, or nearby index verify FILE…")
    }
    let files = Array(arguments.operands.dropFirst())
    guard actions.contains(action) else {
      throw .usage(Spelling.unknown("command of nearby index", action, among: actions))
    }
    guard !files.isEmpty else { throw .usage("nearby index \(action): give at least one FILE") }
    if action == "build" { return try build(files, arguments, console) }
    if arguments.has(.output) {
      throw .usage("nearby index verify writes nothing; leave out --output")
    }
    return try verify(files, console)
  }

  private static func build(
    _ files: [String], _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> Int32 {
    guard let output = arguments.value(.output) else {
      throw .usage("nearby index build: say where the index goes with --output FILE")
    }
    let datum: Datum = try Settings.word(arguments, .datum) ?? .wgs84
    let tree: KDTree
    do throws(DataError) {
      var points: [Coordinate] = []
      for file in files { try read(file, datum: datum, into: &points) }
      tree = KDTree(points)
    } catch {
      throw .data(error)
    }
    do throws(DataError) {
      try IndexFile.write(tree, to: output)
    } catch {
      throw .unavailable("cannot write \(error)")
    }
    try console.say("\(output): \(tree.count) points")
    return 0
  }

  /// Appends the points of a file; a wrong row ends it, since rows left out would number the others
  /// anew.
  private static func read(
    _ path: String, datum: Datum, into points: inout [Coordinate]
  ) throws(DataError) {
    var input = try BatchInput(path: path)
    var isFatal = false
    while let row = try input.next(isFatal: &isFatal) {
      guard let point = try row.coordinate(file: input.file) else {
        throw .invalid(place: FilePlace(file: input.file, line: row.line), reason: "no coordinate")
      }
      guard points.count < Int(UInt32.max) - 1 else {
        throw .invalid(
          place: FilePlace(file: input.file, line: row.line), reason: "too many points")
      }
      points.append(datum.wgs84(from: point))
    }
  }

  private static func verify(_ files: [String], _ console: Console) throws(CommandError) -> Int32 {
    var status: Int32 = 0
    for file in files {
      if let fault = fault(of: file) {
        try console.flush()
        console.note("nearby: \(fault)")
        status = max(status, CommandError.data(fault).exitCode)
      } else {
        try console.say("\(file): no faults")
      }
    }
    return status
  }

  private static func fault(of file: String) -> DataError? {
    do throws(DataError) {
      try IndexFile.verify(file)
      return nil
    } catch {
      return error
    }
  }
}
