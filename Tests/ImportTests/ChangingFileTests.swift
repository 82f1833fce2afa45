import Catalog
import Foundation
import Import
import Testing

/// A file that changes while it is read must not pass for whole, whatever reads it.
@Suite("Files that change")
struct ChangingFileTests {
  /// What is done to a file of a megabyte once its first piece was read.
  enum Change: String, CaseIterable, Sendable {
    case nothing, shortened, continued, rewritten, replaced, removed

    func make(_ path: String) throws {
      let handle = try #require(FileHandle(forUpdatingAtPath: path))
      switch self {
      case .nothing: break
      case .shortened: try handle.truncate(atOffset: try handle.seekToEnd() / 2)
      case .continued:
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("Last,22.3,114.17\n".utf8))
      case .rewritten:
        try handle.seek(toOffset: try handle.seekToEnd() - 20)
        try handle.write(contentsOf: Data("9".utf8))
      // Another file of that name is no matter to who reads the first.
      case .replaced: try FileSystem.replace(path, with: Array("name,lat,lon\n".utf8))
      case .removed: FileSystem.removeFile(path)
      }
      try handle.close()
    }

    func makeOrFail(_ path: String) {
      do { try make(path) } catch { Issue.record(error) }
    }

    var isSeen: Bool { [.shortened, .continued, .rewritten].contains(self) }
  }

  private static func file(in sandbox: Sandbox) throws -> String {
    let rows = (0..<40_000).map { "Sample \($0),22.3,114.17\n" }
    let path = try sandbox.write("a.csv", "name,lat,lon\n" + rows.joined())
    // The clock of a file system goes in steps.
    Thread.sleep(forTimeInterval: 0.02)
    return path
  }

  @Test(arguments: Change.allCases)
  func theEndOfAChangedFileIsNotItsEnd(_ change: Change) throws {
    let sandbox = try Sandbox()
    let path = try Self.file(in: sandbox)
    var isFirst = true
    var stream = try DraftStream(path: path, options: ReadingOptions()) { _ in
      if isFirst { change.makeOrFail(path) }
      isFirst = false
    }
    var draft = PlaceDraft()
    var count = 0
    do {
      while try stream.next(into: &draft) != nil { count += 1 }
      #expect(!change.isSeen && count == 40_000)
    } catch {
      #expect(change.isSeen && "\(error)".contains("changed"), "\(error)")
      #expect("\(error)".contains("a.csv"))
    }
  }

  #if GEOS
    @Test func nothingIsImportedOfIt() throws {
      let sandbox = try Sandbox()
      let path = try Self.file(in: sandbox)
      let source = Source(id: "a", name: "a", licence: "a", attribution: "a", url: "")
      let importer = try Importer(
        into: sandbox.path("city"), as: .attractions, base: Sandbox.town,
        options: Importer.Options(source: source)
      ) { _ in }
      var isFirst = true
      #expect(throws: ImportError.self) {
        try importer.add(path: path) { _ in
          if isFirst { Change.rewritten.makeOrFail(path) }
          isFirst = false
        }
      }
      #expect(FileSystem.kind(of: sandbox.path("city")) == .none)
    }
  #endif

  @Test func tablesOfACityAndWholeFilesAsWell() throws {
    let sandbox = try Sandbox()
    let path = try Self.file(in: sandbox)
    for change in Change.allCases where change != .removed && change != .replaced {
      let input = try FileSystem.Input(path: path)
      _ = try input.read()
      try change.make(path)
      let end = Result { while try !input.read().isEmpty {} }
      #expect((try? end.get()) == nil || !change.isSeen, "\(change)")
      // The log is read as far as it goes.
      let log = try FileSystem.Input(path: path, mayChange: true)
      _ = try log.read()
      try change.make(path)
      while try !log.read().isEmpty {}
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
