/// The folded names under which places and districts are found.
enum SearchKeys {
  struct Key: Hashable {
    let text: String
    let target: UInt32
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
      $0.text == $1.text
        ? $0.target < $1.target : $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
    }
  }

  private static func texts(of place: Place) -> Set<String> {
    let names = Language.allCases.map { place.name[$0] } + place.aliases
    var texts: Set<String> = []
    for name in names {
      let folded = Folding.fold(name)
      guard !folded.isEmpty else { continue }
      texts.insert(folded)
      if folded.hasPrefix("the ") { texts.insert(String(folded.dropFirst(4))) }
      // Stations are named without the word, and asked for with it.
      let isHan = folded.unicodeScalars.first.map(Folding.isHan) ?? false
      switch (place.kind, isHan) {
      case (.rail, false): texts.formUnion(["\(folded) station", "\(folded) mtr station"])
      case (.rail, true): texts.formUnion(["\(folded)站", "港铁\(folded)站"])
      case (.hotel, false) where !folded.contains("hotel"): texts.insert("\(folded) hotel")
      default: break
      }
    }
    return texts
  }

  private static func texts(of district: District) -> Set<String> {
    let en = Folding.fold(district.name.en)
    var texts: Set<String> = [en, "\(en) district"]
    for name in [district.name.zhHant, district.name.zhHans] {
      let folded = Folding.fold(name)
      texts.insert(folded)
      // 沙田區 is asked for as 沙田; 東區 and its like stay whole.
      if folded.hasSuffix("区") && folded.count > 2 { texts.insert(String(folded.dropLast())) }
    }
    return texts
  }
}
