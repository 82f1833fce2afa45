import TestSupport
import Testing

@testable import Spatial

/// Labels of points that come and go, against a scan over what is there.
@Suite struct LiveLabelTests {
  @Test(arguments: LabelPattern.allCases, ReplaySeeds.all)
  func answersAgreeWithTheScan(pattern: LabelPattern, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let points = PointCloud.clusters.points(count: 600, seed: seed)
    let labels = pattern.labels(of: points, seed: seed)
    let filters = LabelPattern.filters(for: labels, seed: seed)
    let start = (0..<200).map { (id: $0, coordinate: points[$0], label: labels[$0]) }
    let index = LiveIndex(labelled: start)
    var present = Set(0..<200)
    for step in 0..<1_200 {
      let id = Int(random.next() % 600)
      if random.next() % 100 < (step < 600 ? 70 : 30) {
        #expect(
          index.insert(points[id], label: labels[id], id: id) == present.insert(id).inserted)
      } else {
        #expect(index.remove(id: id) == (present.remove(id) != nil))
      }
      guard step % 60 == 0 else { continue }
      let ids = present.sorted()
      let query = points[id]
      let all = LinearScan(ids.map { points[$0] }).nearest(to: query, count: .max)
        .map { Neighbor(index: ids[$0.index], distanceMeters: $0.distanceMeters) }
      for filter in filters {
        let right = all.filter { filter.admits(labels[$0.index]) }
        let radius = right.isEmpty ? 1 : right[right.count / 2].distanceMeters
        let near = right.filter { $0.distanceMeters <= radius }
        let odd = right.filter { $0.index % 2 != 0 }
        let comment: Testing.Comment = "NEARBY_SEED=\(seed), \(pattern), step \(step), \(filter)"
        #expect(
          index.nearest(to: query, count: 10, matching: filter) == Array(right.prefix(10)), comment)
        #expect(index.nearest(to: query, count: .max, matching: filter) == right, comment)
        #expect(
          index.nearest(to: query, count: 5, matching: filter) { $0 % 2 != 0 }
            == Array(odd.prefix(5)), comment)
        #expect(index.within(radiusMeters: radius, of: query, matching: filter) == near, comment)
      }
    }
  }
}
