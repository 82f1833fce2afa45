import Booking
import Catalog
import StressSupport
import TestSupport

/// The rows of the report, each made where it is measured, so that label and code cannot differ.
enum Workload {
  static func rows(
    catalog: Catalog, folder: String, bookings: Int, runs: Int
  ) throws -> [Row] {
    [
      attach(catalog, runs: runs),
      try quotes(catalog, runs: runs),
      try book(folder, processes: 1, bookings: bookings, runs: runs),
      try book(folder, processes: 4, bookings: bookings, runs: runs),
    ]
  }

  private static func attach(_ catalog: Catalog, runs: Int) -> Row {
    let clock = ContinuousClock()
    var checksum = Checksum()
    let durations = (0..<runs).map { run in
      var attached: HotelAttractions?
      let duration = clock.measure { attached = HotelAttractions(catalog, count: 10) }
      if run == 0, let attached {
        for hotel in catalog.hotels {
          for attachment in attached[hotel.id] { checksum.add(attachment.attractionID) }
        }
      }
      return duration
    }
    return Row(
      task: "attach 10 attractions to \(catalog.hotels.count) hotels", durations: durations,
      count: catalog.hotels.count, checksum: checksum.value)
  }

  private static func quotes(_ catalog: Catalog, runs: Int) throws -> Row {
    let rates = try RateBook(
      path: "\(catalog.directory)/rooms.csv", currency: catalog.city.currency)
    var generator = SplitMix64(seed: 1)
    let first = try CivilDate("2026-12-01")
    let rooms = rates.hotelIDs.flatMap { rates.rooms(ofHotel: $0) }
    var stays: [Stay] = []
    for _ in 0..<10_000 {
      guard let room = rooms.randomElement(using: &generator) else { continue }
      let checkIn = first.advanced(by: Int.random(in: 0..<365, using: &generator))
      stays.append(
        try Stay(
          hotelID: room.hotelID, roomID: room.id, checkIn: checkIn,
          checkOut: checkIn.advanced(by: Int.random(in: 1...7, using: &generator)), rooms: 1,
          guests: 1))
    }
    let clock = ContinuousClock()
    var checksum = Checksum()
    let durations = try (0..<runs).map { run in
      var totals: [Int] = []
      let duration = try clock.measure {
        totals = try stays.map { try rates.quote($0).total.minorUnits }
      }
      if run == 0 { for total in totals { checksum.add("\(total)") } }
      return duration
    }
    return Row(
      task: "quote a stay of 1 to 7 nights", durations: durations, count: stays.count,
      checksum: checksum.value)
  }

  /// Confirmed bookings with everything durable, by processes of their own.
  private static func book(
    _ parent: String, processes: Int, bookings: Int, runs: Int
  ) throws -> Row {
    guard let program = FileSystem.executablePath() else {
      throw BookingError.file(path: "booking-bench", reason: "cannot find itself")
    }
    let clock = ContinuousClock()
    var checksum = Checksum()
    var durations: [Duration] = []
    let each = bookings / processes
    for run in 0..<runs {
      let folder = "\(parent)/booking-bench-\(FileSystem.wallClockMilliseconds())"
      try FileSystem.makePrivateFolder(folder)
      try FileSystem.replace("\(folder)/rooms.csv", with: Array(rates.utf8))
      _ = try SQLiteBookingStore(path: "\(folder)/bookings.db")
      var failures = 0
      durations.append(
        try clock.measure {
          failures = try StressRun.runAll(
            (0..<processes).map { [program, "worker", folder, "\($0)", "\(each)"] })
        })
      let store = try SQLiteBookingStore(path: "\(folder)/bookings.db")
      let found = try store.read { rows throws(BookingError) in try rows.bookings() }
      guard failures == 0, found.count == each * processes else {
        throw BookingError.file(
          path: folder, reason: "\(found.count) bookings, \(failures) failures")
      }
      if run == 0 { for key in found.map(\.idempotencyKey).sorted() { checksum.add(key) } }
      FileSystem.removeFolder(folder)
    }
    return Row(
      task: "book durably, \(processes) \(processes == 1 ? "process" : "processes")",
      durations: durations, count: each * processes, checksum: checksum.value)
  }

  private static let rates = """
    hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor,sample
    bench,double,Double Room,2,9999,80000,95000,140000,yes

    """

  /// What one process of `book` does.
  static func book(in folder: String, worker: Int, count: Int) throws {
    let now = Instant("2026-03-01T00:00:00Z") ?? Instant(millisecondsSinceEpoch: 0)
    let desk = BookingDesk(
      store: try SQLiteBookingStore(path: "\(folder)/bookings.db"),
      rates: try RateBook(path: "\(folder)/rooms.csv", currency: "HKD"),
      timeZone: try CityTimeZone("Asia/Hong_Kong"), now: { now },
      generator: SystemRandomNumberGenerator())
    let first = try CivilDate("2026-03-02")
    for number in 0..<count {
      let checkIn = first.advanced(by: number % 300)
      _ = try desk.book(
        try Stay(
          hotelID: "bench", roomID: "double", checkIn: checkIn, checkOut: checkIn.advanced(by: 2),
          rooms: 1, guests: 2), key: "\(worker)-\(number)", guest: try GuestDetails(name: "guest"),
        target: .confirmed)
    }
  }
}
