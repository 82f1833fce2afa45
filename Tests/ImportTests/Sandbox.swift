import Catalog
import NearbyCommands
import Testing

/// What a command said and did.
struct Outcome {
  let status: Int32
  let out: String
  let err: String

  /// The rows of CSV output by the names of their columns.
  var rows: [[String: String]] {
    var reader = CSVReader(file: "out", bytes: Array(out.utf8))
    guard let header = try? reader.next() else { return [] }
    var rows: [[String: String]] = []
    while let row = try? reader.next() {
      rows.append(Dictionary(uniqueKeysWithValues: zip(header.fields, row.fields)))
    }
    return rows
  }
}

/// Runs commands on fixtures, in a folder of its own that goes away with it.
final class Sandbox {
  let folder: String
  static let root: String = {
    var parts = #filePath.split(separator: "/")
    parts.removeLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  init() throws {
    let base = FileSystem.environment("TMPDIR") ?? "/tmp"
    folder = "\(base)/nearby-import-\(FileSystem.processNumber)-\(UInt64.random(in: 0...(.max)))"
    try FileSystem.makeFolder(folder)
  }

  deinit {
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      FileSystem.removeFolder("\(folder)/\(name)")
      FileSystem.removeFile("\(folder)/\(name)")
    }
    FileSystem.removeFolder(folder)
  }

  static func fixture(_ name: String) -> String { "\(root)/Tests/Fixtures/import/\(name)" }
  static let town = "\(root)/Tests/Fixtures/toytown"
  static let city = "\(root)/data"

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  func write(_ name: String, _ text: String) throws -> String {
    try FileSystem.replace(path(name), with: Array(text.utf8))
    return path(name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try FileSystem.read(path(name)), as: UTF8.self)
  }

  /// The bytes of every file of a folder, by name.
  func contents(_ name: String) throws -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for file in try FileSystem.names(in: path(name)) {
      all[file] = try FileSystem.read("\(path(name))/\(file)")
    }
    return all
  }

  @discardableResult
  func run(_ words: String...) -> Outcome { run(words) }

  @discardableResult
  func run(_ words: [String]) -> Outcome {
    var out: [UInt8] = []
    var err: [UInt8] = []
    let console = Console(
      environment: { _ in nil },
      out: { (bytes) throws(FileSystem.Failure) in out += bytes }, error: { err += $0 })
    let status = NearbyTool.run(words, console: console)
    return Outcome(
      status: status, out: String(decoding: out, as: UTF8.self),
      err: String(decoding: err, as: UTF8.self))
  }

  func convert(_ fixture: String, _ options: String...) -> Outcome {
    run(["convert", Self.fixture(fixture), "--to", "csv"] + options)
  }
}
