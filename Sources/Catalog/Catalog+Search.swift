import Spatial

/// What a name was taken for, or might have meant.
public enum Resolution: Sendable {
  /// One thing, and what fits as well but was passed over (a station beside an attraction of the same
  /// name, the district of that name).
  case found(Match, passedOver: [Match])
  /// Several that are equally likely, best first.
  case ambiguous([Match])
  /// Nothing; the spellings that come closest, at most five, best first.
  case notFound(suggestions: [Match])
}

/// A place or district that a text may name.
public struct Match: Hashable, Sendable {
  /// The thing itself.
  public enum Subject: Hashable, Sendable {
    case place(Place)
    /// A district, with the coordinate of the attraction or station around which its others stand
    /// densest; nil where it has none.
    case district(District, Coordinate?)
  }

  /// How well the text fits; smaller is better.
  public enum Quality: Int, Comparable, Sendable {
    case id, exact, prefix, words, fuzzy

    /// Better first.
    public static func < (a: Quality, b: Quality) -> Bool { a.rawValue < b.rawValue }
  }

  /// What was found.
  public let subject: Subject
  /// How well.
  public let quality: Quality
}

extension Match {
  /// The id of the place, or the code of the district.
  public var id: String {
    switch subject {
    case .place(let place): place.id
    case .district(let district, _): district.code
    }
  }

  /// The name in three scripts.
  public var name: LocalizedName {
    switch subject {
    case .place(let place): place.name
    case .district(let district, _): district.name
    }
  }

  /// Where it is.
  public var coordinate: Coordinate? {
    switch subject {
    case .place(let place): place.coordinate
    case .district(_, let middle): middle
    }
  }

  /// `hotel`, `attraction`, `station`, `pier` or `district`.
  public var kindName: String {
    switch subject {
    case .place(let place): place.kind == .rail ? "station" : place.kind.rawValue
    case .district: "district"
    }
  }
}

extension Catalog {
  /// The one place or district that a text names.
  ///
  /// An id beats an exact name, an exact name beats the beginning of a name, that beats all words of
  /// the text standing anywhere in the name, and that beats a spelling that is slightly off. The best
  /// is taken when it is alone in its class. It is also taken, and the others are named, when they are
  /// districts, which are no points, or lie within 1 km and are of another kind or the same name (a
  /// station beside an attraction, a second licence of a hotel): any of them gives nearly the same
  /// answer.
  ///
  /// - Complexity: O(log n + matches); O(n) where no name begins with the text.
  public func resolve(_ text: String) -> Resolution {
    if let index = compiled.place(withID: text) {
      return .found(match(.place(index), .id), passedOver: [])
    }
    if let index = compiled.district(withCode: text) {
      return .found(match(.district(index), .id), passedOver: [])
    }
    let ranked = NameSearch(compiled: compiled).ranked(text)
    guard let best = ranked.first else {
      let near = NameSearch(compiled: compiled).nearestSpellings(text, count: 5)
      return .notFound(suggestions: near.map { match($0, .fuzzy) })
    }
    // Attractions and prominent ones come first, districts last.
    let peers = ranked.prefix { $0.score == best.score }.map { match($0.target, $0.quality) }
    let others = Array(peers.dropFirst())
    let isClear = others.allSatisfy { Self.isNearlyOne(peers[0], $0) }
    return isClear ? .found(peers[0], passedOver: others) : .ambiguous(peers)
  }

  /// Whether a traveller who meant the other is served as well by the first.
  private static func isNearlyOne(_ first: Match, _ other: Match) -> Bool {
    guard case .place(let place) = first.subject else { return false }
    guard case .place(let otherPlace) = other.subject else { return true }
    return place.coordinate.greatCircleDistance(to: otherPlace.coordinate) <= 1000
      && (place.kind != otherPlace.kind
        || Folding.fold(place.name.en) == Folding.fold(otherPlace.name.en))
  }

  /// The places of a list whose name fits a text, best first; all of it for an empty text.
  ///
  /// - Complexity: O(n).
  public func search(_ text: String, in list: PlaceList) -> [Place] {
    guard !Folding.fold(text).isEmpty else { return text.isEmpty ? Array(list) : [] }
    if let index = compiled.place(withID: text), list.positions.contains(index) {
      return [compiled.place(at: index)]
    }
    return NameSearch(compiled: compiled).ranked(text, exhaustive: true).compactMap { hit in
      guard case .place(let index) = hit.target, list.positions.contains(index) else { return nil }
      return compiled.place(at: index)
    }
  }

  private func match(_ target: SearchTarget, _ quality: Match.Quality) -> Match {
    switch target {
    case .place(let index):
      Match(subject: .place(compiled.place(at: index)), quality: quality)
    case .district(let index):
      Match(
        subject: .district(
          compiled.district(at: index), compiled.middle(ofDistrict: index).map(compiled.coordinate)),
        quality: quality)
    }
  }
}
