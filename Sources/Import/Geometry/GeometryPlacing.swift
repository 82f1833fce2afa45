/// Where a geometry of areas, lines and lists of points is placed, while its parts are read.
struct GeometryPlacing {
  private(set) var area = Area()
  /// How far all positions reach.
  var reach = Reach()
  /// The first position of a line, and of a list of points.
  private var line: Area.Position?
  private var listed: Area.Position?

  /// Adds the parts of a geometry: polygons with their rings, lines, or lists of points.
  mutating func add(_ parts: [[[Area.Position]]], _ kind: GeometryKind) {
    for part in parts {
      for positions in part { reach.add(positions) }
      switch kind {
      case .polygon, .multiPolygon: area.add(part)
      case .lineString, .multiLineString: line = line ?? part.lazy.compactMap(\.first).first
      default: listed = listed ?? part.lazy.compactMap(\.first).first
      }
    }
  }

  /// Adds what stands behind.
  mutating func add(_ other: GeometryPlacing) {
    area.parts += other.area.parts
    line = line ?? other.line
    listed = listed ?? other.listed
    reach.add(other.reach)
  }

  /// A position inside of the area, else the first of a line, else the first of some points; nil without
  /// any.
  var position: Area.Position? { area.representative ?? line ?? listed }
}
