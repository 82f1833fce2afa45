import Catalog

/// What a folded name is compared by before its characters are: names that are equal have equal keys, and
/// names that are nearly equal have keys that ``mayBeNear(_:)`` each other.
struct NameKey: Equatable, Sendable {
  let hash: UInt64
  /// The number of characters, at most 255, in the lowest byte; a hash of the digits in the next two; one
  /// bit for each character that is there, of 40.
  let sketch: UInt64

  /// The key of no name.
  static let none = NameKey(hash: 0, sketch: 0)

  init(hash: UInt64, sketch: UInt64) { (self.hash, self.sketch) = (hash, sketch) }

  init(folded name: UnsafeBufferPointer<UInt8>) {
    hash = ByteHash.of(name)
    var count = 0
    var digits: UInt32 = 0
    var present: UInt64 = 0
    var index = 0
    while index < name.count {
      let byte = name[index]
      index &+= 1
      var character = UInt32(byte)
      if byte < 0x80 {
        if byte &- 0x30 < 10 { digits = (digits ^ UInt32(byte)) &* 0x0100_0193 }
      } else {
        while index < name.count, name[index] & 0xC0 == 0x80 {
          character = character << 6 ^ UInt32(name[index])
          index &+= 1
        }
      }
      count &+= 1
      present |= 1 << UInt64((character &* 0x9E37_79B1) >> 16 % 40)
    }
    digits ^= digits >> 16
    sketch = present << 24 | UInt64(digits & 0xFFFF) << 8 | UInt64(min(count, 255))
  }

  /// The key of a name that is not folded yet.
  init(folding name: String) {
    let folded = Array(Folding.fold(name).utf8)
    self = folded.withUnsafeBufferPointer { NameKey(folded: $0) }
  }

  /// Whether the name has no characters.
  var isEmpty: Bool { sketch & 0xFF == 0 }

  private var count: Int { Int(sketch & 0xFF) }

  /// Whether the names may be equal, or long and nearly equal with the same digits; never false for names
  /// that are.
  func mayBeNear(_ other: NameKey) -> Bool {
    if hash == other.hash { return true }
    let shorter = min(count, other.count)
    guard shorter >= 8, (sketch ^ other.sketch) & 0xFFFF00 == 0 else { return false }
    guard abs(count - other.count) <= 2 else { return false }
    // Each of two errors takes one character away and brings another at most.
    return ((sketch ^ other.sketch) >> 24).nonzeroBitCount <= 4
  }
}
