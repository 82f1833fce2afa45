import Catalog
import Spatial

/// The places of the last few metres of a sweep from south to north, in columns of longitude, and the
/// likes of each that were found.
struct DuplicateBand {
  /// A place.
  struct Entry {
    let point: Coordinate
    /// Its number in the order in which places were added.
    let order: UInt32
    let nature: PlaceNature
    /// What its names are compared by; the second is none where there is one name.
    let keys: (NameKey, NameKey)
    /// Where its id and names stand in the texts.
    var text: Range<Int>

    static let size = 57

    init(_ record: UnsafeBufferPointer<UInt8>, text: Range<Int>) {
      let raw = UnsafeRawBufferPointer(record)
      func word(_ index: Int) -> UInt64 {
        raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
      }
      order = UInt32(truncatingIfNeeded: word(0).bigEndian)
      point = Coordinate(
        uncheckedLatitude: Double(bitPattern: word(1)), longitude: Double(bitPattern: word(2)))
      let first = NameKey(hash: word(3), sketch: word(4))
      let second = NameKey(hash: word(5), sketch: word(6))
      keys = first.isEmpty ? (second, .none) : (first, second)
      nature = PlaceNature(rawValue: record[56]) ?? .open
      self.text = text
    }

    init(order: UInt32, point: Coordinate, keys: (NameKey, NameKey), nature: PlaceNature) {
      (self.order, self.point, self.keys, self.nature) = (order, point, keys, nature)
      text = 0..<0
    }

    var keyCount: Int { keys.0.isEmpty ? 0 : keys.1.isEmpty ? 1 : 2 }

    /// Whether they have one name: the first of each, or any where one of them has no other.
    func sharesName(with other: Entry) -> Bool {
      if keys.0 == other.keys.0 { return !keys.0.isEmpty }
      guard keyCount == 1 || other.keyCount == 1 else { return false }
      return keys.0 == other.keys.1 || keys.1 == other.keys.0
    }

    /// Whether such names may be equal or nearly equal.
    func mayShareName(with other: Entry) -> Bool {
      if keys.0.mayBeNear(other.keys.0) { return !keys.0.isEmpty && !other.keys.0.isEmpty }
      guard keyCount == 1 || other.keyCount == 1 else { return false }
      return (!other.keys.1.isEmpty && keys.0.mayBeNear(other.keys.1))
        || (!keys.1.isEmpty && keys.1.mayBeNear(other.keys.0))
    }

    /// Whether it adds nothing to the other: it lies on it, and is the same.
    func isCopy(of other: Entry) -> Bool {
      point == other.point && keys == other.keys && nature == other.nature
    }

    /// The entry once its texts have moved.
    fileprivate func moved(by offset: Int) -> Entry {
      var copy = self
      copy.text = text.lowerBound + offset..<text.upperBound + offset
      return copy
    }
  }

  /// A place near another.
  struct Near {
    let entry: Entry
    let distanceMeters: Double
    /// Whether their names are equal; otherwise they may be nearly equal.
    let isSame: Bool
  }

  /// What is known of a place that is like others.
  struct Likes {
    /// A like that was added earlier.
    struct Like {
      let order: UInt32
      let nature: PlaceNature
      let distanceMeters: Double
    }

    /// The first of those that were added earlier, in their order, and the nearest of the others.
    var earlier: [Like] { first + others.sorted { $0.order < $1.order } }
    private var first: [Like] = []
    private var others: [Like] = []
    /// Whether there may be more than are kept, here or nearby.
    var isCrowded = false
    /// Whether others lie on it that are the same.
    var hasCopies = false
    /// The place that it lies on and is the same as.
    var original: UInt32?

    private static let limit = 32

    /// - Returns: false where there are more than are kept.
    mutating func add(_ like: Like) -> Bool {
      first.insert(like, at: first.firstIndex { $0.order > like.order } ?? first.count)
      return first.count <= Self.limit || addOther(first.removeLast())
    }

    /// Of the others the nearest are kept: what they became one with is most likely near this place too.
    private mutating func addOther(_ like: Like) -> Bool {
      others.insert(
        like, at: others.firstIndex { $0.distanceMeters > like.distanceMeters } ?? others.count)
      guard others.count > Self.limit else { return true }
      others.removeLast()
      return false
    }
  }

  /// A place is compared with so many of those near it that have its name, and with the first of the
  /// others; with so many whose names may be like its own, and it looks among so many for these: in a heap
  /// of places all would take time that grows with the square of its height.
  private static let sameLimit = 128
  private static let leaderLimit = 16
  private static let likeLimit = 32
  private static let stepLimit = 1 << 14

  private let bandDegrees: Double
  private let choice: DuplicateChoice
  private var columnDegrees = 360.0
  /// The degree of latitude for which the columns are wide enough.
  private var zone = Int.min
  private var entries: [Entry] = []
  /// The column of each entry, and the entry behind it in its chain, or −1.
  private var links: [(column: Int32, next: Int32)] = []
  /// The first and the last entry of each chain, or −1; columns that are alike in their last bits share
  /// one, and those side by side never do.
  private var chains = [(first: Int32, last: Int32)](repeating: (-1, -1), count: chainCount)
  private static var chainCount: Int { 4096 }
  /// The last entry of each chain of a name in a column, twice its index and 1 for the second name; or −1.
  private var names = [Int32](repeating: -1, count: nameCount)
  /// The one before it in its chain.
  private var previousNames: [(Int32, Int32)] = []
  private static var nameCount: Int { 8192 }
  /// Of the chains of a name with more entries than are looked at: those that were added first.
  private var leaders: [Int: [Int]] = [:]
  private var texts: [UInt8] = []
  /// The first entry that is not forgotten.
  private var first = 0
  /// Whether somewhere so many are alike that not all likes are known: from then on those that are may
  /// lead to others.
  var isCrowded = false
  /// Of the entries that have some.
  private var likes: [UInt32: Likes] = [:]

  /// - Parameter choice: told of every place that is like another, once all its likes are known.
  init(bandDegrees: Double, choice: DuplicateChoice) {
    self.bandDegrees = bandDegrees
    self.choice = choice
  }

  private func column(_ longitude: Double) -> Int32 {
    Int32((longitude / columnDegrees).rounded(.down))
  }

  private static func chain(_ column: Int32) -> Int { Int(column) & (chainCount - 1) }

  private static func chain(_ key: NameKey, _ column: Int32) -> Int {
    Int(truncatingIfNeeded: (key.hash &+ UInt64(truncatingIfNeeded: column) &* 0x9E37_79B9) >> 7)
      & (nameCount - 1)
  }

  /// Forgets what is too far south of a latitude to matter.
  mutating func advance(to latitude: Double) throws(FileSystem.Failure) {
    while first < entries.count, entries[first].point.latitude < latitude - bandDegrees {
      // Those of a chain are in the order in which they came: it is the first of its own.
      let (column, next) = links[first]
      chains[Self.chain(column)].first = next
      if next < 0 { chains[Self.chain(column)].last = -1 }
      if !likes.isEmpty { try handOver(entries[first]) }
      first += 1
    }
    let isNewZone = zone != Int(latitude.rounded(.down))
    if isNewZone || first > max(4096, entries.count / 2) { rebuild(at: latitude) }
  }

  /// Forgets all.
  mutating func finish() throws(FileSystem.Failure) {
    for entry in entries[first...] where !likes.isEmpty { try handOver(entry) }
    first = entries.count
  }

  private mutating func handOver(_ entry: Entry) throws(FileSystem.Failure) {
    guard var known = likes.removeValue(forKey: entry.order) else { return }
    known.isCrowded = isCrowded
    try choice.add(entry, known, texts[entry.text])
  }

  /// Drops what is forgotten, and makes the columns as wide as the radius is anywhere in this degree of
  /// latitude; at a pole one column is all.
  private mutating func rebuild(at latitude: Double) {
    zone = Int(latitude.rounded(.down))
    let polar = Double(max(abs(zone), abs(zone + 1))) + bandDegrees
    columnDegrees =
      polar < 89.5 ? max(1e-6, bandDegrees / Trigonometry.cosine(degrees: polar)) : 360
    let kept = entries[first...]
    let start = kept.first?.text.lowerBound ?? texts.count
    texts.removeSubrange(..<start)
    entries = kept.map { $0.moved(by: -start) }
    first = 0
    for index in chains.indices { chains[index] = (-1, -1) }
    for index in names.indices { names[index] = -1 }
    leaders.removeAll()
    links.removeAll(keepingCapacity: true)
    previousNames.removeAll(keepingCapacity: true)
    for index in entries.indices { enter(index) }
  }

  private mutating func enter(_ index: Int) {
    let column = column(entries[index].point.longitude)
    links.append((column, -1))
    let chain = Self.chain(column)
    let last = chains[chain].last
    if last < 0 {
      chains[chain].first = Int32(index)
    } else {
      links[Int(last)].next = Int32(index)
    }
    chains[chain].last = Int32(index)
    let keys = entries[index].keys
    var previous: (Int32, Int32) = (-1, -1)
    if !keys.0.isEmpty {
      let chain = Self.chain(keys.0, column)
      previous.0 = names[chain]
      names[chain] = Int32(index * 2)
      if !leaders.isEmpty { lead(index * 2, chain) }
    }
    if !keys.1.isEmpty {
      let chain = Self.chain(keys.1, column)
      previous.1 = names[chain]
      names[chain] = Int32(index * 2 + 1)
      if !leaders.isEmpty { lead(index * 2 + 1, chain) }
    }
    previousNames.append(previous)
  }

  /// Puts a node among the leaders of its chain, where it has some.
  private mutating func lead(_ node: Int, _ chain: Int) {
    guard var nodes = leaders[chain] else { return }
    nodes.removeAll { $0 >> 1 < first }
    let order = entries[node >> 1].order
    let place = nodes.firstIndex { entries[$0 >> 1].order > order } ?? nodes.count
    guard place < Self.leaderLimit else { return }
    nodes.insert(node, at: place)
    leaders[chain] = Array(nodes.prefix(Self.leaderLimit))
  }

  /// The node before one in its chain, or −1.
  private func previous(_ node: Int) -> Int {
    Int(node & 1 == 1 ? previousNames[node >> 1].1 : previousNames[node >> 1].0)
  }

  /// The nodes of a chain that were added first.
  private mutating func leaders(_ chain: Int) -> [Int] {
    if let nodes = leaders[chain] { return nodes.filter { $0 >> 1 >= first } }
    var nodes: [Int] = []
    var node = Int(names[chain])
    while node >> 1 >= first {
      nodes.append(node)
      node = previous(node)
    }
    nodes.sort { entries[$0 >> 1].order < entries[$1 >> 1].order }
    leaders[chain] = Array(nodes.prefix(Self.leaderLimit))
    return leaders[chain] ?? []
  }

  mutating func append(_ record: UnsafeBufferPointer<UInt8>) {
    let start = texts.count
    texts.append(contentsOf: UnsafeBufferPointer(rebasing: record[Entry.size...]))
    entries.append(Entry(record, text: start..<texts.count))
    enter(entries.count - 1)
  }

  /// Finds the entries within a distance of another whose names may be like its names. Changes nothing;
  /// it is mutating so that no copy is made for the call.
  ///
  /// - Returns: false where so many are near that not all were looked at.
  mutating func find(near entry: Entry, radiusMeters: Double, into found: inout [Near]) -> Bool {
    found.removeAll(keepingCapacity: true)
    let column = column(entry.point.longitude)
    let isWhole = findSame(entry, column, radiusMeters, into: &found)
    let isNearWhole = entries.withUnsafeBufferPointer { entries in
      links.withUnsafeBufferPointer { links in
        Self.findLike(entry, column, radiusMeters, chains, entries, links, into: &found)
      }
    }
    return isWhole && isNearWhole
  }

  /// Those whose names may be like its names and are not the same.
  private static func findLike(
    _ entry: Entry, _ column: Int32, _ radiusMeters: Double,
    _ chains: [(first: Int32, last: Int32)], _ entries: UnsafeBufferPointer<Entry>,
    _ links: UnsafeBufferPointer<(column: Int32, next: Int32)>, into found: inout [Near]
  ) -> Bool {
    var (steps, count) = (0, 0)
    for near in column - 1...column + 1 {
      var index = Int(chains[chain(near)].first)
      while index >= 0 {
        let other = entries[index]
        if links[index].column == near, entry.mayShareName(with: other),
          !entry.sharesName(with: other)
        {
          let distance = entry.point.greatCircleDistance(to: other.point)
          if distance <= radiusMeters {
            count += 1
            if count > likeLimit { return false }
            found.append(Near(entry: other, distanceMeters: distance, isSame: false))
          }
        }
        steps += 1
        if steps == stepLimit { return false }
        index = Int(links[index].next)
      }
    }
    return true
  }

  /// Those of the same name, which are found by it however many others are near. The last are the
  /// nearest in latitude.
  private mutating func findSame(
    _ entry: Entry, _ column: Int32, _ radiusMeters: Double, into found: inout [Near]
  ) -> Bool {
    var isWhole = true
    for step in 0..<3 {
      let near = step == 2 ? column - 1 : column + Int32(step)
      for which in 0..<entry.keyCount {
        let key = which == 0 ? entry.keys.0 : entry.keys.1
        func look(_ node: Int) -> Bool {
          let index = node >> 1
          let isSecond = node & 1 == 1
          let other = entries[index]
          guard (isSecond ? other.keys.1 : other.keys.0) == key, links[index].column == near,
            // The first names decide.
            (which == 0 && !isSecond)
              || (entry.keys.0 != other.keys.0 && entry.sharesName(with: other))
          else { return false }
          let distance = entry.point.greatCircleDistance(to: other.point)
          guard distance <= radiusMeters else { return false }
          found.append(Near(entry: other, distanceMeters: distance, isSame: true))
          return true
        }
        let chain = Self.chain(key, near)
        var (count, steps) = (0, 0)
        var node = Int(names[chain])
        while node >> 1 >= first, count < Self.sameLimit, steps < Self.stepLimit {
          if look(node) { count += 1 }
          steps += 1
          node = previous(node)
        }
        guard node >> 1 >= first else { continue }
        isWhole = false
        for leader in leaders(chain) where leader <= node { _ = look(leader) }
      }
    }
    return isWhole
  }

  /// The id and the names of an entry.
  func texts(_ entry: Entry) -> [String] { DuplicateSweep.texts(texts[entry.text]) }

  // MARK: Likes

  /// Notes that two places are like each other.
  mutating func note(_ a: Entry, _ b: Entry, distanceMeters: Double) {
    let (earlier, later) = a.order < b.order ? (a, b) : (b, a)
    // The earlier one may be one that stays.
    if likes[earlier.order] == nil { likes[earlier.order] = Likes() }
    let like = Likes.Like(
      order: earlier.order, nature: earlier.nature, distanceMeters: distanceMeters)
    if !likes[later.order, default: Likes()].add(like) { isCrowded = true }
  }

  /// Hands over a place that is the same as one it lies on, instead of keeping it.
  mutating func handOver(
    _ entry: Entry, copyOf original: Entry, _ texts: ArraySlice<UInt8>
  ) throws(FileSystem.Failure) {
    likes[original.order]?.hasCopies = true
    guard var known = likes.removeValue(forKey: entry.order) else { return }
    (known.original, known.isCrowded) = (original.order, isCrowded)
    try choice.add(entry, known, texts)
  }
}

/// What a place is, as far as it matters to whether two may be one.
enum PlaceNature: UInt8 {
  /// It may be anything.
  case open
  case sight, stop, rail, pier

  init(_ category: Category?) {
    switch category {
    case nil, .landmark: self = .open
    case .transport: self = .stop
    default: self = .sight
    }
  }

  init(_ kind: Place.Kind?) {
    switch kind {
    case .rail: self = .rail
    case .pier: self = .pier
    default: self = .open
    }
  }

  /// Whether one place may be both.
  func allows(_ other: Self) -> Bool { self == .open || other == .open || self == other }
}
