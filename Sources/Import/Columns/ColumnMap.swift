import Catalog

/// Which column of a file has which role.
package struct ColumnMap {
  /// Roles given by hand: `latitude=Breite`.
  package struct Assignment: Hashable, Sendable {
    package let role: ColumnRole
    package let column: String

    /// Reads `ROLE=COLUMN`.
    ///
    /// - Throws: a sentence that says what is wrong.
    package init(_ text: String) throws(ColumnError) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw ColumnError(
          reason: "\"\(text.prefix(60))\": give ROLE=COLUMN, such as latitude=Breite")
      }
      let short = ["lat": "latitude", "lon": "longitude", "lng": "longitude", "long": "longitude"]
      let word = parts[0].lowercased()
      guard let role = ColumnRole(word: short[word] ?? word) else {
        throw ColumnError(
          reason: Spelling.unknown(
            "role", String(parts[0]), among: ColumnRole.words))
      }
      self.role = role
      column = String(parts[1])
    }
  }

  /// What the name of a column says.
  private struct Header {
    let name: String
    let key: String
    let meaning: PositionName?
    let nameWords: NameWords?

    init(_ name: String) {
      let words = ColumnWords.of(name)
      self.name = name
      key = ColumnMap.key(words)
      meaning = PositionName(words)
      nameWords = NameWords(words)
    }

    /// The part of a position, where it is nothing else's.
    var position: PositionName.Axis? { meaning?.others.isEmpty == true ? meaning?.axis : nil }
    /// The language of a name, where it is of nothing else.
    var language: NameWords.Language? {
      nameWords?.others.isEmpty == true ? nameWords?.language : nil
    }
  }

  /// What is wrong with an assignment.
  package struct ColumnError: Error, Hashable {
    package let reason: String
  }

  /// The columns of each role, best first, as numbers in the file's ``ColumnNames``.
  private var columns = [[Int]](repeating: [], count: ColumnRole.allCases.count)
  private var headers: [Header] = []
  private var byKey: [String: [Int]] = [:]
  private var byAxis: [PositionName.Axis: [Int]] = [:]
  private var byLanguage: [NameWords.Language: [Int]] = [:]
  /// The pairs of numbers that are positions, those given by hand first and the surest before others.
  private(set) var pairs: [PositionPair] = []
  /// Whether the texts of the role coordinate may be addresses, by the names of their columns.
  private(set) var mayBeAddress = false
  private let assignments: [Assignment]
  private let wanted: [ColumnRole]

  /// Looks for some roles; those given by hand are taken as given.
  package init(_ wanted: [ColumnRole], assignments: [Assignment] = []) {
    self.wanted = wanted
    self.assignments = assignments
  }

  /// Forgets the columns: those of the next layer have other numbers.
  package mutating func restart() {
    (headers, byKey, byAxis, byLanguage) = ([], [:], [:], [:])
    (mayBeAddress, pairs) = (false, [])
    for role in columns.indices { columns[role] = [] }
  }

  /// Brings the map up to date where new names were met.
  ///
  /// - Complexity: O(1) where there are none.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  package mutating func update(_ names: ColumnNames) -> Bool {
    guard names.names.count > headers.count else { return false }
    for name in names.names[headers.count...] { add(Header(name)) }
    for role in wanted {
      let given = assignments.filter { $0.role == role }.map(\.column)
      columns[role.rawValue] = given.isEmpty ? found(role) : given.compactMap(column)
    }
    for (axis, role) in [
      (PositionName.Axis.latitude, ColumnRole.latitude), (.longitude, .longitude),
    ]
    where columns[role.rawValue].isEmpty && isOpen(.latitude) && isOpen(.longitude) {
      columns[role.rawValue] = ofTheOnlyPair(axis)
    }
    addNamesOfOneKind()
    addCoordinate()
    addPairs()
    return true
  }

  /// How many of some texts are names of columns.
  package static func knownCount(_ texts: [String]) -> Int {
    var names = ColumnNames()
    for text in texts { _ = names.number(of: text) }
    var map = ColumnMap(ColumnRole.allCases)
    map.update(names)
    return Set(map.columns.joined()).count
  }

  /// The column of a name given by hand.
  private func column(_ name: String) -> Int? {
    headers.firstIndex { $0.name == name } ?? headers.firstIndex { $0.key == Self.key(name) }
  }

  private func isOpen(_ role: ColumnRole) -> Bool {
    wanted.contains(role) && !assignments.contains { $0.role == role }
  }

  /// The columns that have a role by their names, the surest first.
  private func found(_ role: ColumnRole) -> [Int] {
    var found: [Int] = []
    let lists =
      role.names.map { byKey[$0] } + role.axes.map { byAxis[$0] }
      + [role.language.flatMap { byLanguage[$0] }]
    for column in lists.lazy.compactMap({ $0 }).joined() where !found.contains(column) {
      found.append(column)
    }
    return found
  }

  private mutating func add(_ header: Header) {
    let index = headers.count
    headers.append(header)
    byKey[header.key, default: []].append(index)
    if let axis = header.position { byAxis[axis, default: []].append(index) }
    if let language = header.language { byLanguage[language, default: []].append(index) }
  }

  /// The column of an axis in a file with one pair of degrees only, whatever that is of: `stop_lat`,
  /// `stop_lon`.
  private func ofTheOnlyPair(_ axis: PositionName.Axis) -> [Int] {
    func words(_ axis: PositionName.Axis) -> Set<[String]> {
      Set(headers.compactMap { $0.meaning?.axis == axis ? $0.meaning?.others : nil })
    }
    let pairs = words(.latitude).intersection(words(.longitude))
    guard pairs.count == 1, let pair = pairs.first else { return [] }
    return headers.indices.filter {
      headers[$0].meaning?.axis == axis && headers[$0].meaning?.others == pair
    }
  }

  /// Without a column of names, those of names of one thing: `Park Name`, `公園名稱`.
  private mutating func addNamesOfOneKind() {
    let roles = [ColumnRole.nameEn, .nameZhHant, .nameZhHans]
    guard roles.allSatisfy({ isOpen($0) && columns[$0.rawValue].isEmpty }) else { return }
    for role in roles {
      let named = headers.indices.filter {
        headers[$0].nameWords?.language == role.language
          || (role == .nameEn && headers[$0].nameWords?.language == .open)
      }
      if named.count == 1 { columns[role.rawValue] = named }
    }
  }

  /// Without columns of numbers, what may be both in one text.
  private mutating func addCoordinate() {
    mayBeAddress = false
    guard isOpen(.coordinate), columns[ColumnRole.coordinate.rawValue].isEmpty,
      !(has(.latitude) && has(.longitude)), !(has(.easting) && has(.northing))
    else { return }
    columns[ColumnRole.coordinate.rawValue] = byAxis[.place] ?? []
    mayBeAddress = has(.coordinate)
  }

  /// Whether a column has the role.
  package func has(_ role: ColumnRole) -> Bool { !columns[role.rawValue].isEmpty }

  private mutating func addPairs() {
    let keys = headers.map(\.key)
    func isGiven(_ role: ColumnRole) -> Bool { assignments.contains { $0.role == role } }
    let degrees = PositionPair.pairs(
      all(.latitude), all(.longitude), keys: keys,
      isGiven: isGiven(.latitude) || isGiven(.longitude)
    ) { north, east in
      let axes = (headers[north].meaning?.axis, headers[east].meaning?.axis)
      return switch axes {
      case (.latitude, .longitude): .degrees
      case (.y, .x): .open
      default: nil
      }
    }
    let metres = PositionPair.pairs(
      all(.northing), all(.easting), keys: keys, isGiven: isGiven(.northing) || isGiven(.easting)
    ) { north, east in
      let axes = (headers[north].meaning?.axis, headers[east].meaning?.axis)
      return axes == (.yCoordinate, .xCoordinate) ? .openMetres : .metres
    }
    pairs = (degrees + metres).filter(\.isGiven) + (degrees + metres).filter { !$0.isGiven }
  }

  /// Whether a column of both numbers was given by hand.
  var isCoordinateGiven: Bool { assignments.contains { $0.role == .coordinate } }

  /// The columns of the role, best first.
  func all(_ role: ColumnRole) -> [Int] { columns[role.rawValue] }

  /// The first column of the role.
  package func first(_ role: ColumnRole) -> Int? { columns[role.rawValue].first }

  /// The first text of the role that is not empty and no placeholder, white space folded.
  package func text(_ role: ColumnRole, in record: SourceRecord) -> String? {
    columns[role.rawValue].lazy.compactMap { Self.text($0, in: record) }.first
  }

  /// The text of a column, white space folded; nil where it is empty or a placeholder.
  static func text(_ column: Int, in record: SourceRecord) -> String? {
    guard let range = record.range(column) else { return nil }
    let (text, state) = record.bytes.withUnsafeBufferPointer { bytes in
      let slice = UnsafeBufferPointer(rebasing: bytes[range])
      return (String(decoding: slice, as: UTF8.self), CleanText.state(of: slice))
    }
    return state != .unsure ? text : CleanText.value(text)
  }

  /// Whether what stands in a column is "nan", which is a number that is none.
  static func isNotANumber(_ column: Int, in record: SourceRecord) -> Bool {
    guard let range = record.range(column) else { return false }
    return String(decoding: record.bytes[range], as: UTF8.self).lowercased()
      .split(whereSeparator: \.isWhitespace) == ["nan"]
  }

  /// The plain number in a column; nil where there is none, or it needs the slower ways of reading.
  static func plainNumber(_ column: Int, in record: SourceRecord) -> Double? {
    guard let range = record.range(column) else { return nil }
    return record.bytes.withUnsafeBufferPointer {
      PlainNumber.value(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Whether a name says that its numbers are of a datum that must be called by hand.
  static func isOfOtherDatum(_ name: String) -> Bool {
    PositionName.isOfOtherDatum(ColumnWords.byScript(ColumnWords.of(name)))
  }

  /// Assignments whose column does not stand in the file.
  package func missing(in names: ColumnNames) -> [Assignment] {
    let keys = names.names.map(Self.key)
    return assignments.filter { !keys.contains(Self.key($0.column)) }
  }

  /// A column's name in the form in which it is compared: lower case, words parted by one space, units
  /// and datums left out. `LATITUDE`, `Lat (WGS84)` and `gps_lat` are `latitude`, `lat`, `gps lat`.
  package static func key(_ name: String) -> String {
    key(ColumnWords.of(name))
  }

  private static let noise: Set<String> = [
    "wgs84", "wgs", "84", "dd", "deg", "degree", "degrees", "decimal", "度", "epsg", "4326", "2326",
    "m", "metres", "meters",
  ]

  private static func key(_ words: [String]) -> String {
    let telling = words.filter { !noise.contains($0) }
    return (telling.isEmpty ? words : telling).joined(separator: " ")
  }
}
