import Catalog
import Spatial

#if GEOS
  /// Writes the rows of a table of a data folder, as `data/README.md` describes them.
  struct PlaceRowWriter: ~Copyable {
    private let target: Importer.Target
    private let defaultCategory: Category
    private let source: [UInt8]
    private let knownSources: Set<String>
    private let merges: Bool
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
      merges = options.merges
    }

    /// The names that a row has: where one is missing the others stand in for it.
    static func names(
      _ draft: borrowing PlaceDraft
    ) -> (en: PlaceDraft.Text, zhHant: PlaceDraft.Text, zhHans: PlaceDraft.Text) {
      let en = draft.firstName ?? .nameEn
      let zhHant: PlaceDraft.Text =
        draft.has(.nameZhHant) ? .nameZhHant : draft.has(.nameZhHans) ? .nameZhHans : en
      return (en, zhHant, draft.has(.nameZhHans) ? .nameZhHans : zhHant)
    }

    /// Appends the id that a place asks for: its own, or one made of its first name that has Latin letters or
    /// digits, or one of all its names and its point.
    static func appendID(
      _ draft: borrowing PlaceDraft, _ folded: borrowing FoldedNames, _ names: Range<Int>,
      to id: inout ByteBuffer
    ) {
      let start = id.count
      draft.withBytes(.id) { id.append(contentsOf: $0) }
      for index in names where id.count == start {
        Slug.append(ofFolded: folded.bytes[folded.names[index].range], to: &id)
      }
      guard id.count == start else { return }
      let texts = names.compactMap { draft.text(folded.names[$0].text) }
      var hashed = Slug.hashed("\(texts) \(draft.position.coordinate)")
      hashed.withUTF8 { id.append(contentsOf: $0) }
    }

    /// Appends the row of a place without its id, which stands before it; where rows may be made one, with
    /// a byte behind it of what it lacks, for ``RowMerger``.
    mutating func appendRow(
      _ draft: borrowing PlaceDraft, _ district: String, to row: inout ByteBuffer
    ) {
      let comma = UInt8(ascii: ",")
      let names = Self.names(draft)
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
        CSVText.append((draft.category ?? defaultCategory).rawValue, to: &row)
        row.append(comma)
        PlainNumber.append(UInt64(draft.prominence ?? 1), to: &row)
        row.append(comma)
        CSVText.append(.openingHours, of: draft, to: &row)
      case .hotels: CSVText.append(.telephone, of: draft, to: &row)
      case .stations: CSVText.append((Self.kind(of: draft) ?? .rail).rawValue, to: &row)
      }
      row.append(comma)
      CSVText.append(.sameAs, of: draft, to: &row)
      if merges { row.append(Self.lacks(of: draft).rawValue) }
    }

    /// What a row has for want of better.
    private static func lacks(of draft: borrowing PlaceDraft) -> MergedRow.Lacks {
      var lacks: MergedRow.Lacks = []
      if !draft.has(.nameEn) { lacks.insert(.nameEn) }
      if !draft.has(.nameZhHant) { lacks.insert(.nameZhHant) }
      if !draft.has(.nameZhHans) { lacks.insert(.nameZhHans) }
      if draft.category == nil { lacks.insert(.category) }
      if draft.prominence == nil { lacks.insert(.prominence) }
      return lacks
    }

    /// Whether a text names a source of the city.
    private mutating func isKnown(_ text: PlaceDraft.Text, of draft: borrowing PlaceDraft) -> Bool {
      guard draft.has(text) else { return false }
      let known = knownSources
      return draft.withBytes(text) { sources.value(of: $0, known.contains) } ?? false
    }

    /// The kind of a station: as the file says, or by the words of its category, or by those of its
    /// names where it has none; nil where these tell nothing.
    static func kind(of draft: borrowing PlaceDraft) -> Place.Kind? {
      if let kind = draft.kind, kind == .rail || kind == .pier { return kind }
      let texts =
        draft.has(.category)
        ? [draft.text(.category)] : [draft.text(.nameEn), draft.text(.nameZhHant)]
      let words = texts.compactMap { $0.map(Folding.fold) }.joined(separator: " ")
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
