/// An area as rings of positions, in the plane of the file's numbers.
///
/// What a ring winds around is inside of it, whichever way it goes, as where districts are repaired; a
/// ring that is not closed is closed by a straight side.
struct Area {
  typealias Position = (x: Double, y: Double)

  /// A ring, and the rings inside of which the area is not.
  struct Part {
    var shell: [Position]
    var holes: [[Position]] = []
  }

  /// On which side of its border a position lies.
  enum Side {
    case inside, outside
    /// On the border, or nearer to it than numbers tell.
    case border
  }

  var parts: [Part] = []

  /// Adds a part: its shell, and its holes behind that.
  mutating func add(_ rings: [[Position]]) {
    guard let shell = rings.first, !shell.isEmpty else { return }
    parts.append(Part(shell: shell, holes: Array(rings.dropFirst())))
  }

  /// The position that stands for the area: inside of its largest part the centroid where that lies inside,
  /// else the middle of the widest stretch that is inside on the line of equal y through the middle of the
  /// part's height.
  ///
  /// It is a corner where the area is so thin that no number lies inside, or is none; nil without a ring.
  ///
  /// - Complexity: O(n log n), and a bounded number of steps more for rings that cross each other.
  var representative: Position? {
    let sizes = parts.map(\.size)
    let order = parts.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
    for index in order {
      if let found = parts[index].positionInside() { return found }
    }
    return order.first { !parts[$0].shell.isEmpty }.flatMap { parts[$0].shell.first }
  }

  /// How far its parts reach.
  var reach: Reach {
    var reach = Reach()
    for part in parts { reach.add(part.shell) }
    return reach
  }

  /// How many bytes it takes.
  var memory: Int {
    parts.reduce(0) { sum, part in
      part.holes.reduce(sum + 16 * part.shell.count) { $0 + 16 * $1.count + 64 }
    }
  }

  /// Where a position lies.
  ///
  /// - Complexity: O(n).
  func side(of position: Position) -> Side {
    var isOnBorder = false
    for part in parts {
      switch part.side(of: position) {
      case .inside: return .inside
      case .border: isOnBorder = true
      case .outside: break
      }
    }
    return isOnBorder ? .border : .outside
  }
}

extension Area.Part {
  typealias Position = Area.Position

  /// The planar area.
  var size: Double { max(0, moments.size) }

  /// Where a position lies.
  func side(of position: Position) -> Area.Side {
    guard let turns = Self.turns(of: shell, around: position) else { return .border }
    guard turns != 0 else { return .outside }
    for hole in holes {
      guard let turns = Self.turns(of: hole, around: position) else { return .border }
      if turns != 0 { return .outside }
    }
    return .inside
  }

  /// A position that surely lies inside; nil where none was found.
  func positionInside() -> Position? {
    func inside(_ position: Position?) -> Position? {
      guard let position else { return nil }
      // Nine decimals of a degree are a tenth of a millimetre: what is behind them is noise.
      let short = ((position.x * 1e9).rounded() / 1e9, (position.y * 1e9).rounded() / 1e9)
      return [short, position].first { side(of: $0) == .inside }
    }
    let (size, x, y) = moments
    if size > 0, let found = inside((x, y)) { return found }
    let heights = ([shell] + holes).lazy.joined().map(\.y).sorted()
    guard let low = shell.lazy.map(\.y).min(), let high = shell.lazy.map(\.y).max() else {
      return nil
    }
    let middle = low + (high - low) / 2
    let above = heights.first { $0 > middle } ?? middle
    // Not through a corner.
    let height = heights.contains(middle) ? middle + (above - middle) / 2 : middle
    if let found = inside(middleOfWidest(at: height)) { return found }
    // A ring that crosses others may leave nothing there: between the other corners, the widest gaps first.
    let gaps = zip(heights, heights.dropFirst()).filter { low <= $0 && $1 <= high && $0 < $1 }
      .sorted { ($0.1 - $0.0, $1.0) > ($1.1 - $1.0, $0.0) }
    for (below, above) in gaps.prefix(Self.stepLimit / heights.count) {
      for share in [0.5, 0.125, 0.875] {
        let height = below + (above - below) * share
        if let found = inside(middleOfWidest(at: height)) { return found }
      }
    }
    return nil
  }

  /// How many corners may be looked at for a ring that crosses others.
  private static let stepLimit = 1 << 20

  /// The middle of the widest stretch inside, of two the first, on the line of equal y.
  private func middleOfWidest(at height: Double) -> Position? {
    var crossings: [(x: Double, ring: Int, turn: Int)] = []
    for (number, ring) in ([shell] + holes).enumerated() {
      guard var a = ring.last else { continue }
      for b in ring {
        defer { a = b }
        guard (a.y <= height) != (b.y <= height) else { continue }
        let x = a.x + (height - a.y) / (b.y - a.y) * (b.x - a.x)
        if x.isFinite { crossings.append((x, number, a.y <= height ? 1 : -1)) }
      }
    }
    crossings.sort { $0.x < $1.x }
    var turns = [Int](repeating: 0, count: holes.count + 1)
    var holesAround = 0
    var start: Double?
    var best: (width: Double, x: Double)?
    for (x, ring, turn) in crossings {
      let old = turns[ring]
      turns[ring] += turn
      if ring > 0 { holesAround += (turns[ring] == 0 ? 0 : 1) - (old == 0 ? 0 : 1) }
      let isInside = turns[0] != 0 && holesAround == 0
      if let begin = start, !isInside {
        if x - begin > best?.width ?? 0 { best = (x - begin, begin + (x - begin) / 2) }
        start = nil
      } else if start == nil, isInside {
        start = x
      }
    }
    return best.map { ($0.x, height) }
  }

  /// The planar area and the centroid, as if every ring went round once and all holes lay inside.
  private var moments: (size: Double, x: Double, y: Double) {
    guard let origin = shell.first else { return (0, 0, 0) }
    var (size, x, y) = (0.0, 0.0, 0.0)
    for (number, ring) in ([shell] + holes).enumerated() {
      let own = Self.moments(of: ring, around: origin)
      let sign = (own.size < 0) == (number == 0) ? -1.0 : 1
      size += own.size * sign
      x += own.x * sign
      y += own.y * sign
    }
    return (size / 2, origin.x + x / (3 * size), origin.y + y / (3 * size))
  }

  /// Twice the area, and six times the first moments, which are negative for a ring that goes clockwise.
  private static func moments(
    of ring: [Position], around origin: Position
  ) -> (size: Double, x: Double, y: Double) {
    guard let last = ring.last else { return (0, 0, 0) }
    var (size, x, y) = (0.0, 0.0, 0.0)
    var a = (x: last.x - origin.x, y: last.y - origin.y)
    for position in ring {
      let b = (x: position.x - origin.x, y: position.y - origin.y)
      let cross = a.x * b.y - b.x * a.y
      size += cross
      x += (a.x + b.x) * cross
      y += (a.y + b.y) * cross
      a = b
    }
    return (size, x, y)
  }

  /// How often a ring goes round a position counterclockwise; nil where the position lies on the ring, or
  /// so near that the arithmetic does not tell.
  ///
  /// The sign of the cross product is trusted where it is larger than its rounding can be (Shewchuk, J. R.
  /// (1997), Adaptive precision floating-point arithmetic, doi:10.1007/PL00009321).
  private static func turns(of ring: [Position], around position: Position) -> Int? {
    guard var a = ring.last else { return 0 }
    let (x, y) = position
    var turns = 0
    for b in ring {
      defer { a = b }
      if b.y == y, b.x == x || (a.y == y && (a.x <= x) != (b.x <= x)) { return nil }
      let rises = a.y <= y
      guard rises != (b.y <= y) else { continue }
      let (left, right) = ((b.x - a.x) * (y - a.y), (x - a.x) * (b.y - a.y))
      let side = left - right
      guard abs(side) > 4e-16 * (abs(left) + abs(right)) else { return nil }
      if rises, side > 0 { turns += 1 } else if !rises, side < 0 { turns -= 1 }
    }
    return turns
  }
}
