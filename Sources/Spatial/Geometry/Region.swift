/// One polygon on the sphere: an exterior ring and any number of holes.
///
/// Edges are straight in longitude and latitude, as RFC 7946 §3.1.1 has them, not great circles.
public struct Polygon: Hashable, Sendable {
  /// The outer ring, closed: the first position stands again at the end.
  public var exterior: [Coordinate]
  /// The holes, each a closed ring inside the exterior.
  public var holes: [[Coordinate]]

  /// Puts rings together as they are; ``RegionIndex`` checks them.
  public init(exterior: [Coordinate], holes: [[Coordinate]] = []) {
    self.exterior = exterior
    self.holes = holes
  }

  /// The exterior first, then the holes.
  public var rings: [[Coordinate]] { [exterior] + holes }
}

/// A named area of one or more polygons: a district, an island group, anything drawn on a map.
public struct Region: Hashable, Sendable {
  /// What the caller calls it; of several regions that share a border the lowest id has the border.
  public var id: String
  /// Its parts. A point of any part is in the region.
  public var polygons: [Polygon]

  /// Names a list of polygons.
  public init(id: String, polygons: [Polygon]) {
    self.id = id
    self.polygons = polygons
  }
}

/// Why a region cannot be used.
public enum RegionError: Error, Hashable, Sendable {
  /// The region has no polygon.
  case empty(region: String)
  /// A ring has fewer than four positions, the last of which repeats the first.
  case ringTooShort(region: String, polygon: Int, ring: Int, positions: Int)
  /// The polygons enclose no area, also after repair.
  case collapsed(region: String, reason: String)
  /// The polygons are invalid and cross themselves in more places than are repaired.
  case tangled(region: String, crossings: Int)
  /// The GEOS library is not installed, or older than 3.10.
  case libraryMissing
  /// GEOS gave up, with its own message.
  case geos(region: String, message: String)
}

extension RegionError: CustomStringConvertible {
  /// One sentence that names the region and the ring.
  public var description: String {
    switch self {
    case .empty(let region):
      "region \(region) has no polygon"
    case .ringTooShort(let region, let polygon, let ring, let positions):
      "region \(region), polygon \(polygon + 1), ring \(ring + 1): a ring needs at least 4 positions, "
        + "the last like the first, and has \(positions)"
    case .collapsed(let region, let reason):
      "region \(region) encloses no area: \(reason)"
    case .tangled(let region, let crossings):
      "region \(region) crosses itself in more than \(crossings) places; draw it without crossings"
    case .libraryMissing:
      "the GEOS library (libgeos_c) is not installed, or older than 3.10"
    case .geos(let region, let message):
      "region \(region): \(message)"
    }
  }
}

/// Something that was put right in a region, and is worth a warning.
public struct RegionRepair: Hashable, Sendable {
  /// The region's id.
  public let region: String
  /// What was wrong, and what was done.
  public let description: String
}
