import Booking
import Catalog

/// `nearby log`: the SQL log, from which `sqlite3 new.db < bookings.sql` rebuilds the rows.
enum LogCommand {
  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    try arguments.expectOperands(atMost: 0)
    let since = try Since(arguments.value(.since))
    let path = try BookingSession.databasePath(arguments, console)
    let store = try booking { () throws(BookingError) in try SQLiteBookingStore(path: path) }
    let file: FileSystem.Input
    do throws(FileSystem.Failure) {
      file = try FileSystem.Input(path: store.logPath, mayChange: true)
    } catch {
      throw .data(DataError(error))
    }
    var rest: [UInt8] = []
    var isShown = since.admitsAll
    while true {
      let chunk: [UInt8]
      do throws(FileSystem.Failure) { chunk = try file.read() } catch {
        throw .data(DataError(error))
      }
      rest += chunk
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[...end], as: UTF8.self)
        rest.removeSubrange(...end)
        if line.hasPrefix("BEGIN;") { isShown = since.admits(line) }
        if isShown { try console.write(line) }
      }
      if chunk.isEmpty {
        guard arguments.has(.follow) else { return 0 }
        try console.flush()
        FileSystem.sleep(milliseconds: 200)
      }
    }
  }

  /// What `--since` asks for.
  private enum Since {
    case everything
    case sequence(Int)
    case day(String)

    init(_ text: String?) throws(CommandError) {
      guard let text else {
        self = .everything
        return
      }
      if let number = Int(text), number >= 0 {
        self = .sequence(number)
      } else {
        self = .day(
          try booking { () throws(BookingError) in try CivilDate(text) }.description)
      }
    }

    var admitsAll: Bool { if case .everything = self { true } else { false } }

    /// Reads `BEGIN; -- 42 2026-03-01T16:30:00Z`; a migration has no time and is never recent.
    func admits(_ line: String) -> Bool {
      let words = line.split { $0 == " " || $0 == "\n" }
      switch self {
      case .everything: return true
      case .sequence(let number): return words.count > 2 && Int(words[2]) ?? 0 > number
      case .day(let day): return words.count > 3 && words[3].prefix(10) >= day
      }
    }
  }
}
