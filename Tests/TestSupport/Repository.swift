import Foundation

/// Paths of the repository, and folders that tests may fill.
public enum Repository {
  /// The folder of `Package.swift`.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path(percentEncoded: false).trimmingSuffix("/")

  /// The data of Hong Kong.
  public static let data = "\(root)/data"

  /// The invented city of the tests.
  public static let toytown = "\(root)/Tests/Fixtures/toytown"

  /// Runs a body with a folder of its own, which is removed afterwards.
  public static func withTemporaryFolder<Result>(
    copyOf source: String? = nil, _ body: (String) throws -> Result
  ) throws -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "nearby-\(UUID().uuidString)")
    if let source {
      try files.copyItem(at: URL(filePath: source), to: folder)
      try? files.removeItem(at: folder.appending(path: "catalog.bin"))
    } else {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    defer { try? files.removeItem(at: folder) }
    return try body(folder.path(percentEncoded: false))
  }

  /// The bytes of a file.
  public static func read(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// Writes a file.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// Writes a file of text.
  public static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Replaces the first occurrence of a text in a file.
  public static func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = String(decoding: try read(path), as: UTF8.self)
    guard let range = text.range(of: old) else { throw MissingText(text: old, path: path) }
    try write(text.replacingCharacters(in: range, with: new), to: path)
  }

  /// The text to replace is not in the file.
  public struct MissingText: Error {
    let text: String
    let path: String
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
