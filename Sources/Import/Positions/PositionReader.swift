import Catalog
import Spatial

/// Where a record is, and what else it says of that.
package struct Position: Hashable, Sendable {
  /// In WGS 84.
  package let coordinate: Coordinate
  /// A second position of the same record that lies elsewhere, and how far in metres.
  package let second: Second?
  /// What is wrong with a second position of the same record that cannot be read.
  package var doubt: String?

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
  /// One of its two numbers is given.
  case half(String)
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

  /// The position of a record: by columns given by hand, before the geometry, before columns of degrees,
  /// before columns of metres, before texts of both numbers. Others are compared with the first.
  ///
  /// - Throws: where the record has none, or the first that it has is wrong.
  package func position(
    of record: SourceRecord, columns: ColumnMap
  ) throws(PositionFault) -> Position {
    var found = Found()
    let pairs = columns.pairs
    for pair in pairs where pair.isGiven { try add(pair, record, columns, to: &found) }
    if columns.isCoordinateGiven { try addTexts(record, columns, to: &found) }
    if case .point(let x, let y) = record.geometry {
      let system = try named(record.referenceSystem)
      try check(record.reach, in: system)
      try found.add { () throws(PositionFault) in try coordinate(x: x, y: y, in: system) }
    } else if record.geometry == .null {
      found.missing = .missing("no geometry")
    }
    for pair in pairs where !pair.isGiven { try add(pair, record, columns, to: &found) }
    if columns.has(.coordinate), !columns.isCoordinateGiven {
      try addTexts(record, columns, to: &found)
    }
    guard let first = found.first else {
      if let doubt = found.doubt { throw .wrong(doubt) }
      throw found.missing ?? .missing("no position")
    }
    return Position(coordinate: first, second: found.second, doubt: found.doubt)
  }

  @inline(__always)
  private func add(
    _ pair: PositionPair, _ record: SourceRecord, _ columns: ColumnMap, to found: inout Found
  ) throws(PositionFault) {
    let isFirst = found.first == nil
    try found.add { () throws(PositionFault) in
      pair.unit.isMetres
        ? try grid(record, pair, isFirst: isFirst)
        : try degrees(record, pair, columns, isFirst: isFirst)
    }
  }

  private func addTexts(
    _ record: SourceRecord, _ columns: ColumnMap, to found: inout Found
  ) throws(PositionFault) {
    for column in columns.all(.coordinate) {
      try found.add { () throws(PositionFault) in try text(record, column, columns) }
    }
  }

  /// The positions of a record, the surest first.
  private struct Found {
    var first: Coordinate?
    var second: Position.Second?
    var missing: PositionFault?
    /// What is wrong with another, or with the half of one.
    var doubt: String?

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
        switch error {
        case .missing: missing = missing ?? error
        case .half(let reason): doubt = doubt ?? reason
        // What is wrong beside a position that is right is its second opinion gone.
        case .wrong(let reason):
          if first == nil { throw error }
          doubt = doubt ?? reason
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

  /// Refuses a geometry that reaches where no position is.
  private func check(_ reach: Reach, in system: ReferenceSystem) throws(PositionFault) {
    for corner in reach.corners {
      do throws(PositionFault) {
        switch system {
        case .wgs84: _ = try degrees(latitude: corner.y, longitude: corner.x)
        case .hongKong1980Grid: _ = try metres(easting: corner.x, northing: corner.y)
        }
      } catch .wrong(let reason) {
        throw .wrong("position \(corner.number) of its geometry: \(reason)")
      }
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
    _ record: SourceRecord, _ pair: PositionPair, _ columns: ColumnMap, isFirst: Bool
  ) throws(PositionFault) -> Coordinate? {
    let x: Double
    let y: Double
    do throws(PositionFault) {
      guard let numbers = try numbers(record, pair) else { return nil }
      (x, y) = numbers
    } catch {
      // Degrees with minutes and seconds, or with a hemisphere.
      guard case .wrong = error, let latitude = ColumnMap.text(pair.north, in: record),
        let longitude = ColumnMap.text(pair.east, in: record)
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
    if pair.unit == .open, !isFirst, abs(x) > 180 || abs(y) > 90 {
      // Beside another position x and y may be of any system; of the grid they can be told.
      return HongKongGrid.covers(easting: x, northing: y)
        ? try metres(easting: x, northing: y, isFirst: false) : nil
    }
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
    _ record: SourceRecord, _ pair: PositionPair, isFirst: Bool
  ) throws(PositionFault) -> Coordinate? {
    guard let (x, y) = try numbers(record, pair) else { return nil }
    try checkPlaceholder(x, y)
    if abs(x) <= 180, abs(y) <= 90, pair.unit == .openMetres || (isGiven && system == .wgs84) {
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
    _ record: SourceRecord, _ column: Int, _ columns: ColumnMap
  ) throws(PositionFault) -> Coordinate? {
    // Where the format has geometries, a column "location" is an address.
    if columns.mayBeAddress, record.geometry != .none { return nil }
    guard let text = ColumnMap.text(column, in: record) else { return nil }
    if let geometry = try WrittenGeometry(text) {
      guard let (x, y) = geometry.position else { throw .missing("no geometry") }
      let system = try named(geometry.system)
      try check(geometry.reach, in: system)
      return try coordinate(x: x, y: y, in: system)
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

  /// The numbers of a pair of columns; nil where both are empty beside a geometry.
  @inline(__always)
  private func numbers(
    _ record: SourceRecord, _ pair: PositionPair
  ) throws(PositionFault) -> (x: Double, y: Double)? {
    if let y = ColumnMap.plainNumber(pair.north, in: record),
      let x = ColumnMap.plainNumber(pair.east, in: record)
    {
      return (x, y)
    }
    let north: ColumnRole = pair.unit.isMetres ? .northing : .latitude
    let east: ColumnRole = pair.unit.isMetres ? .easting : .longitude
    let y = try number(pair.north, north, record)
    let x = try number(pair.east, east, record)
    switch (x, y) {
    case (let x?, let y?): return (x, y)
    case (nil, nil):
      if record.geometry == .none { throw .missing("\(north.word) is empty") }
      return nil
    case (let x?, nil): throw .half("\(east.word) \(x.plainDescription) without a \(north.word)")
    case (nil, let y?): throw .half("\(north.word) \(y.plainDescription) without a \(east.word)")
    }
  }

  /// A number in a column; nil where the field is empty.
  private func number(
    _ column: Int, _ role: ColumnRole, _ record: SourceRecord
  ) throws(PositionFault) -> Double? {
    if let number = ColumnMap.plainNumber(column, in: record) { return number }
    guard let text = ColumnMap.text(column, in: record) else {
      if ColumnMap.isNotANumber(column, in: record) {
        throw .wrong("\(role.word) is not a number: nan")
      }
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
