import Catalog
import Spatial

/// Writes drafts in the formats of `convert`.
package enum DraftWriter {
  /// The columns of the CSV, and the names of the members of JSON.
  package static let columns = [
    "id", "name_en", "name_zh_hant", "name_zh_hans", "aliases", "category", "prominence", "kind",
    "latitude", "longitude", "district", "opening_hours", "address_en", "address_zh_hant",
    "website",
    "telephone", "description", "source", "source_ref", "second_source", "agreement_meters",
    "same_as",
  ]

  /// What stands in a column.
  private enum Value {
    case text(PlaceDraft.Text)
    case category, prominence, kind, latitude, longitude, agreement
  }

  private static let values: [Value] = [
    .text(.id), .text(.nameEn), .text(.nameZhHant), .text(.nameZhHans), .text(.aliases), .category,
    .prominence, .kind, .latitude, .longitude, .text(.district), .text(.openingHours),
    .text(.addressEn), .text(.addressZhHant), .text(.website), .text(.telephone),
    .text(.description), .text(.source), .text(.sourceReference), .text(.secondSource), .agreement,
    .text(.sameAs),
  ]

  /// `"id": ` and so on.
  private static let memberNames: [[UInt8]] = columns.map { Array("\"\($0)\": ".utf8) }

  /// Appends a row of CSV with its line end.
  package static func appendRow(_ draft: borrowing PlaceDraft, to bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .text(let text): CSVText.append(text, of: draft, to: &bytes)
      case .category:
        if let category = draft.category {
          bytes.append(contentsOf: category.rawValue.utf8)
        } else {
          CSVText.append(.category, of: draft, to: &bytes)
        }
      case .prominence:
        if let prominence = draft.prominence { PlainNumber.append(UInt64(prominence), to: &bytes) }
      case .kind: if let kind = draft.kind { bytes.append(contentsOf: kind.rawValue.utf8) }
      case .latitude: PlainNumber.append(draft.position.coordinate.latitude, to: &bytes)
      case .longitude: PlainNumber.append(draft.position.coordinate.longitude, to: &bytes)
      case .agreement:
        if let meters = draft.agreementMeters { PlainNumber.append(meters, to: &bytes) }
      }
    }
    bytes.append(0x0A)
  }

  /// Appends an object of what the file said, numbers as numbers, without a line end.
  package static func appendObject(_ draft: borrowing PlaceDraft, to bytes: inout [UInt8]) {
    appendMembers(draft, withPosition: true, to: &bytes)
  }

  /// Appends a GeoJSON feature, without a line end.
  package static func appendFeature(_ draft: borrowing PlaceDraft, to bytes: inout [UInt8]) {
    let (x, y) = GeoJSON.position(of: draft.position.coordinate)
    append(
      "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [", to: &bytes)
    append(number: x, to: &bytes)
    append(", ", to: &bytes)
    append(number: y, to: &bytes)
    append("]}, \"properties\": ", to: &bytes)
    appendMembers(draft, withPosition: false, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private static func appendMembers(
    _ draft: borrowing PlaceDraft, withPosition: Bool, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    func name(_ index: Int) {
      if !isFirst { append(", ", to: &bytes) }
      isFirst = false
      bytes.append(contentsOf: memberNames[index])
    }
    func string(_ index: Int, _ text: PlaceDraft.Text) {
      guard draft.has(text) else { return }
      name(index)
      _ = draft.withBytes(text) { JSONText.append(quoted: $0, to: &bytes) }
    }
    func word(_ index: Int, _ word: String?) {
      guard let word else { return }
      name(index)
      JSONText.append(quoted: word, to: &bytes)
    }
    func number(_ index: Int, _ number: Double?) {
      guard let number else { return }
      name(index)
      append(number: number, to: &bytes)
    }
    for (index, value) in values.enumerated() {
      switch value {
      case .text(let text): string(index, text)
      case .category:
        if let category = draft.category {
          word(index, category.rawValue)
        } else {
          string(index, .category)
        }
      case .prominence: number(index, draft.prominence.map(Double.init))
      case .kind: word(index, draft.kind?.rawValue)
      case .latitude: if withPosition { number(index, draft.position.coordinate.latitude) }
      case .longitude: if withPosition { number(index, draft.position.coordinate.longitude) }
      case .agreement: number(index, draft.agreementMeters)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// A number as ``JSONText`` writes it.
  private static func append(number: Double, to bytes: inout [UInt8]) {
    if PlainNumber.appendShort(number, to: &bytes) { return }
    bytes.append(contentsOf: number.plainDescription.utf8)
  }

  private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
