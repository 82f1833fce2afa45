import Catalog

/// Bookings in a SQLite file, with a SQL log beside it.
///
/// One store a process and thread; any number of processes may have the same file open. What is
/// chosen and why: docs/BOOKING.md.
public final class SQLiteBookingStore: BookingStore {
  /// The path of the database.
  public let path: String
  /// The path of the log: the database's, with `.sql` for its extension.
  public let logPath: String
  /// Why the log could not be brought up to date after the last commit; nil where it was. The
  /// commit stands, and the next command or process writes the log on.
  public private(set) var logFailure: BookingError?
  let connection: SQLiteConnection
  private let log: SQLLog

  /// How long a writer waits for the others before it gives up.
  static let patienceMilliseconds: Int64 = 60_000

  /// Opens a database and its log, creates or migrates it where needed, and brings the log to where
  /// the database is. The files and folders it makes are for their owner only.
  ///
  /// - Throws: ``BookingError/newerStore(path:version:known:)``,
  ///   ``BookingError/damagedStore(path:reason:)`` for another program's database or another
  ///   database's log, ``BookingError/file(path:reason:)``.
  public convenience init(path: String) throws(BookingError) {
    try self.init(path: path, vfs: nil, faults: nil)
  }

  /// As ``init(path:)``, with what a test puts between.
  package init(
    path: String, vfs: String? = nil, faults: SQLiteFaults? = nil, upTo version: Int? = nil
  ) throws(BookingError) {
    self.path = path
    logPath = Self.logPath(for: path)
    do throws(FileSystem.Failure) {
      if let slash = path.lastIndex(of: "/") {
        try FileSystem.makePrivateFolder(String(path[..<slash]))
      }
      try FileSystem.createPrivateFile(path)
      log = SQLLog(file: try FileSystem.AppendFile(path: logPath))
    } catch {
      throw .file(path: error.path, reason: error.reason)
    }
    // Two processes that make a new database at once would meet in the switch to WAL, where SQLite
    // does not wait; the lock of the log file keeps them apart.
    let connection: SQLiteConnection
    try log.lock()
    do throws(BookingError) {
      connection = try SQLiteConnection(path: path, vfs: vfs, faults: faults)
      try Migration(connection: connection, upTo: version ?? Schema.version).run()
    } catch {
      log.unlock()
      throw error
    }
    log.unlock()
    self.connection = connection
    try log.catchUp(connection)
  }

  private static func logPath(for path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return path + ".sql" }
    let base = String(path.dropLast(name[point...].count))
    return base + ".sql" == path ? path + ".sql" : base + ".sql"
  }

  /// Runs a body on one consistent view.
  public func read<Answer>(
    _ body: (any BookingRows) throws(BookingError) -> Answer
  ) throws(BookingError) -> Answer {
    try connection.run("BEGIN")
    do throws(BookingError) {
      let answer = try body(SQLiteTransaction(connection: connection, now: nil))
      try connection.run("COMMIT")
      return answer
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// Runs a body as the only writer.
  public func write<Answer>(
    at now: Instant, _ body: (any BookingTransaction) throws(BookingError) -> Answer
  ) throws(BookingError) -> Answer {
    // Writers queue at the lock of the log, where a wait ends within half a millisecond; SQLite's own
    // waiting sleeps longer each time. Its lock and time-out still hold against everybody else.
    try log.lock()
    defer { log.unlock() }
    try beginImmediate()
    let answer: Answer
    do throws(BookingError) {
      let transaction = SQLiteTransaction(connection: connection, now: now)
      answer = try body(transaction)
      try SQLLog.enqueue(transaction.statements, at: now, in: connection)
      try connection.run("COMMIT")
    } catch {
      connection.rollback()
      throw error
    }
    // The commit stands. What the log lacks is in the outbox, and whoever comes next writes it.
    do throws(BookingError) {
      try log.catchUpLocked(connection)
      logFailure = nil
    } catch {
      logFailure = error
    }
    return answer
  }

  /// Takes the write lock before anything is read: a reader that turns writer fails at once when
  /// another wrote in between, whatever the timeout. Waits fairly long, since SQLite gives up
  /// earlier where it sees no progress.
  private func beginImmediate() throws(BookingError) {
    let start = FileSystem.wallClockMilliseconds()
    while true {
      do throws(BookingError) {
        try connection.run("BEGIN IMMEDIATE")
        return
      } catch {
        let waited = FileSystem.wallClockMilliseconds() - start
        guard case .busy = error, waited < Self.patienceMilliseconds, connection.mayRetryBusy else {
          throw error
        }
        FileSystem.sleep(milliseconds: 5)
      }
    }
  }

  /// Removes from the database's files what deleted rows left behind.
  ///
  /// `secure_delete` overwrites deleted rows, the outbox may hold details that went into the log, and
  /// the write-ahead log older pages.
  public func scrub() throws(BookingError) {
    try log.catchUp(connection, emptyingOutbox: true)
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// The whole log as it stands in the file, up to date with the database.
  package func logText() throws(BookingError) -> [UInt8] {
    try log.catchUp(connection)
    return try log.content()
  }
}
