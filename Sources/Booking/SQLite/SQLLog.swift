import Catalog

/// The append-only SQL log, kept in agreement with the database through an outbox.
///
/// A transaction puts its statements into `log_outbox` before it commits, so that the database alone
/// decides whether it happened. After the commit, under the lock of the log file, the rows that the
/// file lacks are appended in the order of their sequence. A row is deleted only when the file has
/// been synced behind it; until then, whatever a crash left of the file's end (nothing, a torn line,
/// garbage) is compared with the rows and put right.
final class SQLLog {
  private let file: FileSystem.AppendFile
  /// What this process has compared already: the sequence, and where it ends in the file.
  private var verified: (sequence: Int, bytes: Int)?

  /// So many rows of the outbox are gathered before they are synced and deleted.
  private static let outboxLimit = 64

  init(file: FileSystem.AppendFile) { self.file = file }

  func lock() throws(BookingError) {
    do throws(FileSystem.Failure) { try file.lock() } catch { throw Self.error(error) }
  }

  func unlock() { file.unlock() }

  func content() throws(BookingError) -> [UInt8] {
    do throws(FileSystem.Failure) { return try file.read(from: 0) } catch {
      throw Self.error(error)
    }
  }

  private static func error(_ failure: FileSystem.Failure) -> BookingError {
    if FileSystem.isLockTimeout(failure) {
      return .busy(
        path: failure.path,
        waitedMilliseconds: Int(FileSystem.AppendFile.patienceMilliseconds))
    }
    return .file(path: failure.path, reason: failure.reason)
  }

  /// Puts the statements of the open transaction into the outbox.
  ///
  /// - Parameter now: the time that `nearby log --since` goes by; nil for a migration.
  static func enqueue(
    _ statements: [SQLStatement], at now: Instant?, in connection: SQLiteConnection
  ) throws(BookingError) {
    guard !statements.isEmpty else { return }
    let sequence = 1 + (try connection.run(Statements.lastSequence)[0][0].integer ?? 0)
    let head = "BEGIN; -- \(sequence)" + (now.map { " \($0)" } ?? "")
    let lines = [head] + statements.map(\.literal) + ["COMMIT;"]
    try connection.run(
      Statements.insertOutbox,
      [.integer(sequence), .text(lines.joined(separator: "\n") + "\n")])
  }

  /// Appends what the file lacks.
  ///
  /// - Throws: ``BookingError/damagedStore(path:reason:)`` where the file belongs to another
  ///   database, or goes on beyond this one.
  func catchUp(
    _ connection: SQLiteConnection, emptyingOutbox: Bool = false
  ) throws(BookingError) {
    try lock()
    defer { unlock() }
    try catchUpLocked(connection, emptyingOutbox: emptyingOutbox)
  }

  /// As ``catchUp(_:emptyingOutbox:)``, by one who holds the lock.
  func catchUpLocked(
    _ connection: SQLiteConnection, emptyingOutbox: Bool = false
  ) throws(BookingError) {
    do {
      try append(connection)
      if emptyingOutbox, let verified { try trim(connection, to: verified) }
    } catch let error as FileSystem.Failure {
      throw Self.error(error)
    } catch let error as BookingError {
      throw error
    } catch {
      preconditionFailure("no other error is thrown")
    }
  }

  private func append(_ connection: SQLiteConnection) throws {
    let state = try connection.run(Statements.logState)[0]
    let trimmed = (sequence: state[0].integer ?? 0, bytes: state[1].integer ?? 0)
    let size = try file.size()
    if size == 0 && trimmed.bytes == 0 {
      let first = try connection.run(Statements.outbox, [.integer(trimmed.sequence)]).first
      if first?[0] != .integer(trimmed.sequence + 1) { try snapshot(connection) }
    } else if size == 0 {
      try snapshot(connection)
      return try append(connection)
    }
    var start = trimmed
    if let verified, verified.sequence > trimmed.sequence, verified.bytes <= size {
      start = verified
    }
    guard start.bytes <= size else { throw foreign("shorter than the database knows it") }
    let rows = try connection.run(Statements.outbox, [.integer(start.sequence)])
    let expected = rows.reduce(into: [UInt8]()) { $0 += ($1[1].text ?? "").utf8 }
    let present = size > start.bytes ? try file.read(from: start.bytes) : []
    guard present.count <= expected.count else { throw foreign("ahead of the database") }
    let common = zip(present, expected).prefix { $0 == $1 }.count
    if common < present.count { try file.truncate(to: start.bytes + common) }
    if common < expected.count { try file.append(Array(expected[common...])) }
    guard let last = rows.last?[0].integer else { return }
    let end = (sequence: last, bytes: start.bytes + expected.count)
    verified = end
    if last - trimmed.sequence >= Self.outboxLimit { try trim(connection, to: end) }
  }

  private func foreign(_ what: String) -> BookingError {
    .damagedStore(
      path: file.path,
      reason: "the log is \(what), so the two do not belong together;"
        + " move the log away to have a new one written from the database")
  }

  /// Syncs the file and deletes the rows it now holds for certain. Lock order: file, then database.
  private func trim(
    _ connection: SQLiteConnection, to end: (sequence: Int, bytes: Int)
  ) throws {
    try file.synchronize()
    try transaction(connection) { () throws(BookingError) in
      try connection.run(
        Statements.setLogState, [.integer(end.sequence), .integer(end.bytes)])
      try connection.run(Statements.deleteOutbox, [.integer(end.sequence)])
    }
  }

  /// Replaces the outbox by statements that make the database as it is: for a database that was
  /// rebuilt from its log or whose log was lost.
  private func snapshot(_ connection: SQLiteConnection) throws(BookingError) {
    verified = nil
    try transaction(connection) { () throws(BookingError) in
      let last = try connection.run(Statements.lastSequence)[0][0].integer ?? 0
      try connection.run(Statements.deleteOutbox, [.integer(last)])
      try connection.run(Statements.setLogState, [.integer(last), .integer(0)])
      let version = try connection.run("PRAGMA user_version")[0][0].integer ?? 0
      for migration in 1...max(1, version) {
        let statements = Schema.migrations[migration - 1] + ["PRAGMA user_version = \(migration)"]
        try Self.enqueue(statements.map { SQLStatement($0) }, at: nil, in: connection)
      }
      let tables = Set(
        try connection.run("SELECT name FROM sqlite_schema WHERE type = 'table'")
          .compactMap { $0[0].text })
      var rows: [SQLStatement] = []
      for table in Schema.loggedTables where tables.contains(table) {
        for row in try connection.run("SELECT * FROM \(table)") {
          let marks = Array(repeating: "?", count: row.count).joined(separator: ", ")
          rows.append(SQLStatement("INSERT INTO \(table) VALUES (\(marks))", row))
        }
      }
      try Self.enqueue(rows, at: nil, in: connection)
    }
  }

  private func transaction(
    _ connection: SQLiteConnection, _ body: () throws(BookingError) -> Void
  ) throws(BookingError) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(BookingError) {
      try body()
      try connection.run("COMMIT")
    } catch {
      connection.rollback()
      throw error
    }
  }
}
