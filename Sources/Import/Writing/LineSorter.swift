import Catalog

/// Sorts lines by their bytes in bounded memory: sorted runs go to files, and are merged at the end.
///
/// Knuth, D. E. (1998), The Art of Computer Programming 3, section 5.4.1.
package final class LineSorter {
  private let directory: String
  private let name: String
  private let limit: Int
  private var bytes: [UInt8] = []
  private var starts: [Int] = []
  private var runs: [String] = []

  /// Sorts with files in a folder, which are removed with the sorter.
  ///
  /// - Parameter limit: how many bytes of lines are kept in memory.
  package init(directory: String, name: String, limit: Int = 6 << 20) {
    self.directory = directory
    self.name = name
    self.limit = limit
    bytes.reserveCapacity(limit + 4096)
  }

  deinit { for run in runs { FileSystem.removeFile(run) } }

  /// Adds a line, without its end and without line ends in it.
  package func add(_ line: some Collection<UInt8>) throws(FileSystem.Failure) {
    starts.append(bytes.count)
    bytes.append(contentsOf: line)
    bytes.append(0x0A)
    if bytes.count >= limit { try spill() }
  }

  private func sortedStarts() -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      starts.sorted { a, b in
        var (a, b) = (a, b)
        while bytes[a] == bytes[b], bytes[a] != 0x0A {
          a += 1
          b += 1
        }
        // An end counts as less than every other byte.
        return bytes[b] != 0x0A && (bytes[a] == 0x0A || bytes[a] < bytes[b])
      }
    }
  }

  private func spill() throws(FileSystem.Failure) {
    let path = "\(directory)/\(name).\(runs.count).run"
    let output = try FileSystem.Output(creating: path)
    runs.append(path)
    for start in sortedStarts() {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count - 1
      try output.write(bytes[start...end])
    }
    try output.finish(sync: false)
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Calls with every line in order, once.
  ///
  /// - Complexity: O(n log n).
  package func forEach(
    _ body: (ArraySlice<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    if !runs.isEmpty, !starts.isEmpty {
      try ImportError.system { () throws(FileSystem.Failure) in try spill() }
    }
    guard !runs.isEmpty else {
      for start in sortedStarts() {
        try body(bytes[start..<(bytes[start...].firstIndex(of: 0x0A) ?? bytes.count)])
      }
      return
    }
    bytes = []
    starts = []
    var readers: [LineReader] = []
    var heads: [[UInt8]?] = []
    for run in runs {
      let input = try ImportError.system { () throws(FileSystem.Failure) in
        try FileSystem.Input(path: run)
      }
      readers.append(
        LineReader(file: run) { () throws(FileSystem.Failure) in
          try input.read(upTo: 1 << 15)
        })
      heads.append(try Self.next(&readers[readers.count - 1]))
    }
    // A few dozen runs at most: looking at every head costs less than a heap of arrays.
    while true {
      var least: Int?
      for index in heads.indices {
        guard let head = heads[index] else { continue }
        guard let best = least, let other = heads[best] else {
          least = index
          continue
        }
        if head.lexicographicallyPrecedes(other) { least = index }
      }
      guard let least, let line = heads[least] else { return }
      try body(line[...])
      heads[least] = try Self.next(&readers[least])
    }
  }

  private static func next(_ reader: inout LineReader) throws(ImportError) -> [UInt8]? {
    do throws(DataError) {
      return try reader.next()
    } catch {
      throw .data(error)
    }
  }
}
