import Catalog
import Spatial

/// Sees whether the drafts of a file that are converted are shifted together, by what a catalog knows.
package struct ShiftWatch: ~Copyable {
  /// The first so many drafts are looked at.
  private static let draftLimit = 20_000

  private var detector: ShiftDetector
  #if GEOS
    private let land: Land?
  #endif
  private let table = Folding.HanTable()
  private var folded = FoldedNames()
  private var count = 0

  /// Knows the places of a catalog, and its land where there is a file of it.
  package init(_ catalog: Catalog) {
    detector = ShiftDetector(knowing: catalog)
    #if GEOS
      do throws(DataError) {
        land = try Land(directory: catalog.directory)
      } catch {
        // It is for `check` to tell.
        land = nil
      }
    #endif
  }

  /// Takes a draft into account.
  package mutating func add(_ draft: borrowing PlaceDraft) {
    guard count < Self.draftLimit else { return }
    count += 1
    let point = draft.position.coordinate
    folded.removeAll()
    let names = folded.append(draft, by: table)
    detector.add(folded, names, at: point, record: count)
    #if GEOS
      if detector.needsPoints, let land {
        let category = draft.category
        detector.add(point, record: count) { land.isInSea($0, category: category) }
      }
    #endif
  }

  /// The shift with which the points make more sense, and why.
  package var finding: ShiftDetector.Sighting? { detector.finding }
}
