/// Places of one kind by ascending id, each decoded when it is asked for.
public struct PlaceList: RandomAccessCollection, Sendable {
  let compiled: CompiledCatalog
  let positions: Range<Int>

  /// 0.
  public var startIndex: Int { 0 }
  /// How many places.
  public var endIndex: Int { positions.count }

  /// The place at a position, 0 ..< count.
  ///
  /// - Complexity: O(length of its texts).
  public subscript(position: Int) -> Place {
    precondition(indices.contains(position), "position out of range")
    return compiled.place(at: positions.lowerBound + position)
  }
}
