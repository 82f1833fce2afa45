/// A zip archive of one file that says little and holds much, or says much: a few bytes and one pattern
/// again and again, deflated (RFC 1951) with the codes that stand in the standard.
struct ZipBomb {
  let name: String
  /// What the file begins with.
  var head = ""
  /// What follows `count` times; at most 258 bytes.
  let pattern: String
  let count: Int
  /// The size the archive declares; nil for the true one.
  var declared: Int?

  var bytes: [UInt8] {
    let (data, size) = deflated
    let shown = declared ?? size
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // Version, flags, method, time, date, checksum, sizes, length of the name, extra field.
    let common =
      little(20, 2) + little(0, 2) + little(8, 2) + little(0, 8) + little(data.count, 4)
      + little(shown, 4) + little(name.utf8.count, 2) + little(0, 2)
    let local = little(0x0403_4B50, 4) + common + Array(name.utf8) + data
    let central =
      little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 14) + Array(name.utf8)
    return local + central + little(0x0605_4B50, 4) + little(0, 4) + little(1, 2) + little(1, 2)
      + little(central.count, 4) + little(local.count, 4) + little(0, 2)
  }

  private var deflated: (bytes: [UInt8], size: Int) {
    var writer = BitWriter()
    writer.add(0b011, 3)
    let first = Array(head.utf8) + Array(pattern.utf8)
    for byte in first { writer.literal(byte) }
    let distance = pattern.utf8.count
    // The length 258 has the code 285; the distance a code for its power of two, and the rest in bits.
    let matches = (count - 1) * distance / 258
    for _ in 0..<matches {
      writer.code(0b1100_0101, 8)
      writer.distance(distance)
    }
    writer.code(0, 7)
    return (writer.finished, first.count + matches * 258)
  }

  private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    var finished: [UInt8] {
      var copy = self
      copy.add(0, (8 - count % 8) % 8)
      return copy.bytes
    }

    /// Bits of a number, the lowest first.
    mutating func add(_ value: Int, _ bits: Int) {
      pending |= UInt64(value) << UInt64(count)
      count += bits
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    /// Bits of a code, the highest first.
    mutating func code(_ value: Int, _ bits: Int) {
      for bit in (0..<bits).reversed() { add(value >> bit & 1, 1) }
    }

    mutating func literal(_ byte: UInt8) {
      byte < 144 ? code(0x30 + Int(byte), 8) : code(0x190 + Int(byte) - 144, 9)
    }

    mutating func distance(_ distance: Int) {
      guard distance > 4 else { return code(distance - 1, 5) }
      let extra = (Int.bitWidth - (distance - 1).leadingZeroBitCount) - 2
      let high = (distance - 1) >> extra & 1
      code(2 * extra + 2 + high, 5)
      add((distance - 1) & (1 << extra - 1), extra)
    }
  }
}
