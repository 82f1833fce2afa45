#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The operating system, as far as this package needs it: POSIX calls that every platform has.
///
/// Paths are UTF-8 and taken as they are. In this module only the files of
/// this type and ``Threads`` import the C library.
package enum FileSystem {
  /// What a call to the system failed with.
  package struct Failure: Error, Hashable, Sendable {
    /// The path, or `standard output` and the like.
    package let path: String
    /// The value of `errno`.
    package let code: Int32
    /// What another program says of the content; nil where the system failed.
    package let complaint: String?

    init(_ path: String, code: Int32 = errno, complaint: String? = nil) {
      self.path = path
      self.code = code
      self.complaint = complaint
    }

    /// The system's own words, such as "No such file or directory".
    package var reason: String { complaint ?? String(cString: strerror(code)) }
    /// Whether the reader of a pipe has gone.
    package var isBrokenPipe: Bool { code == EPIPE }
  }

  /// The size and the last change of a file, to tell whether it is still the same.
  package struct Stamp: Hashable, Sendable {
    package let size: UInt64
    package let modifiedNanoseconds: UInt64
  }

  /// Reads from a file or standard input, chunk by chunk.
  ///
  /// The end of a regular file is given only where the file is still as it was when it was opened: what was
  /// cut short or written on meanwhile must not pass for whole.
  package final class Input {
    private let descriptor: Int32
    private let path: String
    /// What it was when it was opened; nil where it may change.
    private let opened: Stamp?

    /// Opens a file; `-` is standard input.
    ///
    /// - Parameter mayChange: whether the file is read as far as it goes, and may go on.
    package init(path: String, mayChange: Bool = false) throws(Failure) {
      self.path = path == "-" ? "standard input" : path
      descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(path) }
      opened = mayChange ? nil : FileSystem.stamp(of: descriptor)
    }

    deinit { if descriptor > 0 { close(descriptor) } }

    /// At most `count` bytes; empty at the end.
    ///
    /// - Throws: also where the end of a file is reached that has changed.
    package func read(upTo count: Int = 1 << 16) throws(Failure) -> [UInt8] {
      let bytes = try FileSystem.read(from: descriptor, name: path, upTo: count)
      if bytes.isEmpty { try checkUnchanged() }
      return bytes
    }

    /// Reads into memory; 0 at the end.
    ///
    /// - Returns: how many bytes came.
    /// - Throws: also where the end of a file is reached that has changed.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
      let count = try FileSystem.read(from: descriptor, name: path, into: buffer)
      if count == 0 { try checkUnchanged() }
      return count
    }

    private func checkUnchanged() throws(Failure) {
      guard let opened, let now = FileSystem.stamp(of: descriptor), now != opened else { return }
      let sizes = now.size == opened.size ? "" : " from \(opened.size) bytes to \(now.size)"
      throw Failure(
        path, code: EAGAIN,
        complaint: "the file changed\(sizes) while it was read; try again when it is whole")
    }
  }

  /// At most `count` bytes of a descriptor; empty at the end.
  static func read(
    from descriptor: Int32, name: String, upTo count: Int
  ) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Failure) {
        initialized = try read(
          from: descriptor, name: name, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func read(
    from descriptor: Int32, name: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    var result: Int
    repeat {
      #if canImport(Darwin)
        result = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        result = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    } while result < 0 && errno == EINTR
    guard result >= 0 else { throw Failure(name) }
    return result
  }

  /// The whole content of a file, or of standard input for `-`.
  ///
  /// - Throws: `EFBIG` above the limit; a directory is `EISDIR`.
  package static func read(_ path: String, limit: Int = 1 << 30) throws(Failure) -> [UInt8] {
    let input = try Input(path: path)
    var all: [UInt8] = []
    if let stamp = stamp(of: path) { all.reserveCapacity(Int(min(stamp.size, UInt64(limit)))) }
    while true {
      let chunk = try input.read(upTo: 1 << 18)
      if chunk.isEmpty { return all }
      all += chunk
      if all.count > limit { throw Failure(path, code: EFBIG) }
    }
  }

  /// The stamp of a regular file; nil where there is none.
  package static func stamp(of path: String) -> Stamp? {
    var status = stat()
    return stat(path, &status) == 0 ? stamp(status) : nil
  }

  private static func stamp(of descriptor: Int32) -> Stamp? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? stamp(status) : nil
  }

  private static func stamp(_ status: stat) -> Stamp? {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Stamp(
      size: UInt64(max(0, status.st_size)),
      modifiedNanoseconds: UInt64(max(0, time.tv_sec)) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
  }

  /// Whether the path is a directory.
  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a directory, sorted by their bytes.
  package static func names(in path: String) throws(Failure) -> [String] {
    guard let directory = opendir(path) else { throw Failure(path) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee))
        {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Puts a file in place whole or not at all: a temporary file beside it, synced, then renamed.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    try replace(path) { (write) throws(Failure) in
      try withBytes(of: bytes, write)
    }
  }

  /// The same for content that comes in pieces.
  ///
  /// Of two processes that write at once the later one wins, and a reader sees one file or the other.
  ///
  /// - Parameter body: called once, with a function that appends.
  package static func replace(
    _ path: String,
    writing body: ((UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(temporary) }
    do throws(Failure) {
      try body { (piece) throws(Failure) in try write(piece, to: descriptor, name: temporary) }
      guard fsync(descriptor) == 0 else { throw Failure(temporary) }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    close(descriptor)
    guard rename(temporary, path) == 0 else {
      let failure = Failure(path)
      unlink(temporary)
      throw failure
    }
  }

  /// Writes all bytes to a descriptor, however often it takes.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, name: String
  ) throws(Failure) {
    try withBytes(of: bytes) { (buffer) throws(Failure) in
      try write(buffer, to: descriptor, name: name)
    }
  }

  /// `withUnsafeBytes`, which forgets the type of the error.
  private static func withBytes(
    of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let result = bytes.withUnsafeBytes { buffer -> Result<Void, Failure> in
      do throws(Failure) {
        return .success(try body(buffer))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, name: String
  ) throws(Failure) {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      #if canImport(Darwin)
        let result = Darwin.write(descriptor, base + done, bytes.count - done)
      #elseif canImport(Glibc)
        let result = Glibc.write(descriptor, base + done, bytes.count - done)
      #else
        let result = Musl.write(descriptor, base + done, bytes.count - done)
      #endif
      if result >= 0 {
        done += result
      } else if errno != EINTR {
        throw Failure(name)
      }
    }
  }

  /// A variable of the environment; nil where it is not set.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal at a descriptor; nil where it is none.
  package static func terminalColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A clock that only goes forward, from any start.
  package static func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// A broken pipe and a file over its limit become errors of `write` instead of signals.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process with a status.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #elseif canImport(Glibc)
      Glibc.exit(status)
    #else
      Musl.exit(status)
    #endif
  }

  /// The path of the running program with symbolic links resolved; nil where the system does not say.
  package static func executablePath() -> String? {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return absolutePath(buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
    #else
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        // One call; the system has resolved the path already.
        guard let start = buffer.baseAddress else { return nil }
        let length = readlink("/proc/self/exe", start, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        buffer[length] = 0
        return String(cString: start)
      }
    #endif
  }

  /// The absolute path with symbolic links resolved; nil where there is no such file.
  package static func absolutePath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
