import Catalog
import Spatial

/// Sorts records by their bytes in bounded memory: sorted runs go to files, and are merged at the end.
///
/// A run is sorted and written on a thread of its own while the next is gathered.
/// Knuth, D. E. (1998), The Art of Computer Programming 3, section 5.4.1.
package final class LineSorter {
  private let directory: String
  private let name: String
  private let limit: Int
  private var gathered = RunBox()
  private var spare = RunBox()
  private var runs: [String] = []
  /// The run that is being written, which gives its memory back.
  private var spill: Threads.Future<Result<RunBox, FileSystem.Failure>>?

  /// Sorts with files in a folder, which are removed with the sorter.
  ///
  /// - Parameter limit: how many bytes of records are gathered for a run; twice as many are in memory.
  package init(directory: String, name: String, limit: Int = 6 << 20) {
    self.directory = directory
    self.name = name
    self.limit = limit
  }

  deinit {
    settle()
    for run in runs { FileSystem.removeFile(run) }
  }

  /// Adds a record of any bytes.
  package func add(_ record: UnsafeBufferPointer<UInt8>) throws(FileSystem.Failure) {
    if gathered.run.add(record) >= limit { try spillGathered() }
  }

  /// Waits for what is being written.
  package func settle() { _ = spill?.wait() }

  private func spillGathered() throws(FileSystem.Failure) {
    if let written = spill {
      spill = nil
      spare = try written.wait().get()
    }
    let path = "\(directory)/\(name).\(runs.count).run"
    runs.append(path)
    let full = gathered
    gathered = spare
    spare = RunBox()
    spill = Threads.Future { full.written(to: path) }
  }

  /// Calls with every record in order, once. The bytes are valid during the call.
  ///
  /// - Complexity: O(n log n).
  package func forEach(
    _ body: (UnsafeBufferPointer<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    if let written = spill {
      spill = nil
      _ = try ImportError.system { () throws(FileSystem.Failure) in try written.wait().get() }
    }
    spare = RunBox()
    gathered.run.sort()
    var sources = [RunReader(gathered)]
    for run in runs {
      sources.append(
        try ImportError.system { () throws(FileSystem.Failure) in try RunReader(path: run) })
    }
    var merge = try ImportError.system { () throws(FileSystem.Failure) in try RunMerge(sources) }
    while let record = merge.first {
      try body(record)
      try ImportError.system { () throws(FileSystem.Failure) in try merge.removeFirst() }
    }
    gathered = RunBox()
  }
}

/// Records in memory.
struct SortRun: ~Copyable {
  private struct Entry {
    /// The eight bytes that are compared, the first the most significant; zeros behind the end.
    var key: UInt64
    private let first: UInt32
    private let length: UInt32

    init(key: UInt64, start: Int, count: Int) {
      (self.key, first, length) = (key, UInt32(start), UInt32(count))
    }

    var start: Int { Int(first) }
    var count: Int { Int(length) }
  }

  private var bytes = ByteBuffer()
  private var entries: [Entry] = []

  private var size: Int { bytes.count + entries.count * MemoryLayout<Entry>.stride }

  /// Adds a record.
  ///
  /// - Returns: how much memory the records take.
  mutating func add(_ record: UnsafeBufferPointer<UInt8>) -> Int {
    let key = ByteOrder.key(of: record, at: 0)
    entries.append(Entry(key: key, start: bytes.count, count: record.count))
    bytes.append(contentsOf: record)
    return size
  }

  mutating func sort() {
    let bytes = bytes.bytes
    entries.withUnsafeMutableBufferPointer { Self.sort($0, bytes, depth: 0) }
  }

  /// Sorts records that agree in their first `depth` bytes: by the eight behind, and where those agree
  /// by the eight behind those.
  private static func sort(
    _ entries: UnsafeMutableBufferPointer<Entry>, _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) {
    var entries = entries
    entries.sort { $0.key < $1.key }
    var start = 0
    while start < entries.count {
      var end = start + 1
      var longest = entries[start].count
      while end < entries.count, entries[end].key == entries[start].key {
        longest = max(longest, entries[end].count)
        end += 1
      }
      var equal = UnsafeMutableBufferPointer(rebasing: entries[start..<end])
      start = end
      if equal.count == 1 { continue }
      if longest <= depth + 8 {
        // Zeros behind the end may stand for zeros: the shorter comes first.
        equal.sort { $0.count < $1.count }
        continue
      }
      func record(_ entry: Entry) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[entry.start..<entry.start + entry.count])
      }
      if depth >= 128 {
        equal.sort { ByteOrder.precedes(record($0), record($1)) }
        continue
      }
      for index in equal.indices {
        equal[index].key = ByteOrder.key(of: record(equal[index]), at: depth + 8)
      }
      sort(equal, bytes, depth: depth + 8)
    }
  }

  /// Sorts and writes the records to a file, each behind its length, and forgets them.
  mutating func write(to path: String) throws(FileSystem.Failure) {
    sort()
    let output = try FileSystem.Output(creating: path, isPrivate: true)
    var block = ByteBuffer(capacity: 1 << 17 + 1 << 12)
    for rank in 0..<count {
      let record = record(rank)
      block.append(raw: UInt32(record.count))
      block.append(contentsOf: record)
      if block.count >= 1 << 17 {
        try output.write(block.bytes)
        block.removeAll()
      }
    }
    try output.write(block.bytes)
    try output.finish(sync: false)
    bytes.removeAll()
    entries.removeAll(keepingCapacity: true)
  }

  var count: Int { entries.count }

  /// A record by its rank; valid while the run is there and not changed.
  func record(_ rank: Int) -> UnsafeBufferPointer<UInt8> {
    let entry = entries[rank]
    return UnsafeBufferPointer(rebasing: bytes.bytes[entry.start..<entry.start + entry.count])
  }
}

/// The order of bytes.
enum ByteOrder {
  /// Eight bytes from an index on as one number, so that the numbers are in the order of the bytes.
  @inline(__always)
  static func key(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64 {
    if index + 8 <= bytes.count {
      return UnsafeRawBufferPointer(bytes)
        .loadUnaligned(fromByteOffset: index, as: UInt64.self).bigEndian
    }
    var key: UInt64 = 0
    for offset in 0..<8 {
      let byte = index + offset < bytes.count ? bytes[index + offset] : 0
      key = key << 8 | UInt64(byte)
    }
    return key
  }

  static func precedes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    let common = min(a.count, b.count)
    var index = 0
    while index < common {
      let (x, y) = (key(of: a, at: index), key(of: b, at: index))
      if x != y { return x < y }
      index += 8
    }
    return a.count < b.count
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

/// Reads a sorted run, from memory or from a file.
private final class RunReader {
  private let records: RunBox?
  private let input: FileSystem.Input?
  private var rank = -1
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
  /// What is read and not used yet.
  private var pending = 0..<0
  init(_ records: RunBox) {
    self.records = records
    input = nil
  }

  init(path: String) throws(FileSystem.Failure) {
    records = nil
    input = try FileSystem.Input(path: path)
  }

  deinit { buffer.deallocate() }

  /// The next record, valid until the one behind it is read; nil at the end.
  func next() throws(FileSystem.Failure) -> UnsafeBufferPointer<UInt8>? {
    if let records {
      rank += 1
      // The run is kept, and not changed any more.
      return rank < records.run.count ? records.run.record(rank) : nil
    }
    guard try need(4) else { return nil }
    let count = Int(buffer.loadUnaligned(fromByteOffset: pending.lowerBound, as: UInt32.self))
    guard try need(4 + count) else { return nil }
    let start = pending.lowerBound + 4
    pending = start + count..<pending.upperBound
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
      .bindMemory(to: UInt8.self)
  }

  /// Makes so many bytes pending; false where the file ends before.
  private func need(_ count: Int) throws(FileSystem.Failure) -> Bool {
    if pending.count >= count { return true }
    var room = buffer
    if count > buffer.count {
      room = .allocate(byteCount: count * 2, alignment: 8)
    }
    if let from = buffer.baseAddress, let to = room.baseAddress {
      to.copyMemory(from: from + pending.lowerBound, byteCount: pending.count)
    }
    if room.baseAddress != buffer.baseAddress {
      buffer.deallocate()
      buffer = room
    }
    pending = 0..<pending.count
    while pending.count < count {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[pending.upperBound...])
      let more = try input?.read(into: free) ?? 0
      if more == 0 { return false }
      pending = 0..<pending.upperBound + more
    }
    return true
  }
}

/// Sorted runs as one, by a heap of their first records.
private struct RunMerge {
  private struct Head {
    let key: UInt64
    let record: UnsafeBufferPointer<UInt8>
    let run: Int

    func precedes(_ other: Head) -> Bool {
      key != other.key ? key < other.key : ByteOrder.precedes(record, other.record)
    }
  }

  private let runs: [RunReader]
  private var heap: [Head] = []

  init(_ runs: [RunReader]) throws(FileSystem.Failure) {
    self.runs = runs
    for run in runs.indices {
      if let head = try next(run) { heap.append(head) }
    }
    for index in heap.indices.reversed() { siftDown(index) }
  }

  private func next(_ run: Int) throws(FileSystem.Failure) -> Head? {
    guard let record = try runs[run].next() else { return nil }
    return Head(key: ByteOrder.key(of: record, at: 0), record: record, run: run)
  }

  /// The least record; valid until it is removed.
  var first: UnsafeBufferPointer<UInt8>? { heap.first?.record }

  mutating func removeFirst() throws(FileSystem.Failure) {
    if let head = try next(heap[0].run) {
      heap[0] = head
    } else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    siftDown(0)
  }

  private mutating func siftDown(_ start: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      var index = start
      while true {
        var least = index * 2 + 1
        guard least < heap.count else { return }
        if least + 1 < heap.count, heap[least + 1].precedes(heap[least]) { least += 1 }
        guard heap[least].precedes(heap[index]) else { return }
        heap.swapAt(least, index)
        index = least
      }
    }
  }
}
