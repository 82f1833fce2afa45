import Spatial

extension Door {
  /// A saved index whose header is put right, so that whatever is behind it is reached.
  ///
  /// The first four bytes choose the number of points, from where a query comes, how many are asked
  /// for, and whether there are labels; the rest is what the tree's block and the labels have behind
  /// the header, repeated until it is full.
  @Sendable static func index(_ bytes: [UInt8]) {
    guard bytes.count > 8 else { return }
    let memory = FuzzedIndex(header: bytes[0..<4], body: bytes[4...])
    // As the bytes are, without a header of ours.
    let plain = FuzzedIndex(plain: bytes)
    if (try? plain.open()) != nil { preconditionFailure("a header out of nothing") }
    do throws(IndexFileError) {
      let tree = try memory.open()
      search(tree, from: .init(bytes[1]), Int(bytes[2]), Int(bytes[3]))
    } catch {
      precondition(error == .damagedBody, "\(error)")
    }
  }

  private static func search(_ tree: KDTree, from place: UInt8, _ limit: Int, _ step: Int) {
    let latitude = Double(place >> 4) * 12 - 90
    let longitude = Double(place & 15) * 24 - 180
    guard let query = try? Coordinate(latitude: latitude, longitude: longitude) else { return }
    let filter: (Int) -> Bool = { index in
      precondition(index >= 0 && index < tree.count, "an index out of range")
      return index % (step + 1) != 0
    }
    var answers = [
      tree.nearest(to: query, count: 1), tree.nearest(to: query, count: limit),
      tree.nearest(to: query, count: tree.count),
      tree.nearest(to: query, count: limit, where: filter),
      tree.within(radiusMeters: Double(limit) * 1_000, of: query),
      tree.within(radiusMeters: .infinity, of: query),
    ]
    // One code, one code of each group, and most: lists are scanned, and the tree is walked.
    for labels in [
      LabelFilter(first: 1 << UInt64(step % 64)),
      LabelFilter(first: 1 << UInt64(limit % 64), second: 1 << UInt64(step % 64)),
      LabelFilter(first: ~1, second: ~(1 << UInt64(limit % 64))),
    ] {
      answers += [
        tree.nearest(to: query, count: limit, matching: labels),
        tree.nearest(to: query, count: limit, matching: labels, where: filter),
        tree.within(radiusMeters: .infinity, of: query, matching: labels),
      ]
    }
    for answer in answers {
      precondition(answer == answer.sorted(), "an answer out of order")
      for neighbor in answer {
        precondition(neighbor.index >= 0 && neighbor.index < tree.count, "an index out of range")
        precondition(
          neighbor.distanceMeters >= 0 && neighbor.distanceMeters < 20_100_000,
          "a distance that cannot be")
      }
    }
  }
}

/// Bytes in memory of exactly their length, aligned as a mapping is.
///
/// `@unchecked Sendable`: nothing is written after the start.
private final class FuzzedIndex: @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  init(plain: [UInt8]) {
    bytes = .allocate(byteCount: plain.count, alignment: 64)
    bytes.copyBytes(from: plain)
  }

  /// What a tree of so many points saves, with another body and the padding of the nodes as it was.
  init(header: ArraySlice<UInt8>, body: ArraySlice<UInt8>) {
    // Full nodes, so that no box is padding, where the number is 16, 256 or 4096; or any number.
    let first = Int(header[header.startIndex])
    let count = first < 6 ? 16 << (first / 2 * 4) : first * 9
    let points = (0..<count).compactMap { index in
      try? Coordinate(latitude: Double(index % 90), longitude: Double(index % 180))
    }
    // With labels, a directory of lists as it was, or one that mostly lies outside.
    let choice = header[header.startIndex + 3]
    let labels = points.indices.map { PointLabel(first: $0 % 64, second: $0 % 50 == 0 ? 1 : 0) }
    var saved: [UInt8] = []
    KDTree(points).save { saved += $0 }
    let directory = choice & 2 == 0 ? saved.count..<saved.count + 1_024 : 0..<0
    if choice & 1 == 0 {
      saved = []
      KDTree(points, labels: labels).save { saved += $0 }
    }
    bytes = .allocate(byteCount: saved.count, alignment: 64)
    bytes.copyBytes(from: saved)
    // A first byte of the body says how much of it to leave: some runs need boxes that lead somewhere.
    let step = Int(body[body.startIndex]) % 16 + 1
    var next = body.startIndex
    for place in stride(from: 192, to: saved.count, by: 8)
    where place / 8 % step == 0 && !directory.contains(place) {
      for byte in place..<(place + 8) {
        bytes[byte] = body[next]
        next = next + 1 < body.endIndex ? next + 1 : body.startIndex
      }
    }
  }

  func open() throws(IndexFileError) -> KDTree {
    try KDTree(opening: UnsafeRawBufferPointer(bytes), keptBy: self)
  }

  deinit { bytes.deallocate() }
}
