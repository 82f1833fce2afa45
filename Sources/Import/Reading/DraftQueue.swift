import Catalog
import Spatial

/// The drafts of a file, read on a thread of its own while those before are worked on.
///
/// They come in the order of the file and are the same as those of ``DraftStream``; a fault that ends the
/// reading comes behind all that was read before it.
package final class DraftQueue {
  /// Makes of a batch's drafts what those who use them need.
  typealias Preparation = (DraftBatch) -> Void

  private let shared = Shared()
  /// Where the system has no thread.
  private var producer: Producer?
  private var batch = DraftBatch()
  private var position = 0
  private let told: (Int) -> Void
  private let prepare: Preparation?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - options: how to read it.
  ///   - read: told now and then, on the caller's thread, how many more bytes were read.
  package convenience init(
    path: String, options: ReadingOptions, read: @escaping (Int) -> Void = { _ in }
  ) throws(DataError) {
    try self.init(path: path, options: options, preparations: nil, read: read)
  }

  /// - Parameter preparations: what else is done with each batch, on the thread that reads where the caller
  ///   has work, and on the caller's where it waits.
  init(
    path: String, options: ReadingOptions,
    preparations: (reader: Preparation, caller: Preparation)?,
    read: @escaping (Int) -> Void
  ) throws(DataError) {
    told = read
    let shared = shared
    let stream = try DraftStream(path: path, options: options) { shared.bytesRead += $0 }
    prepare = preparations?.caller
    let producer = Producer(stream, shared, preparations?.reader)
    if !Threads.detach({ producer.run() }) { self.producer = producer }
  }

  deinit { shared.monitor.locked { shared.isCancelled = true } }

  /// Fills a draft from the next record, and says what became of it; nil at the end. The draft is
  /// exchanged: its memory is used again.
  ///
  /// - Throws: as ``DraftStream``.
  package func next(into draft: inout PlaceDraft) throws(DataError) -> DraftStream.Outcome? {
    while position == batch.outcomes.count {
      guard try nextBatch() != nil else { return nil }
    }
    defer { position += 1 }
    swap(&batch.drafts[position], &draft)
    return batch.outcomes[position]
  }

  /// The next records, prepared; nil at the end. The batch before is given back.
  ///
  /// - Throws: as ``DraftStream``.
  func nextBatch() throws(DataError) -> DraftBatch? {
    if let failure = batch.failure { throw failure }
    if batch.isLast { return nil }
    position = 0
    if let producer {
      producer.fill(batch)
    } else {
      let old = batch
      batch = shared.monitor.locked(when: { !shared.full.isEmpty }) {
        shared.size -= old.size
        shared.free.append(old)
        return shared.full.removeFirst()
      }
    }
    if !batch.isPrepared { prepare?(batch) }
    told(batch.bytesRead)
    return batch
  }

  /// What both threads use: all but `bytesRead` inside of the monitor.
  private final class Shared: @unchecked Sendable {
    let monitor = Threads.Monitor()
    var full: [DraftBatch] = []
    var free: [DraftBatch] = []
    /// The size of the batches that were handed over and not given back.
    var size = 0
    var isCancelled = false
    /// Counted by the thread that reads.
    var bytesRead = 0

    static let countLimit = 4
    static let sizeLimit = 1 << 20

    /// Whether the reader may hand over more.
    var hasRoom: Bool {
      isCancelled || full.isEmpty || (full.count < Self.countLimit && size < Self.sizeLimit)
    }
  }

  /// Reads; the stream is used by its thread alone.
  private final class Producer: @unchecked Sendable {
    private var stream: DraftStream
    private let shared: Shared
    private let prepare: Preparation?

    init(_ stream: DraftStream, _ shared: Shared, _ prepare: Preparation?) {
      self.prepare = prepare
      self.stream = stream
      self.shared = shared
    }

    func fill(_ batch: DraftBatch) {
      batch.fill(from: &stream)
      batch.bytesRead = shared.bytesRead
      shared.bytesRead = 0
    }

    func run() {
      var batch = DraftBatch()
      while true {
        fill(batch)
        if let prepare, shared.monitor.locked({ !shared.full.isEmpty }) {
          prepare(batch)
          batch.isPrepared = true
        }
        let isLast = batch.isLast
        let next: DraftBatch? = shared.monitor.locked(when: { shared.hasRoom }) {
          if shared.isCancelled { return nil }
          shared.size += batch.size
          shared.full.append(batch)
          return shared.free.popLast() ?? DraftBatch()
        }
        guard !isLast, let next else { return }
        batch = next
      }
    }
  }
}
