import Catalog
import Spatial

/// Turns the filter options into a filter.
enum FilterOptions {
  /// Reads `--category`, `--district`, `--region`, `--inside`.
  ///
  /// - Parameter note: told what was repaired in a polygon file.
  static func filter(
    _ arguments: Arguments, catalog: Catalog, settings: Settings, note: (String) -> Void
  ) throws(CommandError) -> PlaceFilter {
    var filter = PlaceFilter()
    for name in try arguments.list(.category) { filter.categories.insert(try category(name)) }
    for name in try arguments.list(.district) {
      filter.districts.insert(try district(name, catalog: catalog))
    }
    for name in try arguments.list(.region) {
      filter.regions.insert(try region(name, catalog: catalog))
    }
    if let path = arguments.value(.inside) {
      filter.area = try area(
        path, datum: settings.datum, isForMany: arguments.has(.from), note: note)
    }
    return filter
  }

  /// `--category help`
  static func categoryHelp(_ settings: Settings) -> String {
    let width = Category.allNames.map(\.count).max() ?? 0
    return Category.allCases.map { category in
      let label = settings.language == .english ? "" : category.label(in: settings.language) + "  "
      return "\(DisplayText.pad(category.rawValue, to: width))  \(label)\(category.summary)\n"
    }.joined()
  }

  private static func category(_ name: String) throws(CommandError) -> Category {
    let folded = Folding.fold(name)
    let match = Category.allCases.first { category in
      Folding.fold(category.rawValue) == folded
        || Language.allCases.contains { Folding.fold(category.label(in: $0)) == folded }
    }
    guard let match else {
      throw .usage(Spelling.unknown("category", name, among: Category.allNames))
    }
    return match
  }

  static func district(_ name: String, catalog: Catalog) throws(CommandError) -> String {
    let folded = Folding.fold(name)
    let match = catalog.districts.first { district in
      if Folding.fold(district.code) == folded { return true }
      return Language.allCases.contains { language in
        let name = Folding.fold(district.name[language])
        return name == folded || "\(name) district" == folded || name == "\(folded)区"
          || name == "\(folded) district"
      }
    }
    guard let match else {
      throw .usage(
        Spelling.unknown("district", name, among: catalog.districts.map(\.name.en))
          + " (or a code, as nearby districts lists them)")
    }
    return match.code
  }

  private static func region(_ name: String, catalog: Catalog) throws(CommandError) -> String {
    let folded = Folding.fold(name)
    let match = catalog.city.regions.first { region in
      Folding.fold(region.id) == folded
        || Language.allCases.contains { Folding.fold(region.name[$0]) == folded }
    }
    guard let match else {
      throw .usage(
        Spelling.unknown("region", name, among: catalog.city.regions.map(\.name.en)))
    }
    return match.id
  }

  /// The polygons of a file as a condition.
  ///
  /// - Parameter isForMany: whether many points will be asked for, so that cells pay; threads do
  ///   not wait for one another at cells either.
  private static func area(
    _ path: String, datum: Datum, isForMany: Bool, note: (String) -> Void
  ) throws(CommandError) -> @Sendable (Coordinate) -> Bool {
    #if GEOS
      do throws(DataError) {
        let index = try Catalog.areaIndex(path: path, datum: datum)
        for repair in index.repairs {
          note("\(path): \(repair.region): \(repair.description)")
        }
        if index.regions.isEmpty { note("\(path): no polygon in the file, so nothing lies inside") }
        guard isForMany else { return { index.firstCovering($0) != nil } }
        let cells = RegionCells(index, perSide: 256)
        return { cells.firstCovering($0) != nil }
      } catch {
        throw .data(error)
      }
    #else
      throw .unavailable("this build has no GEOS, which --inside needs")
    #endif
  }
}
