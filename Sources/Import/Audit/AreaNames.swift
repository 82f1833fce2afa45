import Catalog

/// The areas of a city that a list may name and that are no places: quarters, islands, streets and waters,
/// from `areas.csv` of its folder. They have names and no position.
package struct AreaNames: Sendable {
  /// An area.
  package struct Area: Hashable, Sendable {
    /// A slug.
    package let id: String
    /// Its names and aliases in any script.
    package let names: [String]
    /// The code of the district in which it lies; nil where it lies in several, or none.
    package let district: String?
    /// The line it stands on.
    package let line: Int
  }

  /// The name of the file in a data folder.
  package static let fileName = "areas.csv"

  /// The areas in the order of the file.
  package private(set) var areas: [Area] = []

  /// Reads the areas of a folder; none where it has no such file.
  ///
  /// - Throws: the first row that is wrong: a missing column, an id that is no slug or stands twice, no
  ///   name.
  /// - Complexity: O(bytes of the file).
  package init(directory: String) throws(DataError) {
    let file = "\(directory)/\(Self.fileName)"
    guard FileSystem.stamp(of: file) != nil else { return }
    var reader = try CSVReader(path: file)
    let header = try reader.next()?.fields ?? []
    func column(_ name: String) throws(DataError) -> Int {
      guard let index = header.firstIndex(of: name) else {
        throw .invalid(
          place: FilePlace(file: file, line: 1, field: name), reason: "the column is missing")
      }
      return index
    }
    let id = try column("id")
    let names = [
      try column("name_en"), try column("name_zh_hant"), try column("name_zh_hans"),
      try column("aliases"),
    ]
    let district = header.firstIndex(of: "district")
    var seen: Set<String> = []
    while let record = try reader.next() {
      func fault(_ field: String?, _ reason: String) -> DataError {
        .invalid(place: FilePlace(file: file, line: record.line, field: field), reason: reason)
      }
      guard record.fields.count == header.count else {
        throw fault(nil, "\(record.fields.count) fields where the header has \(header.count)")
      }
      guard record.fields[id].isSlug else {
        throw fault(
          "id",
          "\"\(record.fields[id].prefix(60))\" is not a slug of lower-case letters, "
            + "digits and hyphens")
      }
      guard seen.insert(record.fields[id]).inserted else {
        throw fault("id", "\(record.fields[id]) stands twice")
      }
      let texts = names.flatMap { record.fields[$0].split(separator: "|").map(String.init) }
        .filter { !Folding.fold($0).isEmpty }
      guard !texts.isEmpty else { throw fault("name_en", "no name") }
      let code = district.map { record.fields[$0] } ?? ""
      areas.append(
        Area(
          id: record.fields[id], names: texts, district: code.isEmpty ? nil : code,
          line: record.line))
    }
  }
}
