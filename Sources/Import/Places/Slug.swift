import Catalog
import Spatial

/// Ids for places that bring none.
package enum Slug {
  private static let longest = 60

  /// The words of a name as a slug: lower-case ASCII letters and digits with hyphens between; nil where
  /// it has none, as a Chinese name.
  package static func of(_ name: String) -> String? {
    let folded = Array(Folding.fold(name).utf8)
    var slug: [UInt8] = []
    folded.withUnsafeBufferPointer { append(ofFolded: $0, to: &slug) }
    return slug.isEmpty ? nil : String(decoding: slug, as: UTF8.self)
  }

  /// Appends the slug of a name that is folded; nothing where it has none.
  static func append(ofFolded name: UnsafeBufferPointer<UInt8>, to slug: inout [UInt8]) {
    let start = slug.count
    var needsHyphen = false
    for byte in name {
      guard byte &- 0x61 < 26 || byte &- 0x30 < 10 else {
        needsHyphen = true
        continue
      }
      if needsHyphen && slug.count > start { slug.append(UInt8(ascii: "-")) }
      needsHyphen = false
      slug.append(byte)
      if slug.count - start >= longest { return }
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

  private static func hash(_ id: UnsafeBufferPointer<UInt8>) -> UInt64 {
    max(1, ByteHash.of(id))
  }

  private mutating func take(_ hash: UInt64) -> Bool {
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
    var bytes = Array(id.utf8)
    takeUnique(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same in place.
  mutating func takeUnique(_ id: inout [UInt8]) {
    let key = id.withUnsafeBufferPointer(Self.hash)
    if take(key) { return }
    let count = id.count
    var suffix = nextSuffix[key] ?? 2
    while true {
      id.removeSubrange(count...)
      id.append(UInt8(ascii: "-"))
      PlainNumber.append(UInt64(suffix), to: &id)
      suffix += 1
      if take(id.withUnsafeBufferPointer(Self.hash)) { break }
    }
    nextSuffix[key] = suffix
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
