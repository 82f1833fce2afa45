#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Written by the signal handler, which may do nothing else.
nonisolated(unsafe) private var interruptions: sig_atomic_t = 0

extension FileSystem {
  /// From now on Ctrl-C and a polite end are noted, so that work can be cleared away.
  package static func noteInterrupts() {
    signal(SIGINT) { _ in interruptions = 1 }
    signal(SIGTERM) { _ in interruptions = 1 }
  }

  /// Whether the process was asked to end since ``noteInterrupts()``.
  package static var wasInterrupted: Bool { interruptions != 0 }
}
