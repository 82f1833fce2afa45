import Catalog
import Spatial
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Row {
  static let openLabel = "open"
  private static let openings = 500

  /// Opens the workload's tree, with labels, as a saved index, and closes it again: from the name of a
  /// file to a tree that answers. Nanoseconds in all, a hit a point; the file is in the page cache.
  ///
  /// - Throws: where the file cannot be written to the folder for temporary files, or opened.
  static func measureOpening(_ tree: KDTree, _ workload: Workload) throws(OptionError) -> Row {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(parent)/nearby-bench.XXXXXX".utf8CString)
    // A folder that only this user can look into.
    guard mkdtemp(&name) != nil else { throw OptionError("no folder can be made in \(parent)") }
    let folder = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let path = "\(folder)/\(workload.name).index"
    defer {
      unlink(path)
      rmdir(folder)
    }
    do throws(DataError) {
      try IndexFile.write(tree, to: path)
      guard try IndexFile.open(path).count == tree.count else {
        throw DataError.unreadable(path: path, reason: "it holds another tree")
      }
      var times: [Double] = []
      for _ in 0..<openings {
        let start = nowNanoseconds()
        _ = try IndexFile.open(path)
        times.append(nowNanoseconds() - start)
      }
      times.sort()
      return Row(
        workload: workload.name, task: openLabel, medianNanoseconds: times[openings / 2],
        fastestNanoseconds: times[0], p99Nanoseconds: times[openings * 99 / 100],
        hits: tree.count, indexSum: 0, meterSum: 0)
    } catch {
      throw OptionError("\(error)")
    }
  }
}
