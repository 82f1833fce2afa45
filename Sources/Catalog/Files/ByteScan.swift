/// Looks for bytes eight at a time.
///
/// Subtracting 1 from each byte of a word sets the high bit of those that were 0, and of none before the
/// first of them (Warren, H. S. (2012), Hacker's Delight, section 6-1).
package enum ByteScan {
  /// The first index from `start` on at which one of three bytes stands; the count where none does.
  ///
  /// - Complexity: O(distance).
  @inlinable @inline(__always)
  package static func first(
    of a: UInt8, _ b: UInt8, _ c: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    let (manyA, manyB, manyC) = (ones &* UInt64(a), ones &* UInt64(b), ones &* UInt64(c))
    return first(in: bytes, from: start) { word in
      zeros(word ^ manyA) | zeros(word ^ manyB) | zeros(word ^ manyC)
    }
  }

  /// The first index from `start` on at which a quote, a backslash or a control character stands; the
  /// count where none does.
  ///
  /// - Complexity: O(distance).
  @inlinable @inline(__always)
  package static func firstSpecialOfJSON(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    first(in: bytes, from: start) { word in
      zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
        | ((word &- ones &* 0x20) & ~word & highBits)
    }
  }

  /// The first index at which a quote, a comma or a line end stands; the count where none does.
  ///
  /// - Complexity: O(distance).
  @inlinable @inline(__always)
  package static func firstSpecialOfCSV(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    first(in: bytes, from: 0) { word in
      zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x2C)) | zeros(word ^ (ones &* 0x0A))
        | zeros(word ^ (ones &* 0x0D))
    }
  }

  /// Whether all bytes are ASCII.
  ///
  /// - Complexity: O(count), eight bytes at a time.
  package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    var all: UInt64 = 0
    while index &+ 8 <= bytes.count {
      all |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    while index < bytes.count {
      all |= UInt64(bytes[index])
      index &+= 1
    }
    return all & highBits == 0
  }

  /// How often a byte stands there.
  ///
  /// - Complexity: O(count), sixteen bytes at a time.
  package static func count(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    let wanted = SIMD16<UInt8>(repeating: byte)
    var total = 0
    var index = 0
    while index &+ 16 <= bytes.count {
      // No lane counts further than a byte does.
      let end = min(index &+ 255 &* 16, bytes.count & ~15)
      var counts = SIMD16<UInt8>.zero
      while index < end {
        let here = raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) .== wanted
        counts.replace(with: counts &+ 1, where: here)
        index &+= 16
      }
      for lane in counts.indices { total &+= Int(counts[lane]) }
    }
    while index < bytes.count {
      if bytes[index] == byte { total &+= 1 }
      index &+= 1
    }
    return total
  }

  @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The high bit of the bytes that are 0, exact up to the first of them.
  @inlinable @inline(__always)
  package static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }

  @inlinable @inline(__always)
  package static func first(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ hits: (UInt64) -> UInt64
  ) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index &+ 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let found = hits(UInt64(littleEndian: word))
      if found != 0 { return index &+ found.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    // The last few bytes as a word of their own; what is behind them is no hit within.
    guard index < bytes.count else { return bytes.count }
    var word: UInt64 = 0
    for place in index..<bytes.count { word |= UInt64(bytes[place]) << UInt64((place - index) * 8) }
    let found = hits(word)
    return found == 0 ? bytes.count : min(bytes.count, index &+ found.trailingZeroBitCount >> 3)
  }
}
