import Spatial
import TestSupport
import Testing

@Suite struct KDTreeTests {
  private func indexes(_ neighbors: [Neighbor]) -> [Int] { neighbors.map(\.index) }

  @Test func emptyTreeHasNoNeighbors() {
    let tree = KDTree([])
    #expect(tree.count == 0)
    #expect(tree.nearest(to: .valid(0, 0), count: 5) == [])
    #expect(tree.within(radiusMeters: .infinity, of: .valid(0, 0)) == [])
  }

  @Test func dateLineIsNoBorder() {
    let tree = KDTree([Coordinate.valid(0, -179.5), .valid(0, 100)])
    let found = tree.within(radiusMeters: 200_000, of: .valid(0, 179.5))
    #expect(indexes(found) == [0])
    #expect(abs(found[0].distanceMeters - 111_195) < 1)
  }

  @Test func bothSignsOfTheDateLineAreOnePlace() {
    let tree = KDTree([Coordinate.valid(10, 180), .valid(10, -180)])
    #expect(indexes(tree.within(radiusMeters: 0, of: .valid(10, -180))) == [0, 1])
  }

  @Test func antipodeIsHalfTheGirthAway() {
    let tree = KDTree([Coordinate.valid(12, 86)])
    let found = tree.nearest(to: .valid(-12, -94), count: 1)
    #expect(abs(found[0].distanceMeters - 20_015_114.44) < 0.01)
    let half = Double.pi * Coordinate.earthRadiusMeters
    #expect(tree.within(radiusMeters: half, of: .valid(-12, -94)).count == 1)
  }

  @Test func everyLongitudeMeetsAtAPole() {
    let tree = KDTree((0..<40).map { Coordinate.valid(90, Double($0) * 9 - 180) })
    #expect(indexes(tree.within(radiusMeters: 0, of: .valid(90, 3))) == Array(0..<40))
  }

  @Test func coincidentPointsGiveTheLowestIndexes() {
    let tree = KDTree(repeatElement(.valid(22.3, 114.17), count: 200_000))
    #expect(indexes(tree.nearest(to: .valid(22.3, 114.17), count: 5)) == [0, 1, 2, 3, 4])
    #expect(indexes(tree.nearest(to: .valid(22.4, 114.1), count: 5)) == [0, 1, 2, 3, 4])
  }

  @Test func metresAreNeverDegrees() {
    let london = KDTree([Coordinate.valid(51.5, -0.12)])
    #expect(london.within(radiusMeters: 5_000, of: .valid(22.337, 114.148)) == [])
  }

  @Test func orderOfInputChangesIndexesOnly() {
    let points = PointCloud.grid.points(count: 3_000, seed: 3)
    var random = SplitMix64(seed: 4)
    let order = points.indices.shuffled(using: &random)
    let (tree, shuffled) = (KDTree(points), KDTree(order.map { points[$0] }))
    for query in PointCloud.grid.queries(count: 10, seed: 3, near: points) {
      let (found, other) = (
        tree.nearest(to: query, count: 3_000), shuffled.nearest(to: query, count: 3_000)
      )
      #expect(found.map(\.distanceMeters) == other.map(\.distanceMeters))
      #expect(
        found.map(\.index).sorted() == other.map { order[$0.index] }.sorted())
    }
  }

  @Test func statisticsSayWhatWasTouched() {
    let points = PointCloud.uniform.points(count: 10_000, seed: 5)
    let tree = KDTree(points)
    var statistics = SearchStatistics()
    let query = Coordinate.valid(22.3, 114.17)
    let found = tree.nearest(to: query, count: 1, statistics: &statistics)
    #expect(found == tree.nearest(to: query, count: 1))
    #expect((1...100).contains(statistics.nodesVisited))
    #expect((1...500).contains(statistics.pointsTested))
    let once = statistics
    #expect(
      tree.within(radiusMeters: .infinity, of: query, statistics: &statistics).count == 10_000)
    #expect(statistics.pointsTested == once.pointsTested + 10_000)
  }

  @Test func filterSeesOnlyIndexesOfPoints() {
    let tree = KDTree(PointCloud.clusters.points(count: 17, seed: 6))
    let found = tree.nearest(to: .valid(22.3, 114.1), count: 20) { index in
      #expect((0..<17).contains(index))
      return index % 2 == 0
    }
    #expect(found.count == 9)
  }

  @Test func bytesPerPointStayUnderForty() {
    let tree = KDTree(PointCloud.uniform.points(count: 100_000, seed: 8))
    #expect(Double(tree.byteCount) / 100_000 <= 40)
  }

  @Test func impossibleArgumentsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = KDTree([Coordinate.valid(0, 0)]).nearest(to: .valid(0, 0), count: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([Coordinate.valid(0, 0)]).nearest(to: .valid(0, 0), count: 1, within: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = KDTree([Coordinate.valid(0, 0)]).within(radiusMeters: .nan, of: .valid(0, 0))
    }
  }
}
