import Catalog
import Spatial

/// What an import makes of the drafts of a batch ahead of their turn, since nothing of it depends on what
/// came before: where they lie, their names folded, the ids they ask for and their rows.
struct PreparedPlaces: ~Copyable {
  /// One place; its texts are parts of the texts of all.
  struct Place {
    /// The position among the codes of the districts; nil outside of all.
    var district: Int?
    var isInSea = false
    /// In ``folded``.
    var names = 0..<0
    /// In ``text``.
    var id = 0..<0
    var idHash: UInt64 = 0
    /// In ``text``; the row without its id.
    var row = 0..<0
  }

  /// As many as the batch has outcomes; those of faults say nothing.
  private(set) var places: [Place] = []
  private(set) var folded = FoldedNames()
  private(set) var text = ByteBuffer()

  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    folded.removeAll()
    text.removeAll()
  }
}

#if GEOS
  /// Prepares the drafts of batches; for one thread.
  final class PlacePreparer {
    private let finder: DistrictFinder
    private let codes: [String]
    private let land: Land?
    private let table: Folding.HanTable
    private var writer: PlaceRowWriter

    init(_ frame: CityFrame, _ table: Folding.HanTable, _ writer: consuming PlaceRowWriter) {
      finder = frame.districtFinder()
      codes = finder.codes
      land = frame.land
      self.table = table
      self.writer = writer
    }

    func prepare(_ batch: DraftBatch) {
      batch.prepared.fill(batch, finder, land, codes, table, &writer)
    }
  }

  extension PreparedPlaces {
    fileprivate mutating func fill(
      _ batch: DraftBatch, _ finder: DistrictFinder, _ land: Land?, _ codes: [String],
      _ table: Folding.HanTable, _ writer: inout PlaceRowWriter
    ) {
      removeAll()
      // One thing for all before the next: what one draft waits for from memory comes while the next are
      // looked at.
      for (index, outcome) in batch.outcomes.enumerated() {
        var place = Place()
        if case .draft = outcome {
          place.district = finder.district(at: batch.drafts[index].position.coordinate)
        }
        places.append(place)
      }
      if let land {
        for index in places.indices where places[index].district != nil {
          places[index].isInSea = land.isInSea(
            batch.drafts[index].position.coordinate, category: batch.drafts[index].category)
        }
      }
      for index in places.indices {
        guard case .draft = batch.outcomes[index] else { continue }
        places[index].names = folded.append(batch.drafts[index], by: table)
        guard let district = places[index].district else { continue }
        let id = text.count
        PlaceRowWriter.appendID(batch.drafts[index], folded, places[index].names, to: &text)
        let row = text.count
        writer.appendRow(batch.drafts[index], codes[district], to: &text)
        places[index].id = id..<row
        places[index].row = row..<text.count
        places[index].idHash = IDRegister.hash(text[id..<row])
      }
    }
  }
#endif
