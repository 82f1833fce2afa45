import Synchronization

extension Threads {
  /// Runs a body once for each number from 0 up to `count`, in no order, and returns when all are
  /// done.
  ///
  /// Whatever thread is free takes the next number, so that a number may cost more than another.
  ///
  /// - Parameters:
  ///   - limit: at most so many threads, the caller's among them. With one of them, or one number, the
  ///     body runs on the caller's thread, the numbers in order.
  ///   - state: called once a thread, for what the body needs on it.
  package static func forEach<State: ~Copyable>(
    _ count: Int, atMost limit: Int, state: @Sendable () -> State,
    _ body: @Sendable (Int, inout State) -> Void
  ) {
    let threads = min(count, limit)
    guard threads > 1 else {
      var state = state()
      for number in 0..<count { body(number, &state) }
      return
    }
    let turns = Turns()
    withoutActuallyEscaping(state) { state in
      withoutActuallyEscaping(body) { body in
        run(threads) { _ in
          var state = state()
          while let number = turns.next(below: count) { body(number, &state) }
        }
      }
    }
  }

  /// The same for a body that needs nothing on its thread.
  package static func forEach(
    _ count: Int, atMost limit: Int, _ body: @Sendable (Int) -> Void
  ) {
    forEach(count, atMost: limit, state: {}, { number, _ in body(number) })
  }

  /// The numbers that are left.
  private final class Turns: Sendable {
    private let taken = Atomic(0)

    func next(below count: Int) -> Int? {
      let number = taken.wrappingAdd(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }
  }
}
