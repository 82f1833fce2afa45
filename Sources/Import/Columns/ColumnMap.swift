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
      guard let role = ColumnRole(word: String(parts[0])) else {
        throw ColumnError(
          reason: Spelling.unknown(
            "role", String(parts[0]), among: ColumnRole.words))
      }
      self.role = role
      column = String(parts[1])
    }
  }

  /// What is wrong with an assignment.
  package struct ColumnError: Error, Hashable {
    package let reason: String
  }

  /// The columns of each role, best first, as numbers in the file's ``ColumnNames``.
  private var columns = [[Int]](repeating: [], count: ColumnRole.allCases.count)
  private var known = 0
  private let assignments: [Assignment]
  private let wanted: [ColumnRole]

  /// Looks for some roles; those given by hand are taken as given.
  package init(_ wanted: [ColumnRole], assignments: [Assignment] = []) {
    self.wanted = wanted
    self.assignments = assignments
  }

  /// Forgets the columns: those of the next layer have other numbers.
  package mutating func restart() {
    known = 0
    for role in columns.indices { columns[role] = [] }
  }

  /// Brings the map up to date where new names were met.
  ///
  /// - Complexity: O(1) where there are none.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  package mutating func update(_ names: ColumnNames) -> Bool {
    guard names.names.count > known else { return false }
    known = names.names.count
    let keys = names.names.map(Self.key)
    for role in wanted {
      let given = assignments.filter { $0.role == role }.map(\.column)
      if !given.isEmpty {
        columns[role.rawValue] = given.compactMap { column in
          names.names.firstIndex(of: column) ?? keys.firstIndex(of: Self.key(column))
        }
        continue
      }
      var found: [Int] = []
      for name in role.names {
        found += keys.indices.filter { keys[$0] == name && !found.contains($0) }
      }
      columns[role.rawValue] = found
    }
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

  /// Whether a column has the role.
  package func has(_ role: ColumnRole) -> Bool { !columns[role.rawValue].isEmpty }

  /// The columns of the role, best first.
  func all(_ role: ColumnRole) -> [Int] { columns[role.rawValue] }

  /// The first column of the role.
  package func first(_ role: ColumnRole) -> Int? { columns[role.rawValue].first }

  /// The first text of the role that is not empty and no placeholder, white space folded.
  package func text(_ role: ColumnRole, in record: SourceRecord) -> String? {
    for column in columns[role.rawValue] {
      guard let range = record.range(column) else { continue }
      let (text, state) = record.bytes.withUnsafeBufferPointer { bytes in
        let slice = UnsafeBufferPointer(rebasing: bytes[range])
        return (String(decoding: slice, as: UTF8.self), CleanText.state(of: slice))
      }
      if state != .unsure { return text }
      if let text = CleanText.value(text) { return text }
    }
    return nil
  }

  /// Whether what stands in the first column of the role is "nan", which is a number that is none.
  func isNotANumber(_ role: ColumnRole, in record: SourceRecord) -> Bool {
    guard let column = columns[role.rawValue].first, let range = record.range(column) else {
      return false
    }
    return String(decoding: record.bytes[range], as: UTF8.self).lowercased()
      .split(whereSeparator: \.isWhitespace) == ["nan"]
  }

  /// The plain number in the first column of the role; nil where there is none, or it needs the slower
  /// ways of reading.
  func plainNumber(_ role: ColumnRole, in record: SourceRecord) -> Double? {
    guard let column = columns[role.rawValue].first, let range = record.range(column) else {
      return nil
    }
    return record.bytes.withUnsafeBufferPointer {
      PlainNumber.value(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Assignments whose column does not stand in the file.
  package func missing(in names: ColumnNames) -> [Assignment] {
    let keys = names.names.map(Self.key)
    return assignments.filter { !keys.contains(Self.key($0.column)) }
  }

  /// A column's name in the form in which it is compared: lower case, words parted by one space, units
  /// and datums left out. `LATITUDE`, `Lat (WGS84)` and `gps_lat` are `latitude`, `lat`, `gps lat`.
  package static func key(_ name: String) -> String {
    var words: [String] = []
    var word = ""
    func finish() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A: word.unicodeScalars.append(scalar)
      case 0x41...0x5A: word += String(scalar).lowercased()
      case 0xFF01...0xFF5E:
        let plain = Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
        if plain.properties.isAlphabetic || plain.properties.numericType != nil {
          word += String(plain).lowercased()
        } else {
          finish()
        }
      case 0..<0x80, 0xA0, 0x3000, 0xFEFF: finish()
      default: word += String(scalar).lowercased()
      }
    }
    finish()
    let noise: Set<String> = [
      "wgs84", "wgs", "84", "dd", "deg", "degree", "degrees", "decimal", "度", "epsg", "4326",
      "2326",
      "m", "metres", "meters",
    ]
    let telling = words.filter { !noise.contains($0) }
    // `nameZhHant` of our own JSON.
    return (telling.isEmpty ? words : telling).joined(separator: " ")
  }
}
