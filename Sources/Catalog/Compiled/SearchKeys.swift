/// The folded names under which places and districts are found.
enum SearchKeys {
  /// Texts are compared as bytes, as the search compares them: strings that are canonically equivalent
  /// are equal, and yet stand at different places in the order of bytes.
  struct Key: Hashable {
    let text: String
    let target: UInt32

    static func == (a: Self, b: Self) -> Bool {
      a.target == b.target && a.text.utf8.elementsEqual(b.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(target)
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }

  /// All keys by ascending bytes, and by target where the text is the same.
  static func all(places: [Place], districts: [District]) -> [Key] {
    var keys: Set<Key> = []
    for (index, place) in places.enumerated() {
      for text in texts(of: place) { keys.insert(Key(text: text, target: UInt32(index))) }
    }
    for (index, district) in districts.enumerated() {
      for text in texts(of: district) {
        keys.insert(
          Key(text: text, target: UInt32(index) | CompiledLayout.KeyField.districtFlag))
      }
    }
    return keys.sorted {
      $0.text.utf8.elementsEqual($1.text.utf8)
        ? $0.target < $1.target : $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
    }
  }

  private static func texts(of place: Place) -> [String] {
    let names = Language.allCases.map { place.name[$0] } + place.aliases
    var texts: [String] = []
    for name in names {
      let folded = Folding.fold(name)
      guard !folded.isEmpty else { continue }
      texts.append(folded)
      if folded.hasPrefix("the ") { texts.append(String(folded.dropFirst(4))) }
      // Stations are named without the word, and asked for with it.
      let isHan = folded.unicodeScalars.first.map(Folding.isHan) ?? false
      switch (place.kind, isHan) {
      case (.rail, false): texts += ["\(folded) station", "\(folded) mtr station"]
      case (.rail, true): texts += ["\(folded)站", "港铁\(folded)站"]
      case (.hotel, false) where !folded.contains("hotel"): texts.append("\(folded) hotel")
      default: break
      }
    }
    return texts
  }

  private static func texts(of district: District) -> [String] {
    let en = Folding.fold(district.name.en)
    var texts = [en, "\(en) district"]
    for name in [district.name.zhHant, district.name.zhHans] {
      let folded = Folding.fold(name)
      texts.append(folded)
      // 沙田區 is asked for as 沙田; 東區 and its like stay whole.
      if folded.hasSuffix("区") && folded.count > 2 { texts.append(String(folded.dropLast())) }
    }
    return texts
  }
}
