import Spatial

/// Where the columns of a table of places stand, and how a row becomes a place.
struct PlaceColumns {
  private let table: CityFiles.Table
  private let file: String
  private let columns: [String: Int]
  private let count: Int

  /// - Throws: where a column that every table needs is missing, or stands twice.
  init(_ header: [String], table: CityFiles.Table, file: String) throws(DataError) {
    self.table = table
    self.file = file
    count = header.count
    var columns: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      guard columns.updateValue(index, forKey: name) == nil else {
        throw .invalid(
          place: FilePlace(file: file, line: 1, field: name), reason: "the column stands twice")
      }
    }
    self.columns = columns
    var required = [
      "id", "name_en", "name_zh_hant", "name_zh_hans", "latitude", "longitude", "district",
      "source",
    ]
    switch table {
    case .attractions: required += ["category", "prominence"]
    case .hotels: break
    case .stations: required += ["kind"]
    }
    for name in required where columns[name] == nil {
      throw .invalid(
        place: FilePlace(file: file, line: 1, field: name), reason: "the column is missing")
    }
  }

  /// What the optional column `same_as` says; nil where it says nothing.
  func sameAs(in record: CSVReader.Record) -> String? {
    guard let index = columns["same_as"], index < record.fields.count else { return nil }
    return record.fields[index].isEmpty ? nil : record.fields[index]
  }

  /// - Throws: the first fault of the row, with its line and column.
  func place(in record: CSVReader.Record) throws(DataError) -> Place {
    func fault(_ column: String?, _ reason: String) -> DataError {
      .invalid(place: FilePlace(file: file, line: record.line, field: column), reason: reason)
    }
    func optional(_ column: String) -> String? {
      guard let index = columns[column], index < record.fields.count else { return nil }
      let text = record.fields[index]
      return text.isEmpty ? nil : text
    }
    func text(_ column: String) throws(DataError) -> String {
      guard let text = optional(column) else { throw fault(column, "empty") }
      return text
    }
    func number(_ column: String) throws(DataError) -> Double {
      let text = try text(column)
      guard let number = DecimalNumber.parse(text) else {
        throw fault(column, "\"\(text.prefix(40))\" is not a plain decimal number")
      }
      return number
    }

    guard record.fields.count == count else {
      throw fault(nil, "\(record.fields.count) fields where the header has \(count)")
    }
    let id = try text("id")
    guard id.isSlug else {
      throw fault("id", "\"\(id)\" is not a slug of lower-case letters, digits and hyphens")
    }
    let latitude = try number("latitude")
    let longitude = try number("longitude")
    let coordinate: Coordinate
    do throws(CoordinateError) {
      coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      throw fault(nil, "\(error)")
    }

    var kind = Place.Kind.attraction
    var category: Category?
    var prominence: Int?
    switch table {
    case .attractions:
      let name = try text("category")
      guard let known = Category(rawValue: name) else {
        throw fault("category", Spelling.unknown("category", name, among: Category.allNames))
      }
      category = known
      let level = try text("prominence")
      guard let number = Int(level), (1...3).contains(number) else {
        throw fault("prominence", "\"\(level)\" is not 1, 2 or 3")
      }
      prominence = number
    case .hotels:
      kind = .hotel
    case .stations:
      let name = try text("kind")
      guard let known = Place.Kind(rawValue: name), known == .rail || known == .pier else {
        throw fault("kind", "\"\(name)\" is neither rail nor pier")
      }
      kind = known
    }
    let agreement = optional("agreement_meters") == nil ? nil : try number("agreement_meters")
    if let agreement, agreement < 0 { throw fault("agreement_meters", "must be 0 or more") }
    return Place(
      id: id, kind: kind,
      name: LocalizedName(
        en: try text("name_en"), zhHant: try text("name_zh_hant"),
        zhHans: try text("name_zh_hans")),
      aliases: optional("aliases")?.split(separator: "|").map(String.init) ?? [],
      category: category, prominence: prominence, coordinate: coordinate,
      district: try text("district"), openingHours: optional("opening_hours"),
      addressEn: optional("address_en"), addressZhHant: optional("address_zh_hant"),
      website: optional("website"), telephone: optional("telephone"),
      source: try text("source"), sourceReference: optional("source_ref"),
      secondSource: optional("second_source"),
      agreementMeters: agreement)
  }
}

extension Category {
  /// The names of all categories, in the order of their declaration.
  package static var allNames: [String] { allCases.map(\.rawValue) }
}

extension String {
  /// Words of lower-case ASCII letters and digits with single hyphens between.
  package var isSlug: Bool {
    let words = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
  }
}
