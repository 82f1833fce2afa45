import Catalog
import Spatial

/// Holds claims against the catalog.
package final class ClaimAuditor {
  /// What is near, in metres; the limit is included.
  package static let nearMeters = 500.0
  /// What can be walked, in metres; the limit is included.
  package static let walkableMeters = 1500.0
  /// A hotel's point that is further off is wrong, in metres.
  package static let pointMeters = 100.0

  private let catalog: Catalog
  private let names: ClaimNames
  private let hotels: HotelNames
  /// A list names the same things again and again.
  private var meanings: [String: ClaimNames.Meaning] = [:]
  private var named: [String: (hotels: [Place], isWhole: Bool)] = [:]
  private var namesakes: [String: [Place]] = [:]

  /// Audits against a catalog.
  ///
  /// - Throws: where `areas.csv` of its folder is wrong.
  /// - Complexity: O(n) for n places.
  package init(_ catalog: Catalog) throws(DataError) {
    self.catalog = catalog
    names = ClaimNames(catalog, areas: try AreaNames(directory: catalog.directory))
    hotels = HotelNames(catalog)
  }

  /// What is true of a claim. Distances and ranks are from where the hotel really is; from the typed
  /// point only where no hotel is called so.
  ///
  /// - Complexity: O(n log n) for n attractions.
  package func audit(_ claim: Claim) -> Finding {
    var finding = Finding(claim: claim, verdict: .notAPlace)
    let named = cached(claim.hotel, in: &named, hotels.named)
    let meant = hotels.nearest(named, to: claim.typedPoint)
    finding.hotel = meant.count == 1 ? meant[0] : nil
    finding.isHotelGuessed = finding.hotel != nil && !named.isWhole
    if let hotel = finding.hotel, let typed = claim.typedPoint {
      finding.offMeters = hotel.coordinate.greatCircleDistance(to: typed)
    }
    let origin = finding.hotel?.coordinate ?? (meant.isEmpty ? claim.typedPoint : nil)
    switch cached(claim.claimed, in: &meanings, names.meaning) {
    case .nothing(let candidates):
      finding.candidates = candidates
      return finding
    case .area(let id):
      finding.candidates = [id]
      finding.verdict = .area
      return finding
    case .several(let ids):
      finding.candidates = ids
      finding.verdict = .ambiguous
      return finding
    case .place(let place, let reading):
      if let origin, let others = nearer(than: place, claim.claimed, origin) {
        finding.candidates = others
        finding.verdict = .ambiguous
        return finding
      }
      finding.place = place
      finding.reading = reading
    }
    guard meant.count <= 1 else {
      finding.candidates = meant.map(\.id)
      finding.verdict = .ambiguous
      return finding
    }
    guard let place = finding.place, let origin else {
      finding.verdict = .unknownHotel
      return finding
    }
    measure(&finding, place, from: origin)
    return finding
  }

  private func cached<Value>(
    _ text: String, in cache: inout [String: Value], _ make: (String) -> Value
  ) -> Value {
    if let known = cache[text] { return known }
    let value = make(text)
    cache[text] = value
    return value
  }

  /// The ids of a place and its namesakes, where one of those is nearer: "Star Ferry" of a hotel in
  /// Central is not the pier of Tsim Sha Tsui.
  private func nearer(than place: Place, _ text: String, _ origin: Coordinate) -> [String]? {
    guard place.kind == .attraction else { return nil }
    let distance = origin.greatCircleDistance(to: place.coordinate)
    let others = cached(text, in: &namesakes) { names.namesakes(of: place, typed: $0) }
      .map { ($0.id, origin.greatCircleDistance(to: $0.coordinate)) }
      .filter { $0.1 < distance }
    guard !others.isEmpty else { return nil }
    return others.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0) + [place.id]
  }

  private func measure(_ finding: inout Finding, _ place: Place, from origin: Coordinate) {
    let distance = origin.greatCircleDistance(to: place.coordinate)
    finding.distanceMeters = distance
    if place.kind == .attraction {
      let all = catalog.nearest(NearbyQuery(origin: origin, radiusMeters: distance))
      finding.rankAmongAll = all.first { $0.place.id == place.id }?.rank
      let prominent = all.filter { ($0.place.prominence ?? 1) >= 2 }
      finding.rankAmongProminent =
        prominent.firstIndex { $0.place.id == place.id }.map { $0 + 1 }
    }
    if let off = finding.offMeters, off > Self.pointMeters {
      finding.verdict = .wrongCoordinate
    } else if distance <= Self.nearMeters {
      finding.verdict = .near
    } else {
      finding.verdict = distance <= Self.walkableMeters ? .walkable : .notNear
    }
  }
}
