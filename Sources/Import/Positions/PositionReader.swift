import Catalog
import Spatial

/// Where a record is, and what else it says of that.
package struct Position: Hashable, Sendable {
  /// In WGS 84.
  package let coordinate: Coordinate
  /// A second position of the same record that lies elsewhere, and how far in metres.
  package let second: Second?

  /// The other of two positions.
  package struct Second: Hashable, Sendable {
    /// In WGS 84.
    package let coordinate: Coordinate
    /// The great-circle distance between the two in metres.
    package let distanceMeters: Double
  }
}

/// Why a record has no position.
package enum PositionFault: Error, Hashable, Sendable {
  /// None is given, or a placeholder; with what stands there.
  case missing(String)
  /// One is given and is wrong.
  case wrong(String)
}

/// Finds the position of records: in their geometry, in degrees in columns, in grid metres in columns.
package struct PositionReader {
  /// Two positions of one record further apart than this are reported.
  package static let disagreementMeters = 20.0

  /// What geometries refer to that do not say it, and columns whose names do not.
  package var system: ReferenceSystem
  /// What degrees refer to.
  package var datum: Datum
  /// Whether the system was given by hand, and counts whatever a file says.
  private let isGiven: Bool

  /// Reads positions of a system and datum.
  ///
  /// - Parameter system: as given by hand; nil trusts the file, which is in degrees where it is silent.
  package init(system: ReferenceSystem? = nil, datum: Datum = .wgs84) {
    self.system = system ?? .wgs84
    self.datum = datum
    isGiven = system != nil
  }

  /// The position of a record; the geometry before columns of degrees before columns of metres.
  package func position(
    of record: SourceRecord, columns: ColumnMap
  ) throws(PositionFault) -> Position {
    var found = Found()
    if case .point(let x, let y) = record.geometry {
      do throws(PositionFault) {
        found.add(try coordinate(x: x, y: y, in: try named(record.referenceSystem)))
      } catch {
        guard case .missing = error else { throw error }
        found.missing = error
      }
    } else if record.geometry == .null {
      found.missing = .missing("no geometry")
    }
    try found.add { () throws(PositionFault) in try degrees(record, columns) }
    if columns.has(.easting) {
      let isFirst = found.first == nil
      try found.add { () throws(PositionFault) in try grid(record, columns, isFirst: isFirst) }
    }
    if columns.has(.coordinate) {
      try found.add { () throws(PositionFault) in try text(record, columns) }
    }
    guard let first = found.first else { throw found.missing ?? .missing("no position") }
    return Position(coordinate: first, second: found.second)
  }

  /// The positions of a record, the surest first.
  private struct Found {
    var first: Coordinate?
    var second: Position.Second?
    var missing: PositionFault?

    @inline(__always)
    mutating func add(_ point: Coordinate) {
      guard let first else {
        self.first = point
        return
      }
      guard second == nil else { return }
      let distance = first.greatCircleDistance(to: point)
      if distance > PositionReader.disagreementMeters {
        second = Position.Second(coordinate: point, distanceMeters: distance)
      }
    }

    @inline(__always)
    mutating func add(
      _ read: () throws(PositionFault) -> Coordinate?
    ) throws(PositionFault) {
      do throws(PositionFault) {
        if let point = try read() { add(point) }
      } catch {
        // What is wrong beside a position that is right is its second opinion gone.
        if first == nil {
          guard case .missing = error else { throw error }
          missing = error
        }
      }
    }
  }

  /// The system that a record or a text names for itself.
  private func named(_ name: String?) throws(PositionFault) -> ReferenceSystem {
    guard let name, !isGiven else { return system }
    guard let system = ReferenceSystem(name) else { throw .wrong(ReferenceSystem.refusal(name)) }
    return system
  }

  /// Longitude and latitude, or easting and northing, as the system has it.
  private func coordinate(
    x: Double, y: Double, in system: ReferenceSystem
  ) throws(PositionFault) -> Coordinate {
    if (x == 0 && y == 0) || (x == 100 && y == 100) {
      throw .missing("\(x.plainDescription), \(y.plainDescription)")
    }
    switch system {
    case .wgs84: return try degrees(latitude: y, longitude: x)
    case .hongKong1980Grid: return try metres(easting: x, northing: y)
    }
  }

  private func degrees(latitude: Double, longitude: Double) throws(PositionFault) -> Coordinate {
    do throws(CoordinateError) {
      return datum.wgs84(from: try Coordinate(latitude: latitude, longitude: longitude))
    } catch .outOfRange(_, _, hint: .hk1980Grid) {
      throw .wrong(
        "\(longitude.plainDescription), \(latitude.plainDescription) looks like HK1980 grid metres; "
          + (isGiven && system == .wgs84
            ? "--crs \(system.rawValue) says degrees" : "give --crs EPSG:2326"))
    } catch {
      throw .wrong("\(error)")
    }
  }

  /// - Parameter isFirst: whether it is the position that counts; a datum given for degrees must not be
  ///   lost on it.
  private func metres(
    easting: Double, northing: Double, isFirst: Bool = true
  ) throws(PositionFault) -> Coordinate {
    guard datum == .wgs84 || !isFirst else {
      throw .wrong(
        "easting \(easting.plainDescription), northing \(northing.plainDescription) is in grid metres, "
          + "of which --datum \(datum.rawValue) says nothing; leave it out")
    }
    if let point = HongKongGrid.wgs84(easting: easting, northing: northing) { return point }
    throw .wrong(
      "easting \(easting.plainDescription), northing \(northing.plainDescription) is outside the "
        + "HK1980 grid, 780000…880000"
        + (abs(easting) <= 180 && abs(northing) <= 180 ? "; are they degrees?" : ""))
  }

  // MARK: Columns

  private func degrees(
    _ record: SourceRecord, _ columns: ColumnMap
  ) throws(PositionFault) -> Coordinate? {
    let x: Double
    let y: Double
    do throws(PositionFault) {
      guard let latitude = try number(.latitude, record, columns),
        let longitude = try number(.longitude, record, columns)
      else { return nil }
      (x, y) = (longitude, latitude)
    } catch {
      // Degrees with minutes and seconds, or with a hemisphere.
      guard case .wrong = error, let latitude = columns.text(.latitude, in: record),
        let longitude = columns.text(.longitude, in: record)
      else { throw error }
      do throws(PositionFault) {
        let (north, east) = (Self.withMarks(latitude), Self.withMarks(longitude))
        if let point = try typed("\(north); \(east)") { return point }
      } catch let fault {
        // Of degrees with minutes the reader of those knows best what is wrong.
        if (latitude + longitude).contains(where: { "°º度'′\"″".contains($0) }) { throw fault }
      }
      throw error
    }
    try checkPlaceholder(x, y)
    // The columns of degrees are degrees, whatever the geometry is in; x and y are what --crs says.
    if isGiven, system == .hongKong1980Grid, record.geometry == .none {
      if HongKongGrid.covers(easting: x, northing: y) { return try metres(easting: x, northing: y) }
      guard columns.has(.easting) || columns.has(.coordinate) else {
        throw .wrong(
          "latitude \(y.plainDescription), longitude \(x.plainDescription) is in degrees, and --crs "
            + "\(system.rawValue) says metres; leave it out")
      }
    }
    return try degrees(latitude: y, longitude: x)
  }

  private func grid(
    _ record: SourceRecord, _ columns: ColumnMap, isFirst: Bool
  ) throws(PositionFault) -> Coordinate? {
    guard let x = try number(.easting, record, columns),
      let y = try number(.northing, record, columns)
    else { return nil }
    try checkPlaceholder(x, y)
    if abs(x) <= 180, abs(y) <= 90, columns.isUnitless || (isGiven && system == .wgs84) {
      return try degrees(latitude: y, longitude: x)
    }
    guard !isGiven || system == .hongKong1980Grid || !isFirst else {
      throw .wrong(
        "easting \(x.plainDescription), northing \(y.plainDescription) is in grid metres, and --crs "
          + "\(system.rawValue) says degrees; leave it out")
    }
    return try metres(easting: x, northing: y, isFirst: isFirst)
  }

  private func text(
    _ record: SourceRecord, _ columns: ColumnMap
  ) throws(PositionFault) -> Coordinate? {
    // Where the format has geometries, a column "location" is an address.
    if columns.mayBeAddress, record.geometry != .none { return nil }
    guard let text = columns.text(.coordinate, in: record) else { return nil }
    if let geometry = try WrittenGeometry(text) {
      guard let (x, y) = geometry.point else { throw .missing("no geometry") }
      return try coordinate(x: x, y: y, in: try named(geometry.system))
    }
    guard let point = try typed(text) else {
      throw .wrong("\"\(text.prefix(60))\" is not a coordinate")
    }
    try checkPlaceholder(point.longitude, point.latitude)
    return point
  }

  /// A coordinate in any common spelling; nil where the text is something else.
  private func typed(_ text: String) throws(PositionFault) -> Coordinate? {
    do throws(CoordinateError) {
      return try Coordinate.parse(text, datum: datum)
    } catch {
      throw .wrong("\(error)")
    }
  }

  private func checkPlaceholder(_ x: Double, _ y: Double) throws(PositionFault) {
    if (x == 0 && y == 0) || (x == 100 && y == 100) {
      throw .missing("\(y.plainDescription), \(x.plainDescription)")
    }
  }

  /// A number of one of the role's columns; nil where the file has none or the field is empty.
  private func number(
    _ role: ColumnRole, _ record: SourceRecord, _ columns: ColumnMap
  ) throws(PositionFault) -> Double? {
    guard columns.has(role) else { return nil }
    if let number = columns.plainNumber(role, in: record) { return number }
    guard let text = columns.text(role, in: record) else {
      if columns.isNotANumber(role, in: record) {
        throw .wrong("\(role.word) is not a number: nan")
      }
      if record.geometry == .none { throw .missing("\(role.word) is empty") }
      return nil
    }
    let isMetres = role == .easting || role == .northing
    guard let number = (isMetres ? Self.metres(text) : nil) ?? Self.number(text) else {
      throw .wrong("\(role.word) \"\(text.prefix(40))\" is not a plain decimal number")
    }
    return number
  }

  /// Metres with marks between thousands: `835,618.0`, `835 618`, `835'618`, `835.618,5`; nil where
  /// there are none. Grid metres are never below a thousand, so that a mark before three digits is one.
  static func metres(_ text: String) -> Double? {
    for (mark, point) in [
      (",", "."), (" ", "."), ("'", "."), ("’", "."), ("\u{A0}", "."), (".", ","),
    ] {
      let halves = text.split(separator: Character(point), omittingEmptySubsequences: false)
      guard halves.count <= 2 else { continue }
      let groups = halves[0].split(separator: Character(mark), omittingEmptySubsequences: false)
      guard groups.count > 1, (1...3).contains(groups[0].count),
        groups.dropFirst().allSatisfy({ $0.count == 3 }),
        groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
      else { continue }
      let fraction = halves.count == 2 ? ".\(halves[1])" : ""
      return DecimalNumber.parse(groups.joined() + fraction)
    }
    return nil
  }

  /// `22-16-51`, as the facility files of the Leisure and Cultural Services Department have degrees,
  /// minutes and seconds, with the marks of these; any other text as it is.
  private static func withMarks(_ text: String) -> String {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, (1...3).contains(parts[0].count), (1...2).contains(parts[1].count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } }
      )
    else { return text }
    return "\(parts[0])°\(parts[1])'\(parts[2])\""
  }

  /// A plain number, or one with a comma for its point.
  static func number(_ text: String) -> Double? {
    if let number = DecimalNumber.parse(text) { return number }
    guard !text.contains("."), text.count(where: { $0 == "," }) == 1 else { return nil }
    return DecimalNumber.parse(String(text.map { $0 == "," ? "." : $0 }))
  }
}
