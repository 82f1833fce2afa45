/// The bytes of a compiled catalog: a mapped file, or memory of their own, aligned as a mapping is.
///
/// `@unchecked Sendable`: nobody writes once it is made.
final class CompiledBytes: @unchecked Sendable {
  private let region: UnsafeRawBufferPointer
  /// What keeps a region that is a file's.
  private let mapping: FileSystem.Mapping?

  /// The bytes of a file, none of which is read yet.
  init(_ mapping: FileSystem.Mapping) {
    self.mapping = mapping
    region = mapping.bytes
  }

  /// A copy of some bytes.
  init(_ bytes: [UInt8]) {
    mapping = nil
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    copy.copyBytes(from: bytes)
    region = UnsafeRawBufferPointer(copy)
  }

  deinit { if mapping == nil { region.deallocate() } }

  /// How many bytes.
  var count: Int { region.count }

  /// A part of the bytes, cut to what is there; good for as long as this object lives.
  func slice(_ start: Int, count: Int) -> UnsafeRawBufferPointer {
    guard start >= 0, count > 0, start < region.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(
      rebasing: region[start..<start + min(count, region.count - start)])
  }

  /// The number at an offset; 0 where it does not lie inside.
  @inline(__always)
  func load<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Value {
    guard offset >= 0, offset <= region.count - MemoryLayout<Value>.size else { return 0 }
    return Value(littleEndian: region.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }
}
