import CSQLite
import Catalog
import TestSupport

@testable import Booking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of its own for a test, removed with the last reference.
final class TemporaryFolder {
  let path: String

  init() {
    // Where there is one, a folder in memory: the tests sync thousands of times.
    let parent = FileSystem.isDirectory("/dev/shm") ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/nearby-booking-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("mkdtemp failed") }
    path = String(cString: made)
  }

  deinit {
    FileSystem.removeFolder(path)
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    try FileSystem.replace("\(path)/\(name)", with: Array(text.utf8))
    return "\(path)/\(name)"
  }
}

/// Permission bits of a file.
func permissions(_ path: String) -> UInt32 {
  var status = stat()
  return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
}

/// A clock that tests move by hand.
final class TestClock {
  var now: Instant

  init(_ text: String = "2026-03-01T04:00:00Z") {
    guard let instant = Instant(text) else { fatalError("no instant: \(text)") }
    now = instant
  }
}

/// Rates of two invented hotels: one room of the single, three of the double.
let testRates = """
  hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor,sample
  hotel-mock,single,Single Room,1,1,50001,60000,90000,yes
  hotel-mock,double,Double Room,2,3,80000,95000,140000,yes
  stub-inn,dorm,Dormitory,4,2,20000,20000,20000,no
  """

let testSeasons = """
  id,kind,name_en,first_night,last_night,percent,sample
  standard,discount,Standard offer,,,5,yes
  christmas,discount,Christmas offer,12-20,12-26,10,yes
  new-year,discount,New Year offer,12-31,01-02,20,yes
  holidays,peak,Holidays,12-24,12-26,,yes
  """

/// A desk over a store in a folder.
struct Fixture {
  let folder: TemporaryFolder
  let clock = TestClock()
  let store: SQLiteBookingStore
  let desk: BookingDesk

  init(
    _ folder: TemporaryFolder = TemporaryFolder(), seed: UInt64 = 1, faults: SQLiteFaults? = nil
  ) throws {
    self.folder = folder
    let rates = try folder.write("rooms.csv", testRates)
    _ = try folder.write("seasons.csv", testSeasons)
    store = try SQLiteBookingStore(path: "\(folder.path)/bookings.db", faults: faults)
    let clock = clock
    desk = BookingDesk(
      store: store, rates: try RateBook(path: rates, currency: "HKD"),
      timeZone: try CityTimeZone("Asia/Hong_Kong"), now: { clock.now },
      generator: SplitMix64(seed: seed))
  }

  func stay(
    _ room: String = "single", _ checkIn: String = "2026-03-04", _ checkOut: String = "2026-03-05",
    rooms: Int = 1, guests: Int = 1, hotel: String = "hotel-mock"
  ) throws -> Stay {
    try Stay(
      hotelID: hotel, roomID: room, checkIn: CivilDate(checkIn), checkOut: CivilDate(checkOut),
      rooms: rooms, guests: guests)
  }
}

/// All rows of the tables that the log carries.
func loggedRows(_ connection: SQLiteConnection) throws -> [String: [[SQLValue]]] {
  var rows: [String: [[SQLValue]]] = [:]
  for table in Schema.loggedTables {
    rows[table] = try connection.run("SELECT * FROM \(table) ORDER BY 1, 2")
  }
  return rows
}

/// Runs a log line by line in a new database, as `sqlite3 new.db < bookings.sql` does.
func replay(_ log: [UInt8], in folder: TemporaryFolder, name: String) throws -> SQLiteConnection {
  let connection = try SQLiteConnection(path: "\(folder.path)/\(name)")
  for line in String(decoding: log, as: UTF8.self).split(separator: "\n") {
    try connection.run(String(line))
  }
  return connection
}

/// Removes a file.
func removeFile(_ path: String) { unlink(path) }

// The header's extended codes are expressions that Swift does not import.
let ioErrorRead = SQLITE_IOERR | 1 << 8
let ioErrorShortRead = SQLITE_IOERR | 2 << 8
let ioErrorWrite = SQLITE_IOERR | 3 << 8
let ioErrorSync = SQLITE_IOERR | 4 << 8
