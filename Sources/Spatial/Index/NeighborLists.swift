/// The answers to many queries: a list of neighbors for each, in the order of the queries.
///
/// All neighbors stand one after the other in one array, so that a million answers are no million
/// arrays. A list is a slice of it, whose indices do not begin at 0.
public struct NeighborLists: Sendable, Hashable {
  /// The neighbors of all lists, one list after the other.
  public internal(set) var neighbors: [Neighbor] = []
  /// Where each list begins in ``neighbors``, and at the end how many there are: one more than there
  /// are lists.
  public internal(set) var offsets: [Int] = [0]

  /// No lists.
  public init() {}
}

extension NeighborLists: RandomAccessCollection {
  /// The first query's number: 0.
  public var startIndex: Int { 0 }

  /// The number of queries.
  public var endIndex: Int { offsets.count - 1 }

  /// The answer to one query.
  ///
  /// - Complexity: O(1).
  public subscript(query: Int) -> ArraySlice<Neighbor> {
    neighbors[offsets[query]..<offsets[query + 1]]
  }
}

extension Array where Element: BitwiseCopyable {
  /// Becomes an array of so many elements without content, in the same memory where it has as many,
  /// and lets a body write them all.
  mutating func overwrite(count: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Void) {
    if self.count == count {
      withUnsafeMutableBufferPointer { body($0) }
    } else {
      // Gives the old memory back first.
      self = []
      // The array of no elements is one for all threads, and made anew it would be written to.
      guard count > 0 else { return body(UnsafeMutableBufferPointer(start: nil, count: 0)) }
      self = Array(unsafeUninitializedCapacity: count) { buffer, initialized in
        body(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        initialized = count
      }
    }
  }
}
