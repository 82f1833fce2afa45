import Catalog
import Spatial

#if GEOS
  /// Takes the districts of a polygon file into a data folder, in one step or not at all.
  package enum DistrictsImport {
    /// What was done.
    package struct Report: Sendable {
      /// How many districts were written.
      package let count: Int
      /// What was put right in their polygons.
      package let repairs: [RegionRepair]
    }

    /// Reads the polygons of a file and puts them in place of the folder's districts.
    ///
    /// Every feature needs a name, and a code where names do not tell districts apart; a region that
    /// the city does not know is added to it. The bounds of the city become those of the districts.
    ///
    /// - Parameter note: told what deserves a line.
    /// - Throws: for a fault of the file with the feature's number, and where the folder cannot be
    ///   written; it is then as before.
    package static func run(
      path: String, into folder: String, base: String, options: ReadingOptions,
      note: @escaping (String) -> Void = { _ in }
    ) throws(ImportError) -> Report {
      let features = try ImportError.reading { () throws(DataError) in
        try GeoJSON.polygonFeatures(
          in: try PolygonFile.read(
            path, encoding: options.encoding, keepsSystem: options.system != nil), file: path,
          datum: options.datum, grid: HongKongGrid.wgs84,
          isGrid: options.system == .hongKong1980Grid)
      }
      guard !features.isEmpty else { throw fault(path, nil, "no polygon in the file") }
      let transaction = try ImportError.reading { () throws(DataError) in
        try FolderTransaction(target: folder) { note(Importer.waiting($0)) }
      }
      let isNew = !transaction.existing.contains("city.json")
      let source = isNew ? base : transaction.target
      let known = CityFiles(directory: source, frameOnly: true).districts
      var districts: [District] = []
      for feature in features { districts.append(try district(feature, path, options, known)) }
      let codes = districts.map(\.code)
      for (index, code) in codes.enumerated() where codes[..<index].contains(code) {
        throw fault(
          path, index, "the code \(code) stands twice; --column code=PROPERTY names another")
      }
      let index: RegionIndex
      do throws(RegionError) {
        index = try RegionIndex(
          zip(codes, features).map { Region(id: $0, polygons: $1.polygons) })
      } catch {
        throw .data(.invalid(place: FilePlace(file: path), reason: "\(error)"))
      }
      let city = try ImportError.reading { () throws(DataError) in
        try JSONParser.parse(path: "\(source)/city.json")
      }
      let text = text(index, districts)
      try ImportError.system { () throws(FileSystem.Failure) in
        try transaction.write(CityFiles.districtsFile, Array(text.utf8))
        try transaction.write(
          "city.json", Array(JSONText.lines(of: adapted(city, index, districts)).utf8))
        for table in Importer.Target.allCases {
          let name = "\(table.rawValue).csv"
          guard transaction.path(of: name) == nil else { continue }
          try transaction.write(
            name, Array("\(PlaceRowWriter.columns(table).joined(separator: ","))\n".utf8))
        }
        try transaction.commit()
      }
      if transaction.standsInTarget { note(Importer.leftBehind) }
      return Report(count: districts.count, repairs: index.repairs)
    }

    private static func fault(_ path: String, _ index: Int?, _ reason: String) -> ImportError {
      .data(
        .invalid(
          place: FilePlace(file: path, field: index.map { "feature \($0 + 1)" }), reason: reason))
    }

    private static func district(
      _ feature: GeoJSON.PolygonFeature, _ path: String, _ options: ReadingOptions,
      _ known: [District]
    ) throws(ImportError) -> District {
      guard case .object(let members) = feature.properties else {
        throw fault(path, feature.index, "no properties, so no name")
      }
      var names = ColumnNames()
      for member in members { _ = names.number(of: member.name) }
      var map = ColumnMap(
        [.nameEn, .nameZhHant, .nameZhHans, .district, .code, .region],
        assignments: options.assignments)
      map.update(names)
      func text(_ role: ColumnRole) -> String? {
        for column in map.all(role) {
          let value = feature.properties[names.names[column]]
          let text = value?.string ?? value?.number.map { PlainNumber.text($0) }
          if let text = text.flatMap({ HTMLText.value($0, isName: true) }) { return text }
        }
        return nil
      }
      let english = text(.nameEn) ?? text(.district)
      let chinese = text(.nameZhHant)
      guard let name = english ?? chinese else {
        throw fault(
          path, feature.index,
          "no name among the properties "
            + members.map(\.name).prefix(20).joined(separator: ", ")
            + "; name one with --column name=PROPERTY")
      }
      let code = text(.code) ?? Slug.of(name) ?? name
      // What the file leaves open is as it was, where the district is the same one.
      let given = Set([english, chinese].compactMap { $0 }.map(Folding.fold))
      let old = known.first { district in
        district.code == code
          && Language.allCases.contains { given.contains(Folding.fold(district.name[$0])) }
      }
      return District(
        code: code,
        name: LocalizedName(
          en: name, zhHant: chinese ?? old?.name.zhHant ?? name,
          zhHans: text(.nameZhHans) ?? old?.name.zhHans ?? chinese ?? name),
        region: text(.region).flatMap(Slug.of) ?? old?.region ?? "all")
    }

    private static func text(_ index: RegionIndex, _ districts: [District]) -> String {
      func ring(_ positions: [Coordinate]) -> JSONValue {
        .array(
          positions.map { position in
            let (x, y) = GeoJSON.position(of: position)
            return .array([.number(x), .number(y)])
          })
      }
      let features = index.regions.compactMap { region -> String? in
        guard let district = districts.first(where: { $0.code == region.id }) else { return nil }
        let parts = region.polygons.map { JSONValue.array(([$0.exterior] + $0.holes).map(ring)) }
        return JSONText.of(
          .members([
            "type": .string("Feature"),
            "properties": .members([
              "code": .string(district.code), "name_en": .string(district.name.en),
              "name_zh_hant": .string(district.name.zhHant),
              "name_zh_hans": .string(district.name.zhHans), "region": .string(district.region),
            ]),
            "geometry": .members([
              "type": .string(parts.count == 1 ? "Polygon" : "MultiPolygon"),
              "coordinates": parts.count == 1 ? parts[0] : .array(parts),
            ]),
          ]))
      }
      return "{\"type\": \"FeatureCollection\", \"features\": [\n"
        + features.joined(separator: ",\n") + "\n]}\n"
    }

    /// The city with the bounds of its new districts, and with their regions.
    private static func adapted(
      _ city: JSONValue, _ index: RegionIndex, _ districts: [District]
    ) -> JSONValue {
      guard case .object(let members) = city else { return city }
      let positions = index.regions.flatMap(\.polygons).flatMap(\.exterior)
      let longitudes = positions.map(\.longitude)
      let latitudes = positions.map(\.latitude)
      let bounds = [
        longitudes.min() ?? 0, latitudes.min() ?? 0, longitudes.max() ?? 0, latitudes.max() ?? 0,
      ]
      return .object(
        members.map { member in
          switch member.name {
          case "bounds":
            return JSONValue.Member(name: "bounds", value: .array(bounds.map { .number($0) }))
          case "regions":
            var regions = member.value.array ?? []
            for id in districts.map(\.region)
            where !regions.contains(where: { $0["id"]?.string == id }) {
              let name = JSONValue.members([
                "en": .string(id), "zhHant": .string(id), "zhHans": .string(id),
              ])
              regions.append(.members(["id": .string(id), "name": name]))
            }
            return JSONValue.Member(name: "regions", value: .array(regions))
          default: return member
          }
        })
    }
  }
#endif
