/// The calls into SQLite at which a test may have a failure happen.
package enum SQLiteCall: String, Hashable, Sendable {
  case open, configure, prepare, bind, step
}

/// Stands between the store and SQLite in tests: says at which call what fails.
///
/// A call that fails is not made, as if SQLite had refused it.
package final class SQLiteFaults {
  private let decide: (SQLiteCall, _ number: Int) -> Int32?
  /// How many calls were made so far.
  package private(set) var calls = 0

  /// - Parameter decide: gets each call and its number from 0, and returns the result code that it
  ///   shall fail with, or nil.
  package init(_ decide: @escaping (SQLiteCall, _ number: Int) -> Int32?) { self.decide = decide }

  func code(for call: SQLiteCall) -> Int32? {
    defer { calls += 1 }
    return decide(call, calls)
  }
}
