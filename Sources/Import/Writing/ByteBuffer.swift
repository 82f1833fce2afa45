import Spatial

/// What bytes are appended to.
protocol ByteSink: ~Copyable {
  mutating func append(_ byte: UInt8)
  mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>)
}

extension [UInt8]: ByteSink {}

/// Bytes that are written again and again in the same memory, by one owner: an append is a comparison and
/// a copy, where that of an array asks first whether anyone else has it.
struct ByteBuffer: ~Copyable, ByteSink {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1 << 10) {
    self.capacity = capacity
    memory = Self.allocate(capacity)
  }

  deinit { memory.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    LargePages.allocate(byteCount: capacity).bindMemory(to: UInt8.self, capacity: capacity)
  }

  /// The bytes, until the next change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Drops what stands behind so many bytes.
  mutating func truncate(to count: Int) { self.count = min(self.count, count) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    memory[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    if capacity &- count < bytes.count { grow(by: bytes.count) }
    (memory + count).update(from: start, count: bytes.count)
    count &+= bytes.count
  }

  /// Appends a value as it is in memory.
  @inline(__always)
  mutating func append(raw value: some BitwiseCopyable) {
    withUnsafeBytes(of: value) { append(contentsOf: $0.bindMemory(to: UInt8.self)) }
  }

  /// Appends what a body writes, which says how much that was.
  ///
  /// - Precondition: the body writes at most `most` bytes.
  @inline(__always)
  mutating func append(
    atMost most: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    if capacity &- count < most { grow(by: most) }
    count &+= body(UnsafeMutableBufferPointer(start: memory + count, count: most))
  }

  /// The bytes of a range, until the next change.
  @inline(__always)
  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count)
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let room = Self.allocate(capacity)
    room.update(from: memory, count: count)
    memory.deallocate()
    memory = room
  }
}
