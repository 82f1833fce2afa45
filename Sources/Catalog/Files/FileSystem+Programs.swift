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

    /// What a program may use up before the system ends it.
    package struct Limits: Hashable, Sendable {
      /// Address space in bytes.
      package var memoryBytes: UInt64
      /// Time of the processor in seconds.
      package var processorSeconds: UInt64
      /// The size of any file it writes in bytes.
      package var fileBytes: UInt64

      /// Sets all three.
      package init(memoryBytes: UInt64, processorSeconds: UInt64, fileBytes: UInt64) {
        self.memoryBytes = memoryBytes
        self.processorSeconds = processorSeconds
        self.fileBytes = fileBytes
      }
    }

    /// Starts a program found in PATH; nil where there is none of that name.
    ///
    /// - Parameter limits: what it may use up, as far as the system bounds that.
    package init?(_ words: [String], limits: Limits? = nil) throws(Failure) {
      name = words[0]
      var words = words
      if let limits {
        guard let bounded = Self.bounded(words, limits) else { return nil }
        words = bounded
      }
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
      if !isWaitedFor {
        // Nobody reads on; that broken pipes are ignored, or other signals kept back, was inherited.
        kill(process, SIGKILL)
        _ = wait()
      }
      if let complaints { fclose(complaints) }
    }

    /// The program behind a shell that sets the limits and becomes it; nil where PATH has none of its
    /// name, which the shell would tell too late.
    private static func bounded(_ words: [String], _ limits: Limits) -> [String]? {
      let folders = (FileSystem.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
      guard folders.contains(where: { access("\($0)/\(words[0])", X_OK) == 0 }) else { return nil }
      // The shell counts memory in KiB, and files in blocks of 512 bytes.
      let script =
        "{ ulimit -v \(limits.memoryBytes / 1024); ulimit -t \(limits.processorSeconds); "
        + "ulimit -f \(limits.fileBytes / 512); } 2>/dev/null; exec \"$@\""
      return ["/bin/sh", "-c", script, "sh"] + words
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

    /// Why a program ended so, where a signal ended it; nil for an exit code.
    package static func signal(_ status: Int32) -> String? {
      switch status - 128 {
      case SIGXCPU, SIGKILL: "it took too much time"
      case SIGXFSZ: "it wrote too much"
      case SIGABRT, SIGSEGV, SIGBUS: "it broke off, or had too little memory"
      case 1...64: "signal \(status - 128) ended it"
      default: nil
      }
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
