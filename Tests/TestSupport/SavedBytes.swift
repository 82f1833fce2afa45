import Spatial

/// The bytes of a saved index in aligned memory of their own, for tests that damage them.
///
/// `@unchecked Sendable`: a test changes the bytes before it opens them, and never after.
public final class SavedBytes: @unchecked Sendable {
  /// The memory; what is written here is what an index opened over it reads.
  public let bytes: UnsafeMutableRawBufferPointer

  /// Copies some bytes.
  public init(_ bytes: some Collection<UInt8>) {
    self.bytes = .allocate(byteCount: bytes.count, alignment: 64)
    self.bytes.copyBytes(from: bytes)
  }

  /// What a tree saves.
  public convenience init(_ tree: KDTree) {
    var all: [UInt8] = []
    tree.save { all += $0 }
    self.init(all)
  }

  deinit { bytes.deallocate() }

  /// A copy of all bytes.
  public var copy: [UInt8] { withExtendedLifetime(self) { Array(bytes) } }

  /// Opens the index, which holds on to this memory.
  public func open() throws(IndexFileError) -> KDTree {
    try KDTree(opening: UnsafeRawBufferPointer(bytes), keptBy: self)
  }

  /// Compares the bytes with their checksums.
  public func verify() throws(IndexFileError) {
    try KDTree.verify(saved: UnsafeRawBufferPointer(bytes))
  }
}
