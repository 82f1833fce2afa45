import Synchronization

/// What the workers of a batch have found, each in its own place.
final class BatchRuns: Sendable {
  /// The answers to a run of queries, one after the other, and where each ends.
  struct Run: Sendable {
    var neighbors: [Neighbor] = []
    var ends: [Int] = []
  }

  private let runs: Mutex<[Run]>

  init(count: Int) { runs = Mutex(Array(repeating: Run(), count: count)) }

  /// Keeps a worker's run.
  func put(_ run: Run, at worker: Int) { runs.withLock { $0[worker] = run } }

  /// All runs by worker.
  var all: [Run] { runs.withLock { $0 } }
}
