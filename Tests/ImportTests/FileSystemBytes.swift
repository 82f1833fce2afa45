import Catalog

/// Files of bytes, for tests.
enum FileSystemBytes {
  static func write(_ bytes: [UInt8], _ path: String) throws {
    try FileSystem.replace(path, with: bytes)
  }

  static func names(_ path: String) throws -> [String] { try FileSystem.names(in: path) }
}
