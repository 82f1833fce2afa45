import Catalog

/// The `nearby` command.
public enum NearbyTool {
  /// The version of the command and of the data layout it reads.
  public static let version = "0.1.0"

  /// Runs the process's own command line and ends the process with the exit code.
  public static func main() -> Never {
    FileSystem.ignoreBrokenPipes()
    FileSystem.exit(run(Array(CommandLine.arguments.dropFirst()), console: .process()))
  }

  /// As ``main()``, in a program that can load no library: hands over what needs one.
  public static func mainInFront() -> Never {
    FileSystem.ignoreBrokenPipes()
    let words = Array(CommandLine.arguments.dropFirst())
    FileSystem.exit(
      run(words, console: .process()) { arguments throws(CommandError) in
        if WholeProgram.isNeeded(for: arguments) { try WholeProgram.takeOver(words) }
      })
  }

  /// Runs one command line, without the program's name.
  ///
  /// - Parameter handOver: called with what was read, before anything is done.
  /// - Returns: 0 for an answer (also an empty one), 1 where it cannot be written, 64 for a wrong
  ///   command line, 65 for wrong data, 66 for data that cannot be read.
  static func run(
    _ words: [String], console: Console, handOver: (Arguments) throws(CommandError) -> Void
  ) -> Int32 {
    do {
      let arguments = try Arguments(words)
      try handOver(arguments)
      let status: Int32
      if arguments.has(.help) {
        try console.write(HelpText.text(for: arguments.command))
        status = 0
      } else if arguments.has(.version) {
        try console.write("nearby \(version)\n")
        status = 0
      } else {
        status = try arguments.command.run(arguments, console)
      }
      try console.flush()
      return status
    } catch let error as CommandError {
      // The reader of a pipe has seen enough: that is no failure.
      if case .output(let failure) = error, failure.isBrokenPipe { return 0 }
      console.note([error.message] + error.choices)
      return error.exitCode
    } catch {
      console.note("nearby: \(error)")
      return 1
    }
  }

  /// The same in this program.
  package static func run(_ words: [String], console: Console) -> Int32 {
    run(words, console: console) { _ in }
  }
}
