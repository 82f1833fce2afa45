import Catalog
import Spatial

/// What is true of a claim.
package struct Finding: Sendable {
  /// The judgement in one word or two.
  package enum Verdict: String, CaseIterable, Sendable {
    /// At most ``ClaimAuditor/nearMeters`` away.
    case near
    /// At most ``ClaimAuditor/walkableMeters`` away.
    case walkable
    /// Further.
    case notNear = "not near"
    /// The typed point of the hotel is not where the hotel is.
    case wrongCoordinate = "wrong coordinate"
    /// No place is called so.
    case notAPlace = "not a place"
    /// A district or the quarter around a station, not a place.
    case area = "an area"
    /// Several places are called so, or several hotels and no point tells which.
    case ambiguous
    /// No hotel is called so, and no point is given.
    case unknownHotel = "unknown hotel"
  }

  /// The claim.
  package let claim: Claim
  /// The hotel it was matched to.
  package internal(set) var hotel: Place?
  /// How far the typed point is from the hotel, in metres.
  package internal(set) var offMeters: Double?
  /// The place it was matched to.
  package internal(set) var place: Place?
  /// What else it may mean, by id, where it is ambiguous or no place.
  package internal(set) var candidates: [String] = []
  /// The great-circle distance from the hotel to the place in metres.
  package internal(set) var distanceMeters: Double?
  /// Which of all attractions around the hotel it is, 1 for the nearest.
  package internal(set) var rankAmongAll: Int?
  /// Which of the attractions of prominence 2 and 3 it is; nil where it is none of them.
  package internal(set) var rankAmongProminent: Int?
  /// The judgement.
  package internal(set) var verdict: Verdict
}

/// Holds claims against the catalog.
package struct ClaimAuditor {
  /// What is near, in metres; the limit is included.
  package static let nearMeters = 500.0
  /// What can be walked, in metres; the limit is included.
  package static let walkableMeters = 1500.0
  /// A hotel's point that is further off is wrong, in metres.
  package static let pointMeters = 100.0
  /// A hotel of a common name further from the typed point than this is another one, in metres.
  private static let reachMeters = 5000.0

  private let catalog: Catalog

  /// Audits against a catalog.
  package init(_ catalog: Catalog) { self.catalog = catalog }

  /// What is true of a claim. Distances and ranks are from where the hotel really is; from the typed
  /// point only where no hotel is called so.
  ///
  /// - Complexity: O(n log n) for n attractions.
  package func audit(_ claim: Claim) -> Finding {
    var finding = Finding(claim: claim, verdict: .notAPlace)
    let hotels = hotels(claim)
    finding.hotel = hotels.count == 1 ? hotels[0] : nil
    if let hotel = finding.hotel, let typed = claim.typedPoint {
      finding.offMeters = hotel.coordinate.greatCircleDistance(to: typed)
    }
    switch catalog.resolve(claim.claimed) {
    case .notFound(let suggestions):
      finding.candidates = suggestions.map(\.id)
      return finding
    case .ambiguous(let matches):
      finding.candidates = matches.map(\.id)
      finding.verdict = .ambiguous
      return finding
    case .found(let match, _):
      guard case .place(let place) = match.subject, !Self.isQuarter(claim.claimed, place) else {
        finding.candidates = [match.id]
        finding.verdict = .area
        return finding
      }
      finding.place = place
    }
    if hotels.count > 1 {
      finding.candidates = hotels.map(\.id)
      finding.verdict = .ambiguous
      return finding
    }
    guard let place = finding.place, let origin = finding.hotel?.coordinate ?? claim.typedPoint
    else {
      finding.verdict = .unknownHotel
      return finding
    }
    measure(&finding, place, from: origin)
    return finding
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

  /// Whether a name means the quarter around a station, as "Mong Kok" does and "Mong Kok station" does
  /// not.
  private static func isQuarter(_ name: String, _ place: Place) -> Bool {
    guard place.kind == .rail else { return false }
    let folded = Folding.fold(name)
    return !["station", "mtr", "exit", "站", "出口"].contains { folded.contains(Folding.fold($0)) }
  }

  /// The hotel that is meant; of several of one name the one nearest to the typed point, or all where
  /// there is no point.
  private func hotels(_ claim: Claim) -> [Place] {
    var candidates: [Place]
    switch catalog.resolve(claim.hotel) {
    case .found(let match, _):
      if case .place(let place) = match.subject, place.kind == .hotel, match.quality <= .exact {
        return [place]
      }
      candidates = []
    case .ambiguous(let matches):
      candidates = matches.compactMap { match in
        guard case .place(let place) = match.subject, place.kind == .hotel else { return nil }
        return place
      }
    case .notFound: candidates = []
    }
    if candidates.isEmpty {
      candidates = Array(catalog.search(claim.hotel, in: catalog.hotels).prefix(20))
    }
    guard let typed = claim.typedPoint else { return candidates }
    let near = candidates.map { ($0, $0.coordinate.greatCircleDistance(to: typed)) }
      .filter { $0.1 <= Self.reachMeters }
    return near.min { $0.1 < $1.1 }.map { [$0.0] } ?? []
  }
}
