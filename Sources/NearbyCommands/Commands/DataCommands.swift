import Catalog

/// `nearby compile [DIR]`: writes the compiled form of a data folder.
enum CompileCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let directory = try DataDirectory.operand(arguments, console)
    do throws(DataError) {
      try Catalog.compile(directory: directory)
    } catch {
      throw .data(error)
    }
    return 0
  }
}
