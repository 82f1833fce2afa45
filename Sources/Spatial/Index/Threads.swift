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

  /// Runs a body on a thread that nobody waits for; false where the system has none.
  package static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = spawn(Work(body)) else { return false }
    pthread_detach(thread)
    return true
  }

  /// A lock on which threads can wait for one another.
  package final class Monitor: @unchecked Sendable {
    // At fixed addresses, as the system wants them.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// A monitor that nobody holds.
    package init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      pthread_cond_destroy(condition)
      mutex.deallocate()
      condition.deallocate()
    }

    /// Runs a body that no other thread runs meanwhile, and wakes those that wait.
    package func locked<Result>(_ body: () -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer {
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
      }
      return body()
    }

    /// The same, once a condition holds.
    package func locked<Result>(
      when isReady: () -> Bool, _ body: () -> Result
    ) -> Result {
      pthread_mutex_lock(mutex)
      while !isReady() { pthread_cond_wait(condition, mutex) }
      defer {
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
      }
      return body()
    }
  }

  /// A value that a thread of its own works out.
  package final class Future<Value: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var value: Value?

    /// Begins; where the system has no thread, on the caller's.
    package init(_ body: @escaping @Sendable () -> Value) {
      let run: @Sendable () -> Void = { [self] in
        let value = body()
        monitor.locked { self.value = value }
      }
      if !Threads.detach(run) { run() }
    }

    /// The value, once it is there.
    package func wait() -> Value {
      monitor.locked(when: { value != nil }) {
        guard let value else { preconditionFailure("waited for") }
        return value
      }
    }
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
