import Spatial

/// Trees in files: written whole or not at all, and opened without being read.
///
/// `docs/INDEX.md` is the format.
public enum IndexFile {
  /// Opens a file as a tree; the tree and its copies keep the file mapped.
  ///
  /// Nothing behind the header is checked. Answers from a damaged file may be wrong, and do no harm;
  /// ``verify(_:)`` finds the damage. The file must not be shortened in place while it is open;
  /// ``write(_:to:)`` never does that.
  ///
  /// - Parameter path: a regular file.
  /// - Throws: ``DataError/unreadable(path:reason:)`` where it cannot be mapped, and
  ///   ``DataError/invalid(place:reason:)`` with the words of an `IndexFileError` where it is no index
  ///   for this build.
  /// - Complexity: O(log n) in the number of points.
  public static func open(_ path: String) throws(DataError) -> KDTree {
    let mapping = try map(path)
    do throws(IndexFileError) {
      return try KDTree(opening: mapping.bytes, keptBy: mapping)
    } catch {
      throw .invalid(place: FilePlace(file: path), reason: "\(error)")
    }
  }

  /// Compares all of a file with its checksums.
  ///
  /// - Throws: as ``open(_:)``, also where any byte has changed.
  /// - Complexity: O(n).
  public static func verify(_ path: String) throws(DataError) {
    let mapping = try map(path)
    do throws(IndexFileError) {
      try KDTree.verify(saved: mapping.bytes)
    } catch {
      throw .invalid(place: FilePlace(file: path), reason: "\(error)")
    }
  }

  /// Writes a tree to a file, or replaces one, in one step for all who read it.
  ///
  /// - Throws: ``DataError/unreadable(path:reason:)`` with the system's reason where it cannot be
  ///   written; what was there before then stays.
  /// - Complexity: O(n).
  public static func write(_ tree: KDTree, to path: String) throws(DataError) {
    do throws(FileSystem.Failure) {
      try FileSystem.replace(path) { (write) throws(FileSystem.Failure) in
        try tree.save(to: write)
      }
    } catch {
      // The caller's own name for it, not the temporary file's.
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  private static func map(_ path: String) throws(DataError) -> FileSystem.Mapping {
    do throws(FileSystem.Failure) {
      return try FileSystem.Mapping(path: path)
    } catch {
      throw DataError(error)
    }
  }
}
