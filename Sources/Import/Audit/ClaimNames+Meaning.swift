import Catalog
import Spatial

extension ClaimNames {
  /// What a typed text names.
  ///
  /// An exact name comes first, then the name with other words around it that say where or what it is, then
  /// a misspelling, then a part of a name; what is not the name itself is said by the reading.
  /// - Complexity: O(1) for a name, O(n) for n names otherwise.
  func meaning(_ text: String) -> Meaning {
    let typed = words.words(text)
    guard !typed.isEmpty, text.utf8.count <= Self.lengthLimit else { return .nothing([]) }
    if let found = exact(typed) { return meaning(found, .name) }
    if let found = byParts(text) { return found }
    if let found = withoutKinds(typed) { return meaning(found, .words) }
    if let found = besideArea(typed) { return meaning(found, .words) }
    guard !ClaimWords.areCommon(typed) else { return .nothing([]) }
    if let found = misspelt(typed) { return meaning(found, .spelling) }
    return byPart(of: typed)
  }

  /// A longer text names nothing.
  private static let lengthLimit = 300
  /// So many things are listed.
  static let listLimit = 10

  /// `PMQ (Police Married Quarters)`, `Times Square, Causeway Bay`, `Avenue of Stars 星光大道`: the parts
  /// name one place, or the first does and the others say where it is; several where they name several.
  private func byParts(_ text: String) -> Meaning? {
    var parts = text.split { "()（）[]【】,，/|;；:：–—".contains($0) }.map(String.init)
    if parts.count == 1 { parts = Self.scripts(text) }
    let isEnumeration = parts.isEmpty
    if isEnumeration { parts = Self.enumerated(text) }
    parts = parts.filter { !words.words($0).isEmpty }
    guard parts.count > 1 else { return nil }
    let typed = parts.map(words.words)
    let found = typed.map { exact($0) ?? withoutKinds($0) }
    let areKnown = found.allSatisfy { $0 != nil }
    guard areKnown || !isEnumeration else { return nil }
    let places = found.compactMap { $0 }.filter { place(entries[$0[0]].subject) != nil }
    guard let first = places.first else { return found[0].map { meaning($0, .words) } }
    guard places.allSatisfy({ ids($0) == ids(first) }) else {
      return .several(Array(ids(places.flatMap { $0 })))
    }
    // `Food court, Times Square` is not Times Square.
    let position = found.firstIndex { $0.map { ids($0) == ids(first) } ?? false } ?? 0
    guard position == 0 || areKnown else { return .nothing(ids(first)) }
    let meant = meaning(first, .words)
    guard case .place(let place, _) = meant else { return meant }
    // `Tin Hau Temple, Stanley` is not the one of Yau Ma Tei.
    for (index, found) in found.enumerated() where index != position {
      for number in found ?? [] {
        guard case .area = entries[number].subject,
          self.place(place, isIn: entries[number].subject, typed[index]) != true
        else { continue }
        let isElsewhere = self.place(place, isIn: entries[number].subject, typed[index]) == false
        let others = namesakes(of: place, typed: parts[position]).map(\.id)
        if !isElsewhere, others.isEmpty { continue }
        return others.isEmpty ? .nothing([place.id]) : .several([place.id] + others)
      }
    }
    return meant
  }

  /// The Chinese and the other words of a text that has both.
  private static func scripts(_ text: String) -> [String] {
    let parts = text.split(separator: " ").map(String.init)
    let han = parts.filter(ClaimWords.isHan)
    let others = parts.filter { !ClaimWords.isHan($0) }
    guard !han.isEmpty, !others.isEmpty else { return [] }
    let isHanFirst = ClaimWords.isHan(parts[0])
    let both = [han.joined(separator: " "), others.joined(separator: " ")]
    return isHanFirst ? both : both.reversed()
  }

  /// `Star Ferry and Clock Tower`
  private static func enumerated(_ text: String) -> [String] {
    var parts = [""]
    for word in text.split(separator: " ") {
      if word == "&" || word.lowercased() == "and" {
        parts.append("")
      } else {
        parts[parts.count - 1] += " \(word)"
      }
    }
    return parts
  }

  /// `Elements Shopping Mall`, `Victoria Harbour Night View`: a name with words behind it that say what it
  /// is, and say it rightly.
  private func withoutKinds(_ typed: [String]) -> [Int]? {
    var rest = typed
    var categories: Set<Category>?
    while rest.count > 1, let last = rest.last {
      if let kinds = ClaimWords.kinds[last] {
        categories = (categories ?? []).union(kinds)
      } else if !ClaimWords.decoration.contains(last) {
        return nil
      }
      rest.removeLast()
      guard let found = exact(rest) else { continue }
      guard let categories else { return found }
      let isRight = found.allSatisfy {
        place(entries[$0].subject)?.category.map(categories.contains) ?? false
      }
      return isRight ? found : nil
    }
    return nil
  }

  /// `Mong Kok Langham Place`: a name beside that of the area in which it is.
  private func besideArea(_ typed: [String]) -> [Int]? {
    guard typed.count > 2 else { return nil }
    for cut in 1..<typed.count {
      let (front, back) = (Array(typed[..<cut]), Array(typed[cut...]))
      for (area, name) in [(front, back), (back, front)] {
        guard let areas = exact(area), let found = exact(name) else { continue }
        let isThere = found.allSatisfy { number in
          guard let place = place(entries[number].subject) else { return false }
          return areas.contains { self.place(place, isIn: entries[$0].subject, area) == true }
        }
        if isThere { return found }
      }
    }
    return nil
  }

  /// Whether a place is in an area: in its district, near its point, or called after it in another name; nil
  /// where nothing is known of where the area is.
  private func place(_ place: Place, isIn area: Subject, _ typed: [String]) -> Bool? {
    guard case .area(_, let district, let point) = area else { return nil }
    if district == place.district { return true }
    if let point, point.greatCircleDistance(to: place.coordinate) <= 1000 { return true }
    let name = " \(typed.joined(separator: " ")) "
    let isCalledSo = (Self.all(place.name) + place.aliases).contains {
      " \(words.words($0).joined(separator: " ")) ".contains(name)
    }
    return isCalledSo ? true : district == nil ? nil : false
  }

  /// The entries whose name is spelt so nearly that nothing else can be meant: word for word with few
  /// errors, and the same digits.
  private func misspelt(_ typed: [String]) -> [Int]? {
    let pattern = words.withoutCity(typed) ?? typed
    var best: (errors: Int, found: [Int])?
    for (key, numbers) in keys {
      guard let errors = Self.errors(pattern, key.split(separator: " ").map(String.init)),
        errors <= best?.errors ?? .max
      else { continue }
      best = (errors, errors == best?.errors ? (best?.found ?? []) + numbers : numbers)
    }
    guard let found = best?.found.sorted() else { return nil }
    let rank = found.map { entries[$0].rank }.min()
    return found.filter { entries[$0].rank == rank }
  }

  /// How many errors a spelling has; nil where it may be another name.
  static func errors(_ typed: [String], _ name: [String]) -> Int? {
    guard typed.count == name.count else { return nil }
    var errors = 0
    for (a, b) in zip(typed, name) where a != b {
      if a + "s" == b || a == b + "s" {
        errors += 1
        continue
      }
      let (first, second) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
      let length = min(first.count, second.count)
      // One wrong character of few makes another Chinese name, or another short word.
      let limit = length < 5 ? 0 : length < 9 || ClaimWords.isHan(a) ? 1 : 2
      let isDigit = { (scalar: Unicode.Scalar) in (0x30...0x39).contains(scalar.value) }
      guard limit > 0, first.filter(isDigit) == second.filter(isDigit),
        let found = EditDistance.between(first[...], second[...], limit: limit)
      else { return nil }
      errors += found
    }
    return errors <= 2 ? errors : nil
  }

  /// What has the words in its name: `Central Pier` is a part of the names of several.
  private func byPart(of typed: [String]) -> Meaning {
    let pattern = typed.joined(separator: " ")
    let isHan = typed.count == 1 && ClaimWords.isHan(typed[0])
    var found: Set<Int> = []
    for (key, numbers) in keys {
      let holds = isHan ? Self.holdsHan(pattern, key) : Self.holds(typed, key)
      if holds { found.formUnion(numbers) }
    }
    let meant = found.sorted().filter { number in
      guard let place = place(entries[number].subject) else { return false }
      return place.kind == .attraction || place.kind == .pier
    }
    let names = ids(meant)
    guard let first = meant.first, let place = place(entries[first].subject) else {
      return .nothing(closest(to: pattern))
    }
    // A station or pier beside an attraction is the same to a traveller; two piers are not.
    let others = meant.dropFirst().compactMap { self.place(entries[$0].subject) }
    let areOne =
      others.allSatisfy { isOne(place, $0) }
      && Place.Kind.allCases.allSatisfy { kind in
        Set(others.filter { $0.kind == kind && $0.id != place.id }.map(\.id)).count < 2
      }
    guard areOne else { return .several(names) }
    let kinds = typed.last.flatMap { ClaimWords.kinds[$0] }
    guard kinds.map({ kinds in place.category.map(kinds.contains) ?? false }) ?? true else {
      return .nothing(names)
    }
    // One word of a name may be a word of many others.
    let isLong = isHan ? pattern.count > 2 : typed.count > 1
    if isLong { return .place(place, .part) }
    let isBeginning = keys.keys.contains { key in
      key.hasPrefix(pattern + " ") && keys[key]?.contains { entries[$0].subject.isPlace } == true
    }
    return isBeginning ? .several(names) : .nothing(names)
  }

  /// The attractions whose names come nearest to one that is none, three at most.
  private func closest(to pattern: String) -> [String] {
    let typed = Array(pattern.unicodeScalars)
    var found: [(errors: Int, number: Int)] = []
    for (key, numbers) in keys {
      let limit = typed.count / 4
      guard limit > 0,
        let errors = EditDistance.between(typed[...], Array(key.unicodeScalars)[...], limit: limit)
      else { continue }
      found += numbers.filter { entries[$0].rank <= .alias && entries[$0].subject.isPlace }
        .map { (errors, $0) }
    }
    return Array(ids(found.sorted { $0 < $1 }.map(\.number)).prefix(3))
  }

  /// Whether the characters stand in a Chinese name in their order; those of a short text side by side.
  private static func holdsHan(_ typed: String, _ key: String) -> Bool {
    guard typed.count > 3 else { return typed.count > 1 && key.contains(typed) }
    var rest = key[...]
    for character in typed {
      guard let index = rest.firstIndex(of: character) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }

  /// Whether all words stand in a name.
  private static func holds(_ typed: [String], _ key: String) -> Bool {
    let words = key.split(separator: " ")
    return typed.allSatisfy { word in words.contains { $0 == word } }
  }

  /// The places of the same category that have the whole of a name with an area behind or before it: the
  /// other piers of a ferry, the other temples of a goddess.
  func namesakes(of place: Place, typed text: String) -> [Place] {
    let typed = words.words(text)
    var found: Set<Int> = []
    for (key, numbers) in keys {
      let key = key.split(separator: " ").map(String.init)
      guard key.count > typed.count else { continue }
      let rest: ArraySlice<String>
      if key.starts(with: typed) {
        rest = key[typed.count...]
      } else if key.suffix(typed.count).elementsEqual(typed) {
        rest = key[..<(key.count - typed.count)]
      } else {
        continue
      }
      guard let area = exact(Array(rest)), case .area = entries[area[0]].subject else { continue }
      for number in numbers {
        guard case .place(let index) = entries[number].subject,
          places[index].category == place.category, places[index].id != place.id
        else { continue }
        found.insert(index)
      }
    }
    return found.sorted().map { places[$0] }
  }
}
