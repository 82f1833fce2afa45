import Catalog

/// A log run in an empty database, as `sqlite3 new.db < bookings.sql` does, to compare the two.
package final class LogReplay {
  private let connection: SQLiteConnection
  /// The most rooms of a type that were sold for a night at any sampled commit.
  private var mostSold: [String: Int] = [:]

  /// Every so many commits the rooms sold are counted.
  private static let sampleInterval = 10

  /// Runs a log line by line in a new database.
  ///
  /// - Parameter path: a file that does not exist, or `:memory:`.
  package init(log: [UInt8], path: String) throws(BookingError) {
    connection = try SQLiteConnection(path: path)
    var commits = 0
    for line in log.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      try connection.run(text, caching: !text.contains("'"))
      if text == "COMMIT;" {
        commits += 1
        if commits % Self.sampleInterval == 0 { try countSold() }
      }
    }
    try countSold()
  }

  private func countSold() throws(BookingError) {
    guard try connection.run(Statements.hasBookings)[0][0] == .integer(1) else { return }
    for row in try connection.run(Statements.sold) {
      let room = row[0].text ?? ""
      mostSold[room] = max(mostSold[room] ?? 0, row[1].integer ?? 0)
    }
  }

  /// The room types of which more were sold for a night, at some commit, than there are.
  package func overbookings(capacity: [String: Int]) -> [String] {
    mostSold.filter { $0.value > capacity[$0.key] ?? 0 }
      .map { "the log sells \($0.value) of \($0.key) in one night" }
  }

  /// The tables whose rows are not those of a store, with a count of what differs.
  ///
  /// Guest details are left out: the log carries them only where it was told to.
  package func differences(from store: SQLiteBookingStore) throws(BookingError) -> [String] {
    var differences: [String] = []
    for table in Schema.loggedTables {
      let question = "SELECT * FROM \(table)"
      let replayed = Set(try connection.run(question))
      let stored = Set(try store.connection.run(question))
      let count = replayed.symmetricDifference(stored).count
      if count > 0 {
        differences.append("\(count) rows of \(table) differ between log and database")
      }
    }
    return differences
  }
}
