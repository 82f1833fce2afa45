import Foundation

/// One run of the built `nearby` binary.
public struct CommandRun: Sendable {
  /// What it wrote on standard output.
  public let output: String
  /// What it wrote on standard error.
  public let errors: String
  /// Its exit code; minus the signal's number where a signal ended it.
  public let exitCode: Int32

  /// A run with these results.
  public init(output: String, errors: String, exitCode: Int32) {
    self.output = output
    self.errors = errors
    self.exitCode = exitCode
  }

  /// The built binary, beside the test bundle.
  public static let binary: String = {
    let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = bundle.deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appending(path: "nearby")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
      folder.deleteLastPathComponent()
    }
    return "\(Repository.root)/.build/debug/nearby"
  }()

  /// The static program that an installation has in front of it.
  public static let front = URL(filePath: binary).deletingLastPathComponent()
    .appending(path: "nearby-static").path

  /// Runs a shell line in which `$nearby` is the binary, and reads both streams to their ends.
  public static func shell(
    _ line: String, in folder: String = Repository.root, environment: [String: String] = [:]
  ) throws -> CommandRun {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "nearby": binary, "front": front]
      .merging(environment) { _, given in given }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Both at once: a child that fills one pipe while the other is read would wait for ever.
    let errorReader = Reader(errors.fileHandleForReading)
    let out = output.fileHandleForReading.readDataToEndOfFile()
    let err = errorReader.result()
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return CommandRun(
      output: String(decoding: out, as: UTF8.self), errors: String(decoding: err, as: UTF8.self),
      exitCode: status)
  }

  /// Runs the binary with its streams closed, and ends it by `SIGKILL` after some time.
  ///
  /// - Returns: the exit code, or minus the signal's number.
  public static func start(
    _ arguments: [String], killAfterMilliseconds milliseconds: Double?
  ) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: binary)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    if let milliseconds {
      Thread.sleep(forTimeInterval: milliseconds / 1000)
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }

  /// Reads a handle to its end on a thread of its own.
  ///
  /// `@unchecked Sendable`: the data are written before the semaphore is signalled and read after.
  private final class Reader: @unchecked Sendable {
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
      Thread.detachNewThread {
        self.data = handle.readDataToEndOfFile()
        self.done.signal()
      }
    }

    func result() -> Data {
      done.wait()
      return data
    }
  }
}
