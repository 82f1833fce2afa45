import Spatial

/// What a name was taken for, or might have meant.
public enum Resolution: Sendable {
  /// One thing, and how sure that is.
  case found(Match)
  /// Several that are equally likely, at most ten, best first.
  case ambiguous([Match])
  /// Nothing; the spellings that come closest, at most five, best first.
  case notFound(suggestions: [Match])
}

/// A place or district that a text may name.
public struct Match: Hashable, Sendable {
  /// The thing itself.
  public enum Subject: Hashable, Sendable {
    case place(Place)
    /// A district, with the coordinate of the attraction or station nearest to all its others; nil
    /// where it has none.
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
  /// is taken when it is alone in its class, when it is a place and the others are areas, or when all
  /// others of the class lie within 1 km of it, so that either gives nearly the same answer.
  ///
  /// - Complexity: O(log n + matches); O(n) where no name begins with the text.
  public func resolve(_ text: String) -> Resolution {
    if let index = compiled.place(withID: text) {
      return .found(match(.place(index), .id))
    }
    if let index = districts.firstIndex(where: { $0.code == text }) {
      return .found(match(.district(index), .id))
    }
    let ranked = NameSearch(compiled: compiled).ranked(text)
    guard let best = ranked.first else {
      let near = NameSearch(compiled: compiled).nearestSpellings(text, count: 5)
      return .notFound(suggestions: near.map { match($0, .fuzzy) })
    }
    let peers = ranked.prefix { $0.score == best.score }.map { match($0.target, $0.quality) }
    if peers.count == 1 { return .found(peers[0]) }
    let places = peers.filter { if case .place = $0.subject { true } else { false } }
    if places.count == 1 { return .found(places[0]) }
    // Of places that are nearly one, attractions and prominent ones come first.
    if let first = places.first, let origin = first.coordinate,
      places.allSatisfy({ ($0.coordinate?.greatCircleDistance(to: origin) ?? .infinity) <= 1000 })
    {
      return .found(first)
    }
    return .ambiguous(Array(peers.prefix(10)))
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
          districts[index], compiled.middle(ofDistrict: index).map(compiled.coordinate)),
        quality: quality)
    }
  }
}
