import Spatial

/// What a data folder says of its city as a whole.
public struct City: Hashable, Sendable {
  /// The name in three scripts.
  public var name: LocalizedName
  /// The box in which every place must lie.
  public var bounds: BoundingBox
  /// The IANA name of the time zone.
  public var timeZone: String
  /// The ISO 4217 code of the currency.
  public var currency: String
  /// The id of the source of the district polygons; nil where the folder does not say.
  public var districtsSource: String?
  /// The regions that group districts, in the order of the file.
  public var regions: [CityRegion]
  /// Where the data come from, by id.
  public var sources: [Source]
}

/// A part of the city that groups districts.
public struct CityRegion: Hashable, Sendable {
  /// A slug.
  public var id: String
  /// The name in three scripts.
  public var name: LocalizedName
}

/// A district: its names, without its polygon.
public struct District: Hashable, Sendable {
  /// The code, such as `E` for Yau Tsim Mong.
  public var code: String
  /// The name in three scripts.
  public var name: LocalizedName
  /// The id of the region it belongs to.
  public var region: String
}

/// Where rows come from, and on what terms.
public struct Source: Hashable, Sendable {
  /// A slug, named by the rows.
  public var id: String
  /// Who publishes the data.
  public var name: String
  /// The licence.
  public var licence: String
  /// The sentence that the licence asks to show.
  public var attribution: String
  /// Where to find the data.
  public var url: String
}
