import Spatial

/// The outermost positions of a geometry: where these are in range, all are.
struct Reach {
  /// A position and its number among those of the geometry, from 1.
  struct Corner: Hashable {
    let x: Double
    let y: Double
    let number: Int
  }

  /// The westernmost, easternmost, southernmost and northernmost position, of two the first; none of a
  /// geometry without positions.
  private(set) var corners: [Corner] = []
  private var count = 0

  /// A geometry of no position.
  init() {}

  /// The reach of some positions.
  init(_ positions: [(x: Double, y: Double)]) { add(positions) }

  /// Whether the box around it covers that around another; false without positions.
  func covers(_ other: Reach) -> Bool {
    guard corners.count == 4, other.corners.count == 4 else { return false }
    return corners[0].x <= other.corners[0].x && other.corners[1].x <= corners[1].x
      && corners[2].y <= other.corners[2].y && other.corners[3].y <= corners[3].y
  }

  /// Whether every position is one in degrees; true without positions.
  var isInDegrees: Bool { corners.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 90 } }

  /// The box around it, of degrees; nil without positions.
  var box: BoundingBox? {
    guard corners.count == 4, isInDegrees else { return nil }
    return BoundingBox(
      uncheckedWest: corners[0].x, south: corners[2].y, east: corners[1].x, north: corners[3].y)
  }

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    let corner = Corner(x: x, y: y, number: count)
    guard corners.count == 4 else {
      corners = [corner, corner, corner, corner]
      return
    }
    if x < corners[0].x { corners[0] = corner }
    if x > corners[1].x { corners[1] = corner }
    if y < corners[2].y { corners[2] = corner }
    if y > corners[3].y { corners[3] = corner }
  }

  mutating func add(_ positions: [(x: Double, y: Double)]) {
    for (x, y) in positions { add(x, y) }
  }

  /// Counts a position that is looked at elsewhere.
  mutating func passOver() { count += 1 }

  /// Adds another geometry behind this one.
  mutating func add(_ other: Reach) {
    let before = count
    // In the order of the file, so that of two the first stays.
    for corner in other.corners.sorted(by: { $0.number < $1.number }) {
      count = before + corner.number - 1
      add(corner.x, corner.y)
    }
    count = before + other.count
  }
}
