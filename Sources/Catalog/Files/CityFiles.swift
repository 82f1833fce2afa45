import Spatial

/// The source files of a city folder, read in full, with every fault that was met.
package struct CityFiles {
  /// A place and where its row stands.
  package struct Row {
    package let place: Place
    /// The id of the row that is the same place, where the row says so: another licence of a hotel.
    package let sameAs: String?
    package let file: String
    package let line: Int
  }

  /// Something wrong in the folder.
  package typealias Fault = DataError

  package let directory: String
  package private(set) var city: City?
  package private(set) var districts: [District] = []
  /// The codes in the order of the file.
  package private(set) var districtOrder: [String] = []
  /// The lines of ``districtsFile`` on which its features begin.
  package private(set) var districtLines: [Int] = []
  package private(set) var rows: [Row] = []
  package private(set) var faults: [Fault] = []

  /// The names of the files a folder may hold: `city.json`, `districts.geojson`, and for attractions,
  /// hotels and stations `KIND.csv` and any number of `KIND-….csv`.
  package static func names(in directory: String) throws(DataError) -> [String] {
    let names: [String]
    do throws(FileSystem.Failure) {
      names = try FileSystem.names(in: directory)
    } catch {
      throw DataError(error)
    }
    return names.filter { name in
      name == "city.json" || name == districtsFile
        || Table.allCases.contains { name.isTable($0.rawValue) }
    }
  }

  /// The file with the district polygons.
  package static let districtsFile = "districts.geojson"

  /// Whether a name is that of a table, such as `hotels.csv` and `hotels-osm.csv` of `hotels`.
  package static func isTable(_ name: String, _ table: String) -> Bool { name.isTable(table) }

  enum Table: String, CaseIterable {
    case attractions, hotels, stations
  }

  /// Reads all files. Faults are collected in ``faults``; rows that have one are left out.
  ///
  /// - Parameter frameOnly: whether to leave the tables of places unread.
  package init(directory: String, frameOnly: Bool = false) {
    self.directory = directory
    do throws(DataError) {
      let names = try Self.names(in: directory)
      for required in ["city.json", Self.districtsFile, "attractions.csv"]
      where !names.contains(required) {
        faults.append(
          .unreadable(path: "\(directory)/\(required)", reason: "a city folder needs this file"))
      }
      if names.contains("city.json") { readCity() }
      if names.contains(Self.districtsFile) { readDistricts() }
      for table in Table.allCases where !frameOnly {
        for name in names where name.isTable(table.rawValue) { readTable(table, name: name) }
      }
    } catch {
      faults.append(error)
    }
  }

  private mutating func readCity() {
    let file = "\(directory)/city.json"
    do throws(DataError) {
      city = try CityReader(file: file).read()
    } catch {
      faults.append(error)
    }
  }

  private mutating func readDistricts() {
    let file = "\(directory)/\(Self.districtsFile)"
    do throws(DataError) {
      let json = try JSONParser.parse(path: file)
      districtLines = Self.lines(ofElementsIn: "features", file)
      for (index, feature) in (json["features"]?.array ?? []).enumerated() {
        func text(_ name: String) throws(DataError) -> String {
          guard let text = feature["properties"]?[name]?.string, !text.isEmpty else {
            throw .invalid(place: districtPlace(index), reason: "property \(name) is missing")
          }
          return text
        }
        districts.append(
          District(
            code: try text("code"),
            name: LocalizedName(
              en: try text("name_en"), zhHant: try text("name_zh_hant"),
              zhHans: try text("name_zh_hans")),
            region: try text("region")))
      }
      districtOrder = districts.map(\.code)
      districts.sort { $0.code < $1.code }
    } catch {
      faults.append(error)
    }
  }

  /// The place of a district's feature, by its position in the file.
  package func districtPlace(_ index: Int) -> FilePlace {
    FilePlace(
      file: "\(directory)/\(Self.districtsFile)",
      line: index < districtLines.count ? districtLines[index] : nil,
      field: "feature \(index + 1)")
  }

  /// The lines on which elements begin in a JSON file that was read before.
  static func lines(ofElementsIn member: String, _ file: String) -> [Int] {
    do throws(FileSystem.Failure) {
      return JSONParser.lines(ofElementsIn: member, try FileSystem.read(file))
    } catch {
      return []
    }
  }

  private mutating func readTable(_ table: Table, name: String) {
    let file = "\(directory)/\(name)"
    do throws(DataError) {
      var reader = try CSVReader(path: file)
      guard let header = try reader.next() else {
        throw .invalid(place: FilePlace(file: file, line: 1), reason: "the header row is missing")
      }
      let columns = try PlaceColumns(header.fields, table: table, file: file)
      while let record = try reader.next() {
        do throws(DataError) {
          let place = try columns.place(in: record)
          rows.append(
            Row(place: place, sameAs: columns.sameAs(in: record), file: file, line: record.line))
        } catch {
          faults.append(error)
        }
      }
    } catch {
      faults.append(error)
    }
  }
}

extension String {
  /// `attractions.csv`, `attractions-osm.csv`.
  fileprivate func isTable(_ table: String) -> Bool {
    guard hasSuffix(".csv"), hasPrefix(table) else { return false }
    let rest = utf8.dropFirst(table.utf8.count)
    return rest.count == ".csv".utf8.count || rest.first == UInt8(ascii: "-")
  }
}
