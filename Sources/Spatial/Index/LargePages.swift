#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory for a large block, on large pages where the system has them.
package enum LargePages {
  private static let size = 2 << 20

  /// A block on a cache line, or on a large page where it fills one.
  ///
  /// A walk through a large tree then does not miss the translation of addresses at every step. A
  /// system that has no large pages gives small ones.
  package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= size else { return .allocate(byteCount: byteCount, alignment: 64) }
    let base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
    #if os(Linux)
      _ = madvise(base, byteCount, Int32(MADV_HUGEPAGE))
    #endif
    return base
  }
}
