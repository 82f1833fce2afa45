import CLanes
import TestSupport
import Testing

@testable import Spatial

/// The inner loops of every kind of processor that this one can stand for, one by one, against the
/// same thing said plainly in Swift.
@Suite(.serialized) struct LanesTests {
  private static let sizes = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 127, 128]

  /// Numbers as squared chords are: not negative, some equal, some zero, some tiny.
  private func numbers(_ count: Int, _ random: inout SplitMix64) -> [Float] {
    (0..<count).map { _ in
      switch random.next() % 8 {
      case 0: 0
      case 1: Float(random.next() % 4) / 4
      case 2: Float.leastNonzeroMagnitude * Float(random.next() % 4)
      default: Float(random.unit())
      }
    }
  }

  @Test func somethingIsAvailable() {
    #expect(Lanes.available.last?.name == "portable")
    #expect(Set(Lanes.available.map(\.name)).count == Lanes.available.count)
    #expect(Lanes.best.name == Lanes.available[0].name)
  }

  @Test(arguments: Lanes.available, ReplaySeeds.all)
  func theSmallestStaySorted(lanes: Lanes, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 64) { memory in
      guard let sorted = memory.bindMemory(to: Float.self).baseAddress else { return }
      for count in 0...16 {
        let (run, new) = (numbers(16, &random).sorted(), numbers(count, &random))
        sorted.initialize(from: run, count: 16)
        // The function may read sixteen.
        (new + numbers(16, &random)).withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          lanes.functions.pointee.insert(sorted, base, Int64(count))
          #expect(
            lanes.functions.pointee.smallest(base, Int64(count), 0.5) == min(0.5, new.min() ?? 1))
        }
        let expected = (run + new).sorted().prefix(16)
        #expect(
          Array(UnsafeBufferPointer(start: sorted, count: 16)) == Array(expected),
          "NEARBY_SEED=\(seed), \(count) new")
      }
    }
  }

  @Test(arguments: Lanes.available, ReplaySeeds.all)
  func countingAndDropping(lanes: Lanes, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for count in Self.sizes {
      let all = numbers(count, &random)
      // Whatever stands behind the last is nobody's business.
      var chords = all + numbers(16, &random)
      var positions = (0..<UInt32(count + 16)).map { $0 &* 2_654_435_761 }
      for limit in [-1, 0, 0.25, all.last ?? 0.5, 2] {
        let expected = all.indices.filter { all[$0] <= limit }
        #expect(lanes.functions.pointee.count(chords, Int64(count), limit) == expected.count)
        var (keptChords, keptPositions) = (chords, positions)
        let end = Int(
          lanes.functions.pointee.drop(&keptChords, &keptPositions, Int64(count), limit))
        #expect(keptChords.prefix(end) == ArraySlice(expected.map { all[$0] }))
        #expect(keptPositions.prefix(end) == ArraySlice(expected.map { positions[$0] }))
      }
      #expect(lanes.functions.pointee.greatest_float(chords, Int64(count)) == all.max() ?? 0)
      #expect(
        lanes.functions.pointee.greatest(chords.map(Double.init), Int64(count))
          == Double(all.max() ?? 0))
      chords.removeAll()
      positions.removeAll()
    }
  }

  @Test(arguments: Lanes.available, ReplaySeeds.all)
  func ranksAreTheOrderOfFloats(lanes: Lanes, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for count in Self.sizes {
      // Some differ in doubles alone.
      let meters = numbers(count, &random).map { Double($0) * (1 + 1e-12 * random.unit()) }
      var places = [UInt32](repeating: .max, count: count + 16)
      lanes.functions.pointee.rank(meters, Int64(count), &places)
      let order = meters.indices.sorted {
        (Float(meters[$0]), $0) < (Float(meters[$1]), $1)
      }
      #expect(order.map { Int(places[$0]) } == Array(0..<count), "NEARBY_SEED=\(seed), \(count)")
      #expect(places.dropFirst(count).allSatisfy { $0 == .max })
    }
  }

  /// A distance has the bits of the public function, or is left to it.
  @Test(arguments: Lanes.available, PointCloud.allCases)
  func distancesHaveTheBitsOfTheScalarFunction(lanes: Lanes, cloud: PointCloud) {
    let points = cloud.points(count: 400, seed: 11)
    let tree = KDTree(points)
    var (meters, indexes) = ([Double](repeating: 0, count: 420), [UInt32](repeating: 0, count: 420))
    var refined = 0
    for query in cloud.queries(count: 20, seed: 11, near: points) {
      let origin = DistanceOrigin(query)
      // One by one, and those that are covered together.
      var covered: [UInt32] = []
      for position in 0..<UInt32(points.count) {
        let end = lanes.functions.pointee.refine(
          tree.storage.leaves, [position], 1, origin.forLanes, .infinity, &meters, &indexes)
        let point = points[tree.index(at: position)]
        let distance = query.greatCircleDistance(to: point)
        #expect(origin.meters(latitude: point.latitude, longitude: point.longitude) == distance)
        let turn = abs(query.longitude - point.longitude)
        let isNear =
          abs(query.latitude - point.latitude) < 90 && min(turn, 360 - turn) < 90
          && distance < 6_600_000
        #expect(end == 1 || !isNear)
        guard end == 1 else { continue }
        covered.append(position)
        #expect(meters[0] == distance, "\(query) to \(point)")
        #expect(Int(indexes[0]) == tree.index(at: position))
      }
      refined += covered.count
      let expected = covered.map { query.greatCircleDistance(to: points[tree.index(at: $0)]) }
      let limit = expected.sorted().dropFirst(expected.count / 2).first ?? 0
      let end = lanes.functions.pointee.refine(
        tree.storage.leaves, covered, Int64(covered.count), origin.forLanes, limit, &meters,
        &indexes)
      #expect(Array(meters.prefix(Int(end))) == expected.filter { $0 <= limit })
    }
    #expect(refined > 400)
  }

  /// The query's vector as floats, and the bits of its cosine.
  @Test(arguments: Lanes.available)
  func aWalkBeginsWhereTheQueryIs(lanes: Lanes) {
    var random = SplitMix64(seed: 3)
    let edges = [-90.0, -45, 0, 45, 90].flatMap { latitude in
      [-180.0, -135, -90, -45, -0.0, 45, 90, 135, 180].flatMap { longitude in
        [
          Coordinate.valid(latitude, longitude),
          Coordinate.valid(latitude.nextUp, longitude.nextDown),
          Coordinate.valid(latitude.nextDown, longitude.nextUp),
        ]
      }
    }
    let tree = KDTree(edges)
    let scratch = KDTree.Scratch()
    scratch.enter(tree.storage)
    for query in edges + (0..<10_000).map({ _ in random.coordinateOnSphere() }) {
      let origin = lanes.functions.pointee.begin(
        scratch.walk, query.latitude, query.longitude, 1)
      let cosine = Trigonometry.cosine(degrees: query.latitude)
      #expect(origin.cosine == cosine, "\(query)")
      let expected = UnitVector.of(latitude: query.latitude, longitude: query.longitude)
      let found = scratch.walk.pointee.query
      #expect(found.x == expected.x && found.y == expected.y && found.z == expected.z, "\(query)")
    }
  }
}

extension KDTree {
  fileprivate func index(at position: UInt32) -> Int {
    let leaf = TreeLeaf(base: storage.leaves + Int(position / 16) * TreeLayout.leafByteSize)
    return Int(leaf.indexes[Int(position % 16)])
  }
}

extension Lanes: CustomTestStringConvertible {
  /// The name.
  public var testDescription: String { name }
}
