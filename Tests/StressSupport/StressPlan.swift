import Booking
import Catalog
import TestSupport

/// What the processes of a stress run do: everything follows from the seed.
public struct StressPlan: Sendable {
  /// The seed that replays the run.
  public let seed: UInt64
  /// How many operations there are in all.
  public let operations: Int
  /// How many processes share them.
  public let workers: Int

  /// Plans a run.
  public init(seed: UInt64, operations: Int, workers: Int) {
    self.seed = seed
    self.operations = operations
    self.workers = workers
  }

  /// One operation; the number makes its idempotency key.
  public enum Operation: Hashable, Sendable {
    /// Books a new stay as held or confirmed.
    case book(room: String, firstNight: Int, nights: Int, rooms: Int, confirmed: Bool)
    /// Confirms, cancels or pays the booking that an earlier operation of the same worker made.
    case confirm(of: Int)
    case cancel(of: Int)
    case pay(of: Int, card: String)
  }

  /// The operations of a worker, each with its number.
  public func operations(of worker: Int) -> [(number: Int, operation: Operation)] {
    var generator = SplitMix64(seed: seed &+ UInt64(worker) &* 0x1_0000_0001)
    var booked: [Int] = []
    return stride(from: worker, to: operations, by: workers).map { number in
      let choice = Int.random(in: 0..<10, using: &generator)
      guard choice >= 5, let target = booked.randomElement(using: &generator) else {
        booked.append(number)
        let operation = Operation.book(
          room: ["single", "double"].randomElement(using: &generator) ?? "double",
          firstNight: Int.random(in: 0..<40, using: &generator),
          nights: Int.random(in: 1...4, using: &generator),
          rooms: Int.random(in: 1...2, using: &generator),
          confirmed: Bool.random(using: &generator))
        return (number, operation)
      }
      switch choice {
      case 5: return (number, .confirm(of: target))
      case 6, 7: return (number, .cancel(of: target))
      default:
        let cards = [
          "4242424242424242", "4242424242424242", "4000000000000002", "4000000000000101",
          "4000000000000200", "4000000000000309",
        ]
        return (number, .pay(of: target, card: cards.randomElement(using: &generator) ?? cards[0]))
      }
    }
  }

  /// The day of night 0; the run's clock stands on the day before.
  public static let firstDay = "2026-03-02"
  /// Rooms for sale: few, so that they are fought over.
  public static let rates = """
    hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor,sample
    hotel-mock,single,Single Room,1,3,50001,60000,90000,yes
    hotel-mock,double,Double Room,2,6,80000,95000,140000,yes

    """
  /// How many rooms of a type there are.
  public static let capacity = ["single": 3, "double": 6]

  /// The stay of a booking operation.
  public static func stay(
    room: String, firstNight: Int, nights: Int, rooms: Int
  ) throws(BookingError) -> Stay {
    let checkIn = try CivilDate(firstDay).advanced(by: firstNight)
    return try Stay(
      hotelID: "hotel-mock", roomID: room, checkIn: checkIn, checkOut: checkIn.advanced(by: nights),
      rooms: rooms, guests: rooms)
  }
}
