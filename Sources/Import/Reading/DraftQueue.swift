import Catalog
import Spatial

/// The drafts of a file, read on a thread of its own while those before are worked on.
///
/// They come in the order of the file and are the same as those of ``DraftStream``; a fault that ends the
/// reading comes behind all that was read before it.
package final class DraftQueue {
  /// Adds to a draft what those who use it need.
  package typealias Preparation = (inout PlaceDraft) -> Void

  private let shared = Shared()
  /// Where the system has no thread.
  private var stream: DraftStream?
  private var batch = Batch()
  private var position = 0
  private let told: (Int) -> Void
  private let prepare: Preparation?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - options: how to read it.
  ///   - prepare: what else is done with each draft, on the thread that reads.
  ///   - read: told now and then, on the caller's thread, how many more bytes were read.
  package init(
    path: String, options: ReadingOptions, prepare: Preparation? = nil,
    read: @escaping (Int) -> Void = { _ in }
  ) throws(DataError) {
    told = read
    let shared = shared
    let stream = try DraftStream(path: path, options: options) {
      shared.bytesRead += $0
    }
    self.prepare = prepare
    let producer = Producer(stream, shared, prepare)
    if !Threads.detach({ producer.run() }) { self.stream = stream }
  }

  deinit { shared.monitor.locked { shared.isCancelled = true } }

  /// Fills a draft from the next record, and says what became of it; nil at the end. The draft is
  /// exchanged: its memory is used again.
  ///
  /// - Throws: as ``DraftStream``.
  package func next(into draft: inout PlaceDraft) throws(DataError) -> DraftStream.Outcome? {
    if stream != nil {
      defer {
        told(shared.bytesRead)
        shared.bytesRead = 0
      }
      let outcome = try stream?.next(into: &draft)
      if case .draft? = outcome { prepare?(&draft) }
      return outcome
    }
    while position == batch.outcomes.count {
      if let failure = batch.failure { throw failure }
      if batch.isLast { return nil }
      take()
    }
    defer { position += 1 }
    swap(&batch.drafts[position], &draft)
    return batch.outcomes[position]
  }

  /// Gives the batch back and waits for the next.
  private func take() {
    let old = batch
    position = 0
    batch = shared.monitor.locked(when: { !shared.full.isEmpty }) {
      shared.size -= old.size
      shared.free.append(old)
      return shared.full.removeFirst()
    }
    told(batch.bytesRead)
  }

  /// Some records in their order.
  private final class Batch {
    var outcomes: [DraftStream.Outcome] = []
    /// As many as there are outcomes, or more.
    var drafts: [PlaceDraft] = []
    /// How many bytes of the file were read for it.
    var bytesRead = 0
    /// How much memory its texts take, about.
    var size = 0
    var isLast = false
    /// What ended the reading behind its records.
    var failure: DataError?

    static let countLimit = 512
    static let sizeLimit = 1 << 18

    /// All drafts one behind the other: what one waits for from memory, such as the cell of its point,
    /// comes while the next are looked at.
    func prepare(_ prepare: Preparation?) {
      guard let prepare else { return }
      for (index, outcome) in outcomes.enumerated() {
        if case .draft = outcome { prepare(&drafts[index]) }
      }
    }

    func clear() {
      outcomes.removeAll(keepingCapacity: true)
      (bytesRead, size) = (0, 0)
    }
  }

  /// What both threads use: all but `bytesRead` inside of the monitor.
  private final class Shared: @unchecked Sendable {
    let monitor = Threads.Monitor()
    var full: [Batch] = []
    var free: [Batch] = []
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

    func run() {
      var batch = Batch()
      while true {
        do throws(DataError) {
          try fill(batch)
        } catch {
          batch.failure = error
          batch.isLast = true
        }
        batch.prepare(prepare)
        batch.bytesRead = shared.bytesRead
        shared.bytesRead = 0
        let isLast = batch.isLast
        let next: Batch? = shared.monitor.locked(when: { shared.hasRoom }) {
          if shared.isCancelled { return nil }
          shared.size += batch.size
          shared.full.append(batch)
          return shared.free.popLast() ?? Batch()
        }
        guard !isLast, let next else { return }
        batch = next
        batch.clear()
      }
    }

    private func fill(_ batch: Batch) throws(DataError) {
      while batch.outcomes.count < Batch.countLimit, batch.size < Batch.sizeLimit {
        let index = batch.outcomes.count
        if index == batch.drafts.count { batch.drafts.append(PlaceDraft()) }
        guard let outcome = try stream.next(into: &batch.drafts[index]) else {
          batch.isLast = true
          return
        }
        batch.outcomes.append(outcome)
        if case .draft = outcome { batch.size += batch.drafts[index].size }
      }
    }
  }
}
