import Spatial

/// Points on the borders of regions and as near beside them as doubles can be.
public enum BorderPoints {
  /// For every edge its start, its middle and a place at random between its ends, each with the doubles
  /// around it.
  ///
  /// - Parameters:
  ///   - regions: whose borders.
  ///   - steps: so many doubles to the side, in latitude and in longitude; 0 is the point itself.
  ///   - stride: only every so manieth edge.
  ///   - seed: of the places at random.
  public static func around(
    _ regions: [Region], steps: [Int], stride: Int = 1, seed: UInt64
  ) -> [Coordinate] {
    var random = SplitMix64(seed: seed)
    var points: [Coordinate] = []
    var number = 0
    for ring in regions.lazy.flatMap(\.polygons).flatMap(\.rings) {
      for (start, end) in zip(ring, ring.dropFirst()) {
        number += 1
        guard number % stride == 0 else { continue }
        for share in [0, 0.5, random.unit()] {
          let latitude = start.latitude + share * (end.latitude - start.latitude)
          let longitude = start.longitude + share * (end.longitude - start.longitude)
          for north in steps {
            for east in steps {
              points.append(.valid(moved(latitude, north), moved(longitude, east)))
            }
          }
        }
      }
    }
    return points
  }

  /// The double that is so many doubles further.
  private static func moved(_ value: Double, _ steps: Int) -> Double {
    var value = value
    for _ in 0..<abs(steps) { value = steps < 0 ? value.nextDown : value.nextUp }
    return value
  }
}
