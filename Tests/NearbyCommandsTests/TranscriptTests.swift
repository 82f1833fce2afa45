import Foundation
import NearbyCommands
import TestSupport
import Testing

/// Golden transcripts: command lines and, to the byte, what they print.
///
/// A transcript file holds runs of the form
///
///     $ nearby peninsula -k 2
///     …standard output…
///     --- stderr
///     …standard error…
///     --- exit 0
///
/// `NEARBY_RECORD=1 swift test --filter Transcript` writes them anew and fails; read the difference
/// before you commit it. Under CI nothing is written.
@Suite struct TranscriptTests {
  static let folder = "\(Repository.root)/Tests/NearbyCommandsTests/Transcripts"

  static var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".txt") }.sorted()
  }

  @Test func thereAreTranscripts() { #expect(Self.files.count >= 10) }

  @Test(arguments: files)
  func transcript(_ file: String) throws {
    let path = "\(Self.folder)/\(file)"
    let text = String(decoding: try Repository.read(path), as: UTF8.self)
    let commands = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.hasPrefix("$ nearby") }
    #expect(!commands.isEmpty)
    var actual = ""
    try Repository.withTemporaryFolder { temporary in
      for command in commands {
        let run = try InProcess.run(
          Array(try Self.words(command).dropFirst(2)), temporary: temporary)
        actual += "\(command)\n\(run.output)"
        if !run.output.isEmpty && !run.output.hasSuffix("\n") { actual += "⏎ no line end\n" }
        if !run.errors.isEmpty { actual += "--- stderr\n\(run.errors)" }
        actual += "--- exit \(run.exitCode)\n\n"
      }
    }
    let environment = ProcessInfo.processInfo.environment
    if environment["NEARBY_RECORD"] != nil && environment["CI"] == nil {
      if actual != text { try Repository.write(actual, to: path) }
      Issue.record("recorded \(file)")
      return
    }
    #expect(actual == text, "\(file) differs")
  }

  /// What the README shows is what the command prints.
  @Test func theREADMEShowsRealOutput() throws {
    let readme = String(
      decoding: try Repository.read("\(Repository.root)/README.md"), as: UTF8.self)
    let blocks = readme.components(separatedBy: "```console\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    var compared = 0
    for block in blocks {
      // A command and all up to the next one; commands without output are examples of use.
      for part in "\n\(block)".components(separatedBy: "\n$ ").dropFirst() {
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard lines[0].hasPrefix("nearby"), lines.count == 2, !lines[1].isEmpty else { continue }
        let run = try InProcess.run(Array(try Self.words(lines[0]).dropFirst()))
        let shown = lines[1].hasSuffix("\n") ? String(lines[1]) : "\(lines[1])\n"
        #expect(run.output + run.errors == shown, "\(lines[0])")
        compared += 1
      }
    }
    #expect(compared >= 3)
  }

  /// The words of a line, with double quotes around those that have spaces.
  private static func words(_ line: Substring) throws -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var hasWord = false
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        hasWord = true
      case " " where !isQuoted:
        if hasWord { words.append(word) }
        (word, hasWord) = ("", false)
      default:
        word.append(character)
        hasWord = true
      }
    }
    if hasWord { words.append(word) }
    return words
  }
}

/// Runs command lines inside the test process.
enum InProcess {
  /// - Parameters:
  ///   - words: without the program's name; `<root>` stands for the repository, also in what is
  ///     printed.
  ///   - temporary: what `<tmp>` stands for: a folder that is empty at the start of a transcript.
  static func run(
    _ words: [String], temporary: String = "<tmp>", environment: [String: String] = [:],
    columns: Int = 80, isTerminal: Bool = false
  ) throws -> CommandRun {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var surroundings = ["NEARBY_DATA": Repository.data]
    surroundings.merge(environment) { _, given in given }
    let console = Console(
      environment: { surroundings[$0] }, isTerminal: isTerminal, columns: columns,
      out: { output += $0 }, error: { errors += $0 })
    let code = NearbyTool.run(
      words.map {
        $0.replacing("<root>", with: Repository.root).replacing("<tmp>", with: temporary)
      }, console: console)
    func text(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).replacing(Repository.root, with: "<root>")
        .replacing(temporary, with: "<tmp>")
    }
    return CommandRun(output: text(output), errors: text(errors), exitCode: code)
  }
}
