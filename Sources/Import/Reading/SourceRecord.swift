import Catalog

/// One record of a file, before anything is understood: named texts, and a geometry where the format
/// has one. A reader fills the same record again and again, so that a large file costs no memory.
package struct SourceRecord {
  /// What a format with geometries says of the place.
  package enum Geometry: Hashable, Sendable {
    /// The format has no geometries; the position is in columns.
    case none
    /// A geometry that is null or empty.
    case null
    /// A point in the file's reference system: longitude or easting, then latitude or northing.
    case point(x: Double, y: Double)
  }

  struct Field {
    var column: Int
    var start: Int
    var end: Int
  }

  /// The line on which it begins, where the format has lines.
  package internal(set) var line: Int?
  /// The byte at which it begins, where the format has no lines.
  package internal(set) var byteOffset: Int?
  /// The position among the records of the file, from 1.
  package internal(set) var number = 0
  /// Its geometry.
  package internal(set) var geometry = Geometry.none
  /// The reference system that the record names for its geometry, as it names it.
  package internal(set) var referenceSystem: String?
  /// The area that the geometry has, and how far it reaches, where it is more than a point.
  var area: Area?
  var reach = Reach()
  /// What keeps it from being read; the records behind it are not concerned.
  package internal(set) var fault: String?
  /// Why it is passed over without a fault.
  package internal(set) var omission: String?
  /// Which earlier record is the same thing, so that it is passed over.
  package internal(set) var repetition: String?
  /// Whether it was not compared with all records that may be the same thing.
  var isUncompared = false

  /// The texts of all fields, and maybe more around them.
  var bytes: [UInt8] = []
  /// The part of ``bytes`` that the record takes, where that is not all.
  var extent: Range<Int>?
  private(set) var fields: [Field] = []
  /// The field of each column, or −1.
  private var slots: [Int] = []

  /// An empty record.
  package init() {}

  /// The columns that have a value here, in the order of the file.
  package var columns: [Int] { fields.map(\.column) }

  /// The text in a column; nil where there is none.
  package func text(_ column: Int) -> String? {
    range(column).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Where the text of a column stands in ``bytes``.
  func range(_ column: Int) -> Range<Int>? {
    guard column < slots.count, slots[column] >= 0 else { return nil }
    let field = fields[slots[column]]
    return field.start..<field.end
  }

  mutating func reset() {
    line = nil
    byteOffset = nil
    geometry = .none
    referenceSystem = nil
    area = nil
    reach = Reach()
    fault = nil
    omission = nil
    repetition = nil
    isUncompared = false
    if extent == nil { bytes.removeAll(keepingCapacity: true) }
    extent = nil
    for field in fields { slots[field.column] = -1 }
    fields.removeAll(keepingCapacity: true)
  }

  /// Adds a field whose text stands in ``bytes``; of two in one column the first counts.
  mutating func append(_ field: Field) {
    while slots.count <= field.column { slots.append(-1) }
    if slots[field.column] < 0 { slots[field.column] = fields.count }
    fields.append(field)
  }

  mutating func append(_ text: some Collection<UInt8>, column: Int) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    append(Field(column: column, start: start, end: bytes.count))
  }
}

/// The names of the columns of a file, each with a number, in the order in which they were met.
package struct ColumnNames {
  /// A file with more different names than this is refused: names that are data would fill the memory.
  package static let limit = 4096

  /// The names by number.
  package private(set) var names: [String] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var keys: [[UInt8]] = []
  /// Records of a file have mostly the same names in the same order: the one that followed last time.
  private var following: [Int] = []
  private var last = -1

  package init() {}

  /// Begins a new record.
  mutating func restart() { last = -1 }

  /// The number of a name; nil where there are too many.
  mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    let guess = last < 0 ? 0 : following[last]
    if guess < keys.count, keys[guess].count == name.count, keys[guess].elementsEqual(name) {
      last = guess
      return guess
    }
    let key = Array(name)
    var number = numbers[key]
    if number == nil {
      guard keys.count < Self.limit else { return nil }
      number = keys.count
      numbers[key] = keys.count
      keys.append(key)
      names.append(String(decoding: key, as: UTF8.self))
      following.append(keys.count)
    }
    guard let found = number else { return nil }
    if last >= 0 { following[last] = found }
    last = found
    return found
  }

  /// The number of a name; nil where there are too many.
  mutating func number(of name: String) -> Int? {
    var copy = name
    return copy.withUTF8 { number(of: $0) }
  }
}

/// Reads the records of one file in their order.
package protocol RecordReader {
  /// The names met so far.
  var columns: ColumnNames { get }
  /// How many they are.
  var columnCount: Int { get }
  /// The reference system the file names, as it names it; nil where it is silent.
  var referenceSystem: String? { get }

  /// Reads the next record in place of the last; false at the end.
  ///
  /// - Throws: where the rest of the file cannot be read. A record that is wrong on its own has a
  ///   ``SourceRecord/fault`` instead.
  mutating func next(into record: inout SourceRecord) throws(DataError) -> Bool
}

/// A reader behind one reference, of which reading copies nothing.
class OpenReader {
  /// How many names were met so far.
  fileprivate(set) var columnCount = 0
  /// As ``RecordReader/referenceSystem``.
  fileprivate(set) var referenceSystem: String?

  fileprivate init() {}

  static func of(_ reader: some RecordReader) -> OpenReader { ReaderBox(reader) }

  /// The names met so far.
  var columns: ColumnNames { preconditionFailure("of a box") }

  /// As ``RecordReader/next(into:)``.
  func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    preconditionFailure("of a box")
  }
}

private final class ReaderBox<Reader: RecordReader>: OpenReader {
  private var reader: Reader

  init(_ reader: Reader) { self.reader = reader }

  override var columns: ColumnNames { reader.columns }

  override func next(into record: inout SourceRecord) throws(DataError) -> Bool {
    let isFound = try reader.next(into: &record)
    (columnCount, referenceSystem) = Self.state(of: &reader)
    return isFound
  }

  /// In place: a property of a property would be read from a copy of the reader.
  private static func state(of reader: inout Reader) -> (Int, String?) {
    (reader.columnCount, reader.referenceSystem)
  }
}
