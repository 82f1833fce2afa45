/// A checksum over 64-bit words, for changes by accident; against a forger it is no help.
///
/// Each step is a bijection of the running value for a given word and of the word for a given
/// running value, and so is the end in each of the four runs: a change of one word, and so of any one
/// byte, always changes the result. Other changes go unnoticed with a probability of about 2⁻⁶⁴. Four
/// runs side by side keep the multiplier busy.
package enum WordChecksum {
  private static let odd: SIMD4<UInt64> = [
    0xD6E8_FEB8_6659_FD93, 0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB,
  ]

  /// The checksum of some words, whose number counts too.
  ///
  /// - Precondition: aligned to words, and a whole number of them.
  /// - Complexity: O(n).
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    precondition(bytes.count % 8 == 0, "whole words")
    var (a, b, c, d) = (odd[0], odd[1], odd[2], odd[3])
    let words = bytes.count / 8
    var word = 0
    if let base = bytes.baseAddress {
      while word + 4 <= words {
        a = step(a, base.load(fromByteOffset: word &* 8, as: UInt64.self), odd[0])
        b = step(b, base.load(fromByteOffset: word &* 8 &+ 8, as: UInt64.self), odd[1])
        c = step(c, base.load(fromByteOffset: word &* 8 &+ 16, as: UInt64.self), odd[2])
        d = step(d, base.load(fromByteOffset: word &* 8 &+ 24, as: UInt64.self), odd[3])
        word &+= 4
      }
      while word < words {
        a = step(a, base.load(fromByteOffset: word &* 8, as: UInt64.self), odd[0])
        word &+= 1
      }
    }
    var sum = step(UInt64(words), a, odd[0])
    sum = step(sum, b, odd[1])
    sum = step(sum, c, odd[2])
    return step(sum, d, odd[3])
  }

  @inline(__always)
  private static func step(_ sum: UInt64, _ word: UInt64, _ odd: UInt64) -> UInt64 {
    let mixed = (sum ^ word) &* odd
    return mixed ^ (mixed >> 32)
  }
}
