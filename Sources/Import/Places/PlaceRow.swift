import Catalog
import Spatial

#if GEOS
  /// A row of a table of a data folder, as `data/README.md` describes it.
  struct PlaceRow {
    let nameEn: String
    let nameZhHant: String
    /// The row without its line end; the id stands first.
    let line: String

    private static let common = [
      "id", "name_en", "name_zh_hant", "name_zh_hans", "aliases", "latitude", "longitude",
      "district",
      "address_en", "address_zh_hant", "website", "source", "source_ref", "second_source",
      "agreement_meters",
    ]

    /// The columns of a table.
    static func columns(_ target: Importer.Target) -> [String] {
      switch target {
      case .attractions: common + ["category", "prominence", "opening_hours"]
      case .hotels: common + ["telephone"]
      case .stations: common + ["kind"]
      }
    }

    /// Where a name is missing the others stand in for it.
    init(
      _ draft: PlaceDraft, id: String, district: String, target: Importer.Target,
      options: Importer.Options, sources: Set<String>
    ) {
      nameEn = draft.nameEn ?? draft.anyName
      nameZhHant = draft.nameZhHant ?? draft.nameZhHans ?? nameEn
      let ownSource = draft.source.flatMap { sources.contains($0) ? $0 : nil }
      let secondSource = draft.secondSource.flatMap { sources.contains($0) ? $0 : nil }
      var fields: [String?] = [
        id, nameEn, nameZhHant, draft.nameZhHans ?? nameZhHant,
        draft.aliases.isEmpty ? nil : draft.aliases.joined(separator: "|"),
        PlainNumber.text(draft.position.coordinate.latitude),
        PlainNumber.text(draft.position.coordinate.longitude), district, draft.addressEn,
        draft.addressZhHant, draft.website, ownSource ?? options.source.id, draft.sourceReference,
        secondSource,
        secondSource == nil ? nil : draft.agreementMeters.map { PlainNumber.text($0) },
      ]
      switch target {
      case .attractions:
        fields += [
          (draft.category ?? options.defaultCategory).rawValue, "\(draft.prominence ?? 1)",
          draft.openingHours,
        ]
      case .hotels: fields.append(draft.telephone)
      case .stations: fields.append(Self.kind(of: draft).rawValue)
      }
      line = CSVText.row(fields)
    }

    private static func kind(of draft: PlaceDraft) -> Place.Kind {
      if let kind = draft.kind, kind == .rail || kind == .pier { return kind }
      let words = [draft.categoryWord, draft.nameEn, draft.nameZhHant].compactMap { $0 }
        .map(Folding.fold).joined(separator: " ")
      let isPier = ["pier", "ferry", Folding.fold("碼頭"), Folding.fold("渡輪")]
        .contains(where: words.contains)
      return isPier ? .pier : .rail
    }

    /// A row with more aliases.
    static func adding(aliases: [String], to line: [UInt8]) -> String {
      var reader = CSVReader(file: "", bytes: line)
      guard let row = try? reader.next(), row.fields.count > 4 else {
        return String(decoding: line, as: UTF8.self)
      }
      var fields = row.fields
      var known = Set(fields[1...3])
      var all = fields[4].split(separator: "|").map(String.init)
      known.formUnion(all)
      // A bar would part an alias in two.
      for alias in aliases where !alias.contains("|") && known.insert(alias).inserted {
        all.append(alias)
      }
      fields[4] = all.joined(separator: "|")
      return CSVText.row(fields)
    }
  }
#endif
