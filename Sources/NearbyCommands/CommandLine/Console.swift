import Catalog

/// Where a command reads its surroundings and writes its answer; a test gives its own.
package final class Console {
  private let writeOut: ([UInt8]) throws(FileSystem.Failure) -> Void
  private let writeError: ([UInt8]) -> Void
  /// A variable of the environment.
  package let environment: (String) -> String?
  /// Whether standard output is a terminal.
  package let isTerminal: Bool
  /// The columns a table may take.
  package let columns: Int
  private var buffer: [UInt8] = []
  /// Whether standard error is a terminal, where progress may be shown.
  package var isErrorTerminal = false
  /// The columns of that terminal.
  package var errorColumns = 80

  /// The console of a process.
  package static func process() -> Console {
    let isTerminal = FileSystem.isTerminal(1)
    let terminal = isTerminal ? FileSystem.terminalColumns(1) : nil
    let console = Console(
      environment: FileSystem.environment, isTerminal: isTerminal,
      columns: terminal ?? FileSystem.environment("COLUMNS").flatMap { Int($0) } ?? 80,
      out: { (bytes) throws(FileSystem.Failure) in
        try FileSystem.write(bytes, to: 1, name: "standard output")
      },
      error: { bytes in
        // When standard error is gone there is nobody left to tell.
        do { try FileSystem.write(bytes, to: 2, name: "standard error") } catch {}
      })
    console.isErrorTerminal = FileSystem.isTerminal(2)
    console.errorColumns = FileSystem.terminalColumns(2) ?? 80
    return console
  }

  /// A console of closures.
  package init(
    environment: @escaping (String) -> String?, isTerminal: Bool = false, columns: Int = 80,
    out: @escaping ([UInt8]) throws(FileSystem.Failure) -> Void,
    error: @escaping ([UInt8]) -> Void
  ) {
    self.environment = environment
    self.isTerminal = isTerminal
    self.columns = max(20, columns)
    writeOut = out
    writeError = error
  }

  /// Appends to the answer; large answers go out in pieces.
  func write(_ text: String) throws(CommandError) {
    buffer += text.utf8
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Appends bytes of UTF-8 to the answer, in place.
  func write(_ append: (inout [UInt8]) -> Void) throws(CommandError) {
    append(&buffer)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Sends what has been written.
  func flush() throws(CommandError) {
    guard !buffer.isEmpty else { return }
    do throws(FileSystem.Failure) {
      try writeOut(buffer)
    } catch {
      throw .output(error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// A line on standard error.
  func note(_ line: String) { writeError(Array("\(line)\n".utf8)) }

  /// Bytes on standard error without a line end.
  func status(_ text: String) { writeError(Array(text.utf8)) }

  /// Colour only on a terminal, and never under NO_COLOR or a dumb terminal.
  var usesColor: Bool {
    isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}
