import Booking
import Catalog

/// Replays the acknowledged operations and compares what must be with what is.
public struct StressModel {
  /// What is wrong; empty for a run that held.
  public private(set) var faults: [String] = []
  /// How many operations were acknowledged, by their answer.
  public private(set) var answers: [String: Int] = [:]

  /// What the acknowledgements say of one booking.
  private struct Expected {
    let worker: Int
    let number: Int
    let operation: StressPlan.Operation
    let total: Int
    var isConfirmed: Bool
    var isCancelled = false
    var isPaid = false
  }

  /// Reads the acknowledgements of a finished run and the stores it left.
  public init(plan: StressPlan, folder: String) throws {
    var expected: [String: Expected] = [:]
    var acknowledged = 0
    for worker in 0..<plan.workers {
      let operations = Dictionary(
        uniqueKeysWithValues: plan.operations(of: worker).map { ($0.number, $0.operation) })
      let bytes = try FileSystem.read(StressWorker.acknowledgements(folder, worker))
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard let number = Int(words[0]), let operation = operations[number] else {
          faults.append("acknowledged what was not planned: \(line)")
          continue
        }
        acknowledged += 1
        answers[words[1], default: 0] += 1
        apply(words, number: number, operation: operation, worker: worker, to: &expected)
      }
    }
    if acknowledged != plan.operations {
      faults.append("\(acknowledged) of \(plan.operations) operations were acknowledged")
    }
    try compare(expected, folder: folder)
  }

  private mutating func apply(
    _ words: [String], number: Int, operation: StressPlan.Operation, worker: Int,
    to expected: inout [String: Expected]
  ) {
    switch words[1] {
    case "booked":
      guard case .book(_, _, _, _, let confirmed) = operation else {
        faults.append("operation \(number) books, and was not planned to")
        return
      }
      let entry = Expected(
        worker: worker, number: number, operation: operation, total: Int(words[3]) ?? -1,
        isConfirmed: confirmed)
      if expected.updateValue(entry, forKey: words[2]) != nil {
        faults.append("reference \(words[2]) was given out twice")
      }
    case "confirmed": expected[words[2]]?.isConfirmed = true
    case "cancelled":
      expected[words[2]]?.isCancelled = true
      expected[words[2]]?.isPaid = false
    case "paid" where words[3] == "authorised":
      expected[words[2]]?.isPaid = true
      expected[words[2]]?.isConfirmed = true
    default: break
    }
  }

  private mutating func compare(_ expected: [String: Expected], folder: String) throws {
    let store = try SQLiteBookingStore(path: "\(folder)/bookings.db")
    let (bookings, payments) = try store.read { rows throws(BookingError) in
      let bookings = try rows.bookings()
      var payments: [BookingReference: [PaymentRecord]] = [:]
      for booking in bookings {
        payments[booking.reference] = try rows.payments(of: booking.reference)
      }
      return (bookings, payments)
    }
    // Not one missing, none doubled.
    let found = Set(bookings.map(\.reference.description))
    for (reference, entry) in expected where !found.contains(reference) {
      faults.append("operation \(entry.number): booking \(reference) is missing")
    }
    for booking in bookings {
      guard let entry = expected[booking.reference.description] else {
        faults.append("booking \(booking.reference) was not acknowledged")
        continue
      }
      check(booking, against: entry)
    }
    checkCapacity(bookings)
    let provider = try SandboxProvider(ledger: "\(folder)/ledger")
    checkMoney(bookings, payments, ledger: try provider.ledger(), expected)
    let log = try LogReplay(log: try store.logText(), path: "\(folder)/replayed.db")
    faults += try log.differences(from: store)
    faults += log.overbookings(capacity: StressPlan.capacity)
  }

  private mutating func check(_ booking: BookingRecord, against entry: Expected) {
    let state: BookingState =
      entry.isCancelled ? .cancelled : entry.isConfirmed ? .confirmed : .held
    if booking.state != state {
      faults.append("booking \(booking.reference) is \(booking.state), and should be \(state)")
    }
    if booking.total.minorUnits != entry.total {
      faults.append("booking \(booking.reference) costs another price than was acknowledged")
    }
    if booking.idempotencyKey != "operation-\(entry.number)" {
      faults.append("booking \(booking.reference) has the key \(booking.idempotencyKey)")
    }
    if case .book(let room, _, let nights, let rooms, _) = entry.operation,
      booking.stay.roomID != room || booking.stay.nights.count != nights
        || booking.stay.rooms != rooms
    {
      faults.append("booking \(booking.reference) is another stay than was asked for")
    }
  }

  private mutating func checkCapacity(_ bookings: [BookingRecord]) {
    var taken: [String: Int] = [:]
    for booking in bookings where booking.state == .held || booking.state == .confirmed {
      for night in booking.stay.nights {
        taken["\(booking.stay.roomID) \(night)", default: 0] += booking.stay.rooms
      }
    }
    for (key, count) in taken {
      let room = String(key.prefix { $0 != " " })
      if count > StressPlan.capacity[room] ?? 0 { faults.append("\(key): \(count) rooms are sold") }
    }
  }

  /// The ledger, the payments and the acknowledgements tell one story.
  private mutating func checkMoney(
    _ bookings: [BookingRecord], _ payments: [BookingReference: [PaymentRecord]],
    ledger: [SandboxProvider.Entry], _ expected: [String: Expected]
  ) {
    var balance: [String: Int] = [:]
    var charges: [String: Int] = [:]
    for entry in ledger {
      let reference = String(entry.key.prefix(11))
      if entry.word == "authorised" {
        balance[reference, default: 0] += entry.amount
        charges[entry.key, default: 0] += 1
      }
      if entry.word == "refunded" { balance[reference, default: 0] -= entry.amount }
    }
    for (key, count) in charges where count > 1 {
      faults.append("\(key) was charged \(count) times")
    }
    for booking in bookings {
      let attempts = payments[booking.reference] ?? []
      let authorised = attempts.filter { $0.state == .authorised }
      let money = balance[booking.reference.description] ?? 0
      // Money may be with the provider while its answer was lost: the attempt says so.
      let isOpen = attempts.contains { $0.state == .pending }
      let due = authorised.count * booking.total.minorUnits
      if authorised.count > 1 { faults.append("\(booking.reference) is paid twice") }
      if money != due && !(isOpen && money == booking.total.minorUnits) {
        faults.append("\(booking.reference): \(money) were taken, and \(due) are recorded")
      }
      if expected[booking.reference.description]?.isPaid == true && authorised.isEmpty {
        faults.append("\(booking.reference): an acknowledged payment is missing")
      }
      if attempts.contains(where: { $0.state == .refunding }) {
        faults.append("\(booking.reference): a refund was not finished")
      }
    }
  }
}
