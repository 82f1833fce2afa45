import Booking
import Catalog
import TestSupport

/// One process of a stress run: does its operations in order and writes a line for each that is
/// acknowledged. Started again after a kill, it repeats the operation whose line is missing.
public struct StressWorker {
  let plan: StressPlan
  let worker: Int
  let folder: String

  /// A worker of a run in a folder that holds `rooms.csv`.
  public init(plan: StressPlan, worker: Int, folder: String) {
    self.plan = plan
    self.worker = worker
    self.folder = folder
  }

  /// The file with a worker's acknowledgements.
  public static func acknowledgements(_ folder: String, _ worker: Int) -> String {
    "\(folder)/acknowledged-\(worker)"
  }

  /// Runs to the end.
  public func run() throws {
    let acknowledged = try FileSystem.AppendFile(
      path: Self.acknowledgements(folder, worker))
    // A line that the kill cut short was not acknowledged.
    let text = try acknowledged.read(from: 0)
    let end = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    try acknowledged.truncate(to: end)
    var references: [Int: BookingReference] = [:]
    var done: Set<Int> = []
    for line in text[..<end].split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard let number = Int(words[0]) else { continue }
      done.insert(number)
      if words[1] == "booked" { references[number] = try BookingReference(words[2]) }
    }
    let clock = Instant("2026-03-01T00:00:00Z") ?? Instant(millisecondsSinceEpoch: 0)
    let desk = BookingDesk(
      store: try SQLiteBookingStore(path: "\(folder)/bookings.db"),
      rates: try RateBook(path: "\(folder)/rooms.csv", currency: "HKD"),
      timeZone: try CityTimeZone("Asia/Hong_Kong"), now: { clock },
      generator: SystemRandomNumberGenerator())
    let provider = try SandboxProvider(ledger: "\(folder)/ledger")
    for (number, operation) in plan.operations(of: worker) where !done.contains(number) {
      let answer = try perform(
        operation, number: number, desk: desk, provider: provider, references: &references)
      try acknowledged.append(Array("\(number) \(answer)\n".utf8))
    }
  }

  /// Does one operation, any number of times to the same effect.
  private func perform(
    _ operation: StressPlan.Operation, number: Int, desk: BookingDesk,
    provider: SandboxProvider, references: inout [Int: BookingReference]
  ) throws -> String {
    do throws(BookingError) {
      switch operation {
      case .book(let room, let firstNight, let nights, let rooms, let confirmed):
        let stay = try StressPlan.stay(
          room: room, firstNight: firstNight, nights: nights, rooms: rooms)
        let booking = try desk.book(
          stay, key: "operation-\(number)", guest: try GuestDetails(name: "guest \(number)"),
          target: confirmed ? .confirmed : .held)
        references[number] = booking.reference
        return "booked \(booking.reference) \(booking.total.minorUnits)"
      case .confirm(let target):
        guard let reference = references[target] else { return "skipped" }
        return "confirmed \(try desk.confirm(reference).reference)"
      case .cancel(let target):
        guard let reference = references[target] else { return "skipped" }
        _ = try desk.cancel(reference)
        try desk.refund(reference, provider: provider)
        return "cancelled \(reference)"
      case .pay(let target, let card):
        guard let reference = references[target] else { return "skipped" }
        let outcome = try desk.pay(reference, card: CardNumber(card), provider: provider)
        return "paid \(reference) \(outcome.rawValue)"
      }
    } catch {
      switch error {
      case .soldOut: return "sold-out"
      case .illegalMove: return "refused"
      default: throw error
      }
    }
  }
}
