import Catalog

/// Some records of a file in their order, whose memory is used again.
final class DraftBatch {
  /// What became of each record.
  fileprivate(set) var outcomes: [DraftStream.Outcome] = []
  /// As many as there may be outcomes.
  let drafts: UnsafeMutableBufferPointer<PlaceDraft> = {
    let drafts = UnsafeMutableBufferPointer<PlaceDraft>.allocate(capacity: countLimit)
    for index in drafts.indices { drafts.initializeElement(at: index, to: PlaceDraft()) }
    return drafts
  }()
  /// How many bytes of the file were read for it.
  var bytesRead = 0
  /// How much memory its texts take, about.
  private(set) var size = 0
  /// Whether nothing comes behind it.
  private(set) var isLast = false
  /// What ended the reading behind its records.
  private(set) var failure: DataError?
  /// What was made of the drafts, where something is.
  var prepared = PreparedPlaces()
  var isPrepared = false

  private static let countLimit = 512
  private static let sizeLimit = 1 << 18

  deinit {
    drafts.deinitialize()
    drafts.deallocate()
  }

  /// Fills the batch with the next records of a stream.
  func fill(from stream: inout DraftStream) {
    outcomes.removeAll(keepingCapacity: true)
    (size, isPrepared) = (0, false)
    do throws(DataError) {
      while outcomes.count < Self.countLimit, size < Self.sizeLimit {
        let index = outcomes.count
        guard let outcome = try stream.next(into: &drafts[index]) else {
          isLast = true
          return
        }
        outcomes.append(outcome)
        if case .draft = outcome { size += drafts[index].size }
      }
    } catch {
      failure = error
      isLast = true
    }
  }
}
