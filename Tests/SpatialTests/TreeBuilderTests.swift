import Synchronization
import TestSupport
import Testing

@testable import Spatial

/// Building on threads: the bytes of the tree must not tell how many there were.
@Suite struct TreeBuilderTests {
  private static let sizes = [0, 1, 15, 16, 17, 256, 257, 1_025, 5_000]

  private func bytes(_ storage: TreeStorage) -> [UInt8] {
    withExtendedLifetime(storage) {
      Array(UnsafeRawBufferPointer(start: storage.base, count: storage.layout.byteCount))
    }
  }

  @Test(arguments: PointCloud.allCases)
  func theTreeIsTheSameOnAnyNumberOfThreads(cloud: PointCloud) {
    for size in Self.sizes {
      let points = cloud.points(count: size, seed: 11)
      let alone = bytes(TreeBuilder.build(points, threads: 1))
      for threads in [2, 3, 7] {
        #expect(
          bytes(TreeBuilder.build(points, threads: threads)) == alone,
          "\(cloud), \(size) points, \(threads) threads")
      }
    }
  }

  /// The threads that an ordinary call starts for many points.
  @Test func manyPointsOnAllCores() {
    let points = PointCloud.clusters.points(count: 40_000, seed: 12)
    #expect(bytes(KDTree(points).storage) == bytes(KDTree(points, threadLimit: 1).storage))
    #expect(TreeBuilder.threadCount(forPoints: 40_000, atMost: 1) == 1)
    #expect(TreeBuilder.threadCount(forPoints: 4_000, atMost: .max) == 1)
    #expect(
      TreeBuilder.threadCount(forPoints: 10_000_000, atMost: .max) == Threads.processorCount)
  }

  /// Every number once, whatever the threads, and one state a thread.
  @Test(arguments: [1, 2, 5])
  func everyNumberIsTakenOnce(limit: Int) {
    for count in [0, 1, 2, 100] {
      let taken = Counts()
      Threads.forEach(count, atMost: limit, state: { taken.addState() }) { number, _ in
        taken.add(number)
      }
      #expect(taken.numbers.sorted() == Array(0..<count))
      #expect((1...max(1, min(limit, count))).contains(taken.states))
    }
  }
}

/// What the threads of a test did.
private final class Counts: Sendable {
  private let all = Mutex(([Int](), 0))

  func add(_ number: Int) { all.withLock { $0.0.append(number) } }
  func addState() { all.withLock { $0.1 += 1 } }
  var numbers: [Int] { all.withLock { $0.0 } }
  var states: Int { all.withLock { $0.1 } }
}
