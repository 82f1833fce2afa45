import Catalog

/// Finds the data folder.
enum DataDirectory {
  /// `--data`, then `NEARBY_DATA`, then what belongs to the program: `share/nearby` beside the `bin` or
  /// `libexec` of an installed one, the repository's `data` above a built one.
  static func find(_ arguments: Arguments, _ console: Console) throws(CommandError) -> String {
    if let given = arguments.value(.data) { return given }
    if let given = console.environment("NEARBY_DATA"), !given.isEmpty { return given }
    if let program = FileSystem.executablePath() {
      var folder = parent(of: program)
      for place in [parent(of: folder), parent(of: parent(of: folder))] {
        if isCity("\(place)/share/nearby") { return "\(place)/share/nearby" }
      }
      while folder != "/" && !folder.isEmpty {
        if isCity("\(folder)/data") { return "\(folder)/data" }
        folder = parent(of: folder)
      }
    }
    throw .data(
      .unreadable(
        path: "data folder", reason: "not found beside the program; give --data or NEARBY_DATA"))
  }

  /// The folder that the operand names, or the one that a query would read.
  static func operand(
    _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> String {
    try arguments.expectOperands(atMost: 1)
    if let folder = arguments.operands.first { return folder }
    return try find(arguments, console)
  }

  /// Opens the catalog of the folder.
  static func open(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Catalog {
    let directory = try find(arguments, console)
    do throws(DataError) {
      return try Catalog(directory: directory)
    } catch {
      throw .data(error)
    }
  }

  private static func isCity(_ path: String) -> Bool {
    FileSystem.stamp(of: "\(path)/city.json") != nil
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
