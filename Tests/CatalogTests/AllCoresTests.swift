import Catalog
import Spatial
import TestSupport
import Testing

@Suite struct AllCoresTests {
  @Test func aBatchOnAllCoresAnswersLikeOneCore() {
    let points = PointCloud.clusters.points(count: 1_000, seed: 1)
    let queries = PointCloud.clusters.points(count: 2_000, seed: 2)
    let tree = KDTree(points)
    let answers = tree.nearest(to: queries, count: 3)
    #expect(answers.count == queries.count)
    for (query, answer) in zip(queries, answers) {
      #expect(Array(answer) == tree.nearest(to: query, count: 3))
    }
    #expect(tree.nearest(to: [Coordinate](), count: 3).isEmpty)
  }
}
