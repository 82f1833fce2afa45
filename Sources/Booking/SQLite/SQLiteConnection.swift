import CSQLite

/// A connection to a database file, for one thread at a time.
final class SQLiteConnection {
  let path: String
  private let handle: OpaquePointer
  private var prepared: [String: OpaquePointer] = [:]
  private let faults: SQLiteFaults?

  /// How long one call waits for a lock before it gives up.
  static let busyTimeoutMilliseconds: Int32 = 10_000

  /// Opens a file and creates it where there is none.
  ///
  /// - Parameter vfs: the name of a registered file system; nil for the system's own.
  init(path: String, vfs: String? = nil, faults: SQLiteFaults? = nil) throws(BookingError) {
    self.path = path
    self.faults = faults
    var handle: OpaquePointer?
    let code =
      faults?.code(for: .open)
      ?? sqlite3_open_v2(
        path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE, vfs)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw Self.error(code, handle: handle, path: path, operation: "open")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds)
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs a statement and returns its rows.
  ///
  /// - Parameter caching: whether the compiled statement is kept for the next time.
  @discardableResult
  func run(
    _ sql: String, _ values: [SQLValue] = [], caching: Bool = true
  ) throws(BookingError) -> [[SQLValue]] {
    let statement = try prepare(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      if !caching {
        prepared[sql] = nil
        sqlite3_finalize(statement)
      }
    }
    for (index, value) in values.enumerated() {
      try check(faults?.code(for: .bind) ?? Self.bind(value, to: statement, at: index + 1), sql)
    }
    var rows: [[SQLValue]] = []
    while true {
      let code = faults?.code(for: .step) ?? sqlite3_step(statement)
      switch code {
      case SQLITE_ROW: rows.append(Self.row(of: statement))
      case SQLITE_DONE: return rows
      default: throw error(code, sql)
      }
    }
  }

  /// Whether waiting on may help: an injected failure stays.
  var mayRetryBusy: Bool { faults == nil }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Gives an open transaction up. Where even that fails, SQLite has given it up already.
  func rollback() {
    guard isInTransaction else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  private func prepare(_ sql: String) throws(BookingError) -> OpaquePointer {
    if let statement = prepared[sql] { return statement }
    var statement: OpaquePointer?
    let code =
      faults?.code(for: .prepare)
      ?? sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    try check(code, sql)
    guard let statement else { preconditionFailure("an empty statement: \(sql)") }
    prepared[sql] = statement
    return statement
  }

  private static func bind(
    _ value: SQLValue, to statement: OpaquePointer, at index: Int
  ) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, Int32(index))
    case .integer(let number): return sqlite3_bind_int64(statement, Int32(index), number)
    case .text(var text):
      return text.withUTF8 { bytes in
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard let base = bytes.baseAddress else {
          return sqlite3_bind_text(statement, Int32(index), "", 0, transient)
        }
        return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text(statement, Int32(index), $0, Int32(bytes.count), transient)
        }
      }
    }
  }

  /// Tells SQLite to copy the text; the header's macro is a cast that Swift does not import.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private static func row(of statement: OpaquePointer) -> [SQLValue] {
    (0..<sqlite3_column_count(statement)).map { column in
      switch sqlite3_column_type(statement, column) {
      case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
      case SQLITE_NULL: return .null
      default:
        guard let text = sqlite3_column_text(statement, column) else { return .text("") }
        let count = Int(sqlite3_column_bytes(statement, column))
        return .text(
          String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
      }
    }
  }

  // MARK: Errors

  private func check(_ code: Int32, _ sql: String) throws(BookingError) {
    if code != SQLITE_OK { throw error(code, sql) }
  }

  private func error(_ code: Int32, _ sql: String) -> BookingError {
    Self.error(code, handle: handle, path: path, operation: sql)
  }

  private static func error(
    _ code: Int32, handle: OpaquePointer?, path: String, operation: String
  ) -> BookingError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return .busy(path: path, waitedMilliseconds: Int(busyTimeoutMilliseconds))
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      return .damagedStore(
        path: path, reason: "\(String(cString: sqlite3_errstr(code))); restore it from its log")
    default:
      // The handle speaks of the last call only; an injected code has its own words.
      let isLast = handle.map { sqlite3_extended_errcode($0) == code } ?? false
      let message = isLast ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
      return .storeFailed(
        path: path, code: Int(code), message: message.map { String(cString: $0) } ?? "unknown",
        operation: operation)
    }
  }
}
