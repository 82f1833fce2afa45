/// A place in a file: lines and columns count from 1, byte offsets from 0.
public struct FilePlace: Hashable, Sendable, CustomStringConvertible {
  /// The file's path, as the caller gave it.
  public var file: String
  /// The line, where the file has lines.
  public var line: Int?
  /// The name of the column or member, where one is meant.
  public var field: String?
  /// The offset in bytes, where that is what is known.
  public var byteOffset: Int?

  /// Names a place; leave out what is not known.
  public init(file: String, line: Int? = nil, field: String? = nil, byteOffset: Int? = nil) {
    self.file = file
    self.line = line
    self.field = field
    self.byteOffset = byteOffset
  }

  /// `file:line`, with the column or offset behind it.
  public var description: String {
    var text = file
    if let line { text += ":\(line)" }
    if let byteOffset { text += " (byte \(byteOffset))" }
    if let field { text += " (\(field))" }
    return text
  }
}

/// What is wrong with a file from outside.
public enum DataError: Error, Hashable, Sendable {
  /// The file cannot be opened or read; the reason is the system's.
  case unreadable(path: String, reason: String)
  /// The file's content is wrong at a place.
  case invalid(place: FilePlace, reason: String)

  /// The place of the fault; for an unreadable file only its path.
  public var place: FilePlace {
    switch self {
    case .unreadable(let path, _): FilePlace(file: path)
    case .invalid(let place, _): place
    }
  }
}

extension DataError: CustomStringConvertible {
  /// The place, then what is wrong there.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .invalid(let place, let reason): "\(place): \(reason)"
    }
  }
}

extension DataError {
  /// The error of a failed system call.
  package init(_ failure: FileSystem.Failure) {
    if let complaint = failure.complaint {
      self = .invalid(place: FilePlace(file: failure.path), reason: complaint)
    } else {
      self = .unreadable(path: failure.path, reason: failure.reason)
    }
  }

  /// Runs calls to the system whose failures mean that a file cannot be read.
  package static func wrapping<Result>(
    _ body: () throws(FileSystem.Failure) -> Result
  ) throws(DataError) -> Result {
    do throws(FileSystem.Failure) {
      return try body()
    } catch {
      throw DataError(error)
    }
  }
}
