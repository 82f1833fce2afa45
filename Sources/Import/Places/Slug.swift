import Catalog
import Spatial

/// Ids for places that bring none.
package enum Slug {
  private static let longest = 60

  /// The words of a name as a slug: lower-case ASCII letters and digits with hyphens between; nil where
  /// it has none, as a Chinese name.
  package static func of(_ name: String) -> String? {
    var folded = Folding.fold(name)
    var slug = ByteBuffer()
    folded.withUTF8 { append(ofFolded: $0, to: &slug) }
    return slug.count == 0 ? nil : String(decoding: slug.bytes, as: UTF8.self)
  }

  /// Appends the slug of a name that is folded; nothing where it has none.
  static func append(ofFolded name: UnsafeBufferPointer<UInt8>, to slug: inout ByteBuffer) {
    slug.append(atMost: longest + 1) { room in
      var count = 0
      var needsHyphen = false
      for byte in name {
        guard byte &- 0x61 < 26 || byte &- 0x30 < 10 else {
          needsHyphen = true
          continue
        }
        if needsHyphen && count > 0 {
          room[count] = UInt8(ascii: "-")
          count += 1
        }
        needsHyphen = false
        room[count] = byte
        count += 1
        if count >= longest { break }
      }
      return count
    }
  }

  /// A slug from the bytes of a text, the same on every run and machine.
  package static func hashed(_ text: String) -> String {
    "place-\(String(hash(text.utf8), radix: 36))"
  }

  /// FNV-1a with 64 bits (Fowler, Noll, Vo), mixed at the end.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }
}

/// The ids that are taken. Only hashes are kept, so that a million of them fit into 16 megabytes; two
/// ids of one hash cost a suffix, nothing else.
package struct IDRegister: ~Copyable {
  private var slots = HashSlots(count: 1024)
  private var count = 0
  private var nextSuffix: [UInt64: Int] = [:]

  package init() {}

  /// Takes an id where it is free.
  package mutating func take(_ id: String) -> Bool {
    var id = id
    return id.withUTF8 { take(Self.hash($0)) }
  }

  /// What an id is kept as.
  static func hash(_ id: UnsafeBufferPointer<UInt8>) -> UInt64 {
    max(1, ByteHash.of(id))
  }

  /// Has memory bring what taking an id will need, while others are taken.
  func fetch(_ hash: UInt64) -> UInt64 { slots.word(hash) }

  /// Takes the id of a hash where it is free.
  mutating func take(_ hash: UInt64) -> Bool {
    guard slots.insert(hash) else { return false }
    count += 1
    if count * 3 > slots.words.count * 2 {
      let old = slots
      slots = HashSlots(count: old.words.count * 2)
      for hash in old.words where hash != 0 { _ = slots.insert(hash) }
    }
    return true
  }

  /// Takes an id, with the next free number behind it where it is taken.
  ///
  /// - Complexity: O(1) expected.
  package mutating func takeUnique(_ id: String) -> String {
    var id = id
    var bytes = ByteBuffer()
    let hash = id.withUTF8 {
      bytes.append(contentsOf: $0)
      return Self.hash($0)
    }
    takeUnique(&bytes, hash: hash)
    return String(decoding: bytes.bytes, as: UTF8.self)
  }

  /// The same in place.
  mutating func takeUnique(_ id: inout ByteBuffer, hash: UInt64) {
    if take(hash) { return }
    let count = id.count
    var suffix = nextSuffix[hash] ?? 2
    while true {
      id.truncate(to: count)
      id.append(UInt8(ascii: "-"))
      PlainNumber.append(UInt64(suffix), to: &id)
      suffix += 1
      if take(Self.hash(id.bytes)) { break }
    }
    nextSuffix[hash] = suffix
  }
}

/// Hashes by linear probing; 0 is free. Many of them lie on large pages: each is at another place.
private final class HashSlots {
  let words: UnsafeMutableBufferPointer<UInt64>

  /// - Precondition: `count` is a power of two.
  init(count: Int) {
    let memory = LargePages.allocate(byteCount: count * 8)
    words = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt64.self, capacity: count), count: count)
    words.initialize(repeating: 0)
  }

  deinit { words.baseAddress.map { UnsafeMutableRawPointer($0).deallocate() } }

  /// What stands where a hash would stand first.
  func word(_ hash: UInt64) -> UInt64 {
    words[Int(truncatingIfNeeded: hash) & (words.count - 1)]
  }

  /// False where the hash is there already.
  func insert(_ hash: UInt64) -> Bool {
    var slot = Int(truncatingIfNeeded: hash) & (words.count - 1)
    while words[slot] != 0 {
      if words[slot] == hash { return false }
      slot = (slot + 1) & (words.count - 1)
    }
    words[slot] = hash
    return true
  }
}
