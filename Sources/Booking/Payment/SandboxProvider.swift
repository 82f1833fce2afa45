import Catalog

/// A provider that takes no money: the card number chooses the answer.
///
/// | card | answer |
/// | --- | --- |
/// | 4242 4242 4242 4242 | authorised |
/// | 4000 0000 0000 0002 | declined |
/// | 4000 0000 0000 0101 | cancelled by the payer |
/// | 4000 0000 0000 0200 | timed out, and nothing was taken |
/// | 4000 0000 0000 0309 | timed out, although the money was taken |
/// | any other | declined |
///
/// It keeps a ledger of its own, as a real provider does, in which a key stands once: this is what
/// tests count charges in. The ledger holds keys, answers and amounts, no card numbers.
public final class SandboxProvider: PaymentProvider {
  /// `sandbox`
  public let name = "sandbox"
  private let file: FileSystem.AppendFile

  /// Opens the ledger and creates it where there is none, for its owner only.
  public init(ledger path: String) throws(BookingError) {
    do throws(FileSystem.Failure) {
      file = try FileSystem.AppendFile(path: path)
    } catch {
      throw .file(path: error.path, reason: error.reason)
    }
  }

  /// Answers by the card, or as before where the key is known.
  public func charge(
    _ amount: Money, key: String, card: CardNumber
  ) throws(BookingError) -> PaymentOutcome {
    try locked { () throws(FileSystem.Failure) in
      if let entry = try self.entries().last(where: { $0.key == key }) {
        return entry.word == "authorised" ? .authorised : .cancelled
      }
      switch card.digits {
      case "4242424242424242", "4000000000000309":
        try self.append(Entry(key: key, word: "authorised", amount: amount.minorUnits))
        return card.digits == "4000000000000309" ? .timedOut : .authorised
      case "4000000000000101": return .cancelled
      case "4000000000000200": return .timedOut
      default: return .declined
      }
    }
  }

  /// Notes the refund; a key that took nothing is barred.
  public func refund(key: String) throws(BookingError) {
    try locked { () throws(FileSystem.Failure) in
      let entry = try self.entries().last { $0.key == key }
      guard entry == nil || entry?.word == "authorised" else { return }
      try self.append(
        Entry(key: key, word: entry == nil ? "barred" : "refunded", amount: entry?.amount ?? 0))
    }
  }

  /// A line of the ledger: `K7M-24X-WQ9-1 authorised 12345`.
  package struct Entry: Hashable {
    package let key: String
    package let word: String
    package let amount: Int
  }

  /// All lines in order.
  package func ledger() throws(BookingError) -> [Entry] {
    try locked { () throws(FileSystem.Failure) in try self.entries() }
  }

  private func entries() throws(FileSystem.Failure) -> [Entry] {
    try file.read(from: 0).split(separator: UInt8(ascii: "\n")).compactMap { line in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 3, let amount = Int(words[2]) else { return nil }
      return Entry(key: String(words[0]), word: String(words[1]), amount: amount)
    }
  }

  private func append(_ entry: Entry) throws(FileSystem.Failure) {
    // A line that a crash cut short was not answered.
    let bytes = try file.read(from: 0)
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    if end < bytes.count { try file.truncate(to: end) }
    try file.append(Array("\(entry.key) \(entry.word) \(entry.amount)\n".utf8))
    try file.synchronize()
  }

  private func locked<Answer>(
    _ body: () throws(FileSystem.Failure) -> Answer
  ) throws(BookingError) -> Answer {
    do throws(FileSystem.Failure) {
      try file.lock()
      defer { file.unlock() }
      return try body()
    } catch {
      throw .file(path: error.path, reason: error.reason)
    }
  }
}
