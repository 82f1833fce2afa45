import Spatial

/// A question: which attractions are near a point?
public struct NearbyQuery: Sendable {
  /// How answers are ordered.
  public enum Order: String, CaseIterable, Sendable {
    /// Nearest first.
    case distance
    /// Most prominent first, and nearest first among equals.
    case prominence
  }

  /// Where from.
  public var origin: Coordinate
  /// At most so many answers; nil for all.
  public var limit: Int?
  /// Only places at this distance or nearer, in metres, the limit included.
  public var radiusMeters: Double
  /// Which places count.
  public var filter: PlaceFilter
  /// The order of the answers.
  public var order: Order

  /// Asks for all attractions, nearest first, unless told otherwise.
  ///
  /// - Precondition: the limit is not negative, the radius not NaN.
  public init(
    origin: Coordinate, limit: Int? = nil, radiusMeters: Double = .infinity,
    filter: PlaceFilter = PlaceFilter(), order: Order = .distance
  ) {
    precondition((limit ?? 0) >= 0, "the limit must not be negative")
    precondition(!radiusMeters.isNaN, "the radius must be a number")
    self.origin = origin
    self.limit = limit
    self.radiusMeters = radiusMeters
    self.filter = filter
    self.order = order
  }
}

/// One answer: a place, how far and in which direction.
public struct NearbyPlace: Hashable, Sendable {
  /// 1 for the first.
  public let rank: Int
  /// The attraction.
  public let place: Place
  /// The great-circle distance from the origin in metres.
  public let distanceMeters: Double
  /// The initial bearing from the origin, degrees clockwise from north, 0 ..< 360.
  public let bearingDegrees: Double
  /// The station nearest to the place.
  public let nearestStation: NearestStation?
}

/// Which places count. Conditions are joined by "and"; an empty set asks nothing.
public struct PlaceFilter: Sendable {
  /// Any of these categories.
  public var categories: Set<Category> {
    get { box?.conditions.categories ?? [] }
    set { change { $0.categories = newValue } }
  }
  /// Any of these district codes.
  public var districts: Set<String> {
    get { box?.conditions.districts ?? [] }
    set { change { $0.districts = newValue } }
  }
  /// Any of these region ids.
  public var regions: Set<String> {
    get { box?.conditions.regions ?? [] }
    set { change { $0.regions = newValue } }
  }
  /// None of these place ids.
  public var excludedIDs: Set<String> {
    get { box?.conditions.excludedIDs ?? [] }
    set { change { $0.excludedIDs = newValue } }
  }
  /// Any further condition on the coordinate, such as lying in a polygon.
  public var area: (@Sendable (Coordinate) -> Bool)? {
    get { box?.conditions.area }
    set { change { $0.area = newValue } }
  }

  fileprivate struct Conditions: Sendable {
    var categories: Set<Category> = []
    var districts: Set<String> = []
    var regions: Set<String> = []
    var excludedIDs: Set<String> = []
    var area: (@Sendable (Coordinate) -> Bool)?
  }

  private final class Box: Sendable {
    let conditions: Conditions
    init(_ conditions: Conditions) { self.conditions = conditions }
  }

  /// Nil where nothing is asked: the types of four sets are not made up at run time for that.
  private var box: Box?

  private mutating func change(_ body: (inout Conditions) -> Void) {
    var conditions = box?.conditions ?? Conditions()
    body(&conditions)
    box = Box(conditions)
  }

  /// Asks nothing.
  public init() {}

  /// What the filter asks of labels; nil where it asks nothing of them. What labels cannot tell,
  /// ``predicate(in:)`` does.
  ///
  /// - Complexity: O(districts).
  func labels(in catalog: Catalog) -> LabelFilter? { box?.conditions.labels(in: catalog) }

  /// What the filter asks beside labels, over attraction positions; nil where it asks nothing more.
  func predicate(in catalog: Catalog) -> ((Int) -> Bool)? {
    box?.conditions.predicate(in: catalog)
  }
}

extension PlaceFilter.Conditions {
  fileprivate func labels(in catalog: Catalog) -> LabelFilter? {
    guard !categories.isEmpty || !districts.isEmpty || !regions.isEmpty else { return nil }
    var filter = LabelFilter()
    if !categories.isEmpty { filter.first = AttractionLabels.codes(of: categories) }
    if !districts.isEmpty || !regions.isEmpty {
      filter.second = AttractionLabels.codes(
        ofDistricts: catalog.districts.indices.filter { admits(catalog.districts[$0]) })
    }
    return filter
  }

  /// Whether a district is one of those asked for, and of a region asked for.
  private func admits(_ district: District) -> Bool {
    (districts.isEmpty || districts.contains(district.code))
      && (regions.isEmpty || regions.contains(district.region))
  }

  fileprivate func predicate(in catalog: Catalog) -> ((Int) -> Bool)? {
    let compiled = catalog.compiled
    var tests: [(Int) -> Bool] = []
    // Where districts share a code, the label alone does not tell them apart.
    if !districts.isEmpty || !regions.isEmpty,
      !AttractionLabels.hasAllDistricts(compiled.districtCount)
    {
      let wanted = catalog.districts.map(admits)
      tests.append { index in
        let district = Int(compiled.districtIndex(at: index))
        return district < wanted.count && wanted[district]
      }
    }
    if !excludedIDs.isEmpty {
      let excluded = Set(excludedIDs.compactMap(compiled.place(withID:)))
      tests.append { !excluded.contains($0) }
    }
    if let area { tests.append { area(compiled.coordinate(at: $0)) } }
    guard !tests.isEmpty else { return nil }
    return { index in tests.allSatisfy { $0(index) } }
  }
}

extension Catalog {
  /// Whether a place passes a filter.
  ///
  /// - Complexity: O(districts).
  public func admits(_ place: Place, _ filter: PlaceFilter) -> Bool {
    if !filter.categories.isEmpty {
      guard let category = place.category, filter.categories.contains(category) else {
        return false
      }
    }
    if !filter.districts.isEmpty && !filter.districts.contains(place.district) { return false }
    if !filter.regions.isEmpty {
      guard let district = district(withCode: place.district),
        filter.regions.contains(district.region)
      else { return false }
    }
    if filter.excludedIDs.contains(place.id) { return false }
    return filter.area?(place.coordinate) ?? true
  }
}
