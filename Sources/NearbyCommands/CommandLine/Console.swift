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

  /// Appends a line for people to the answer: nothing in it that a terminal obeys.
  func say(_ line: String = "", _ style: Style = .plain) throws(CommandError) {
    let safe = DisplayText.safe(line)
    try write(usesColor ? "\(style.rawValue)\(safe)\(style.end)\n" : "\(safe)\n")
  }

  /// The same for several lines.
  func say(_ lines: [String]) throws(CommandError) {
    for line in lines { try say(line) }
  }

  /// Appends to the answer of a machine format, or a text of this program's own, as it is; large answers go
  /// out in pieces. What people read of data or arguments is said, by ``say(_:_:)`` and ``note(_:)``.
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

  /// A line on standard error: nothing in it that a terminal obeys.
  func note(_ line: String) { writeError(Array("\(DisplayText.safe(line))\n".utf8)) }

  /// Lines on standard error.
  func note(_ lines: [String]) { for line in lines { note(line) } }

  /// Bytes on standard error without a line end, for what moves on a terminal.
  func status(_ text: String) { writeError(Array(text.utf8)) }

  /// How a line for people looks.
  enum Style: String {
    case plain = ""
    case bold = "\u{1B}[1m"
    case dim = "\u{1B}[2m"

    fileprivate var end: String { self == .plain ? "" : "\u{1B}[0m" }
  }

  /// Colour only on a terminal, and never under NO_COLOR or a dumb terminal.
  private var usesColor: Bool {
    isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }
}
