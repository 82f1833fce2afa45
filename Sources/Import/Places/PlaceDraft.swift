import Catalog
import Spatial

/// A place as a file gives it, cleaned, and not yet part of a city.
package struct PlaceDraft: Sendable {
  /// Where the record stands.
  package var place: FilePlace
  /// Its id, where the file has one that is a slug.
  package var id: String?
  package var nameEn: String?
  package var nameZhHant: String?
  package var nameZhHans: String?
  package var aliases: [String] = []
  /// What the file calls its category.
  package var categoryWord: String?
  /// The category the table knows for that.
  package var category: Category?
  package var prominence: Int?
  /// `rail` or `pier`, of stations.
  package var kind: Place.Kind?
  package var position: Position
  /// What the file calls its district.
  package var districtLabel: String?
  package var openingHours: String?
  package var addressEn: String?
  package var addressZhHant: String?
  package var website: String?
  package var telephone: String?
  package var description: String?
  package var source: String?
  package var sourceReference: String?
  package var secondSource: String?
  package var agreementMeters: Double?

  /// The first name there is.
  package var anyName: String { nameEn ?? nameZhHant ?? nameZhHans ?? "" }

  /// The name of a record that has one.
  var onlyName: String? {
    switch (nameEn, nameZhHant, nameZhHans) {
    case (let name?, nil, nil), (nil, let name?, nil), (nil, nil, let name?): name
    default: nil
    }
  }

  /// The columns of the CSV that `convert` writes.
  package static let columns = [
    "id", "name_en", "name_zh_hant", "name_zh_hans", "aliases", "category", "prominence", "kind",
    "latitude", "longitude", "district", "opening_hours", "address_en", "address_zh_hant",
    "website",
    "telephone", "description", "source", "source_ref", "second_source", "agreement_meters",
  ]

  /// The values of ``columns``, nil for what the file did not say.
  package var values: [String?] {
    [
      id, nameEn, nameZhHant, nameZhHans,
      aliases.isEmpty ? nil : aliases.joined(separator: "|"), category?.rawValue ?? categoryWord,
      prominence.map(String.init), kind?.rawValue, PlainNumber.text(position.coordinate.latitude),
      PlainNumber.text(position.coordinate.longitude), districtLabel, openingHours, addressEn,
      addressZhHant, website, telephone, description, source, sourceReference, secondSource,
      agreementMeters.map { PlainNumber.text($0) },
    ]
  }
}

/// Why a record gives no place.
package enum RowFault: Error, Hashable, Sendable {
  /// It is wrong: the column where one is meant, and the reason with the value.
  case bad(column: String?, String)
  /// It is passed over: nothing is there.
  case omitted(String)
}

/// Turns the records of one file into drafts.
package struct DraftBuilder {
  /// What drafts are made of.
  package static let roles: [ColumnRole] = ColumnRole.allCases.filter {
    ![.hotel, .claim, .hotelLatitude, .hotelLongitude, .region, .code].contains($0)
  }

  package var positions: PositionReader
  package var categories: CategoryTable
  /// Whether names that shout are set in ordinary case.
  package var fixesCase: Bool
  /// Whether a record without a name is a fault.
  package var needsNames: Bool
  private let file: String
  private var map: ColumnMap
  private var lastWord: (word: String, category: Category?) = ("", nil)

  /// Reads a file's records.
  package init(
    file: String, positions: PositionReader, categories: CategoryTable = CategoryTable(),
    fixesCase: Bool = false, needsNames: Bool = true, assignments: [ColumnMap.Assignment] = []
  ) {
    self.file = file
    self.positions = positions
    self.categories = categories
    self.fixesCase = fixesCase
    self.needsNames = needsNames
    map = ColumnMap(Self.roles, assignments: assignments)
  }

  /// Where a record stands.
  package func place(of record: SourceRecord, column: String? = nil) -> FilePlace {
    var field = column
    if record.line == nil || record.byteOffset != nil {
      field = ["record \(record.number)", column].compactMap { $0 }.joined(separator: ", ")
    }
    return FilePlace(file: file, line: record.line, field: field, byteOffset: record.byteOffset)
  }

  /// Begins a layer, and refuses a table whose columns cannot be told, before a row of it is read.
  ///
  /// - Throws: what was found, and which option to use.
  package mutating func checkColumns(_ names: ColumnNames, kind: SourceFile.Kind) throws(DataError)
  {
    map.restart()
    map.update(names)
    func refuse(_ reason: String) -> DataError {
      let found = names.names.prefix(30).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
      return .invalid(
        place: FilePlace(file: file, line: 1),
        reason: "\(reason); found: \(found.isEmpty ? "nothing" : found)")
    }
    if kind == .csv, let missing = map.missing(in: names).first {
      throw refuse("there is no column \"\(missing.column)\"")
    }
    guard kind == .csv, !names.names.isEmpty else { return }
    let hasPosition =
      map.has(.coordinate) || (map.has(.latitude) && map.has(.longitude))
      || (map.has(.easting) && map.has(.northing))
    guard hasPosition else {
      throw refuse(
        "no columns of latitude and longitude, or easting and northing; name them with --column "
          + "latitude=COLUMN --column longitude=COLUMN"
          + (names.names.contains { PlainNumber.isNumber($0) }
            ? ", or put a line of names before the first row" : ""))
    }
    guard !needsNames || map.has(.nameEn) || map.has(.nameZhHant) || map.has(.nameZhHans) else {
      throw refuse("no column of names; name it with --column name=COLUMN")
    }
  }

  /// The draft of a record.
  ///
  /// - Throws: where it is wrong or gives nothing.
  package mutating func draft(
    from record: SourceRecord, _ names: ColumnNames
  ) throws(RowFault) -> PlaceDraft {
    if let omission = record.omission { throw .omitted(omission) }
    if let fault = record.fault { throw .bad(column: nil, fault) }
    map.update(names)
    let position: Position
    do throws(PositionFault) {
      position = try positions.position(of: record, columns: map)
    } catch {
      switch error {
      case .missing(let what): throw .omitted("no position: \(what)")
      case .wrong(let reason): throw .bad(column: nil, reason)
      }
    }
    var draft = PlaceDraft(place: place(of: record), position: position)
    func name(_ role: ColumnRole) -> String? {
      map.text(role, in: record).map { text in
        let plain = HTMLText.name(text)
        return fixesCase ? CleanText.fixingCase(plain) : plain
      }
    }
    draft.nameEn = name(.nameEn)
    draft.nameZhHant = name(.nameZhHant)
    draft.nameZhHans = name(.nameZhHans)
    // One text may be both names, where the record has no other.
    if let name = draft.onlyName, let parts = BilingualName.parts(name) {
      draft.nameEn = parts.latin
      draft.nameZhHant = parts.chinese
      draft.nameZhHans = nil
    }
    let isReadable = draft.anyName.utf8.contains { ($0 | 0x20) &- 0x61 < 26 }
    guard isReadable || !needsNames || !Folding.fold(draft.anyName).isEmpty else {
      throw .bad(
        column: "name", draft.anyName.isEmpty ? "no name" : "\"\(draft.anyName)\" is no name")
    }
    fill(&draft, record)
    return draft
  }

  private mutating func fill(_ draft: inout PlaceDraft, _ record: SourceRecord) {
    let map = map
    func text(_ role: ColumnRole) -> String? {
      guard let text = map.text(role, in: record) else { return nil }
      let isMarkup = text.utf8.contains { $0 == 0x3C || $0 == 0x26 }
      return isMarkup ? CleanText.value(HTMLText.plain(text)) : text
    }
    if let id = text(.id), id.isSlug, id.contains(where: { !$0.isNumber }) { draft.id = id }
    draft.aliases =
      text(.aliases)?.split(whereSeparator: { $0 == "|" || $0 == ";" })
      .compactMap { CleanText.value(String($0)) } ?? []
    draft.categoryWord = text(.category)
    if let word = draft.categoryWord {
      // A file has few words for categories.
      if lastWord.word != word { lastWord = (word, categories.category(word)) }
      draft.category = lastWord.category
    }
    draft.prominence = text(.prominence).flatMap { Int($0) }.flatMap {
      (1...3).contains($0) ? $0 : nil
    }
    draft.kind = text(.kind).flatMap { Place.Kind(rawValue: $0.lowercased()) }
    draft.districtLabel = text(.district)
    draft.openingHours = text(.openingHours).flatMap { OpeningHoursText.isSyntax($0) ? $0 : nil }
    draft.addressEn = text(.addressEn)
    draft.addressZhHant = text(.addressZhHant)
    draft.website = text(.website).flatMap {
      $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil
    }
    draft.telephone = text(.telephone).flatMap { $0.contains(where: \.isNumber) ? $0 : nil }
    draft.description = text(.description)
    draft.source = text(.source)
    draft.sourceReference = text(.sourceReference)
    draft.secondSource = text(.secondSource)
    draft.agreementMeters = text(.agreementMeters).flatMap { DecimalNumber.parse($0) }
  }
}

/// Whether a text is written in OpenStreetMap's syntax of opening hours, and no sentence.
enum OpeningHoursText {
  private static let words: Set<String> = [
    "mo", "tu", "we", "th", "fr", "sa", "su", "ph", "sh", "jan", "feb", "mar", "apr", "may", "jun",
    "jul", "aug", "sep", "oct", "nov", "dec", "off", "closed", "open", "sunrise", "sunset", "week",
    "easter", "day", "days",
  ]

  static func isSyntax(_ text: String) -> Bool {
    let letters = text.split { !$0.isLetter }
    let others = text.filter { !$0.isLetter && !$0.isNumber }
    return letters.allSatisfy { words.contains($0.lowercased()) }
      && others.allSatisfy { " :-,;+/()[]\"|".contains($0) } && text.contains(where: \.isNumber)
      && (text.contains(":") || text.contains("24/7"))
  }
}
