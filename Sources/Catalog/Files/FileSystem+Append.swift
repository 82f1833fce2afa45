#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// With FileSystem.swift the only file that imports the C library.
extension FileSystem {
  /// A file that grows at its end and that processes lock against each other.
  ///
  /// The lock is advisory and belongs to the open file; the system drops it when a process dies.
  package final class AppendFile {
    package let path: String
    private let descriptor: Int32

    /// Opens a file for reading and writing and creates it, readable by its owner only.
    package init(path: String) throws(Failure) {
      self.path = path
      descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Failure(path) }
    }

    deinit { close(descriptor) }

    /// How long ``lock()`` waits: a process that was stopped must not stop all others for ever.
    package static let patienceMilliseconds: Int64 = 60_000

    /// Waits until no other process holds the lock, looking every half millisecond.
    ///
    /// - Throws: `EWOULDBLOCK` after ``patienceMilliseconds``.
    package func lock() throws(Failure) {
      let start = FileSystem.wallClockMilliseconds()
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        guard code == EINTR || code == EWOULDBLOCK else { throw Failure(path, code: code) }
        guard FileSystem.wallClockMilliseconds() - start < Self.patienceMilliseconds else {
          throw Failure(path, code: EWOULDBLOCK)
        }
        usleep(500)
      }
    }

    /// Gives the lock up.
    package func unlock() { flock(descriptor, LOCK_UN) }

    /// The bytes in the file.
    package func size() throws(Failure) -> Int {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Failure(path) }
      return Int(status.st_size)
    }

    /// The bytes from an offset to the end; empty beyond it.
    package func read(from offset: Int) throws(Failure) -> [UInt8] {
      var bytes: [UInt8] = []
      var failure: Failure?
      while failure == nil {
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
          var result: Int
          repeat {
            result = pread(
              descriptor, buffer.baseAddress, buffer.count, off_t(offset + bytes.count))
          } while result < 0 && errno == EINTR
          if result < 0 { failure = Failure(path) }
          initialized = max(0, result)
        }
        if chunk.isEmpty { break }
        bytes += chunk
      }
      if let failure { throw failure }
      return bytes
    }

    /// Writes behind the last byte.
    package func append(_ bytes: [UInt8]) throws(Failure) {
      guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw Failure(path) }
      try FileSystem.write(bytes, to: descriptor, name: path)
    }

    /// Cuts the file to a length.
    package func truncate(to size: Int) throws(Failure) {
      guard ftruncate(descriptor, off_t(size)) == 0 else { throw Failure(path) }
    }

    /// Waits until the content is on the disk.
    package func synchronize() throws(Failure) {
      guard fsync(descriptor) == 0 else { throw Failure(path) }
    }
  }

  /// Makes a folder and those above it that are missing, for their owner only.
  package static func makePrivateFolder(_ path: String) throws(Failure) {
    if path.isEmpty || isDirectory(path) { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makePrivateFolder(String(path[..<slash]))
    }
    // Another process may have made it in between.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure(path) }
  }

  /// Whether a failure says that a lock was not to be had in time.
  package static func isLockTimeout(_ failure: Failure) -> Bool { failure.code == EWOULDBLOCK }

  /// Creates an empty file for its owner only; one that is there stays as it is.
  package static func createPrivateFile(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(path) }
    close(descriptor)
  }

  /// Milliseconds since 1970-01-01T00:00Z by the clock of the system.
  package static func wallClockMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Waits.
  package static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}
