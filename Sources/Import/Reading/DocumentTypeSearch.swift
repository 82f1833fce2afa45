/// Looks for declarations of XML that may have anything read, in a file that comes in pieces.
///
/// Only ASCII counts, and bytes of 0 do not, so that they are found in UTF-8, in UTF-16 and in what is built
/// on ASCII. Comments are not told from what counts.
struct DocumentTypeSearch {
  /// Whether a declaration was met.
  private(set) var isFound = false
  /// Whether nothing that follows can change the answer.
  private(set) var isOver = false

  private static let marks = ["<!DOCTYPE", "<!ENTITY"].map { Array($0.utf8) }
  private var hasBegun = false
  /// The end of the piece before, in which a mark may have begun.
  private var carry: [UInt8] = []

  /// Looks at the next piece.
  ///
  /// - Complexity: O(length).
  mutating func look(at bytes: [UInt8]) {
    var letters = carry
    letters.reserveCapacity(carry.count + bytes.count)
    for byte in bytes where byte != 0 && byte < 0x80 {
      letters.append(byte &- 0x61 < 26 ? byte - 0x20 : byte)
    }
    if !hasBegun {
      guard let first = letters.first(where: { $0 > 0x20 }) else { return }
      hasBegun = true
      // What begins otherwise is no XML.
      guard first == UInt8(ascii: "<") else {
        isOver = true
        return
      }
    }
    var index = 0
    while let start = letters[index...].firstIndex(of: UInt8(ascii: "<")) {
      if Self.marks.contains(where: { letters[start...].starts(with: $0) }) {
        (isFound, isOver) = (true, true)
        return
      }
      index = start + 1
    }
    carry = letters.suffix(8)
  }
}
