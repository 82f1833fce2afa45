import Catalog
import Spatial

extension FolderCheck {
  /// So many places of different names at one point were not each put there on purpose.
  package static let stackedPlaces = 4
  /// A place this far from every other of the folder is not where it should be, in metres.
  package static let lonelyMeters = 10_000.0
  /// In a folder of fewer places all may be far from each other.
  private static let lonelyLeast = 20
  /// How many lines of a shifted file are named.
  private static let lineLimit = 5

  /// Places that are not where they should be, each once, and files that are shifted as a whole or in part.
  mutating func checkPositions(known: Catalog?) {
    var inside: [CityFiles.Row] = []
    for row in files.rows {
      guard let fault = CatalogCheck.outsideFault(row, in: files) else {
        inside.append(row)
        continue
      }
      let hint = files.city.map { CatalogCheck.hint(row.place.coordinate, in: $0.bounds) } ?? ""
      let kind: Kind = hint.isEmpty ? .outside : hint.contains("swapped") ? .swapped : .sign
      add(kind, fault, id: row.place.id)
    }
    // Whoever is on land by the land of the folder may be as lonely as it likes.
    var isSettled: Set<Int> = []
    #if GEOS
      let files = files
      let land = reading { () throws(DataError) in try Land(directory: files.directory) }
      let polygons = reading { () throws(DataError) in try DistrictPolygons(files) }
      for fault in polygons?.faults ?? [] { add(.row, fault) }
      for (index, row) in inside.enumerated() {
        let point = row.place.coordinate
        let fault = polygons?.fault(row)
        let depth = land?.metersIntoSea(point, category: row.place.category)
        if let depth {
          let district = polygons?.district(at: point).map { "in district \($0)" } ?? "in none"
          let label = fault == nil ? "" : " and \(district), not \(row.place.district)"
          add(
            .sea, row,
            "\(point) lies in the sea, \(Int(depth.rounded())) m from land\(label); correct the point"
          )
        } else if let fault {
          add(.district, fault, id: row.place.id)
        }
        if fault != nil || land?.knows(point) == true { isSettled.insert(index) }
      }
      checkShifts(inside, known, land, polygons)
    #endif
    checkLonely(inside, isSettled)
  }

  #if GEOS
    /// What is read; nil, and a finding, where it cannot be.
    private mutating func reading<Read>(_ read: () throws(DataError) -> Read?) -> Read? {
      do throws(DataError) {
        return try read()
      } catch {
        add(.row, error)
        return nil
      }
    }
  #endif

  /// Places far from everything else: in the open sea, mostly.
  private mutating func checkLonely(_ rows: [CityFiles.Row], _ isSettled: Set<Int>) {
    guard rows.count >= Self.lonelyLeast else { return }
    let scan = LinearScan(rows.map(\.place.coordinate))
    // A grid of a tenth of a degree: whoever shares a cell has a neighbour, and is not looked at.
    func cell(_ point: Coordinate) -> [Int] {
      [Int((point.latitude * 10).rounded(.down)), Int((point.longitude * 10).rounded(.down))]
    }
    var counts: [[Int]: Int] = [:]
    for row in rows { counts[cell(row.place.coordinate), default: 0] += 1 }
    for (index, row) in rows.enumerated() {
      guard counts[cell(row.place.coordinate)] == 1, !isSettled.contains(index) else { continue }
      let nearest = scan.nearest(to: row.place.coordinate, count: 1) { $0 != index }
      guard let distance = nearest.first?.distanceMeters, distance > Self.lonelyMeters else {
        continue
      }
      add(
        .lonely, row,
        "\(row.place.coordinate) is \(Int((distance / 1000).rounded())) km from every other place; is it "
          + "in the sea?")
    }
  }

  /// Places of several names at exactly one point, each point reported at its first row.
  mutating func checkStacks() {
    var stacks: [Coordinate: [CityFiles.Row]] = [:]
    for row in files.rows { stacks[row.place.coordinate, default: []].append(row) }
    for row in files.rows {
      guard let stack = stacks[row.place.coordinate], stack.count >= Self.stackedPlaces,
        stack[0].file == row.file, stack[0].line == row.line
      else { continue }
      let names = Set(stack.map { Folding.fold($0.place.name.en) })
      guard names.count >= Self.stackedPlaces else { continue }
      let rest = stack.count > 5 ? " and \(stack.count - 5) more" : ""
      add(
        .stacked, row,
        "\(names.count) places are stacked at \(row.place.coordinate): "
          + stack.prefix(5).map(\.place.id).joined(separator: ", ")
          + "\(rest); give each its own point")
    }
  }

  #if GEOS
    /// Files whose points lie off together, as an import sees it.
    private mutating func checkShifts(
      _ rows: [CityFiles.Row], _ known: Catalog?, _ land: Land?, _ polygons: DistrictPolygons?
    ) {
      let fresh = known.map { ShiftDetector(knowing: $0) } ?? ShiftDetector(places: [])
      let table = Folding.HanTable()
      var files: [(file: String, rows: [CityFiles.Row])] = []
      for row in rows {
        if files.last?.file != row.file { files.append((row.file, [])) }
        files[files.count - 1].rows.append(row)
      }
      for (file, rows) in files {
        var detector = fresh
        for row in rows {
          let point = row.place.coordinate
          let folded = FoldedNames(row.place.name, by: table)
          detector.add(folded, folded.names.indices, at: point, record: row.line)
          if let land {
            detector.add(point, record: row.line) {
              land.isInSea($0, category: row.place.category)
            }
          }
          if let polygons {
            detector.add(
              label: row.place.district, at: point, record: row.line, district: polygons.district)
          }
        }
        guard let found = detector.finding else { continue }
        let lines = found.records.sorted()
        let rest = lines.count > Self.lineLimit ? " and \(lines.count - Self.lineLimit) more" : ""
        add(
          .shifted,
          .invalid(
            place: FilePlace(file: file),
            reason: "the points look shifted: \(found.reason) (lines "
              + lines.prefix(Self.lineLimit).map(String.init).joined(separator: ", ")
              + "\(rest)); \(found.shift.remedy)"))
      }
    }
  #endif
}
