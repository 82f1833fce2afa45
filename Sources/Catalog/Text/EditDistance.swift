/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
package enum EditDistance {
  /// The distance between two sequences, or nil where it is above the limit.
  ///
  /// Boytsov, L. (2011), Indexing methods for approximate dictionary searching, *ACM Journal of
  /// Experimental Algorithmics* 16, doi:10.1145/1963190.1963191, section 2.1.
  /// - Complexity: O(a.count × b.count).
  package static func between(
    _ a: ArraySlice<Unicode.Scalar>, _ b: ArraySlice<Unicode.Scalar>, limit: Int
  ) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    let a = Array(a)
    let b = Array(b)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      if row.allSatisfy({ $0 > limit }) { return nil }
      (beforeLast, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }

  /// How many errors a word of this length may hold: none below 4 letters, one below 8, else two.
  package static func tolerance(length: Int) -> Int {
    length < 4 ? 0 : length < 8 ? 1 : 2
  }
}
