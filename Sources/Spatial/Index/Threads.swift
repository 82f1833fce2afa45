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
