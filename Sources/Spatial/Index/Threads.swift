import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work on all cores, for callers that are not asynchronous.
package enum Threads {
  /// The processors that are online.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

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

  /// Runs a body once for each number from 0 up to `count`, each on a thread of its own, and returns
  /// when all are done. The first runs on the caller's thread, as does all that the system has no
  /// thread for.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    var unstarted: [Int] = count > 0 ? [0] : []
    for number in 1..<max(1, count) {
      if let thread = spawn(Work { body(number) }) {
        threads.append(thread)
      } else {
        unstarted.append(number)
      }
    }
    for number in unstarted { body(number) }
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func spawn(_ work: Work) -> pthread_t? {
    let box = Unmanaged.passRetained(work)
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { Threads.start($0) }, box.toOpaque())
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { Threads.start($0) }, box.toOpaque())
    #endif
    guard status == 0 else {
      box.release()
      return nil
    }
    return thread
  }

  private static func start(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
    return nil
  }
}
