import Catalog
import Spatial

/// For each hotel its nearest attractions, computed and kept up to date.
///
/// Built from the catalog's index on first use, and changed hotel by hotel when an attraction comes
/// or goes: only hotels that have it among their nearest, before or after, are touched.
public struct HotelAttractions: Sendable {
  /// An attraction near a hotel.
  public struct Attachment: Hashable, Sendable {
    /// The attraction's id.
    public let attractionID: String
    /// The great-circle distance in metres.
    public let distanceMeters: Double
    /// The initial bearing from the hotel, degrees clockwise from north, 0 ..< 360.
    public let bearingDegrees: Double
  }

  /// How many attractions each hotel has; fewer where the city has fewer.
  public let count: Int
  private var hotels: [String: Coordinate]
  private var attractions: [String: Coordinate]
  private var attached: [String: [Attachment]]

  /// How far a walk goes, in metres, in ``Catalog/Catalog/worthwhileCount(around:)``.
  public static let walkMeters = 800.0

  /// Attaches the nearest attractions to all hotels of a catalog.
  ///
  /// - Parameter count: how many for each hotel, at least 1.
  /// - Complexity: O(hotels × (log n + count)) expected.
  public init(_ catalog: Catalog, count: Int = 10) {
    precondition(count > 0, "a hotel needs at least one attraction")
    self.count = count
    hotels = Dictionary(uniqueKeysWithValues: catalog.hotels.map { ($0.id, $0.coordinate) })
    attractions = Dictionary(
      uniqueKeysWithValues: catalog.attractions.map { ($0.id, $0.coordinate) })
    attached = hotels.mapValues { coordinate in
      catalog.nearest(NearbyQuery(origin: coordinate, limit: count)).map {
        Attachment(
          attractionID: $0.place.id, distanceMeters: $0.distanceMeters,
          bearingDegrees: $0.bearingDegrees)
      }
    }
  }

  /// The attractions of a hotel, nearest first, equal distances by id; the position is the rank
  /// counted from 0. Empty for an unknown hotel.
  public subscript(hotelID: String) -> [Attachment] { attached[hotelID] ?? [] }

  /// Adds an attraction, or moves the one that has its id.
  ///
  /// - Returns: the ids of the hotels whose lists changed, ascending.
  /// - Complexity: O(hotels × count); for one that moves as ``remove(attractionID:)`` besides.
  public mutating func insert(attractionID: String, at coordinate: Coordinate) -> [String] {
    let before = attached
    if attractions[attractionID] != nil { _ = remove(attractionID: attractionID) }
    attractions[attractionID] = coordinate
    for (hotelID, origin) in hotels {
      let attachment = Self.attachment(attractionID, coordinate, from: origin)
      guard var list = attached[hotelID] else { continue }
      let position = list.firstIndex { Self.precedes(attachment, $0) } ?? list.count
      guard position < count else { continue }
      list.insert(attachment, at: position)
      attached[hotelID] = Array(list.prefix(count))
    }
    return hotels.keys.filter { attached[$0] != before[$0] }.sorted()
  }

  /// Takes an attraction away.
  ///
  /// - Returns: the ids of the hotels whose lists changed, ascending.
  /// - Complexity: O(hotels + changed × n log n).
  public mutating func remove(attractionID: String) -> [String] {
    guard attractions.removeValue(forKey: attractionID) != nil else { return [] }
    let changed = attached.filter { $0.value.contains { $0.attractionID == attractionID } }
      .keys.sorted()
    for hotelID in changed {
      guard let origin = hotels[hotelID] else { continue }
      attached[hotelID] = Array(
        attractions.map { Self.attachment($0.key, $0.value, from: origin) }
          .sorted(by: Self.precedes).prefix(count))
    }
    return changed
  }

  private static func attachment(
    _ id: String, _ coordinate: Coordinate, from origin: Coordinate
  ) -> Attachment {
    Attachment(
      attractionID: id, distanceMeters: origin.greatCircleDistance(to: coordinate),
      bearingDegrees: origin.initialBearing(to: coordinate))
  }

  private static func precedes(_ a: Attachment, _ b: Attachment) -> Bool {
    a.distanceMeters != b.distanceMeters
      ? a.distanceMeters < b.distanceMeters : a.attractionID < b.attractionID
  }
}

extension Catalog {
  /// How many worthwhile attractions, of prominence 2 or 3, lie within a walk of
  /// ``HotelAttractions/walkMeters``, the limit included.
  ///
  /// - Complexity: O(log n + k) expected.
  public func worthwhileCount(around origin: Coordinate) -> Int {
    nearest(NearbyQuery(origin: origin, radiusMeters: HotelAttractions.walkMeters))
      .count { ($0.place.prominence ?? 0) >= 2 }
  }
}
