import Catalog

/// The folder that the operand names, or the one that a query would read.
private func folder(_ arguments: Arguments, _ console: Console) throws(CommandError) -> String {
  try arguments.expectOperands(atMost: 1)
  if let folder = arguments.operands.first { return folder }
  return try DataDirectory.find(arguments, console)
}

/// `nearby check [DIR]`: validates a data folder.
enum CheckCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let directory = try folder(arguments, console)
    guard FileSystem.isDirectory(directory) else {
      throw .data(.unreadable(path: directory, reason: "not a folder"))
    }
    let check = CatalogCheck(directory: directory)
    for fault in check.faults { console.note("\(fault)") }
    for count in check.rowCounts { try console.say("\(count.file): \(count.rows) rows") }
    if !check.comparesPolygons {
      console.note(
        "nearby: this build has no GEOS; districts were not compared with their polygons")
    }
    guard check.faults.isEmpty else {
      let count = check.faults.count
      console.note("nearby: \(count) \(count == 1 ? "fault" : "faults") in \(directory)")
      return 65
    }
    try console.say("\(directory): no faults")
    return 0
  }
}

/// `nearby compile [DIR]`: writes the compiled form of a data folder.
enum CompileCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let directory = try folder(arguments, console)
    do throws(DataError) {
      try Catalog.compile(directory: directory)
    } catch {
      throw .data(error)
    }
    return 0
  }
}
