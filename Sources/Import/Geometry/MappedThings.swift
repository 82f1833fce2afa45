import Catalog
import Spatial

/// The named elements of a map that were read so far, to find those that are one thing.
///
/// OpenStreetMap often has a thing twice, as a node and as the outline around it. A node inside of an
/// outline is that thing where they share a name, in any language, and where the node's main tag is one of
/// the outline's; of what is tagged as a building only, the other says what it is. Two nodes are never one
/// thing, and neither are two outlines: whether they may be is left to the search for duplicates.
final class MappedThings {
  /// What an element takes up.
  enum Extent {
    case node
    case area(Area)
    /// An outline of which the box is known.
    case box(BoundingBox)
    /// An outline of which a point in the middle is known.
    case middle
    /// What nothing can be inside of.
    case line
  }

  /// An element as maps call it.
  struct ID: Hashable, CustomStringConvertible {
    let type: String
    let number: Int64?

    var description: String { number.map { "\(type)/\($0)" } ?? "a \(type) without an id" }
  }

  /// A named element.
  struct Element {
    let id: ID
    let point: Coordinate
    let extent: Extent
    fileprivate let names: [UInt64]
    fileprivate let kinds: [UInt64]

    /// Describes an element by its tags.
    init(
      _ id: ID, _ tags: [(name: String, value: String)], at point: Coordinate, extent: Extent
    ) {
      (self.id, self.point, self.extent) = (id, point, extent)
      var names: [UInt64] = []
      for tag in tags where tag.name == "name" || MappedThings.languages.contains(tag.name) {
        let key = NameKey(folding: tag.value)
        if !key.isEmpty, !names.contains(key.hash) { names.append(key.hash) }
      }
      self.names = names
      let kinds = StreetMapTags.kinds(of: tags)
      // What has no main tag at all is of a kind of its own.
      self.kinds =
        kinds.isEmpty
        ? [1] : kinds.filter { !$0.hasPrefix("building=") }.map { NameKey(folding: $0).hash }
    }
  }

  /// What became of an element.
  struct Meeting {
    /// The earlier element that is the same thing, and how they lie.
    var same: String?
    /// Whether it was compared with all before it.
    var isCompared = true
  }

  /// What is nearer to the middle of an outline than this is taken to be inside, where nothing else is
  /// known of the outline.
  static let middleMeters = 50.0
  /// An element is compared with so many of its names at most.
  private static let stepLimit = 4096
  /// Outlines over more cells are kept by their names alone, or search among all nodes.
  private static let cellLimits = (kept: 64, searched: 4096)
  /// How many nodes all such searches may look at.
  private static let scanLimit = 1 << 28

  private static let languages: Set<String> = [
    "name:en", "name:zh", "name:zh-Hant", "name:zh-Hans", "name:zh-HK", "name:zh-CN", "name:zh-TW",
  ]

  private struct Node {
    let point: Coordinate
    /// The least where it has none.
    let number: Int64
    /// 0 where a building is all that is known.
    let kind: UInt64
  }

  private let memoryLimit: Int
  private var nodes: [Node] = []
  private var outlines: [Element] = []
  /// The nodes by name and cell, and the outlines by name and each cell of their box.
  private var nodeChains = Chains()
  private var outlineChains = Chains()
  private var memory = 0
  private var scanned = 0
  private var hasForgottenNodes = false
  private var hasForgottenOutlines = false

  /// Knows nothing yet.
  ///
  /// - Parameter memoryLimit: how much memory the elements may take, in bytes; what comes later is not
  ///   remembered.
  init(memoryLimit: Int = 8 << 20) { self.memoryLimit = memoryLimit }

  /// Finds the earlier element that is the same thing as one, and remembers that.
  ///
  /// - Complexity: O(1) for a node, O(cells of the box) for an outline, where names are not stacked.
  func meet(_ element: Element) -> Meeting {
    switch element.extent {
    case .line: return Meeting()
    case .node: return meet(node: element)
    case .area, .box, .middle: return meet(outline: element)
    }
  }

  // MARK: Nodes

  private func meet(node: Element) -> Meeting {
    var meeting = Meeting()
    let cell = Cell(node.point)
    let kind = node.kinds.first ?? 0
    var steps = 0
    for name in node.names {
      for key in [cell.key(name), name] {
        var link = outlineChains.first(key)
        while let (index, item) = link, steps < Self.stepLimit {
          steps += 1
          let outline = outlines[item]
          if Self.agree(kind, outline.kinds), let way = Self.way(node.point, in: outline) {
            meeting.same = "\(outline.id), \(way) of which it lies"
            return meeting
          }
          link = outlineChains.next(after: index)
        }
      }
    }
    meeting.isCompared = steps < Self.stepLimit && !hasForgottenOutlines
    guard remember(40 + 24 * node.names.count) else {
      hasForgottenNodes = true
      return meeting
    }
    for name in node.names { nodeChains.add(cell.key(name), nodes.count) }
    nodes.append(Node(point: node.point, number: node.id.number ?? .min, kind: kind))
    return meeting
  }

  // MARK: Outlines

  private func meet(outline: Element) -> Meeting {
    var meeting = Meeting()
    let box = Self.box(of: outline)
    let cells = Cell.all(in: box)
    var steps = 0
    /// Whether the search goes on.
    func look(at item: Int) -> Bool {
      steps += 1
      let node = nodes[item]
      if Self.agree(node.kind, outline.kinds), let way = Self.way(node.point, in: outline) {
        let id = ID(type: "node", number: node.number == .min ? nil : node.number)
        meeting.same = "\(id), which lies \(way) of it"
        return false
      }
      return steps < Self.stepLimit
    }
    if let cells, cells.count <= Self.cellLimits.searched {
      search: for name in outline.names {
        for cell in cells {
          var link = nodeChains.first(cell.key(name))
          while let (index, item) = link {
            guard look(at: item) else { break search }
            link = nodeChains.next(after: index)
          }
        }
      }
    } else if scanned <= Self.scanLimit {
      scanned += nodeChains.count
      for index in 0..<nodeChains.count {
        let (key, item) = nodeChains[index]
        let cell = Cell(nodes[item].point)
        guard outline.names.contains(where: { cell.key($0) == key }) else { continue }
        guard look(at: item) else { break }
      }
    } else {
      meeting.isCompared = false
    }
    if steps >= Self.stepLimit || hasForgottenNodes { meeting.isCompared = false }
    let kept = cells.flatMap { $0.count <= Self.cellLimits.kept ? $0 : nil }
    let links = outline.names.count * (kept?.count ?? 1)
    var size = 160 + 24 * links
    if case .area(let area) = outline.extent { size += area.memory }
    guard remember(size) else {
      hasForgottenOutlines = true
      return meeting
    }
    for name in outline.names {
      if let kept {
        for cell in kept { outlineChains.add(cell.key(name), outlines.count) }
      } else {
        outlineChains.add(name, outlines.count)
      }
    }
    outlines.append(outline)
    return meeting
  }

  private func remember(_ size: Int) -> Bool {
    guard memory + size <= memoryLimit else { return false }
    memory += size
    return true
  }

  /// Whether a node of a kind and an outline may be one thing.
  private static func agree(_ kind: UInt64, _ kinds: [UInt64]) -> Bool {
    kind == 0 || kinds.isEmpty || kinds.contains(kind)
  }

  /// In which way a node lies with an outline; nil where it lies outside.
  private static func way(_ point: Coordinate, in outline: Element) -> String? {
    switch outline.extent {
    case .area(let area):
      return area.side(of: (point.longitude, point.latitude)) == .outside ? nil : "inside"
    case .box(let box): return box.covers(point) ? "inside the box" : nil
    case .middle:
      let distance = outline.point.greatCircleDistance(to: point)
      return distance <= middleMeters ? "\(Int(distance.rounded())) m from the middle" : nil
    case .node, .line: return nil
    }
  }

  private static func box(of outline: Element) -> BoundingBox {
    switch outline.extent {
    case .area(let area):
      if let box = area.reach.box { return box }
    case .box(let box): return box
    case .middle, .node, .line: break
    }
    return BoundingBox(around: outline.point, radiusMeters: middleMeters)
  }

  // MARK: Finding by name and place

  /// A square of the map, a 64th of a degree wide.
  private struct Cell {
    let column: Int
    let row: Int

    init(_ point: Coordinate) {
      (column, row) = (Self.number(point.longitude), Self.number(point.latitude))
    }

    private init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

    private static func number(_ degrees: Double) -> Int { Int((degrees * 64).rounded(.down)) }

    /// The cells of a box; nil of one across the date line, or without an end.
    static func all(in box: BoundingBox) -> [Cell]? {
      guard !box.crossesDateLine else { return nil }
      let columns = number(box.west)...number(box.east)
      let rows = number(box.south)...number(box.north)
      guard columns.count * rows.count <= MappedThings.cellLimits.searched else { return nil }
      return columns.flatMap { column in rows.map { Cell(column: column, row: $0) } }
    }

    /// The key of a name in this cell.
    func key(_ name: UInt64) -> UInt64 {
      var mixed =
        name
        ^ (UInt64(UInt16(truncatingIfNeeded: column)) << 16
          | UInt64(UInt16(truncatingIfNeeded: row)) | 1 << 40) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
      return mixed &* 0xBF58_476D_1CE4_E5B9
    }
  }

  /// Items by key.
  private struct Chains {
    private var links: [(key: UInt64, item: UInt32, next: UInt32)] = []
    private var heads: [UInt32] = []
    private static let none = UInt32.max

    var count: Int { links.count }

    /// A link by number.
    subscript(index: Int) -> (key: UInt64, item: Int) { (links[index].key, Int(links[index].item)) }

    mutating func add(_ key: UInt64, _ item: Int) {
      if links.count == heads.count {
        heads = [UInt32](repeating: Self.none, count: max(64, heads.count * 2))
        for index in links.indices { enter(index) }
      }
      links.append((key, UInt32(item), Self.none))
      enter(links.count - 1)
    }

    private mutating func enter(_ index: Int) {
      let bucket = Int(truncatingIfNeeded: links[index].key >> 20) & (heads.count - 1)
      links[index].next = heads[bucket]
      heads[bucket] = UInt32(index)
    }

    /// The number of the last link of a key, and its item.
    func first(_ key: UInt64) -> (index: Int, item: Int)? {
      guard !heads.isEmpty else { return nil }
      return find(key, from: heads[Int(truncatingIfNeeded: key >> 20) & (heads.count - 1)])
    }

    /// The link of the same key before it.
    func next(after index: Int) -> (index: Int, item: Int)? {
      find(links[index].key, from: links[index].next)
    }

    private func find(_ key: UInt64, from start: UInt32) -> (index: Int, item: Int)? {
      var index = start
      while index != Self.none {
        let link = links[Int(index)]
        if link.key == key { return (Int(index), Int(link.item)) }
        index = link.next
      }
      return nil
    }
  }
}

/// The tags of OpenStreetMap that say what a thing is.
enum StreetMapTags {
  /// Their names, the telling ones first.
  private static let names = [
    "tourism", "historic", "leisure", "natural", "amenity", "shop", "railway", "public_transport",
    "man_made", "place", "highway", "building",
  ]

  /// Those among some tags, as `tourism=museum`, the telling ones first.
  static func kinds(of tags: [(name: String, value: String)]) -> [String] {
    names.compactMap { name in
      tags.first { $0.name == name }.map { "\(name)=\($0.value)" }
    }
  }
}
