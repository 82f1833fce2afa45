import Spatial

/// A place of the catalog: an attraction, a hotel or a station.
public struct Place: Hashable, Sendable {
  /// What the place is to a traveller.
  public enum Kind: String, CaseIterable, Sendable {
    case attraction, hotel
    /// A railway station.
    case rail
    /// A ferry pier.
    case pier
  }

  /// A stable slug, unique in its city.
  public var id: String
  /// What the place is.
  public var kind: Kind
  /// The name in three scripts.
  public var name: LocalizedName
  /// Other names under which it is known, in any script.
  public var aliases: [String]
  /// Only attractions have one.
  public var category: Category?
  /// 3 known to most visitors before they come, 2 in most guidebooks, 1 the rest; attractions only.
  public var prominence: Int?
  /// Where it is, in WGS 84.
  public var coordinate: Coordinate
  /// The code of the district whose polygon covers the place.
  public var district: String
  /// In the syntax of OpenStreetMap's `opening_hours`; nil where unknown.
  public var openingHours: String?
  /// The address in English.
  public var addressEn: String?
  /// The address in traditional Chinese.
  public var addressZhHant: String?
  /// The website.
  public var website: String?
  /// Telephone numbers as dialled in the city.
  public var telephone: String?
  /// The id of the source of the coordinate.
  public var source: String
  /// The record in the source.
  public var sourceReference: String?
  /// The id of a second source that agrees.
  public var secondSource: String?
  /// How far apart the two sources are, in metres.
  public var agreementMeters: Double?
}

/// A station and how far it is from a place in a straight line.
public struct NearestStation: Hashable, Sendable {
  /// The station's id.
  public var id: String
  /// The station's name.
  public var name: LocalizedName
  /// The great-circle distance in metres.
  public var distanceMeters: Double
}
