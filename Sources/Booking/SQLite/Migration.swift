/// Brings a database to the schema of this program.
struct Migration {
  let connection: SQLiteConnection
  /// The version to stop at; tests make databases of earlier versions.
  let upTo: Int

  /// Sets what holds for the connection, then runs the migrations that the database lacks, each in a
  /// transaction of its own.
  func run() throws(BookingError) {
    let found = try version()
    guard found <= Schema.version else {
      throw .newerStore(path: connection.path, version: found, known: Schema.version)
    }
    for pragma in Self.pragmas { try connection.run(pragma) }
    for next in found..<max(found, upTo) { try migrate(to: next + 1) }
  }

  /// Each is explained in docs/BOOKING.md.
  private static let pragmas = [
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA trusted_schema = OFF",
  ]

  private func migrate(to version: Int) throws(BookingError) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(BookingError) {
      // Another process may have been first.
      if try self.version() == version - 1 {
        let statements = (Schema.migrations[version - 1] + ["PRAGMA user_version = \(version)"])
          .map { SQLStatement($0) }
        for statement in statements { try connection.run(statement.sql) }
        try SQLLog.enqueue(statements, at: nil, in: connection)
      }
      try connection.run("COMMIT")
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// The version; 0 for an empty file.
  private func version() throws(BookingError) -> Int {
    let version = try connection.run("PRAGMA user_version")[0][0].integer ?? 0
    let application = try connection.run("PRAGMA application_id")[0][0].integer ?? 0
    let isEmpty = try connection.run("SELECT count(*) FROM sqlite_schema")[0][0] == .integer(0)
    guard application == Schema.applicationID || (isEmpty && application == 0 && version == 0)
    else {
      throw .damagedStore(
        path: connection.path, reason: "a SQLite database, but not one of bookings")
    }
    return version
  }
}
