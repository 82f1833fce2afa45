#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem.Failure {
  /// The failure of another program on a file, in its words.
  package static func program(_ path: String, _ complaint: String) -> Self {
    Self(path, code: EIO, complaint: complaint)
  }
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

  /// Another program whose standard output is read as it comes; what it says on standard error is kept
  /// in a file without a name.
  package final class Program {
    private let process: pid_t
    private let descriptor: Int32
    private let name: String
    private var isWaitedFor = false
    private let complaints: UnsafeMutablePointer<FILE>?

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
      let complaints = tmpfile()
      if let complaints { posix_spawn_file_actions_adddup2(&actions, fileno(complaints), 2) }
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
        if let complaints { fclose(complaints) }
        if code == ENOENT { return nil }
        throw Failure(name, code: code)
      }
      process = started
      descriptor = ends[0]
      self.complaints = complaints
    }

    deinit {
      close(descriptor)
      if !isWaitedFor { _ = wait() }
      if let complaints { fclose(complaints) }
    }

    /// At most `count` bytes; empty at the end.
    package func read(upTo count: Int = 1 << 16) throws(Failure) -> [UInt8] {
      try FileSystem.read(from: descriptor, name: name, upTo: count)
    }

    /// The beginning of what it said on standard error.
    package func said() -> String {
      guard let complaints else { return "" }
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
        initialized = max(0, pread(fileno(complaints), buffer.baseAddress, buffer.count, 0))
      }
      return String(decoding: bytes, as: UTF8.self)
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
