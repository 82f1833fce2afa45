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
    /// No place of the catalog is called so.
    case notAPlace = "not a place"
    /// A district, an island, a street without a row, or the quarter around a station.
    case area = "an area"
    /// Several places are called so, or several hotels and no point tells which.
    case ambiguous
    /// No hotel is called so, and no point is given.
    case unknownHotel = "unknown hotel"
  }

  /// How the claimed name was read: what is not the name itself is never taken silently.
  package enum Reading: String, Sendable {
    /// The name or an alias.
    case name
    /// A name beside words that say where or what it is: `Times Square, Causeway Bay`.
    case words
    /// A misspelt name.
    case spelling
    /// A part of one name and of no other.
    case part
  }

  /// The claim.
  package let claim: Claim
  /// The hotel it was matched to.
  package internal(set) var hotel: Place?
  /// Whether what was typed is not the hotel's name but a part of it, or misspelt.
  package internal(set) var isHotelGuessed = false
  /// How far the typed point is from the hotel, in metres.
  package internal(set) var offMeters: Double?
  /// The place it was matched to.
  package internal(set) var place: Place?
  /// How the name was read; nil where it was matched to no place.
  package internal(set) var reading: Reading?
  /// What else it may mean, by id, where it is an area, ambiguous or no place.
  package internal(set) var candidates: [String] = []
  /// The great-circle distance from the hotel to the place in metres.
  package internal(set) var distanceMeters: Double?
  /// Which of all attractions around the hotel it is, 1 for the nearest.
  package internal(set) var rankAmongAll: Int?
  /// Which of the attractions of prominence 2 and 3 it is; nil where it is none of them.
  package internal(set) var rankAmongProminent: Int?
  /// The judgement.
  package internal(set) var verdict: Verdict

  /// How much further the place is than was claimed, in metres; negative where it is nearer. Nil where no
  /// distance was claimed or none can be measured.
  package var claimErrorMeters: Double? {
    guard let distanceMeters, let claimed = claim.claimedMeters else { return nil }
    return distanceMeters - claimed
  }
}
