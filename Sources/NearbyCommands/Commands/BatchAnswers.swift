import Catalog
import Spatial
import Synchronization

/// Answers rows and renders the answers, on all cores.
struct BatchAnswers: Sendable {
  /// The answers to some rows that stand together, the faults of the others, and what a reader should
  /// know of the names that were taken for something.
  struct Part: Sendable {
    var text: [UInt8] = []
    var faults: [DataError] = []
    var notes: [String] = []
    /// The rows for which no attraction fits.
    var unanswered = 0
  }

  let catalog: Catalog
  let settings: Settings
  let options: NearestOptions
  let filter: PlaceFilter
  let rows: BatchRows
  let file: String

  /// What a thread takes at a time.
  private static let rowsPerTurn = 256

  /// Answers a chunk on all cores.
  ///
  /// - Parameter beside: run once, on one of the threads, which then helps with the rows.
  /// - Returns: the parts of the chunk in the order of its rows.
  func parts(
    of chunk: [Result<BatchInput.Row, DataError>], beside: () -> Void
  ) -> [Part] {
    let turns = (chunk.count + Self.rowsPerTurn - 1) / Self.rowsPerTurn
    let slots = Mutex([Part](repeating: Part(), count: turns))
    // Nothing else runs it, and the caller waits.
    nonisolated(unsafe) let beside = beside
    Threads.forEach(turns + 1, atMost: Threads.processorCount) { number in
      guard number > 0 else { return beside() }
      let part = part(
        of: chunk.dropFirst((number - 1) * Self.rowsPerTurn).prefix(Self.rowsPerTurn))
      slots.withLock { $0[number - 1] = part }
    }
    return slots.withLock { $0 }
  }

  private func part(of chunk: ArraySlice<Result<BatchInput.Row, DataError>>) -> Part {
    var part = Part()
    for row in chunk {
      do throws(DataError) {
        let row = try row.get()
        let origin = try origin(of: row, notes: &part.notes)
        var filter = filter
        if options.excludesOrigin, let id = origin.id { filter.excludedIDs.insert(id) }
        let neighbors = catalog.neighbors(options.query(from: origin.coordinate, filter: filter))
        if neighbors.isEmpty { part.unanswered += 1 }
        rows.append(neighbors, line: row.line, origin: origin, to: &part.text)
      } catch {
        part.faults.append(error)
      }
    }
    return part
  }

  private func origin(
    of row: BatchInput.Row, notes: inout [String]
  ) throws(DataError) -> Origin {
    func fault(_ reason: String) -> DataError { row.fault(reason, file: file) }
    if let point = try row.coordinate(file: file) {
      return Origin(
        query: row.name ?? "\(point)", kindName: "coordinate", id: nil, name: nil,
        coordinate: settings.datum.wgs84(from: point))
    }
    guard let name = row.name else { throw fault("neither a coordinate nor a name") }
    do throws(CommandError) {
      return try Origin(
        name, datum: settings.datum, catalog: catalog, language: settings.language,
        note: { notes.append("\(file):\(row.line): \($0)") })
    } catch .usage(let text) {
      throw fault(text)
    } catch .unclear(let text, let lines) {
      throw fault(([text] + lines).joined(separator: " | "))
    } catch {
      throw fault(error.message)
    }
  }
}
