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
