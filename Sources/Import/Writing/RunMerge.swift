import Catalog

/// Sorted runs as one, by a heap of their first records.
struct RunMerge: ~Copyable {
  /// The first record of a run, with its first sixteen bytes as numbers.
  private struct Head {
    let key: UInt64
    let next: UInt64
    let record: UnsafeBufferPointer<UInt8>
    let run: Int

    init(_ record: UnsafeBufferPointer<UInt8>, run: Int) {
      key = ByteOrder.key(of: record, at: 0)
      next = ByteOrder.key(of: record, at: 8)
      self.record = record
      self.run = run
    }

    @inline(__always)
    func precedes(_ other: Head) -> Bool {
      if key != other.key { return key < other.key }
      if next != other.next { return next < other.next }
      return ByteOrder.precedes(record, other.record, from: 16)
    }
  }

  private var memory: MemoryRun
  private var files: UnsafeMutableBufferPointer<FileRun> = .allocate(capacity: 0)
  private var heap: [Head] = []

  /// Begins with a run in memory, sorted.
  init(_ run: consuming SortRun) { memory = MemoryRun(run: run) }

  deinit {
    files.deinitialize()
    files.deallocate()
  }

  /// Adds the run of a file.
  mutating func add(path: String) throws(FileSystem.Failure) {
    let run = try FileRun(path: path)
    let more = UnsafeMutableBufferPointer<FileRun>.allocate(capacity: files.count + 1)
    _ = more.moveInitialize(fromContentsOf: files)
    more.initializeElement(at: files.count, to: run)
    files.deallocate()
    files = more
  }

  /// Looks at the first record of each run.
  mutating func begin() throws(FileSystem.Failure) {
    for run in 0...files.count {
      if let record = try next(run) { heap.append(Head(record, run: run)) }
    }
    heap.withUnsafeMutableBufferPointer { heap in
      for index in heap.indices.reversed() { Self.siftDown(heap, from: index) }
    }
  }

  /// The next record of a run; that in memory comes behind all files.
  private mutating func next(_ run: Int) throws(FileSystem.Failure) -> UnsafeBufferPointer<UInt8>? {
    run < files.count ? try files[run].next() : memory.next()
  }

  /// The least record; valid until it is removed.
  var first: UnsafeBufferPointer<UInt8>? { heap.first?.record }

  mutating func removeFirst() throws(FileSystem.Failure) {
    let run = heap[0].run
    if let record = try next(run) {
      heap[0] = Head(record, run: run)
    } else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    heap.withUnsafeMutableBufferPointer { Self.siftDown($0, from: 0) }
  }

  private static func siftDown(_ heap: UnsafeMutableBufferPointer<Head>, from start: Int) {
    guard start < heap.count else { return }
    let moved = heap[start]
    var index = start
    while true {
      var least = index * 2 + 1
      guard least < heap.count else { break }
      if least + 1 < heap.count, heap[least + 1].precedes(heap[least]) { least += 1 }
      guard heap[least].precedes(moved) else { break }
      heap[index] = heap[least]
      index = least
    }
    heap[index] = moved
  }
}

/// Reads a sorted run in memory.
private struct MemoryRun: ~Copyable {
  let run: SortRun
  private var rank = 0

  init(run: consuming SortRun) { self.run = run }

  /// The next record; nil at the end.
  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard rank < run.count else { return nil }
    defer { rank += 1 }
    return run.record(rank)
  }
}

/// Reads a sorted run from a file.
private struct FileRun: ~Copyable {
  private let input: FileSystem.Input
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
  /// What is read and not used yet.
  private var pending = 0..<0

  init(path: String) throws(FileSystem.Failure) { input = try FileSystem.Input(path: path) }

  deinit { buffer.deallocate() }

  /// The next record, valid until the one behind it is read; nil at the end.
  mutating func next() throws(FileSystem.Failure) -> UnsafeBufferPointer<UInt8>? {
    guard try need(4) else { return nil }
    let count = Int(buffer.loadUnaligned(fromByteOffset: pending.lowerBound, as: UInt32.self))
    guard try need(4 + count) else { return nil }
    let start = pending.lowerBound + 4
    pending = start + count..<pending.upperBound
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
      .bindMemory(to: UInt8.self)
  }

  /// Makes so many bytes pending; false where the file ends before.
  @inline(__always)
  private mutating func need(_ count: Int) throws(FileSystem.Failure) -> Bool {
    pending.count >= count ? true : try read(count)
  }

  private mutating func read(_ count: Int) throws(FileSystem.Failure) -> Bool {
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
      let more = try input.read(into: free)
      if more == 0 { return false }
      pending = 0..<pending.upperBound + more
    }
    return true
  }
}
