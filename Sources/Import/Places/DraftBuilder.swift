import Catalog
import Spatial

/// Turns the records of one file into drafts.
package struct DraftBuilder {
  /// What drafts are made of.
  package static let roles: [ColumnRole] = ColumnRole.allCases.filter {
    ![.hotel, .claim, .hotelLatitude, .hotelLongitude, .claimedDistance, .region, .code]
      .contains($0)
  }

  /// The roles whose texts a draft keeps.
  private static let texts: [(role: ColumnRole, text: PlaceDraft.Text)] = [
    (.id, .id), (.nameEn, .nameEn), (.nameZhHant, .nameZhHant), (.nameZhHans, .nameZhHans),
    (.aliases, .aliases), (.category, .category), (.district, .district),
    (.openingHours, .openingHours), (.addressEn, .addressEn), (.addressZhHant, .addressZhHant),
    (.website, .website), (.telephone, .telephone), (.description, .description),
    (.source, .source), (.sourceReference, .sourceReference), (.secondSource, .secondSource),
    (.sameAs, .sameAs),
  ]

  package var positions: PositionReader
  private let categories: CategoryTable
  /// Whether names that shout are set in ordinary case.
  private let fixesCase: Bool
  /// Whether a record without a name is a fault.
  private let needsNames: Bool
  private let file: String
  private var map: ColumnMap
  /// Every column that may give a text, the best of each text first.
  private var sources: [(text: PlaceDraft.Text, column: Int)] = []
  private var words = WordCache<Category?>()

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
    RecordPlace(record).filePlace(file, column: column)
  }

  /// Begins a layer, and refuses a table whose columns cannot be told, before a row of it is read.
  ///
  /// - Throws: what was found, and which option to use.
  package mutating func checkColumns(_ names: ColumnNames, kind: SourceFile.Kind) throws(DataError)
  {
    map.restart()
    sources = []
    update(names)
    if kind == .csv, let missing = map.missing(in: names).first {
      throw absence(of: missing, names)
    }
    guard kind == .csv else { return }
    try refuseColumns(names)
    guard !needsNames || hasName else { throw namesRefusal(names) }
  }

  /// What is wrong with a record without a name.
  static let noName = "no name"

  /// Whether a column of names is known.
  var hasName: Bool { map.has(.nameEn) || map.has(.nameZhHant) || map.has(.nameZhHans) }

  /// Columns given by hand that a file does not have.
  func missing(in names: ColumnNames) -> [ColumnMap.Assignment] { map.missing(in: names) }

  /// That a column given by hand is not there.
  func absence(of missing: ColumnMap.Assignment, _ names: ColumnNames) -> DataError {
    refusal("there is no column \"\(missing.column)\"", names)
  }

  /// That no column has names, and what was found.
  func namesRefusal(_ names: ColumnNames) -> DataError {
    refusal("no column of names; name it with --column name=COLUMN", names)
  }

  /// Whether the columns that are known have a position.
  package var hasPosition: Bool {
    map.has(.coordinate) || (map.has(.latitude) && map.has(.longitude))
      || (map.has(.easting) && map.has(.northing))
  }

  /// Refuses a file among whose columns is no position.
  ///
  /// - Throws: what was found, and which option to use.
  package func refuseColumns(_ names: ColumnNames) throws(DataError) {
    guard !hasPosition else { return }
    var reason =
      "no columns of latitude and longitude, or easting and northing; name them with --column "
      + "latitude=COLUMN --column longitude=COLUMN"
    if names.names.contains(where: { PlainNumber.isNumber($0) }) {
      reason +=
        ", or, where the first row is a place, give --no-header --column name=1 --column "
        + "latitude=2 --column longitude=3, counting the columns from 1"
    } else if names.names.contains(where: ColumnMap.isOfOtherDatum) {
      reason += ", and their datum with --datum"
    }
    throw refusal(reason, names)
  }

  private func refusal(_ reason: String, _ names: ColumnNames) -> DataError {
    let found = names.names.prefix(30).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return .invalid(
      place: FilePlace(file: file, line: 1),
      reason: "\(reason); found: \(found.isEmpty ? "nothing" : found)")
  }

  /// How many of the file's columns are known.
  private(set) var columnCount = 0

  /// Brings the columns up to date.
  mutating func update(_ names: ColumnNames) {
    columnCount = names.names.count
    guard map.update(names) else { return }
    sources = Self.texts.flatMap { role, text in map.all(role).map { (text, $0) } }
  }

  /// The draft of a record.
  ///
  /// - Throws: where it is wrong or gives nothing.
  package mutating func draft(
    from record: SourceRecord, _ names: ColumnNames
  ) throws(RowFault) -> PlaceDraft {
    var draft = PlaceDraft(file: file)
    update(names)
    try fill(&draft, from: record)
    return draft
  }

  /// Fills a draft from a record, whose columns are known.
  ///
  /// - Throws: where the record is wrong or gives nothing; the draft is then of no use.
  mutating func fill(
    _ draft: inout PlaceDraft, from record: SourceRecord
  ) throws(RowFault) {
    if let omission = record.omission { throw .omitted(omission) }
    if let fault = record.fault { throw .bad(column: nil, fault) }
    if let repetition = record.repetition { throw .repeated(repetition) }
    if draft.file.isEmpty { draft.file = file }
    do throws(PositionFault) {
      draft.position = try positions.position(of: record, columns: map)
    } catch {
      switch error {
      case .missing(let what): throw .omitted("no position: \(what)")
      case .wrong(let reason), .half(let reason): throw .bad(column: nil, reason)
      }
    }
    draft.restart(with: record)
    let base = record.extent?.lowerBound ?? 0
    record.bytes.withUnsafeBufferPointer { bytes in
      for (text, column) in sources where !draft.has(text) {
        guard let range = record.range(column), !range.isEmpty else { continue }
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        let (state, isPlain) = CleanText.look(at: slice)
        if state == .clean {
          draft.set(
            text, toPart: range.lowerBound - base..<range.upperBound - base, isPlain: isPlain)
        } else {
          draft.set(
            text, to: HTMLText.value(String(decoding: slice, as: UTF8.self), isName: text.isName))
        }
      }
    }
    if fixesCase {
      for name in [PlaceDraft.Text.nameEn, .nameZhHant, .nameZhHans] {
        if let text = draft.text(name) { draft.set(name, to: CleanText.fixingCase(text)) }
      }
    }
    partName(&draft)
    try checkName(draft)
    refine(&draft)
    readNumbers(&draft, record)
  }

  /// One text may be both names, where the record has no other.
  private func partName(_ draft: inout PlaceDraft) {
    let names: [PlaceDraft.Text] = [.nameEn, .nameZhHant, .nameZhHans]
    guard let name = draft.firstName, names.count(where: { draft.has($0) }) == 1,
      draft.withBytes(name, Self.mayHaveTwoScripts) == true, let text = draft.text(name),
      let parts = BilingualName.parts(text)
    else { return }
    draft.set(name, to: nil)
    draft.set(.nameEn, to: parts.latin)
    draft.set(.nameZhHant, to: parts.chinese)
  }

  /// Whether a text has characters as Chinese ones are coded, and letters coded otherwise.
  private static func mayHaveTwoScripts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !ByteScan.isASCII(bytes) else { return false }
    var hasHan = false
    var hasOther = false
    for byte in bytes {
      hasHan = hasHan || byte &- 0xE3 < 7 || byte >= 0xEF
      hasOther = hasOther || (byte | 0x20) &- 0x61 < 26 || byte &- 0xC2 < 33 || byte &- 0xEA < 5
    }
    return hasHan && hasOther
  }

  private func checkName(_ draft: borrowing PlaceDraft) throws(RowFault) {
    guard needsNames else { return }
    guard let first = draft.firstName else { throw .bad(column: "name", Self.noName) }
    // A Latin letter, or a Chinese character of U+5000…U+9FFF.
    let isReadable = draft.withBytes(first) { bytes in
      bytes.contains { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0xE5 < 5 }
    }
    guard isReadable == true || !Folding.fold(draft.anyName).isEmpty else {
      throw .bad(column: "name", "\"\(draft.anyName)\" is no name")
    }
  }

  /// Drops what does not have the form it should have.
  private mutating func refine(_ draft: inout PlaceDraft) {
    func keep(_ text: PlaceDraft.Text, where isRight: (String) -> Bool) {
      if let value = draft.text(text), !isRight(value) { draft.set(text, to: nil) }
    }
    if draft.withBytes(.id, Self.isID) == false { draft.set(.id, to: nil) }
    if let aliases = draft.text(.aliases) {
      let parts = aliases.split(whereSeparator: { $0 == "|" || $0 == ";" })
        .compactMap { CleanText.value(String($0)) }
      draft.set(.aliases, to: parts.isEmpty ? nil : parts.joined(separator: "|"))
    }
    let known = draft.withBytes(.category) { word in
      words.known(word) ?? words.value(of: word) { categories.category($0) }
    }
    draft.category = known ?? nil
    keep(.openingHours, where: OpeningHoursText.isSyntax)
    keep(.website) { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
    let hasDigit = draft.withBytes(.telephone) { $0.contains { $0 &- 0x30 < 10 } }
    if hasDigit == false { keep(.telephone) { $0.contains(where: \.isNumber) } }
  }

  /// Whether a text is a slug with more than digits in it.
  private static func isID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    var previous = hyphen
    var isNumber = true
    for byte in bytes {
      if byte &- 0x30 >= 10 {
        guard byte &- 0x61 < 26 || (byte == hyphen && previous != hyphen) else { return false }
        isNumber = false
      }
      previous = byte
    }
    return previous != hyphen && !isNumber
  }

  private func readNumbers(_ draft: inout PlaceDraft, _ record: SourceRecord) {
    func text(_ role: ColumnRole) -> String? {
      guard map.has(role), let text = map.text(role, in: record) else { return nil }
      return text.utf8.contains { $0 == 0x3C || $0 == 0x26 } ? HTMLText.value(text) : text
    }
    draft.prominence = text(.prominence).flatMap { Int($0) }.flatMap {
      (1...3).contains($0) ? $0 : nil
    }
    draft.kind = text(.kind).flatMap { Place.Kind(rawValue: $0.lowercased()) }
    draft.agreementMeters = text(.agreementMeters).flatMap { DecimalNumber.parse($0) }
  }
}

extension PlaceDraft.Text {
  /// Whether it is a name or several, which is not nothing for being all markup.
  fileprivate var isName: Bool {
    switch self {
    case .nameEn, .nameZhHant, .nameZhHans, .aliases: true
    default: false
    }
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
