#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a run of a program took.
struct Cost {
  let seconds: Double
  /// The most memory that was resident at once, in bytes.
  let peakBytes: Int
}

/// A program that did not end well.
struct CommandFailure: Error {
  let words: [String]
  let status: Int32
}

/// Runs a program with its output thrown away, and waits for its end.
func run(_ words: [String]) throws -> Cost {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for stream: Int32 in [1, 2] {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
  }
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  let clock = ContinuousClock()
  let start = clock.now
  var process = pid_t()
  let code = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
  guard code == 0 else { throw CommandFailure(words: words, status: code) }
  var status: Int32 = 0
  var usage = rusage()
  while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
  let elapsed = clock.now - start
  guard status == 0 else { throw CommandFailure(words: words, status: status) }
  #if canImport(Darwin)
    let peak = Int(usage.ru_maxrss)
  #else
    let peak = Int(usage.ru_maxrss) * 1024
  #endif
  return Cost(seconds: elapsed / .seconds(1), peakBytes: peak)
}
