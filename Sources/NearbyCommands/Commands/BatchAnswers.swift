import Catalog
import Spatial
import Synchronization

/// Answers rows and renders the answers, on all cores.
struct BatchAnswers: Sendable {
  /// The answers to some rows that stand together, the faults of the others, and what a reader should
  /// know of the names that were taken for something.
  struct Part: Sendable {
    var text = ""
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

  /// The parts of a chunk in the order of its rows.
  func parts(of chunk: [Result<BatchInput.Row, DataError>]) -> [Part] {
    // A thread costs about as much as a few rows.
    let threads = min(Threads.processorCount, max(1, chunk.count / 16))
    let size = (chunk.count + threads - 1) / threads
    let slots = Slots(count: threads)
    Threads.run(threads) { number in
      slots.put(part(of: chunk.dropFirst(number * size).prefix(size)), at: number)
    }
    return slots.parts
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

  /// A place for the result of each thread.
  private final class Slots: Sendable {
    private let slots: Mutex<[Part]>

    init(count: Int) { slots = Mutex(Array(repeating: Part(), count: count)) }

    func put(_ part: Part, at number: Int) { slots.withLock { $0[number] = part } }

    var parts: [Part] { slots.withLock { $0 } }
  }
}
