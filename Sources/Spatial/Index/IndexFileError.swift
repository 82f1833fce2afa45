/// Why some bytes cannot be used as a saved index.
public enum IndexFileError: Error, Hashable, Sendable {
  /// They do not begin like one.
  case notAnIndex
  /// A machine of the other byte order wrote them.
  case otherByteOrder
  /// They are of another version of the format than this build reads; it is given.
  case otherVersion(UInt64)
  /// There are more or fewer bytes than the header says, or not even a header.
  case wrongLength(bytes: Int, expected: Int)
  /// The header is not what was written.
  case damagedHeader
  /// What is behind the header is not what was written.
  case damagedBody
}

extension IndexFileError: CustomStringConvertible {
  /// One clause that says what is wrong.
  public var description: String {
    switch self {
    case .notAnIndex: "not an index of nearby"
    case .otherByteOrder: "an index from a machine of the other byte order; build it here"
    case .otherVersion(let version):
      version > SavedHeader.version
        ? "an index of version \(version), newer than this nearby, which reads \(SavedHeader.version)"
        : "an index of version \(version); this nearby reads \(SavedHeader.version); build it anew"
    case .wrongLength(let bytes, let expected):
      bytes < expected
        ? "cut off: \(bytes) of \(expected) bytes" : "\(bytes) bytes, \(bytes - expected) too many"
    case .damagedHeader: "the header is damaged: its checksum differs"
    case .damagedBody: "the tree is damaged: it is not what was written"
    }
  }
}
