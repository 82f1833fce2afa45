import Catalog
import Spatial

/// What a claim may name: the places of a catalog and the areas of its city, by their words.
struct ClaimNames {
  /// What a text names.
  enum Meaning {
    /// One place, and how the text was read.
    case place(Place, Finding.Reading)
    /// An area, by the id of what stands for it: a station, a district, an island or an area's own.
    case area(String)
    /// Several things are as likely.
    case several([String])
    /// Nothing; what comes closest.
    case nothing([String])
  }

  /// A thing with a name.
  struct Entry {
    let subject: Subject
    let rank: Rank
  }

  enum Subject {
    case place(Int)
    /// With its district, and its point where it has one.
    case area(id: String, district: String?, point: Coordinate?)

    var isPlace: Bool { if case .place = self { true } else { false } }
  }

  /// Of several things of one name those of the lowest rank are meant.
  enum Rank: Int, Comparable {
    case attraction, area, alias, other, quarter

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  let places: [Place]
  let words: ClaimWords
  private(set) var entries: [Entry] = []
  private(set) var keys: [String: [Int]] = [:]
  /// The same without spaces: `Wanchai` is `Wan Chai`.
  private(set) var joined: [String: [Int]] = [:]

  /// - Complexity: O(n) for n places.
  init(_ catalog: Catalog, areas: AreaNames) {
    words = ClaimWords(catalog)
    places = Array(catalog.attractions) + Array(catalog.hotels) + Array(catalog.stations)
    for (index, place) in places.enumerated() { add(place, index) }
    for area in areas.areas {
      add(area.names, .area(id: area.id, district: area.district, point: nil), .area)
    }
    for region in catalog.city.regions {
      add(Self.all(region.name), .area(id: region.id, district: nil, point: nil), .area)
    }
    for district in catalog.districts {
      var names = Self.all(district.name)
      names += names.filter { $0.hasSuffix("區") || $0.hasSuffix("区") }.map { String($0.dropLast()) }
        .filter { $0.count > 1 }
      names.append("\(district.name.en) District")
      add(names, .area(id: district.code, district: district.code, point: nil), .quarter)
    }
  }

  static func all(_ name: LocalizedName) -> [String] { Language.allCases.map { name[$0] } }

  private mutating func add(_ place: Place, _ index: Int) {
    let names = Self.all(place.name)
    switch place.kind {
    case .attraction where place.category == .island:
      let subject = Subject.area(
        id: place.id, district: place.district, point: place.coordinate)
      add(names + place.aliases, subject, .attraction)
    case .attraction:
      add(names, .place(index), .attraction)
      add(place.aliases, .place(index), .alias)
    case .hotel:
      add(names + place.aliases, .place(index), .other)
    case .pier:
      add(names + place.aliases, .place(index), .other)
    case .rail:
      for name in names + place.aliases {
        guard !ClaimWords.areStation(words.words(name)) else {
          add([name], .place(index), .other)
          continue
        }
        let isHan = ClaimWords.isHan(Folding.fold(name))
        let asStation =
          isHan
          ? ["\(name)站", "港鐵\(name)", "港鐵\(name)站", "地鐵\(name)站"]
          : [
            "\(name) station", "\(name) MTR station", "\(name) MTR", "MTR \(name)",
            "MTR \(name) station",
          ]
        add(asStation, .place(index), .other)
        add(
          [name], .area(id: place.id, district: place.district, point: place.coordinate), .quarter)
      }
    }
  }

  private mutating func add(_ names: [String], _ subject: Subject, _ rank: Rank) {
    entries.append(Entry(subject: subject, rank: rank))
    let number = entries.count - 1
    var seen: Set<String> = []
    func enter(_ words: [String]) {
      let key = words.joined(separator: " ")
      guard !key.isEmpty, seen.insert(key).inserted else { return }
      keys[key, default: []].append(number)
      joined[words.joined(), default: []].append(number)
    }
    for name in names {
      let whole = words.words(name)
      enter(whole)
      // `Star Ferry (Central)` is `Star Ferry Central` too: brackets fold away. Its `(…)` alone says less.
      if let rest = words.withoutCity(whole) { enter(rest) }
    }
  }

  func meaning(_ found: [Int], _ reading: Finding.Reading) -> Meaning {
    let first = entries[found[0]].subject
    if case .area(let id, _, _) = first {
      // What is an area for all is one, by the first of its names.
      let areAreas = found.allSatisfy {
        if case .area = entries[$0].subject { true } else { false }
      }
      return areAreas ? .area(id) : .several(ids(found))
    }
    let meant = found.compactMap { place(entries[$0].subject) }
    let areOne = meant.count == found.count && meant.dropFirst().allSatisfy { isOne(meant[0], $0) }
    return areOne ? .place(meant[0], reading) : .several(ids(found))
  }

  func place(_ subject: Subject) -> Place? {
    if case .place(let index) = subject { places[index] } else { nil }
  }

  /// Whether two places are one to a traveller: two licences of a hotel.
  func isOne(_ first: Place, _ other: Place) -> Bool {
    first.id == other.id
      || (first.coordinate.greatCircleDistance(to: other.coordinate) <= 1000
        && (first.kind != other.kind
          || Folding.fold(first.name.en) == Folding.fold(other.name.en)))
  }

  func ids(_ found: [Int]) -> [String] {
    var ids: [String] = []
    for number in found {
      let id =
        switch entries[number].subject {
        case .place(let index): places[index].id
        case .area(let id, _, _): id
        }
      if !ids.contains(id) { ids.append(id) }
    }
    return Array(ids.prefix(Self.listLimit))
  }

  /// The entries of the lowest rank that have a name, with or without that of the city, however it is
  /// parted into words.
  func exact(_ typed: [String]) -> [Int]? {
    func best(_ numbers: [Int]?) -> [Int]? {
      guard let numbers, let rank = numbers.map({ entries[$0].rank }).min() else { return nil }
      return numbers.filter { entries[$0].rank == rank }
    }
    return best(keys[typed.joined(separator: " ")])
      ?? words.withoutCity(typed).flatMap { best(keys[$0.joined(separator: " ")]) }
      ?? (ClaimWords.areCommon(typed) ? nil : best(joined[typed.joined()]))
  }
}
