import Catalog
import Spatial

/// Records in memory.
struct SortRun: ~Copyable {
  fileprivate struct Entry {
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
  /// What was found ahead, so that it is looked for.
  private var ahead: UInt8 = 0

  private var size: Int { bytes.count + entries.count * MemoryLayout<Entry>.stride }

  /// Adds a record in two parts.
  ///
  /// - Returns: how much memory the records take.
  mutating func add(
    _ record: UnsafeBufferPointer<UInt8>, _ rest: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: record)
    bytes.append(contentsOf: rest)
    let key = ByteOrder.key(of: bytes[start..<bytes.count], at: 0)
    entries.append(Entry(key: key, start: start, count: bytes.count - start))
    return size
  }

  mutating func sort() {
    let bytes = bytes.bytes
    entries.withUnsafeMutableBufferPointer { entries in
      withUnsafeTemporaryAllocation(of: Entry.self, capacity: entries.count) { room in
        Self.sort(entries, room, bytes, depth: 0)
      }
    }
  }

  /// Sorts records that agree in their first `depth` bytes: by the eight behind, and where those agree
  /// by the eight behind those.
  private static func sort(
    _ entries: UnsafeMutableBufferPointer<Entry>, _ room: UnsafeMutableBufferPointer<Entry>,
    _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) {
    sortByKey(entries, room)
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
      sort(equal, room, bytes, depth: depth + 8)
    }
  }

  /// Sorts by the keys: many of them byte by byte from the last to the first (Knuth, section 5.2.5),
  /// leaving out the bytes that are the same in all; few of them by insertion.
  private static func sortByKey(
    _ entries: UnsafeMutableBufferPointer<Entry>, _ room: UnsafeMutableBufferPointer<Entry>
  ) {
    guard entries.count > 64 else {
      for index in entries.indices.dropFirst() {
        let entry = entries[index]
        var free = index
        while free > 0, entries[free - 1].key > entry.key {
          entries[free] = entries[free - 1]
          free -= 1
        }
        entries[free] = entry
      }
      return
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8 * 256) { counts in
      counts.initialize(repeating: 0)
      for entry in entries {
        for place in 0..<8 {
          counts[place << 8 | Int(entry.key >> UInt64(place * 8) & 0xFF)] &+= 1
        }
      }
      var (from, to) = (entries, room)
      for place in 0..<8 {
        let shift = UInt64(place * 8)
        let counts = UnsafeMutableBufferPointer(rebasing: counts[place << 8..<(place + 1) << 8])
        if Int(counts[Int(from[0].key >> shift & 0xFF)]) == entries.count { continue }
        var sum: UInt32 = 0
        for byte in counts.indices { (counts[byte], sum) = (sum, sum &+ counts[byte]) }
        for index in entries.indices {
          let byte = Int(from[index].key >> shift & 0xFF)
          to[Int(counts[byte])] = from[index]
          counts[byte] &+= 1
        }
        swap(&from, &to)
      }
      if from.baseAddress != entries.baseAddress {
        for index in entries.indices { entries[index] = from[index] }
      }
    }
  }

  /// Sorts and writes the records to a file, each behind its length, and forgets them.
  mutating func write(to path: String) throws(FileSystem.Failure) {
    sort()
    let output = try FileSystem.Output(creating: path, isPrivate: true)
    var block = ByteBuffer(capacity: 1 << 17 + 1 << 12)
    for rank in 0..<count {
      let record = record(rank)
      // Has memory bring a record that comes soon, from wherever it was gathered.
      if rank + 8 < count { ahead ^= bytes.bytes[entries[rank + 8].start] }
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
    return bytes[entry.start..<entry.start + entry.count]
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

  static func precedes(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> Bool {
    let common = min(a.count, b.count)
    var index = start
    while index < common {
      let (x, y) = (key(of: a, at: index), key(of: b, at: index))
      if x != y { return x < y }
      index += 8
    }
    return a.count < b.count
  }
}
