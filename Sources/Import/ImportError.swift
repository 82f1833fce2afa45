import Catalog

/// Why an import has changed nothing.
package enum ImportError: Error, Hashable, Sendable {
  /// A file from outside is wrong or cannot be read.
  case data(DataError)
  /// The folder cannot be put in place.
  case system(FileSystem.Failure)
  /// The process was asked to end.
  case interrupted

  /// Runs calls to the system whose failures mean that the folder cannot be written.
  static func system<Result>(
    _ body: () throws(FileSystem.Failure) -> Result
  ) throws(ImportError) -> Result {
    do throws(FileSystem.Failure) {
      return try body()
    } catch {
      throw .system(error)
    }
  }

  /// Lends the bytes of an array to a call to the system; `withUnsafeBufferPointer` forgets the type of
  /// the error.
  static func withBytes(
    of bytes: [UInt8],
    _ body: (UnsafeBufferPointer<UInt8>) throws(FileSystem.Failure) -> Void
  ) throws(FileSystem.Failure) {
    let failure = bytes.withUnsafeBufferPointer { buffer -> FileSystem.Failure? in
      do throws(FileSystem.Failure) {
        try body(buffer)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Runs what reads files.
  static func reading<Result>(
    _ body: () throws(DataError) -> Result
  ) throws(ImportError) -> Result {
    do throws(DataError) {
      return try body()
    } catch {
      throw .data(error)
    }
  }
}
