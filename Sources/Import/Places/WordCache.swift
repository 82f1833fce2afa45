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

  /// The value of a word, which is asked for where the word is new.
  mutating func value(
    of word: UnsafeBufferPointer<UInt8>, _ find: (String) -> Value
  ) -> Value {
    var slot = Int(truncatingIfNeeded: ByteHash.of(word)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.count == word.count,
        bytes[entry.start..<entry.start + entry.count].elementsEqual(word)
      {
        return entry.value
      }
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
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index &+= 1
    }
    return mix(hash ^ rest)
  }

  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
      by: 0xE703_7ED1_A0B4_28DB)
    return high ^ low
  }
}
