/// Remembers what was found for words that come again and again, such as those of a column of categories.
///
/// It is bounded: where there are too many words it begins anew.
struct WordCache<Value> {
  private static var limit: Int { 4096 }
  /// Longer words are not kept.
  private static var longest: Int { 256 }

  private struct Entry {
    let start: Int
    let count: Int
    let value: Value
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The number of an entry for each hash, or −1; at most half of them taken.
  private var slots = [Int32](repeating: -1, count: limit * 2)

  /// The value of a word that is remembered.
  func known(_ word: UnsafeBufferPointer<UInt8>) -> Value? {
    var slot = Int(truncatingIfNeeded: ByteHash.of(word)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.count == word.count, isKept(word, at: entry.start) { return entry.value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The value of a word, which is asked for where the word is new.
  mutating func value(
    of word: UnsafeBufferPointer<UInt8>, _ find: (String) -> Value
  ) -> Value {
    var slot = Int(truncatingIfNeeded: ByteHash.of(word)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.count == word.count, isKept(word, at: entry.start) { return entry.value }
      slot = (slot + 1) & (slots.count - 1)
    }
    let value = find(String(decoding: word, as: UTF8.self))
    guard word.count <= Self.longest else { return value }
    if entries.count == Self.limit {
      self = WordCache()
      slot = Int(truncatingIfNeeded: ByteHash.of(word)) & (slots.count - 1)
    }
    slots[slot] = Int32(entries.count)
    entries.append(Entry(start: bytes.count, count: word.count, value: value))
    bytes.append(contentsOf: word)
    return value
  }
}

extension WordCache {
  /// Whether a word stands among the bytes at an index.
  @inline(__always)
  private func isKept(_ word: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    bytes.withUnsafeBufferPointer {
      ByteHash.isEqual(UnsafeBufferPointer(rebasing: $0[start..<start + word.count]), word)
    }
  }
}

/// Counts words, each of the first ten thousand by itself and all others together, as "…".
struct WordCounter {
  private static let limit = 10_000

  private var cache = WordCache<Int>()
  private var numbers: [String: Int] = [:]
  private var words: [(word: String, count: Int)] = []

  /// How often each word was met.
  var counts: [String: Int] {
    Dictionary(uniqueKeysWithValues: words.map { ($0.word, $0.count) })
  }

  /// Counts a record that has no word, as the empty one.
  mutating func addNone() { add(UnsafeBufferPointer(start: nil, count: 0)) }

  mutating func add(_ word: UnsafeBufferPointer<UInt8>) {
    let number = cache.value(of: word) { word in
      let word = numbers[word] != nil || words.count < Self.limit ? word : "…"
      if let known = numbers[word] { return known }
      numbers[word] = words.count
      words.append((word, 0))
      return words.count - 1
    }
    words[number].count += 1
  }
}

/// A hash of bytes for tables in memory, the same on every run: eight bytes at a time, mixed by
/// multiplication to 128 bits, as wyhash does it.
enum ByteHash {
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    var index = 0
    while index &+ 8 <= bytes.count {
      hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
      index &+= 8
    }
    var rest: UInt64 = 0
    if index < bytes.count {
      if bytes.count >= 8 {
        // The last eight, some of them again.
        rest = raw.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self).littleEndian
      } else {
        while index < bytes.count {
          rest = rest << 8 | UInt64(bytes[index])
          index &+= 1
        }
      }
    }
    return mix(hash ^ rest)
  }

  /// Whether two texts are the same, eight bytes at a time.
  static func isEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    let (rawA, rawB) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    var index = 0
    while index &+ 8 <= a.count {
      guard
        rawA.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          == rawB.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      else { return false }
      index &+= 8
    }
    while index < a.count {
      guard a[index] == b[index] else { return false }
      index &+= 1
    }
    return true
  }

  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
      by: 0xE703_7ED1_A0B4_28DB)
    return high ^ low
  }
}
