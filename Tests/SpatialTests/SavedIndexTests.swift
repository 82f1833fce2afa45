import TestSupport
import Testing

@testable import Spatial

/// Saved indexes: what was written answers as before, and what was not is refused or harmless.
@Suite struct SavedIndexTests {
  private static let sizes = [0, 1, 15, 16, 17, 128, 129, 2_000]

  /// A tree with labels, some of them in lists where there are points enough.
  private static func labelled(count: Int, seed: UInt64) -> KDTree {
    let points = PointCloud.clusters.points(count: count, seed: seed)
    return KDTree(points, labels: LabelPattern.rare.labels(of: points, seed: seed))
  }

  @Test(arguments: PointCloud.allCases)
  func aSavedIndexAnswersLikeTheTree(cloud: PointCloud) throws {
    for size in Self.sizes {
      let points = cloud.points(count: size, seed: 3)
      let tree = KDTree(points)
      let saved = SavedBytes(tree)
      try saved.verify()
      let trees = try Lanes.available.map {
        try KDTree(opening: UnsafeRawBufferPointer(saved.bytes), keptBy: saved, lanes: $0)
      }
      for query in cloud.queries(count: 5, seed: 3, near: points) {
        let nearest = tree.nearest(to: query, count: 20)
        let radius = nearest.last?.distanceMeters ?? 1
        for opened in trees {
          #expect(opened.count == size)
          #expect(opened.nearest(to: query, count: 20) == nearest)
          #expect(opened.nearest(to: query, count: size) == tree.nearest(to: query, count: size))
          #expect(
            opened.within(radiusMeters: radius, of: query)
              == tree.within(radiusMeters: radius, of: query))
          #expect(
            opened.nearest(to: query, count: 5) { $0 % 3 == 0 }
              == tree.nearest(to: query, count: 5) { $0 % 3 == 0 })
        }
      }
    }
  }

  @Test func aSavedIndexIsSavedAsItIs() throws {
    for tree in [
      KDTree(PointCloud.clusters.points(count: 700, seed: 1)), Self.labelled(count: 700, seed: 1),
    ] {
      let saved = SavedBytes(tree)
      #expect(SavedBytes(try saved.open()).copy == saved.copy)
      #expect(try saved.open().byteCount == tree.byteCount)
    }
  }

  @Test func theTreeOutlivesItsMemorysLastName() throws {
    let points = PointCloud.clusters.points(count: 100, seed: 1)
    var saved: SavedBytes? = SavedBytes(KDTree(points))
    weak let memory = saved
    let tree = try #require(try saved?.open())
    saved = nil
    #expect(memory != nil)
    #expect(tree.nearest(to: points[7], count: 100).count == 100)
  }

  @Test(arguments: [false, true])
  func verifyFindsAnyChangedByte(isLabelled: Bool) {
    let saved = SavedBytes(
      isLabelled
        ? Self.labelled(count: 300, seed: 2)
        : KDTree(PointCloud.clusters.points(count: 150, seed: 2)))
    for place in saved.bytes.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        saved.bytes[place] ^= change
        #expect(throws: IndexFileError.self, "byte \(place)") { try saved.verify() }
        saved.bytes[place] ^= change
      }
    }
    #expect(throws: Never.self) { try saved.verify() }
  }

  @Test(arguments: [false, true])
  func everyCutIsRefused(isLabelled: Bool) {
    let whole = SavedBytes(
      isLabelled
        ? Self.labelled(count: 40, seed: 2)
        : KDTree(PointCloud.clusters.points(count: 40, seed: 2))
    ).copy
    for length in 0..<whole.count {
      #expect(throws: IndexFileError.self) { try SavedBytes(whole.prefix(length)).open() }
    }
    #expect(throws: IndexFileError.wrongLength(bytes: whole.count - 1, expected: whole.count)) {
      try SavedBytes(whole.dropLast()).open()
    }
    #expect(throws: IndexFileError.wrongLength(bytes: whole.count + 1, expected: whole.count)) {
      try SavedBytes(whole + [0]).open()
    }
    #expect(throws: IndexFileError.wrongLength(bytes: 100, expected: 192)) {
      try SavedBytes(whole.prefix(100)).open()
    }
  }

  @Test func foreignFilesAreRefused() {
    let whole = SavedBytes(KDTree(PointCloud.clusters.points(count: 40, seed: 2))).copy
    #expect(throws: IndexFileError.notAnIndex) { try SavedBytes([]).open() }
    #expect(throws: IndexFileError.notAnIndex) {
      try SavedBytes([UInt8](repeating: 0x20, count: 4_096)).open()
    }
    #expect(throws: IndexFileError.otherByteOrder) {
      try SavedBytes(whole.prefix(8).reversed() + whole.dropFirst(8)).open()
    }
    var newer = whole
    for version: UInt8 in [1, 3] {
      newer[8] = version
      #expect(throws: IndexFileError.otherVersion(UInt64(version))) { try SavedBytes(newer).open() }
    }
    var damaged = whole
    damaged[24] ^= 1
    #expect(throws: IndexFileError.damagedHeader) { try SavedBytes(damaged).open() }
  }

  /// A header whose checksum is right but whose fields cannot be.
  @Test(arguments: 2..<22)
  func fieldsThatDisagreeAreRefused(word: Int) {
    for tree in [
      KDTree(PointCloud.clusters.points(count: 304, seed: 2)), Self.labelled(count: 1_296, seed: 2),
    ] {
      let saved = SavedBytes(tree)
      let value = saved.bytes.load(fromByteOffset: word * 8, as: UInt64.self)
      for wrong in [value ^ 1, value &+ 64, .max, 1 << 63, 0] where wrong != value {
        // The checksum of the labels, which is right or wrong whatever the rest is.
        if word == 16 && tree.labels != nil { continue }
        saved.bytes.storeBytes(of: wrong, toByteOffset: word * 8, as: UInt64.self)
        SavedHeader.sealAnew(saved)
        #expect(throws: IndexFileError.self, "\(wrong)") { try saved.open() }
      }
    }
  }

  /// Lists that would end outside of the block.
  @Test func listsOfNoBlocksAreRefused() throws {
    let tree = Self.labelled(count: 3_000, seed: 2)
    let labels = try #require(tree.labels)
    let start = tree.storage.layout.byteCount
    #expect(labels.layout.listBlockCount > 0)
    for code in 0..<LabelLayout.codeCount
    where labels.directory.firstBlocks[code] != LabelLayout.noList {
      for (offset, wrong) in [
        (code * 4, UInt32.max), (code * 4, UInt32(labels.layout.listBlockCount * 16 + 1)),
        (512 + code * 4, UInt32(labels.layout.listBlockCount)), (512 + code * 4, UInt32.max - 1),
      ] {
        let saved = SavedBytes(tree)
        saved.bytes.storeBytes(of: wrong, toByteOffset: start + offset, as: UInt32.self)
        #expect(throws: IndexFileError.damagedBody, "code \(code)") { try saved.open() }
      }
    }
  }

  /// A child that the last node does not have lies outside the block.
  @Test func boxesOfNoChildAreRefused() {
    for size in [17, 129, 1_025, 2_000] {
      let tree = KDTree(PointCloud.clusters.points(count: size, seed: 2))
      for level in 1...tree.storage.layout.height {
        let saved = SavedBytes(tree)
        let offset =
          tree.storage.layout.levelOffsets[level]
          + (tree.storage.layout.nodeCount(level: level) - 1) * TreeLayout.nodeSize
        guard tree.storage.layout.nodeCount(level: level - 1) % TreeLayout.fanOut != 0 else {
          continue
        }
        saved.bytes.storeBytes(
          of: Float(0), toByteOffset: offset + (TreeLayout.fanOut - 1) * 4, as: Float.self)
        #expect(throws: IndexFileError.damagedBody, "size \(size), level \(level)") {
          try saved.open()
        }
      }
    }
  }
}

extension SavedHeader {
  /// Gives the bytes a header checksum that is right, whatever they are.
  static func sealAnew(_ saved: SavedBytes) {
    let sum = WordChecksum.of(UnsafeRawBufferPointer(rebasing: saved.bytes[..<184]))
    saved.bytes.storeBytes(of: sum, toByteOffset: 184, as: UInt64.self)
  }
}
