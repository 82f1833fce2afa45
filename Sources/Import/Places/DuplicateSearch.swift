import Spatial

#if GEOS
  /// The search for duplicates, which runs beside the writing of rows where no row depends on it.
  struct DuplicateSearch {
    /// What was found: the first pairs, how many places may stand twice, how many more are of two kinds,
    /// and how many lie in a heap.
    struct Found {
      var pairs: [DuplicateSweep.Pair] = []
      var count = 0
      var contradicted = 0
      var heaped = 0
    }

    private let future: Threads.Future<Result<Found, ImportError>>

    /// Begins.
    ///
    /// - Parameter body: called with every two that are to be one, on the thread of the search.
    init(
      _ sweep: DuplicateSweep,
      _ body: @escaping (DuplicateSweep.Pair) throws(ImportError) -> Void
    ) {
      // Nobody else uses them from now on.
      nonisolated(unsafe) let (sweep, body) = (sweep, body)
      future = Threads.Future {
        var found = Found()
        do throws(ImportError) {
          found.heaped = try sweep.pairs { pair throws(ImportError) in
            if found.pairs.count < Importer.listLimit { found.pairs.append(pair) }
            guard !pair.isContradicted else {
              found.contradicted += 1
              return
            }
            found.count += 1
            try body(pair)
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
