import Spatial

/// Seeded labels for point clouds, and filters that are hard on them.
public enum LabelPattern: String, CaseIterable, Sendable {
  /// Any code of both groups, whatever the place.
  case random
  /// By place in the second group, as districts are; a few codes in the first.
  case clustered
  /// Code 0 nearly always, others for a point in 30, in 200 and in 1,000.
  case rare
  /// All points have the one label with the highest codes.
  case same
  /// Codes in the second group only, the lower the more frequent.
  case secondOnly

  /// A label for each point.
  public func labels(of points: [Coordinate], seed: UInt64) -> [PointLabel] {
    var random = SplitMix64(seed: seed ^ 0x1ABE1)
    return points.map { point in
      let (a, b) = (Int(random.next() % 64), Int(random.next() % 64))
      switch self {
      case .random: return PointLabel(first: a, second: b)
      case .clustered:
        let row = Int((point.latitude + 90) * 40) % 8
        let column = Int((point.longitude + 180) * 40) % 8
        return PointLabel(first: a % 5, second: row * 8 + column)
      case .rare:
        let draw = random.next() % 1_000
        return PointLabel(first: draw == 0 ? 63 : draw < 5 ? 31 : draw < 33 ? 7 : 0, second: b % 3)
      case .same: return PointLabel(first: 63, second: 63)
      case .secondOnly: return PointLabel(second: min(a, b) / 2)
      }
    }
  }

  /// Filters of every kind: all, none, one code of a point, several, rare ones, both groups.
  public static func filters(for labels: [PointLabel], seed: UInt64) -> [LabelFilter] {
    var random = SplitMix64(seed: seed ^ 0xF117E4)
    let one = labels.isEmpty ? PointLabel() : labels[Int(random.next() % UInt64(labels.count))]
    let (first, second) = (
      LabelFilter.codes([Int(one.first)]), LabelFilter.codes([Int(one.second)])
    )
    return [
      LabelFilter(), LabelFilter(first: 0), LabelFilter(second: 0), LabelFilter(first: first),
      LabelFilter(second: second), LabelFilter(first: first, second: second),
      LabelFilter(first: ~first), LabelFilter(first: 1 << 63),
      LabelFilter(first: 1 << 31 | 1 << 63), LabelFilter(first: ~1, second: ~second),
      LabelFilter(first: 1 << 7, second: 1),
      LabelFilter(first: random.next() & random.next(), second: random.next()),
    ]
  }
}
