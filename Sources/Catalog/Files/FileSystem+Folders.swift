#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// What stands under a name, without following a symbolic link.
  package enum EntryKind: Hashable, Sendable {
    case none, file, folder, link, other
  }

  /// What stands at a path itself; a symbolic link is ``EntryKind/link``, wherever it leads.
  package static func kind(of path: String) -> EntryKind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .none }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Makes one folder, for everyone to read or for its owner only.
  package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(Failure) {
    guard mkdir(path, isPrivate ? 0o700 : 0o755) == 0 else { throw Failure(path) }
  }

  /// Gives a file or folder the permissions of another, and its owner and group as far as this user may.
  package static func copyMode(of path: String, to other: String) throws(Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Failure(path) }
    // A change of the owner takes some permissions away, so they come behind it.
    if chown(other, status.st_uid, status.st_gid) != 0 { _ = chown(other, .max, status.st_gid) }
    guard chmod(other, status.st_mode & 0o7777) == 0 else { throw Failure(other) }
  }

  /// Gives a folder the permissions that a new one has.
  package static func publish(_ path: String) throws(Failure) {
    let mask = umask(0)
    umask(mask)
    guard chmod(path, 0o777 & ~mask) == 0 else { throw Failure(path) }
  }

  /// Whether a folder lies on another disk than the one above it.
  package static func isMountPoint(_ path: String) -> Bool {
    var (inner, outer) = (stat(), stat())
    return stat(path, &inner) == 0 && stat("\(path)/..", &outer) == 0
      && inner.st_dev != outer.st_dev
  }

  /// Whether both paths are the same folder, whatever leads there.
  package static func isSameFolder(_ path: String, _ other: String) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_ino == b.st_ino
      && a.st_dev == b.st_dev
  }

  /// Gives a file a second name on the same disk.
  package static func link(_ path: String, as other: String) throws(Failure) {
    #if canImport(Darwin)
      let result = Darwin.link(path, other)
    #elseif canImport(Glibc)
      let result = Glibc.link(path, other)
    #else
      let result = Musl.link(path, other)
    #endif
    guard result == 0 else { throw Failure(other) }
  }

  /// Makes a symbolic link.
  package static func symbolicLink(_ path: String, to target: String) throws(Failure) {
    guard symlink(target, path) == 0 else { throw Failure(path) }
  }

  /// Removes a file; one that is not there is no failure.
  package static func removeFile(_ path: String) { unlink(path) }

  /// Removes a folder and the files in it; folders inside are left, and then it stays, and so does a
  /// link in its place, and what that leads to. What cannot be removed is no failure: it is in nobody's
  /// way, and the next import tries again.
  package static func removeFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    guard let directory = fdopendir(descriptor) else {
      close(descriptor)
      return
    }
    defer { closedir(directory) }
    // Names are taken as the bytes they are.
    while let entry = readdir(directory) {
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee))
        {
          _ = unlinkat(descriptor, $0, 0)
        }
      }
    }
    rmdir(path)
  }

  /// Puts a folder in place in one step, so that a reader finds the old one or the new one.
  ///
  /// Where a folder stands at the target the two change places, and the old one is then at `path`.
  ///
  /// - Returns: whether the two changed places.
  /// - Throws: `ENOSYS`, `EINVAL` or the like where the file system cannot exchange two names.
  package static func moveFolder(_ path: String, to target: String) throws(Failure) -> Bool {
    // An empty folder may simply be replaced.
    if rename(path, target) == 0 { return false }
    guard errno == ENOTEMPTY || errno == EEXIST else { throw Failure(target) }
    guard exchange(path, target) == 0 else { throw Failure(target) }
    return true
  }

  private static func exchange(_ path: String, _ other: String) -> Int32 {
    #if canImport(Darwin)
      return renamex_np(path, other, UInt32(RENAME_SWAP))
    #else
      // Linux has the call, its C library declares it for GNU sources only.
      typealias Rename =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else {
        errno = ENOSYS
        return -1
      }
      let exchange: UInt32 = 2
      return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, path, AT_FDCWD, other, exchange)
    #endif
  }

  /// Waits until the names in a folder are on the disk.
  package static func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The number of this process.
  package static var processNumber: Int { Int(getpid()) }

  /// A lock on a folder, which the system drops when the process dies.
  ///
  /// It is advisory: it keeps others out who ask for it as well.
  package final class FolderLock {
    private let descriptor: Int32

    /// Waits until no one else holds the lock, or until the process is asked to end.
    ///
    /// - Parameter waiting: called once where someone else holds it.
    /// - Throws: where there is no such folder, `EINTR` when asked to end, and `ENOLCK`, `EOPNOTSUPP`
    ///   or the like where the file system has no locks.
    package init(_ path: String, waiting: () -> Void = {}) throws(Failure) {
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(path) }
      var isWaiting = false
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let failure = Failure(path)
        let isBusy = failure.code == EWOULDBLOCK || failure.code == EINTR
        guard isBusy, !FileSystem.wasInterrupted else {
          close(descriptor)
          throw isBusy ? Failure(path, code: EINTR) : failure
        }
        if !isWaiting, failure.code == EWOULDBLOCK {
          isWaiting = true
          waiting()
        }
        usleep(5000)
      }
      self.descriptor = descriptor
    }

    deinit { close(descriptor) }
  }

  /// Writes a new file piece by piece.
  package final class Output {
    private let descriptor: Int32
    private let path: String
    private var buffer: [UInt8] = []
    private static let bufferSize = 1 << 16

    /// Makes a file that must not be there yet, for everyone to read or for its owner only.
    package init(creating path: String, isPrivate: Bool = false) throws(Failure) {
      self.path = path
      descriptor = open(
        path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
      guard descriptor >= 0 else { throw Failure(path) }
    }

    deinit { close(descriptor) }

    /// Appends bytes.
    package func write(_ bytes: some Collection<UInt8>) throws(Failure) {
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(Failure) {
      guard buffer.isEmpty, bytes.count >= Self.bufferSize else {
        buffer += bytes
        if buffer.count >= Self.bufferSize { try flush() }
        return
      }
      try FileSystem.write(bytes, to: descriptor, name: path)
    }

    /// Appends bytes, which large blocks are written from where they are.
    package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
      guard buffer.isEmpty, bytes.count >= Self.bufferSize else {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferSize { try flush() }
        return
      }
      try FileSystem.write(UnsafeRawBufferPointer(bytes), to: descriptor, name: path)
    }

    private func flush() throws(Failure) {
      try FileSystem.write(buffer, to: descriptor, name: path)
      buffer.removeAll(keepingCapacity: true)
    }

    /// Writes what is left, and waits for the disk where asked to.
    package func finish(sync: Bool) throws(Failure) {
      try flush()
      if sync, fsync(descriptor) != 0 { throw Failure(path) }
    }
  }
}
