import Catalog
import Spatial

/// The hotels of a catalog by the words of their names.
struct HotelNames {
  /// Of several hotels of a name one that is further from the typed point than this is not meant, in
  /// metres.
  private static let reachMeters = 5000.0
  /// A hotel this near to the typed point is the one that is meant, in metres.
  private static let pointMeters = 300.0
  /// The most hotels that are listed.
  private static let listLimit = 20

  private let hotels: [Place]
  private let words: ClaimWords
  private var keys: [String: [Int]] = [:]

  /// - Complexity: O(n) for n hotels.
  init(_ catalog: Catalog) {
    words = ClaimWords(catalog)
    hotels = Array(catalog.hotels)
    for (index, hotel) in hotels.enumerated() {
      let names = Language.allCases.map { hotel.name[$0] } + hotel.aliases
      for key in Set(names.map { Self.key(words.words($0)) }) where !key.isEmpty {
        keys[key, default: []].append(index)
      }
    }
  }

  /// The words without "hotel", in whichever place it stands.
  private static func key(_ words: [String]) -> String {
    let telling = words.filter { $0 != "hotel" }
    var key = (telling.isEmpty ? words : telling).joined(separator: " ")
    if key.hasSuffix("酒店"), key.count > 2 { key.removeLast(2) }
    return key
  }

  /// Of the hotels of a name that which is meant: the one at a point, or the one that is nearer to it by far;
  /// several where nothing tells which. Where all of them are far from the point it is the point that is
  /// wrong, not the name.
  ///
  /// - Parameters:
  ///   - named: what ``named(_:)`` gives.
  ///   - point: where the hotel is said to be.
  func nearest(_ named: (hotels: [Place], isWhole: Bool), to point: Coordinate?) -> [Place] {
    let (named, isWhole) = named
    guard let point else { return named }
    var near = named.map { ($0, $0.coordinate.greatCircleDistance(to: point)) }
    if !(isWhole && named.count == 1) { near.removeAll { $0.1 > Self.reachMeters } }
    near.sort { $0.1 < $1.1 }
    guard let first = near.first else { return named }
    guard near.count > 1, first.1 > Self.pointMeters, first.1 * 2 > near[1].1 else {
      return [first.0]
    }
    return near.map(\.0)
  }

  /// The hotels of a name, each once whatever its licences, and whether it is the whole of their name.
  ///
  /// - Complexity: O(1) for a name, O(n) for a part of one.
  func named(_ name: String) -> (hotels: [Place], isWhole: Bool) {
    let typed = words.words(name)
    var texts = [typed]
    if let rest = words.withoutCity(typed) { texts.append(rest) }
    // `The Peninsula (半島酒店)`
    let parts = name.split { "()（）[],，/|".contains($0) }.map { words.words(String($0)) }
    if parts.count > 1 { texts += parts }
    let scripts = [true, false].map { isHan in typed.filter { ClaimWords.isHan($0) == isHan } }
    if scripts.allSatisfy({ !$0.isEmpty }) { texts += scripts }
    for text in texts where !text.isEmpty {
      if let found = keys[Self.key(text)] { return (unique(found), true) }
    }
    let telling = typed.filter { $0 != "hotel" }
    guard !telling.isEmpty, !ClaimWords.areCommon(telling) else { return ([], false) }
    let partial = keys.filter { Self.holds(telling, $0.key) }.flatMap(\.value)
    // `Four Seasons Hotel` is the Four Seasons Hotel Hong Kong, and not the Four Seasons Place.
    let begun = partial.filter { isBegun(hotels[$0], typed) }
    if !partial.isEmpty { return (unique(begun.isEmpty ? partial : begun), false) }
    let rest = words.withoutCity(telling) ?? telling
    var best: (errors: Int, found: [Int]) = (.max, [])
    for (key, found) in keys {
      let name = key.split(separator: " ").map(String.init)
      for name in [name, words.withoutCity(name) ?? name] {
        guard let errors = ClaimNames.errors(rest, name), errors <= best.errors else { continue }
        best = (errors, errors == best.errors ? best.found + found : found)
      }
    }
    return (unique(best.found), false)
  }

  /// Whether a name of a hotel begins with all that was typed.
  private func isBegun(_ hotel: Place, _ typed: [String]) -> Bool {
    (Language.allCases.map { hotel.name[$0] } + hotel.aliases).contains {
      words.words($0).starts(with: typed)
    }
  }

  private static func holds(_ typed: [String], _ key: String) -> Bool {
    if typed.count == 1, ClaimWords.isHan(typed[0]) { return key.contains(typed[0]) }
    let words = key.split(separator: " ")
    return typed.allSatisfy { word in words.contains { $0 == word } }
  }

  /// By id; of several licences of one hotel the first.
  private func unique(_ found: [Int]) -> [Place] {
    var unique: [Place] = []
    for index in Set(found).sorted() {
      let hotel = hotels[index]
      let isKnown = unique.contains {
        Folding.fold($0.name.en) == Folding.fold(hotel.name.en)
          && $0.coordinate.greatCircleDistance(to: hotel.coordinate) <= 200
      }
      if !isKnown { unique.append(hotel) }
    }
    return Array(unique.prefix(Self.listLimit))
  }
}
