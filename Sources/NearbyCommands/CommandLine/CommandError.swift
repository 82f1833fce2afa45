import Booking
import Catalog

/// Why a command ends without its answer; the exit code follows `sysexits.h`.
enum CommandError: Error {
  /// A word of the command line is wrong. Exit code 64.
  case usage(String)
  /// WHERE fits several places or none; the lines list what it may have been. Exit code 64.
  case unclear(String, lines: [String])
  /// A file from outside is wrong (65) or cannot be read (66).
  case data(DataError)
  /// The answer cannot be written. Exit code 1.
  case output(FileSystem.Failure)
  /// A booking, quote or payment that cannot be.
  case booking(BookingError)
  /// Something this build cannot do. Exit code 1.
  case unavailable(String)

  var exitCode: Int32 {
    switch self {
    case .usage, .unclear: 64
    case .data(.invalid): 65
    case .data(.unreadable): 66
    case .booking(let error): error.exitCode
    case .output, .unavailable: 1
    }
  }

  /// What standard error says, in one line.
  var message: String {
    switch self {
    case .usage(let text), .unavailable(let text), .unclear(let text, _): "nearby: \(text)"
    case .data(let error): "nearby: \(error)"
    case .booking(let error): "nearby: \(error)"
    case .output(let failure): "nearby: cannot write \(failure.path): \(failure.reason)"
    }
  }

  /// The lines below it: what was meant, perhaps.
  var choices: [String] {
    if case .unclear(_, let lines) = self { lines.map { "  \($0)" } } else { [] }
  }
}
