#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem.Failure {
  /// The failure of another program on a file.
  package static func program(_ path: String) -> Self { Self(path, code: EIO) }
}

extension FileSystem {
  /// Replaces this process by another program, whose first word is its name.
  ///
  /// - Throws: where it cannot be started; otherwise this does not return.
  package static func become(_ path: String, _ words: [String]) throws(Failure) -> Never {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    execv(path, &arguments)
    let failure = Failure(path)
    for argument in arguments { free(argument) }
    throw failure
  }

  /// Another program whose standard output is read as it comes; its standard error stays ours.
  package final class Program {
    private let process: pid_t
    private let descriptor: Int32
    private let name: String
    private var isWaitedFor = false

    /// Starts a program found in PATH; nil where there is none of that name.
    package init?(_ words: [String]) throws(Failure) {
      name = words[0]
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw Failure(name) }
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = posix_spawn_file_actions_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      posix_spawn_file_actions_addclose(&actions, ends[0])
      posix_spawn_file_actions_addclose(&actions, ends[1])
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
      arguments.append(nil)
      var started: pid_t = 0
      let code = posix_spawnp(&started, words[0], &actions, nil, &arguments, environ)
      posix_spawn_file_actions_destroy(&actions)
      for argument in arguments { free(argument) }
      close(ends[1])
      guard code == 0 else {
        close(ends[0])
        if code == ENOENT { return nil }
        throw Failure(name, code: code)
      }
      process = started
      descriptor = ends[0]
    }

    deinit {
      close(descriptor)
      if !isWaitedFor { _ = wait() }
    }

    /// At most `count` bytes; empty at the end.
    package func read(upTo count: Int = 1 << 16) throws(Failure) -> [UInt8] {
      try FileSystem.read(from: descriptor, name: name, upTo: count)
    }

    /// Waits for the end.
    ///
    /// - Returns: the exit code, or 128 and the signal's number.
    package func wait() -> Int32 {
      isWaitedFor = true
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7F
      return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
  }
}
