import Catalog

/// Whether names that are not equal may be one name with an error in it.
enum NameLikeness {
  /// Names shorter than this are alike only where they are equal.
  static let shortest = 8

  /// Whether two folded names are equal, or long and equal but for a slip.
  ///
  /// Letters and digits that tell things of one name apart are no slips: Pier 2 and Pier 3, Block A and
  /// Block B, East Gate and West Gate, 第一座 and 第二座 are two each. A word of four letters or more may
  /// hold an error behind its first letter, one of eight two, and words may be joined or have an `s`
  /// more; among Han characters one may differ.
  ///
  /// - Complexity: O(a.count × b.count).
  static func isAlike(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Bool {
    if a == b { return true }
    let shorter = min(a.count, b.count)
    guard shorter >= shortest, abs(a.count - b.count) <= 2 else { return false }
    guard a.filter(tellsApart) == b.filter(tellsApart) else { return false }
    let limit = EditDistance.tolerance(length: shorter)
    guard EditDistance.between(a[...], b[...], limit: limit) != nil else { return false }
    let (words, others) = (a.split(separator: " "), b.split(separator: " "))
    guard words.count == others.count else {
      return a.filter { $0 != " " } == b.filter { $0 != " " }
    }
    return zip(words, others).allSatisfy(isWordAlike)
  }

  private static func isWordAlike(
    _ a: ArraySlice<Unicode.Scalar>, _ b: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    if a == b { return true }
    let shorter = min(a.count, b.count)
    if (a + b).contains(where: { $0.value >= 0x2E80 }) {
      return shorter >= shortest && EditDistance.between(a, b, limit: 1) != nil
    }
    if shorter >= 3, a + ["s"] == b || b + ["s"] == a { return true }
    return a.first == b.first
      && EditDistance.between(a, b, limit: EditDistance.tolerance(length: shorter)) != nil
  }

  /// Digits, and characters by which Chinese names number things and tell their sides.
  private static func tellsApart(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value) || (scalar.value >= 0x2E80 && han.contains(scalar))
  }

  private static let han = Set(
    Folding.fold("一二三四五六七八九十百甲乙丙丁東南西北中上下左右前後內外大小男女新舊").unicodeScalars)
}
