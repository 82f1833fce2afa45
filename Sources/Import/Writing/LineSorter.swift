import Catalog
import Spatial

/// Sorts records by their bytes in bounded memory: sorted runs go to files, and are merged at the end.
///
/// A run is sorted and written on a thread of its own while the next is gathered.
/// Knuth, D. E. (1998), The Art of Computer Programming 3, section 5.4.1.
struct LineSorter: ~Copyable {
  private let directory: String
  private let name: String
  private let limit: Int
  private var gathered = SortRun()
  private var spare: RunBox?
  private var runs: [String] = []
  /// The files that are being removed.
  private var removal: Threads.Future<Void>?
  /// The run that is being written, which gives its memory back.
  private var spill: Threads.Future<Result<RunBox, FileSystem.Failure>>?

  /// Sorts with files in a folder, which are removed with the sorter.
  ///
  /// - Parameter limit: how many bytes of records are gathered for a run; twice as many are in memory.
  init(directory: String, name: String, limit: Int = 6 << 20) {
    self.directory = directory
    self.name = name
    self.limit = limit
  }

  deinit {
    settle()
    for run in runs { FileSystem.removeFile(run) }
  }

  /// Adds a record of any bytes, which may come in two parts.
  mutating func add(
    _ record: UnsafeBufferPointer<UInt8>,
    _ rest: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
  ) throws(FileSystem.Failure) {
    if gathered.add(record, rest) >= limit { try spillGathered() }
  }

  /// Waits for what is being written or removed.
  func settle() {
    _ = spill?.wait()
    removal?.wait()
  }

  private mutating func spillGathered() throws(FileSystem.Failure) {
    if let written = spill {
      spill = nil
      spare = try written.wait().get()
    }
    let path = "\(directory)/\(name).\(runs.count).run"
    runs.append(path)
    let full = spare ?? RunBox()
    spare = nil
    swap(&full.run, &gathered)
    spill = Threads.Future { full.written(to: path) }
  }

  /// Calls with every record in order, once. The bytes are valid during the call.
  ///
  /// - Complexity: O(n log n).
  mutating func forEach(
    _ body: (UnsafeBufferPointer<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    if let written = spill {
      spill = nil
      _ = try ImportError.system { () throws(FileSystem.Failure) in try written.wait().get() }
    }
    spare = nil
    gathered.sort()
    var last = SortRun()
    swap(&last, &gathered)
    var merge = RunMerge(last)
    for run in runs {
      try ImportError.system { () throws(FileSystem.Failure) in try merge.add(path: run) }
    }
    try ImportError.system { () throws(FileSystem.Failure) in try merge.begin() }
    while let record = merge.first {
      try body(record)
      try ImportError.system { () throws(FileSystem.Failure) in try merge.removeFirst() }
    }
    let used = runs
    runs = []
    removal = Threads.Future { for run in used { FileSystem.removeFile(run) } }
  }
}

/// A run that one thread after the other uses.
private final class RunBox: @unchecked Sendable {
  var run = SortRun()

  func written(to path: String) -> Result<RunBox, FileSystem.Failure> {
    do throws(FileSystem.Failure) {
      try run.write(to: path)
      return .success(self)
    } catch {
      return .failure(error)
    }
  }
}
