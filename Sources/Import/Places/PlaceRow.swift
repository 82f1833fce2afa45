import Catalog
import Spatial

#if GEOS
  /// Gives places their ids and writes their rows of a table of a data folder, as `data/README.md`
  /// describes them. The memory of both is used again.
  struct PlaceRowWriter: ~Copyable {
    /// The ids that are taken.
    var ids = IDRegister()
    /// The id of the place written last.
    private(set) var id: [UInt8] = []
    /// Its row without the line end; the id stands first.
    private(set) var row = ByteBuffer()

    private let target: Importer.Target
    private let defaultCategory: Category
    private let source: [UInt8]
    private let knownSources: Set<String>
    private var sources = WordCache<Bool>()

    private static let common = [
      "id", "name_en", "name_zh_hant", "name_zh_hans", "aliases", "latitude", "longitude",
      "district",
      "address_en", "address_zh_hant", "website", "source", "source_ref", "second_source",
      "agreement_meters",
    ]

    /// The columns of a table.
    static func columns(_ target: Importer.Target) -> [String] {
      switch target {
      case .attractions: common + ["category", "prominence", "opening_hours", "same_as"]
      case .hotels: common + ["telephone", "same_as"]
      case .stations: common + ["kind", "same_as"]
      }
    }

    init(_ target: Importer.Target, options: Importer.Options, knownSources: Set<String>) {
      self.target = target
      defaultCategory = options.defaultCategory
      source = Array(options.source.id.utf8)
      self.knownSources = knownSources
    }

    /// The names that a row has: where one is missing the others stand in for it.
    static func names(
      _ draft: PlaceDraft
    ) -> (en: PlaceDraft.Text, zhHant: PlaceDraft.Text, zhHans: PlaceDraft.Text) {
      let en = draft.firstName ?? .nameEn
      let zhHant: PlaceDraft.Text =
        draft.has(.nameZhHant) ? .nameZhHant : draft.has(.nameZhHans) ? .nameZhHans : en
      return (en, zhHant, draft.has(.nameZhHans) ? .nameZhHans : zhHant)
    }

    /// Writes a place whose names are folded.
    mutating func write(_ draft: PlaceDraft, district: String) {
      id.removeAll(keepingCapacity: true)
      row.removeAll()
      findID(draft)
      appendRow(draft, district)
    }

    /// Takes the draft's id, or one made of its first name that has Latin letters or digits, or one of all
    /// its names and its point.
    private mutating func findID(_ draft: PlaceDraft) {
      _ = draft.withBytes(.id) { id.append(contentsOf: $0) }
      for name in draft.folded.names where id.isEmpty {
        draft.folded.bytes.withUnsafeBufferPointer {
          Slug.append(ofFolded: UnsafeBufferPointer(rebasing: $0[name.range]), to: &id)
        }
      }
      if id.isEmpty {
        let names = draft.folded.names.compactMap { draft.text($0.text) }
        id.append(contentsOf: Slug.hashed("\(names) \(draft.position.coordinate)").utf8)
      }
      ids.takeUnique(&id)
    }

    private mutating func appendRow(_ draft: PlaceDraft, _ district: String) {
      let comma = UInt8(ascii: ",")
      let names = Self.names(draft)
      id.withUnsafeBufferPointer { row.append(contentsOf: $0) }
      for text in [names.en, names.zhHant, names.zhHans, .aliases] {
        row.append(comma)
        CSVText.append(text, of: draft, to: &row)
      }
      row.append(comma)
      PlainNumber.append(draft.position.coordinate.latitude, to: &row)
      row.append(comma)
      PlainNumber.append(draft.position.coordinate.longitude, to: &row)
      row.append(comma)
      CSVText.append(district, to: &row)
      for text in [PlaceDraft.Text.addressEn, .addressZhHant, .website] {
        row.append(comma)
        CSVText.append(text, of: draft, to: &row)
      }
      row.append(comma)
      if isKnown(.source, of: draft) {
        CSVText.append(.source, of: draft, to: &row)
      } else {
        source.withUnsafeBufferPointer { row.append(contentsOf: $0) }
      }
      row.append(comma)
      CSVText.append(.sourceReference, of: draft, to: &row)
      row.append(comma)
      let hasSecond = isKnown(.secondSource, of: draft)
      if hasSecond { CSVText.append(.secondSource, of: draft, to: &row) }
      row.append(comma)
      if hasSecond, let meters = draft.agreementMeters { PlainNumber.append(meters, to: &row) }
      row.append(comma)
      switch target {
      case .attractions:
        append((draft.category ?? defaultCategory).rawValue)
        row.append(comma)
        PlainNumber.append(UInt64(draft.prominence ?? 1), to: &row)
        row.append(comma)
        CSVText.append(.openingHours, of: draft, to: &row)
      case .hotels: CSVText.append(.telephone, of: draft, to: &row)
      case .stations: append((Self.kind(of: draft) ?? .rail).rawValue)
      }
      row.append(comma)
      CSVText.append(.sameAs, of: draft, to: &row)
    }

    /// Appends what the row has for want of better, in one byte, for ``RowMerger``.
    mutating func appendLacks(of draft: PlaceDraft) {
      var lacks: MergedRow.Lacks = []
      if !draft.has(.nameEn) { lacks.insert(.nameEn) }
      if !draft.has(.nameZhHant) { lacks.insert(.nameZhHant) }
      if !draft.has(.nameZhHans) { lacks.insert(.nameZhHans) }
      if draft.category == nil { lacks.insert(.category) }
      if draft.prominence == nil { lacks.insert(.prominence) }
      row.append(lacks.rawValue)
    }

    private mutating func append(_ word: String) {
      var word = word
      word.withUTF8 { row.append(contentsOf: $0) }
    }

    /// Whether a text names a source of the city.
    private mutating func isKnown(_ text: PlaceDraft.Text, of draft: PlaceDraft) -> Bool {
      let known = knownSources
      return draft.withBytes(text) { sources.value(of: $0, known.contains) } ?? false
    }

    /// The kind of a station: as the file says, or by the words of its category, or by those of its
    /// names where it has none; nil where these tell nothing.
    static func kind(of draft: PlaceDraft) -> Place.Kind? {
      if let kind = draft.kind, kind == .rail || kind == .pier { return kind }
      let texts: [PlaceDraft.Text] = draft.has(.category) ? [.category] : [.nameEn, .nameZhHant]
      let words = texts.compactMap(draft.text).map(Folding.fold).joined(separator: " ")
      if pierWords.contains(where: words.contains) { return .pier }
      return railWords.contains(where: words.contains) ? .rail : nil
    }

    private static let pierWords = ["pier", "ferry", "碼頭", "渡輪"].map(Folding.fold)
    private static let railWords = [
      "rail", "station", "mtr", "metro", "subway", "train", "tram", "鐵路", "地鐵", "港鐵", "輕鐵", "車站",
      "電車", "站",
    ].map(Folding.fold)
  }
#endif
