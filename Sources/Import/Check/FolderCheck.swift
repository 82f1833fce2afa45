import Catalog
import Spatial

/// Everything that is wrong with a data folder, or looks so: what ``CatalogCheck`` sees, and what typing and
/// maps do to positions, as an import sees it.
///
/// A place that is not where it should be is reported once, by the likeliest cause: swapped numbers, a lost
/// sign, the sea, another district than it names, far from all others.
package struct FolderCheck: Sendable {
  /// What a finding is about, for machines.
  package enum Kind: String, CaseIterable, Sendable {
    /// A file is missing or cannot be read.
    case file
    /// A row or a member is malformed.
    case row
    /// An id that stands twice, or names something that is not there.
    case reference
    case name
    case hours, website
    /// Outside of the city: with latitude for longitude, with a sign, or otherwise.
    case swapped, sign, outside
    case sea
    /// In another district than the row names.
    case district
    /// Far from everything else.
    case lonely
    /// Many places at one point.
    case stacked
    case duplicate
    /// Many points are shifted together.
    case shifted
  }

  /// Something that is wrong, with its place.
  package struct Finding: Sendable {
    package let kind: Kind
    /// Where, and what.
    package let fault: DataError
    /// The id of the row, where it has one.
    package let id: String?
  }

  /// The findings in the order of files and lines; empty for a clean folder.
  package private(set) var findings: [Finding] = []
  /// How many rows could be read, by file.
  package let rowCounts: [CatalogCheck.RowCount]

  let files: CityFiles

  /// Reads a folder and checks everything.
  ///
  /// - Parameters:
  ///   - directory: the folder.
  ///   - known: a catalog whose places are known to be right: those of the same names tell when the
  ///     folder's are shifted.
  /// - Complexity: O(n log n).
  package init(directory: String, known: Catalog? = nil) {
    files = CityFiles(directory: directory)
    rowCounts = CatalogCheck.rowCounts(of: files)
    for fault in files.faults { add(Self.kind(of: fault), fault) }
    for fault in CatalogCheck.referenceFaults(of: files) { add(.reference, fault) }
    for fault in CatalogCheck.nameFaults(of: files) { add(.name, fault) }
    checkAreas()
    checkTexts()
    checkPositions(known: known)
    checkStacks()
    checkDuplicates()
    // City and districts first, then the tables by name.
    func order(_ finding: Finding, _ offset: Int) -> (Int, String, Int, Int) {
      let place = finding.fault.place
      let isFrame =
        place.file.hasSuffix("/city.json") || place.file.hasSuffix("/\(CityFiles.districtsFile)")
      return (isFrame ? 0 : 1, place.file, place.line ?? 0, offset)
    }
    findings = findings.enumerated().map { (order($0.element, $0.offset), $0.element) }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }

  mutating func add(_ kind: Kind, _ fault: DataError, id: String? = nil) {
    findings.append(Finding(kind: kind, fault: fault, id: id))
  }

  mutating func add(_ kind: Kind, _ row: CityFiles.Row, _ reason: String, column: String? = nil) {
    add(kind, row.fault(column, reason), id: row.place.id)
  }

  /// The kind of a fault that opening the folder refuses.
  private static func kind(of fault: DataError) -> Kind {
    switch fault {
    case .unreadable: .file
    // A latitude that is none and would be a longitude.
    case .invalid(_, let reason): reason.hasSuffix("swapped?") ? .swapped : .row
    }
  }

  /// The areas that an audit knows: no place has the id of one, and their districts are there.
  private mutating func checkAreas() {
    do throws(DataError) {
      let areas = try AreaNames(directory: files.directory).areas
      let ids = Dictionary(files.rows.map { ($0.place.id, $0) }, uniquingKeysWith: { a, _ in a })
      let codes = files.districts.map(\.code)
      func refuse(_ area: AreaNames.Area, _ field: String, _ reason: String) {
        let file = "\(files.directory)/\(AreaNames.fileName)"
        let place = FilePlace(file: file, line: area.line, field: field)
        add(.reference, .invalid(place: place, reason: reason), id: area.id)
      }
      for area in areas {
        if let row = ids[area.id] {
          refuse(area, "id", "\(area.id) stands in \(row.file):\(row.line) as well")
        }
        if let code = area.district, !codes.isEmpty, !codes.contains(code) {
          refuse(area, "district", Spelling.unknown("district", code, among: codes))
        }
      }
    } catch {
      add(Self.kind(of: error), error)
    }
  }

  /// Opening hours and websites that nobody could use.
  private mutating func checkTexts() {
    for row in files.rows {
      if let hours = row.place.openingHours, !OpeningHoursText.isSyntax(hours) {
        add(
          .hours, row,
          "\"\(hours.prefix(60))\" is not in the syntax of OpenStreetMap's opening_hours, such as "
            + "Mo-Fr 10:00-18:00; write it so, or leave it empty", column: "opening_hours")
      }
      if let website = row.place.website, !Self.isWebAddress(website) {
        add(
          .website, row,
          "\"\(website.prefix(60))\" is no address of a website; give one that begins with https://, or "
            + "leave it empty", column: "website")
      }
    }
  }

  /// `http://` or `https://`, a name with a dot in it, and no space or control character anywhere.
  private static func isWebAddress(_ text: String) -> Bool {
    let lower = text.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return false }
    let host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return host.contains(".") && !host.hasPrefix(".") && !host.hasSuffix(".")
      && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 0x20 }
  }
}
