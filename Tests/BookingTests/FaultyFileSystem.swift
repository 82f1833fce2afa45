import CSQLite
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A SQLite file system for tests: the system's own, of which one call to the disk fails.
///
/// SQLite asks for a file system by its name; a test says after how many calls which one fails. The
/// files are the real ones, so what was written before the failure is on the disk.
enum FaultyFileSystem {
  static let name = "faulty"

  /// The calls that may fail.
  enum Call: String, CaseIterable, Sendable {
    case read, write, synchronize, truncate
  }

  /// What is to fail.
  struct Plan {
    var call: Call
    /// How many such calls go well before.
    var after: Int
    var code: Int32
    /// Whether a failing write writes the first half.
    var isTorn = false
    /// Whether all later calls fail as well, as on a disk that is gone.
    var lasts = true
    fileprivate(set) var hits = 0
  }

  private static let plan = Mutex<Plan?>(nil)
  // Only the tests of one serialized suite open files here. The kinds of files have tables of their own
  // that differ in locking; reading, writing, syncing and truncating are the same in all.
  private nonisolated(unsafe) static var original = sqlite3_io_methods()
  private nonisolated(unsafe) static var wrapped:
    [UnsafePointer<sqlite3_io_methods>: UnsafeMutablePointer<sqlite3_io_methods>] = [:]
  private nonisolated(unsafe) static var system: UnsafeMutablePointer<sqlite3_vfs>?

  /// Runs a body under a plan.
  ///
  /// - Returns: what the body returns, and how many calls failed.
  static func with<Answer>(_ wanted: Plan, _ body: () throws -> Answer) rethrows -> (Answer, Int) {
    _ = registered
    plan.withLock { $0 = wanted }
    defer { plan.withLock { $0 = nil } }
    let answer = try body()
    return (answer, plan.withLock { $0?.hits ?? 0 })
  }

  /// The code that a call fails with, and whether half of it is done; nil where it goes well.
  private static func failure(of call: Call) -> (code: Int32, isTorn: Bool)? {
    plan.withLock { plan in
      guard let current = plan, current.call == call else { return nil }
      if current.after > 0 {
        plan?.after -= 1
        return nil
      }
      if !current.lasts && current.hits > 0 { return nil }
      plan?.hits += 1
      return (current.code, current.isTorn)
    }
  }

  /// Registers the file system once.
  private static let registered: Bool = {
    guard let found = sqlite3_vfs_find(nil) else { return false }
    system = found
    let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    copy.initialize(to: found.pointee)
    copy.pointee.pNext = nil
    copy.pointee.zName = UnsafePointer(strdup(name))
    copy.pointee.xOpen = { _, path, file, flags, outFlags in
      guard let system = FaultyFileSystem.system, let file else { return SQLITE_ERROR }
      let code = system.pointee.xOpen(system, path, file, flags, outFlags)
      if code == SQLITE_OK, let real = file.pointee.pMethods {
        file.pointee.pMethods = UnsafePointer(FaultyFileSystem.wrap(real))
      }
      return code
    }
    return sqlite3_vfs_register(copy, 0) == SQLITE_OK
  }()

  private static func wrap(
    _ real: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafeMutablePointer<sqlite3_io_methods> {
    if let known = wrapped[real] { return known }
    original = real.pointee
    let copy = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    copy.initialize(to: methods(over: real.pointee))
    wrapped[real] = copy
    return copy
  }

  private static func methods(over real: sqlite3_io_methods) -> sqlite3_io_methods {
    var methods = real
    methods.xRead = { file, buffer, count, offset in
      if let failure = FaultyFileSystem.failure(of: .read) { return failure.code }
      return FaultyFileSystem.original.xRead(file, buffer, count, offset)
    }
    methods.xWrite = { file, buffer, count, offset in
      guard let failure = FaultyFileSystem.failure(of: .write) else {
        return FaultyFileSystem.original.xWrite(file, buffer, count, offset)
      }
      if failure.isTorn {
        _ = FaultyFileSystem.original.xWrite(file, buffer, count / 2, offset)
      }
      return failure.code
    }
    methods.xSync = { file, flags in
      FaultyFileSystem.failure(of: .synchronize)?.code
        ?? FaultyFileSystem.original.xSync(file, flags)
    }
    methods.xTruncate = { file, size in
      FaultyFileSystem.failure(of: .truncate)?.code
        ?? FaultyFileSystem.original.xTruncate(file, size)
    }
    return methods
  }
}
