#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// A file as memory: pages are read when they are touched, and shared by all processes that have it.
  ///
  /// The mapping is of the file that had the name when it was opened; another put in its place by
  /// ``FileSystem/replace(_:writing:)`` does not change it. A file that somebody shortens in place is
  /// a bus error for whoever touches what is gone.
  ///
  /// `@unchecked Sendable`: the memory is read-only.
  package final class Mapping: @unchecked Sendable {
    /// The content, aligned to a page.
    package let bytes: UnsafeRawBufferPointer

    /// Maps a regular file.
    package init(path: String) throws(Failure) {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Failure(path) }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Failure(path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw Failure(path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
      }
      guard status.st_size > 0 else {
        bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        return
      }
      guard let length = Int(exactly: status.st_size) else { throw Failure(path, code: EFBIG) }
      guard let base = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
      else { throw Failure(path) }
      bytes = UnsafeRawBufferPointer(start: base, count: length)
    }

    deinit {
      if let base = bytes.baseAddress {
        munmap(UnsafeMutableRawPointer(mutating: base), bytes.count)
      }
    }
  }
}
