import Catalog
import Spatial

#if GEOS
  /// A row of a table of places, which takes over from others of the same place what it lacks.
  struct MergedRow {
    /// What a row has for want of better.
    struct Lacks: OptionSet {
      let rawValue: UInt8

      static let nameEn = Lacks(rawValue: 1)
      static let nameZhHant = Lacks(rawValue: 2)
      static let nameZhHans = Lacks(rawValue: 4)
      static let category = Lacks(rawValue: 8)
      static let prominence = Lacks(rawValue: 16)
    }

    private let columns: [String: Int]
    private(set) var fields: [String]
    private var lacks: Lacks

    private static let names: [(column: String, lack: Lacks)] = [
      ("name_en", .nameEn), ("name_zh_hant", .nameZhHant), ("name_zh_hans", .nameZhHans),
    ]
    private static let details = [
      "address_en", "address_zh_hant", "website", "opening_hours", "telephone",
    ]

    /// - Parameter lacks: what is known to be a stand-in; nil where only the names can tell.
    init(columns: [String: Int], fields: [String], lacks: Lacks?) {
      self.columns = columns
      self.fields = fields
      self.lacks = lacks ?? []
      if lacks == nil { self.lacks = lackingNames }
    }

    subscript(column: String) -> String {
      get {
        guard let index = columns[column], index < fields.count else { return "" }
        return fields[index]
      }
      set {
        guard let index = columns[column], index < fields.count else { return }
        fields[index] = newValue
      }
    }

    /// Names that only repeat others.
    private var lackingNames: Lacks {
      let (en, hant, hans) = (self["name_en"], self["name_zh_hant"], self["name_zh_hans"])
      let isChinese = en.unicodeScalars.contains { $0.value >= 0x2E80 }
      var lacks: Lacks = []
      if hans == hant { lacks.insert(.nameZhHans) }
      if en == hant { lacks.insert(isChinese ? .nameEn : .nameZhHant) }
      return lacks
    }

    private func own(_ name: (column: String, lack: Lacks)) -> String? {
      lacks.contains(name.lack) || self[name.column].isEmpty ? nil : self[name.column]
    }

    /// Takes over what this row lacks and the other has, and its names as aliases. Nothing that this row
    /// has is changed.
    ///
    /// - Returns: the columns that have more than before.
    mutating func take(_ other: MergedRow) -> [String] {
      var gained = takeNames(other)
      for column in Self.details where self[column].isEmpty && !other[column].isEmpty {
        self[column] = other[column]
        if !self[column].isEmpty { gained.append(column) }
      }
      for (column, lack) in [("category", Lacks.category), ("prominence", .prominence)]
      where lacks.contains(lack) && !other.lacks.contains(lack) && !other[column].isEmpty {
        self[column] = other[column]
        lacks.remove(lack)
        gained.append(column)
      }
      if self["source"] == other["source"] {
        if self["source_ref"].isEmpty, !other["source_ref"].isEmpty {
          self["source_ref"] = other["source_ref"]
          gained.append("source_ref")
        }
      } else if self["second_source"].isEmpty, let meters = distanceMeters(to: other) {
        self["second_source"] = other["source"]
        self["agreement_meters"] = "\(Int(meters.rounded()))"
        gained.append("second_source")
      }
      return gained
    }

    private mutating func takeNames(_ other: MergedRow) -> [String] {
      var gained: [String] = []
      var names = Self.names.map(own)
      for (index, name) in Self.names.enumerated() where names[index] == nil {
        guard let theirs = other.own(name) else { continue }
        names[index] = theirs
        lacks.remove(name.lack)
        gained.append(name.column)
      }
      if !gained.isEmpty {
        // As a row is written at first: where one is missing the others stand in for it.
        let en = names[0] ?? names[1] ?? names[2] ?? self["name_en"]
        let hant = names[1] ?? names[2] ?? en
        (self["name_en"], self["name_zh_hant"]) = (en, hant)
        self["name_zh_hans"] = names[2] ?? hant
      }
      var aliases = self["aliases"].split(separator: "|").map(String.init)
      let count = aliases.count
      var known = Set(Self.names.map { self[$0.column] } + aliases)
      // A bar would part an alias in two.
      for alias in Self.names.compactMap(other.own)
        + other["aliases"].split(separator: "|").map(String.init)
      where !alias.contains("|") && known.insert(alias).inserted {
        aliases.append(alias)
      }
      if aliases.count > count {
        self["aliases"] = aliases.joined(separator: "|")
        gained.append("aliases")
      }
      return gained
    }

    private func distanceMeters(to other: MergedRow) -> Double? {
      func point(_ row: MergedRow) -> Coordinate? {
        guard let latitude = DecimalNumber.parse(row["latitude"]),
          let longitude = DecimalNumber.parse(row["longitude"])
        else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
      }
      guard let a = point(self), let b = point(other) else { return nil }
      return a.greatCircleDistance(to: b)
    }
  }

  /// Brings the rows of a table that are one place together, and makes them one.
  ///
  /// Rows come sorted by id. Before a row that becomes one with another stands a decision, which names the
  /// other's id; the rows are sorted once more with those of one place side by side.
  final class RowMerger {
    private let columns: [String: Int]
    private var groups: LineSorter
    private var record = ByteBuffer()
    /// How many decisions were made.
    private var count: UInt32 = 0
    /// The decision for the row behind it: the id that it is about, the number and the other's id.
    private var decision: (id: [UInt8], number: UInt32, kept: [UInt8])?
    /// Rows that are one with a place of another file, by its id.
    private(set) var others: [String: [MergedRow]] = [:]
    /// Told what a row that is no more gave to the one that stays.
    private let told: (_ merged: String, _ gained: [String]) -> Void

    private static let comma = UInt8(ascii: ",")

    init(
      directory: String, _ target: Importer.Target,
      told: @escaping (_ merged: String, _ gained: [String]) -> Void
    ) {
      groups = LineSorter(directory: directory, name: "groups")
      columns = Self.indexes(PlaceRowWriter.columns(target))
      self.told = told
    }

    /// Waits for what is being written.
    func settle() { groups.settle() }

    static func indexes(_ names: [String]) -> [String: Int] {
      Dictionary(zip(names, names.indices)) { first, _ in first }
    }

    /// A record that is sorted right before the row of the place that becomes one with another: no field
    /// begins with a zero.
    func decision(_ pair: DuplicateSweep.Pair) -> [UInt8] {
      count += 1
      return pair.merged.utf8 + [Self.comma, 0] + withUnsafeBytes(of: count, Array.init)
        + pair.kept.utf8
    }

    /// Adds a row with what it lacks behind it, or a decision.
    func add(_ line: UnsafeBufferPointer<UInt8>) throws(FileSystem.Failure) {
      let end = line.firstIndex(of: Self.comma) ?? line.count
      let id = line[..<end]
      if end + 6 <= line.count, line[end + 1] == 0 {
        let number = UnsafeRawBufferPointer(line).loadUnaligned(
          fromByteOffset: end + 2, as: UInt32.self)
        decision = (Array(id), number, Array(line[(end + 6)...]))
        return
      }
      record.removeAll()
      if let decision, decision.id.elementsEqual(id) {
        decision.kept.withUnsafeBufferPointer { record.append(contentsOf: $0) }
        record.append(Self.comma)
        record.append(raw: decision.number.bigEndian)
      } else {
        record.append(contentsOf: UnsafeBufferPointer(rebasing: id))
        record.append(Self.comma)
        record.append(raw: UInt32(0))
      }
      record.append(contentsOf: line)
      decision = nil
      try groups.add(record.bytes)
    }

    /// Calls with every row that stays, in the order of ids. Called once.
    func forEachRow(
      _ body: (UnsafeBufferPointer<UInt8>) throws(ImportError) -> Void
    ) throws(ImportError) {
      var kept: [UInt8] = []
      var row: MergedRow?
      var hasGained = false
      var id: [UInt8] = []
      func finish() throws(ImportError) {
        guard !kept.isEmpty else { return }
        var text = hasGained ? row.map { Array(CSVText.row($0.fields).utf8) } ?? kept : kept
        if !hasGained { text.removeLast() }
        try text.withBytes(body)
      }
      try groups.forEach { record throws(ImportError) in
        let end = record.firstIndex(of: Self.comma) ?? 0
        let number = UnsafeRawBufferPointer(record).loadUnaligned(
          fromByteOffset: end + 1, as: UInt32.self)
        let line = UnsafeBufferPointer(rebasing: record[(end + 5)...])
        if !id.elementsEqual(record[..<end]) {
          try finish()
          (id, kept, row, hasGained) = (Array(record[..<end]), [], nil, false)
        }
        guard number != 0 else {
          kept = Array(line)
          return
        }
        guard let merged = self.row(line) else { return }
        guard !kept.isEmpty else {
          others[String(decoding: id, as: UTF8.self), default: []].append(merged)
          return
        }
        if row == nil { row = kept.withUnsafeBufferPointer(self.row) }
        let gained = row?.take(merged) ?? []
        if !gained.isEmpty { hasGained = true }
        told(merged["id"], gained)
      }
      try finish()
    }

    private func row(_ line: UnsafeBufferPointer<UInt8>) -> MergedRow? {
      guard let lacks = line.last else { return nil }
      var reader = CSVReader(file: "", bytes: Array(line.dropLast()))
      guard let fields = try? reader.next()?.fields else { return nil }
      return MergedRow(columns: columns, fields: fields, lacks: .init(rawValue: lacks))
    }

    /// Gives the places of another file what they lack.
    ///
    /// - Returns: the file with it; nil where nothing is new.
    /// - Throws: where the file cannot be read.
    func completed(path: String) throws(DataError) -> [UInt8]? {
      var reader = try CSVReader(path: path)
      guard let header = try reader.next() else { return nil }
      let columns = Self.indexes(header.fields)
      var hasGained = false
      var text = Array("\(CSVText.row(header.fields))\n".utf8)
      while let record = try reader.next() {
        var row = MergedRow(columns: columns, fields: record.fields, lacks: nil)
        for merged in others[row["id"]] ?? [] {
          let gained = row.take(merged)
          if !gained.isEmpty { hasGained = true }
          told(merged["id"], gained)
        }
        text += "\(CSVText.row(row.fields))\n".utf8
      }
      return hasGained ? text : nil
    }
  }

  extension [UInt8] {
    /// `withUnsafeBufferPointer`, which forgets the type of the error.
    fileprivate func withBytes(
      _ body: (UnsafeBufferPointer<UInt8>) throws(ImportError) -> Void
    ) throws(ImportError) {
      let result = withUnsafeBufferPointer { buffer -> Result<Void, ImportError> in
        do throws(ImportError) {
          return .success(try body(buffer))
        } catch {
          return .failure(error)
        }
      }
      try result.get()
    }
  }
#endif
