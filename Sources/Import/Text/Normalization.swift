/// Unicode Normalization Form C (Unicode Standard Annex 15).
///
/// Swift compares strings by canonical equivalence and stores them as they came; what is written to a
/// file must be one form.
package enum Normalization {
  /// The text in NFC.
  ///
  /// - Complexity: O(length); texts of ASCII and most others are seen to be in NFC and returned.
  package static func nfc(_ text: String) -> String {
    // Marks begin at U+0300; the Chinese characters from U+4000 to U+9FFF stand for themselves.
    let needsLook = text.utf8.contains { $0 >= 0xCC && !(0xE4...0xE9).contains($0) }
    guard needsLook, !isSurelyComposed(text) else { return text }
    var scalars = decomposed(text)
    order(&scalars)
    return compose(scalars)
  }

  /// No marks, no Hangul letters, nothing that stands for another character.
  private static func isSurelyComposed(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      if scalar.value < 0x300 { return true }
      switch scalar.value {
      case 0x4E00...0x9FFF, 0x3001...0x3096, 0x30A1...0x30FA, 0xFF01...0xFF5E, 0x2010...0x2027:
        return true
      case 0x1100...0x11FF: return false
      default:
        return scalar.properties.canonicalCombiningClass == .notReordered
          && tables.decompositions[scalar.value] == nil && !tables.seconds.contains(scalar.value)
      }
    }
  }

  private struct Tables {
    var decompositions: [UInt32: [UInt32]] = [:]
    var compositions: [UInt64: UInt32] = [:]
    var seconds: Set<UInt32> = []
  }

  private static let tables: Tables = {
    var tables = Tables()
    func numbers(_ text: StaticString) -> [UInt32] {
      text.description.split(separator: " ").compactMap { UInt32($0, radix: 16) }
    }
    let composing = numbers(CanonicalMappings.composing)
    for index in stride(from: 0, to: composing.count - 2, by: 3) {
      let (whole, first, second) = (composing[index], composing[index + 1], composing[index + 2])
      tables.decompositions[whole] = [first, second]
      tables.compositions[UInt64(first) << 32 | UInt64(second)] = whole
      tables.seconds.insert(second)
    }
    let excluded = numbers(CanonicalMappings.excluded)
    for index in stride(from: 0, to: excluded.count - 2, by: 3) {
      tables.decompositions[excluded[index]] = [excluded[index + 1], excluded[index + 2]]
    }
    let single = numbers(CanonicalMappings.single)
    for index in stride(from: 0, to: single.count - 1, by: 2) {
      tables.decompositions[single[index]] = [single[index + 1]]
    }
    return tables
  }()

  // Unicode Standard, section 3.12: Hangul syllables by arithmetic.
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  private static func decomposed(_ text: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    func append(_ value: UInt32) {
      if syllables.contains(value) {
        let index = value - 0xAC00
        append(scalarValue: 0x1100 + index / 588)
        append(scalarValue: 0x1161 + index % 588 / 28)
        if index % 28 > 0 { append(scalarValue: 0x11A7 + index % 28) }
      } else if let parts = tables.decompositions[value] {
        for part in parts { append(part) }
      } else {
        append(scalarValue: value)
      }
    }
    func append(scalarValue value: UInt32) {
      if let scalar = Unicode.Scalar(value) { result.append(scalar) }
    }
    for scalar in text.unicodeScalars { append(scalar.value) }
    return result
  }

  private static func rank(_ scalar: Unicode.Scalar) -> UInt8 {
    scalar.properties.canonicalCombiningClass.rawValue
  }

  /// Canonical ordering: marks behind one another by their class, stable.
  private static func order(_ scalars: inout [Unicode.Scalar]) {
    var start = 0
    while start < scalars.count {
      guard rank(scalars[start]) != 0 else {
        start += 1
        continue
      }
      var end = start
      while end < scalars.count, rank(scalars[end]) != 0 { end += 1 }
      let marks = scalars[start..<end].enumerated().sorted {
        let (a, b) = (rank($0.element), rank($1.element))
        return a != b ? a < b : $0.offset < $1.offset
      }
      scalars.replaceSubrange(start..<end, with: marks.map(\.element))
      start = end
    }
  }

  private static func compose(_ scalars: [Unicode.Scalar]) -> String {
    var result: [Unicode.Scalar] = []
    var starter: Int?
    var lastRank: UInt8 = 0
    for scalar in scalars {
      let rank = rank(scalar)
      if let index = starter {
        let isAdjacent = index == result.count - 1
        // A mark is blocked by one of the same or a higher class before it.
        if isAdjacent || (lastRank < rank && lastRank != 0),
          let whole = composed(result[index], scalar)
        {
          result[index] = whole
          continue
        }
      }
      if rank == 0 { starter = result.count }
      lastRank = rank
      result.append(scalar)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: result)
    return String(view)
  }

  private static func composed(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Unicode.Scalar? {
    let (a, b) = (first.value, second.value)
    if (0x1100...0x1112).contains(a), (0x1161...0x1175).contains(b) {
      return Unicode.Scalar(0xAC00 + ((a - 0x1100) * 21 + (b - 0x1161)) * 28)
    }
    if syllables.contains(a), (a - 0xAC00).isMultiple(of: 28), (0x11A8...0x11C2).contains(b) {
      return Unicode.Scalar(a + b - 0x11A7)
    }
    return tables.compositions[UInt64(a) << 32 | UInt64(b)].flatMap(Unicode.Scalar.init)
  }
}
