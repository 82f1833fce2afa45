/// Searching a block that may hold anything.
///
/// The walk itself relies on the shape alone: boxes and chords are compared, whatever they are, and
/// decide only where it goes. What is read of a point is its index, which goes to callers, and its
/// coordinate, which the distance must be defined for.
extension TreeSearch {
  /// Keeps of the newest candidates those whose index and coordinate can be ones.
  mutating func keepSound(from start: Int) {
    var end = start
    for candidate in start..<count {
      let position = walk.pointee.positions[candidate]
      let (leaf, lane) = place(position)
      // A comparison with a number that is none is false.
      guard Int64(leaf.indexes[lane]) < walk.pointee.point_count,
        abs(leaf.latitudes[lane]) <= 90, abs(leaf.longitudes[lane]) <= 180
      else { continue }
      walk.pointee.chords[end] = walk.pointee.chords[candidate]
      walk.pointee.positions[end] = position
      end &+= 1
    }
    count = end
  }
}
