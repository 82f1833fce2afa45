/// Finds names by their folded keys.
struct NameSearch {
  /// A thing whose name fits, and how well; hits of one score are equally likely.
  struct Hit {
    let target: SearchTarget
    let quality: Match.Quality
    /// The quality and, within it, how much of a name the text is.
    let score: Int
  }

  let compiled: CompiledCatalog

  /// A text longer than this names nothing.
  private static let lengthLimit = 200

  /// All things that fit in the best class, or in every class where `exhaustive`; best first, then
  /// attractions before hotels before stations before districts, the prominent before the others, and
  /// by id.
  func ranked(_ text: String, exhaustive: Bool = false) -> [Hit] {
    let query = Folding.fold(text)
    guard !query.isEmpty, query.utf8.count <= Self.lengthLimit else { return [] }
    var hits: [Hit] = []
    func add(_ index: Int, _ quality: Match.Quality, distance: Int = 0) {
      guard let target = compiled.target(at: index) else { return }
      hits.append(Hit(target: target, quality: quality, score: quality.rawValue * 64 + distance))
    }
    for index in exactAndPrefix(query) {
      let key = compiled.key(at: index)
      if key.count > query.utf8.count {
        // `central` is nearer to "central market" than to "centralised".
        let next = key[query.utf8.count]
        let isWhole = next == UInt8(ascii: " ") || next >= 0x80
        add(index, .prefix, distance: isWhole ? 0 : 1)
      } else {
        add(index, .exact)
      }
    }
    if hits.isEmpty || exhaustive {
      let words = query.split(separator: " ")
      for index in 0..<compiled.keyCount where Self.holdsWords(words, key(index)) {
        add(index, .words)
      }
    }
    if hits.isEmpty {
      let pattern = Array(query.unicodeScalars)
      let tolerance = Self.tolerance(for: pattern)
      for index in 0..<compiled.keyCount where tolerance > 0 {
        if let found = Self.errors(of: pattern, in: key(index), limit: tolerance) {
          // A misspelt name is likelier than the misspelt beginning of one, and that is likelier than
          // a misspelt word inside of one.
          add(index, .fuzzy, distance: found.count * 4 + found.part.rawValue)
        }
      }
    }
    return bestOfEach(hits)
  }

  /// The best hit of each thing, best first.
  private func bestOfEach(_ hits: [Hit]) -> [Hit] {
    var ranked = hits.map { (hit: $0, order: order(of: $0.target)) }
    ranked.sort { ($0.order, $0.hit.score) < ($1.order, $1.hit.score) }
    var best: [(hit: Hit, order: Int)] = []
    for next in ranked where next.order != best.last?.order { best.append(next) }
    best.sort { ($0.hit.score, $0.order) < ($1.hit.score, $1.order) }
    return best.map(\.hit)
  }

  /// The things whose names come nearest to a text that fits nothing.
  func nearestSpellings(_ text: String, count: Int) -> [SearchTarget] {
    let pattern = Array(Folding.fold(text).unicodeScalars)
    guard pattern.count >= 2, pattern.count <= Self.lengthLimit else { return [] }
    let limit = max(1, (pattern.count + 1) / 2)
    var best: [SearchTarget: Int] = [:]
    for index in 0..<compiled.keyCount {
      let errors = Self.errors(of: pattern, in: key(index), limit: limit)?.count
      if let errors, errors < pattern.count {
        guard let target = compiled.target(at: index) else { continue }
        best[target] = min(errors, best[target] ?? .max)
      }
    }
    return best.sorted { ($0.value, order(of: $0.key)) < ($1.value, order(of: $1.key)) }
      .prefix(count).map(\.key)
  }

  private func key(_ index: Int) -> String {
    String(decoding: compiled.key(at: index), as: UTF8.self)
  }

  /// The positions of the keys that begin with the query, at a word's end or inside a word.
  private func exactAndPrefix(_ query: String) -> Range<Int> {
    let bytes = Array(query.utf8)
    let start = compiled.firstKey(notBelow: bytes)
    var end = start
    while end < compiled.keyCount, compiled.key(at: end).starts(with: bytes) { end += 1 }
    return start..<end
  }

  /// Groups in the order in which a traveller means them, then prominence, then position (by id). No two
  /// things have the same.
  private func order(of target: SearchTarget) -> Int {
    switch target {
    case .place(let index):
      let group = index < compiled.attractionCount ? 0 : 1
      return group << 40 | (3 - compiled.prominence(at: index)) << 36 | index
    case .district(let index): return 2 << 40 | index
    }
  }

  /// Whether each word begins a word of the key; of Han characters, stands anywhere in it.
  static func holdsWords(_ words: [Substring], _ key: String) -> Bool {
    words.allSatisfy { word in
      if word.unicodeScalars.first.map(Folding.isHan) ?? false { return key.holds(word) }
      return key.hasPrefix(word) || key.holds(" " + word)
    }
  }

  /// Han names are short: from three characters on, one may be wrong.
  private static func tolerance(for pattern: [Unicode.Scalar]) -> Int {
    if pattern.contains(where: Folding.isHan) { return pattern.count >= 3 ? 1 : 0 }
    return EditDistance.tolerance(length: pattern.count)
  }

  /// Which part of a key a pattern was compared with.
  private enum Part: Int {
    case whole, beginning, inside
  }

  /// The errors between the pattern and the whole key, or as many of its words as the pattern has.
  private static func errors(
    of pattern: [Unicode.Scalar], in key: String, limit: Int
  ) -> (count: Int, part: Part)? {
    let scalars = Array(key.unicodeScalars)
    var best = EditDistance.between(pattern[...], scalars[...], limit: limit)
      .map { (count: $0, part: Part.whole) }
    let space: Unicode.Scalar = " "
    let patternWords = pattern.count { $0 == space } + 1
    let words = scalars.split(separator: space)
    if words.count > patternWords {
      for first in 0...(words.count - patternWords) {
        let window = scalars[
          words[first].startIndex..<words[first + patternWords - 1].endIndex]
        let limit = (best?.count ?? limit + 1) - 1
        if let errors = EditDistance.between(pattern[...], window, limit: limit) {
          best = (errors, first == 0 ? .beginning : .inside)
        }
      }
    }
    return best
  }
}

extension String {
  /// Whether the text stands anywhere inside.
  func holds(_ text: some StringProtocol) -> Bool {
    let haystack = utf8
    let needle = Array(text.utf8)
    var rest = haystack[...]
    while let start = rest.firstIndex(of: needle[0]) {
      rest = rest[start...]
      if rest.starts(with: needle) { return true }
      rest.removeFirst()
    }
    return false
  }
}
