import Catalog
import Spatial

/// A place as a file gives it, cleaned, and not yet part of a city.
///
/// Its texts stand in one array of bytes, so that a draft can be filled again and again without
/// allocating, and it has one owner, so that nothing copies it by the way.
package struct PlaceDraft: ~Copyable, Sendable {
  /// The texts of a draft, in the order in which `convert` writes them.
  package enum Text: Int, CaseIterable, Sendable {
    /// Where the file has one that is a slug.
    case id
    case nameEn, nameZhHant, nameZhHans
    /// With bars between.
    case aliases
    /// What the file calls its category.
    case category
    /// What the file calls its district.
    case district
    case openingHours, addressEn, addressZhHant, website, telephone, description, source,
      sourceReference, secondSource
    /// The id of the place of which it is a second record.
    case sameAs
  }

  /// The file it is from.
  package internal(set) var file: String
  /// Where its record stands in the file.
  package internal(set) var recordPlace = RecordPlace()
  /// The category the table knows.
  package internal(set) var category: Category?
  package internal(set) var prominence: Int?
  /// `rail` or `pier`, of stations.
  package internal(set) var kind: Place.Kind?
  package internal(set) var position: Position
  package internal(set) var agreementMeters: Double?

  /// Whether it was not compared with all records that may be the same thing.
  package internal(set) var isUncompared = false

  private var bytes: [UInt8] = []
  private var spans = [Range<Int>?](repeating: nil, count: Text.allCases.count)
  /// One bit for each text that is known to be plain.
  private var plain: UInt32 = 0

  /// A draft of nothing, to be filled.
  package init(file: String = "") {
    self.file = file
    position = Position(
      coordinate: Coordinate(uncheckedLatitude: 0, longitude: 0), second: nil)
  }

  /// Where the record stands.
  package var place: FilePlace { recordPlace.filePlace(file) }

  /// A text; nil where the file does not say.
  package func text(_ text: Text) -> String? {
    spans[text.rawValue].map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  package func has(_ text: Text) -> Bool { spans[text.rawValue] != nil }

  /// Whether a text is known to have no quotes, commas and line ends.
  func isPlain(_ text: Text) -> Bool { plain >> UInt32(text.rawValue) & 1 == 1 }

  /// Calls with the bytes of a text; nil where the file does not say.
  @inline(__always)
  func withBytes<Result>(
    _ text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard let span = spans[text.rawValue] else { return nil }
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[span])) }
  }

  /// Whether two texts are there and the same.
  func isEqual(_ text: Text, _ other: Text) -> Bool {
    guard let a = spans[text.rawValue], let b = spans[other.rawValue] else { return false }
    return bytes.withUnsafeBufferPointer {
      ByteHash.isEqual(
        UnsafeBufferPointer(rebasing: $0[a]), UnsafeBufferPointer(rebasing: $0[b]))
    }
  }

  /// The first name there is.
  var firstName: Text? {
    if has(.nameEn) { return .nameEn }
    return has(.nameZhHant) ? .nameZhHant : has(.nameZhHans) ? .nameZhHans : nil
  }

  /// The first name there is, as text.
  package var anyName: String { firstName.flatMap { text($0) } ?? "" }

  /// How many bytes its texts take.
  var size: Int { bytes.count }

  // MARK: Filling

  /// Begins anew with the bytes of a record, of which texts are parts.
  mutating func restart(with record: SourceRecord) {
    recordPlace = RecordPlace(record)
    isUncompared = record.isUncompared
    (category, prominence, kind, agreementMeters) = (nil, nil, nil, nil)
    for index in spans.indices { spans[index] = nil }
    plain = 0
    // What one huge record took is not kept.
    bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 16)
    let extent = record.extent ?? 0..<record.bytes.count
    record.bytes.withUnsafeBufferPointer {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[extent]))
    }
  }

  /// Sets a text to a part of the record's bytes.
  mutating func set(_ text: Text, toPart range: Range<Int>, isPlain: Bool) {
    spans[text.rawValue] = range
    if isPlain { plain |= 1 << UInt32(text.rawValue) }
  }

  /// Sets a text to another one.
  mutating func set(_ text: Text, to value: String?) {
    plain &= ~(1 << UInt32(text.rawValue))
    guard let value else {
      spans[text.rawValue] = nil
      return
    }
    let start = bytes.count
    bytes.append(contentsOf: value.utf8)
    spans[text.rawValue] = start..<bytes.count
  }
}

/// Where a record stands in its file.
package struct RecordPlace: Hashable, Sendable {
  private var line: Int?
  private var byteOffset: Int?
  private var number = 0

  init() {}

  init(_ record: SourceRecord) {
    (line, byteOffset, number) = (record.line, record.byteOffset, record.number)
  }

  /// The place in a file, or that of one of the record's columns.
  func filePlace(_ file: String, column: String? = nil) -> FilePlace {
    var field = column
    if line == nil || byteOffset != nil {
      field = ["record \(number)", column].compactMap { $0 }.joined(separator: ", ")
    }
    return FilePlace(file: file, line: line, field: field, byteOffset: byteOffset)
  }
}

/// Why a record gives no place.
package enum RowFault: Error, Hashable, Sendable {
  /// It is wrong: the column where one is meant, and the reason with the value.
  case bad(column: String?, String)
  /// It is passed over: nothing is there.
  case omitted(String)
  /// It is passed over: it is the same thing as an earlier record, which is named.
  case repeated(String)
}
