import Catalog
import Spatial

/// A hand-typed claim: this attraction is near this hotel.
package struct Claim: Sendable {
  /// Where it stands.
  package let place: FilePlace
  /// The hotel, as typed.
  package let hotel: String
  /// What is said to be near, as typed.
  package let claimed: String
  /// Where the hotel is said to be.
  package let typedPoint: Coordinate?
  /// How far the two are said to be apart, in metres.
  package let claimedMeters: Double?

  /// Reads the claims of a file of any kind that an import reads, with its columns found by their names.
  ///
  /// A cell may hold several, with semicolons, bars or line ends between, and a table several columns of
  /// them with numbers behind their name; the hotel's point may be the geometry of the record.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - options: the encoding, the reference system, the datum, and columns given by hand.
  ///   - body: given each claim, or the fault of its row.
  /// - Throws: where the file cannot be read, or has no columns of a hotel and a claim.
  package static func read(
    path: String, options: ReadingOptions, _ body: (Result<Claim, DataError>) -> Void
  ) throws(DataError) {
    let file = try SourceFile(path: path, encoding: options.encoding)
    var found = false
    var names = ColumnNames()
    for layer in try file.layers() {
      var reader = try file.reader(layer: layer, options: options)
      var rows = ClaimRows(file: file.name, options: options)
      var record = SourceRecord()
      rows.update(reader.columns)
      names = reader.columns
      // A table says all its columns before its first row.
      if file.kind == .csv, let missing = rows.missingColumn(in: names) {
        throw missing
      }
      if file.kind == .csv, !names.names.isEmpty { found = found || rows.hasColumns }
      while try reader.next(into: &record) {
        rows.update(reader.columns)
        try rows.apply(system: reader.referenceSystem)
        found = found || rows.hasColumns
        do throws(DataError) {
          for claim in try rows.claims(record) { body(.success(claim)) }
        } catch  where rows.hasColumns {
          body(.failure(error))
        } catch {
          // Nothing can be told before a record has had the columns.
        }
      }
      names = reader.columns
    }
    guard found || names.names.isEmpty else { throw ClaimRows.missing(file.name, names) }
  }
}

/// Turns the records of one file into claims.
private struct ClaimRows {
  private let file: String
  private let options: ReadingOptions
  private var map: ColumnMap
  private var positions: PositionReader
  private var positionMap = ColumnMap([])
  private var names = ColumnNames()
  /// The columns of claims: that of the role, or those that have a number behind its name.
  private var claimColumns: [Int] = []
  /// What a bare number in the column of distances counts, in metres.
  private var distanceUnit = 1.0

  init(file: String, options: ReadingOptions) {
    self.file = file
    self.options = options
    map = ColumnMap(
      [.hotel, .claim, .hotelLatitude, .hotelLongitude, .claimedDistance],
      assignments: options.assignments)
    positions = PositionReader(system: options.system ?? .wgs84, datum: options.datum)
  }

  /// Whether the columns of a hotel and a claim are known.
  var hasColumns: Bool { map.has(.hotel) && !claimColumns.isEmpty }

  mutating func update(_ names: ColumnNames) {
    guard map.update(names) else { return }
    self.names = names
    claimColumns = map.first(.claim).map { [$0] } ?? []
    if claimColumns.isEmpty {
      claimColumns = names.names.indices.filter { index in
        let words = ColumnMap.key(names.names[index]).split(separator: " ")
        let last = words.last?.drop { !$0.isNumber } ?? ""
        guard let word = words.last, !last.isEmpty, last.allSatisfy(\.isNumber) else {
          return false
        }
        let stem = words.dropLast() + [word.dropLast(last.count)].filter { !$0.isEmpty }
        return ColumnRole.claim.names.contains(stem.joined(separator: " "))
      }
    }
    if let column = map.first(.claimedDistance) {
      distanceUnit = ClaimedDistance.unit(ofColumn: names.names[column])
    }
    var assignments = options.assignments
    for (role, word) in [(ColumnRole.hotelLatitude, "latitude"), (.hotelLongitude, "longitude")] {
      guard let column = map.first(role), !names.names[column].isEmpty,
        let assignment = try? ColumnMap.Assignment("\(word)=\(names.names[column])")
      else { continue }
      assignments.append(assignment)
    }
    positionMap = ColumnMap(
      [.latitude, .longitude, .easting, .northing, .coordinate], assignments: assignments)
    positionMap.update(names)
  }

  /// Follows what the file says of its reference system, unless told otherwise.
  mutating func apply(system name: String?) throws(DataError) {
    guard options.system == nil, let name else { return }
    guard let system = ReferenceSystem(name) else {
      throw .invalid(
        place: FilePlace(file: file, field: "crs"),
        reason: "the reference system \"\(name.prefix(80))\" is not read; give --crs")
    }
    positions.system = system
  }

  /// Why a table cannot be read; nil where it can.
  func missingColumn(in names: ColumnNames) -> DataError? {
    guard !names.names.isEmpty else { return nil }
    let keys = names.names.map(ColumnMap.key)
    for assignment in options.assignments where !keys.contains(ColumnMap.key(assignment.column)) {
      return .invalid(
        place: FilePlace(file: file, line: 1),
        reason: "there is no column \"\(assignment.column)\"; found: \(Self.list(names))")
    }
    return hasColumns ? nil : Self.missing(file, names)
  }

  static func missing(_ file: String, _ names: ColumnNames) -> DataError {
    .invalid(
      place: FilePlace(file: file, line: 1),
      reason: "no columns of a hotel and a claimed attraction; name them with --column "
        + "hotel=COLUMN --column claim=COLUMN; found: \(list(names))")
  }

  private static func list(_ names: ColumnNames) -> String {
    names.names.prefix(30).map { String($0.prefix(40)) }.joined(separator: ", ")
  }

  /// The claims of a record, one at least.
  func claims(_ record: SourceRecord) throws(DataError) -> [Claim] {
    let place = RecordPlace(record).filePlace(file)
    func fault(_ reason: String) -> DataError { .invalid(place: place, reason: reason) }
    if let reason = record.fault { throw fault(reason) }
    guard let hotel = map.text(.hotel, in: record).flatMap(Self.plain) else {
      throw fault("the hotel is empty")
    }
    let texts = claimColumns.compactMap { record.text($0) }.flatMap(Self.parts)
    guard !texts.isEmpty else { throw fault("the claim is empty") }
    var point: Coordinate?
    do throws(PositionFault) {
      point = try positions.position(of: record, columns: positionMap).coordinate
    } catch .wrong(let reason) {
      throw fault(reason)
    } catch {
      // A placeholder, or none at all.
    }
    // "next door" is no distance, and yet a claim.
    let meters = map.text(.claimedDistance, in: record).flatMap {
      ClaimedDistance.meters($0, unit: distanceUnit)
    }
    return texts.map { text in
      // `Avenue of Stars (500 m)`
      let (name, inBrackets) = Self.withDistance(text)
      return Claim(
        place: place, hotel: hotel, claimed: name, typedPoint: point,
        claimedMeters: inBrackets ?? meters)
    }
  }

  /// The single claims of a cell.
  private static func parts(_ text: String) -> [String] {
    var text = text[...]
    // A list of a JSON file stands as JSON.
    if text.hasPrefix("["), let list = try? JSONParser.parse(Array(text.utf8)).array {
      return list.compactMap { $0.string ?? $0["name"]?.string }.compactMap(plain)
    }
    if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1 {
      text = text.dropFirst().dropLast()
    }
    return text.split { ";；|｜、\n\r".contains($0) }.compactMap { plain(String($0)) }
  }

  /// The text without markup and white space to spare; nil where nothing is left.
  private static func plain(_ text: String) -> String? {
    HTMLText.value(text, isName: true)
  }

  private static func withDistance(_ text: String) -> (String, Double?) {
    guard let open = text.lastIndex(where: { "(（".contains($0) }), ")）".contains(text.last ?? " ")
    else { return (text, nil) }
    let inside = String(text[text.index(after: open)...].dropLast())
    guard inside.first.map({ $0.isNumber || "約约~≈步".contains($0) }) ?? false,
      let meters = ClaimedDistance.meters(inside, unit: .nan), meters.isFinite,
      let name = plain(String(text[..<open]))
    else { return (text, nil) }
    return (name, meters)
  }
}
