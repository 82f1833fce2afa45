/// What squared chords of rounded unit vectors say about distances; the proof is in docs/KDTREE.md.
enum ChordBound {
  /// The greatest squared chord there is, and a little more: admits every point, not infinity.
  static let everything: Float = 5

  private static let unit: Float = 0x1p-24
  private static let relative = 1 + 12 * unit
  private static let absolute = 5 * unit

  /// The squared chord that no point can exceed that comes before, or level with, some point of
  /// squared chord `chord` in the order of exact distances.
  @inline(__always)
  static func widened(_ chord: Float) -> Float {
    let bound = chord.squareRoot() * relative + absolute
    return bound * bound
  }

  /// The squared chord that no point within a distance in metres can exceed; −1, which admits none,
  /// for a negative distance.
  static func within(radiusMeters: Double) -> Float {
    if radiusMeters < 0 { return -1 }
    let halfAngleDegrees = radiusMeters / (2 * Coordinate.earthRadiusMeters) * (180 / Double.pi)
    if halfAngleDegrees >= 90 { return everything }
    let chord = 2 * Trigonometry.sine(degrees: halfAngleDegrees)
    let bound = chord * Double(relative) + Double(absolute)
    return min(Float(bound * bound).nextUp, everything)
  }
}
