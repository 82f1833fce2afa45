import Spatial

#if GEOS
  /// The search for duplicates, which runs beside the writing of rows where no row depends on it.
  struct DuplicateSearch {
    typealias Found = (pairs: [DuplicateSweep.Pair], count: Int, heaped: Int)

    private let future: Threads.Future<Result<Found, ImportError>>

    /// Begins; `keepsAll` keeps more pairs than are listed.
    init(_ sweep: DuplicateSweep, keepsAll: Bool) {
      // Nobody else uses it from now on.
      nonisolated(unsafe) let sweep = sweep
      future = Threads.Future {
        var found: Found = ([], 0, 0)
        do throws(ImportError) {
          found.heaped = try sweep.pairs { pair in
            found.count += 1
            if keepsAll || found.pairs.count < Importer.listLimit { found.pairs.append(pair) }
          }
          return .success(found)
        } catch {
          return .failure(error)
        }
      }
    }

    func result() throws(ImportError) -> Found { try future.wait().get() }
  }
#endif
