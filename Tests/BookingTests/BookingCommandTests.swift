import Catalog
import TestSupport
import Testing

@testable import Booking
@testable import NearbyCommands

/// The command line over a fixture city, with the time stopped.
private final class Shell {
  let folder = TemporaryFolder()
  private(set) var out = ""
  private(set) var error = ""

  init() throws {
    _ = try folder.write("rooms.csv", testRates)
    _ = try folder.write("seasons.csv", testSeasons)
  }

  /// Runs a command; the outputs are those of this command alone.
  @discardableResult
  func run(_ words: String..., now: String = "2026-03-01T16:30:00Z") -> Int32 {
    var (bytes, errorBytes): ([UInt8], [UInt8]) = ([], [])
    let environment = [
      "NEARBY_NOW": now, "NEARBY_DB": "\(folder.path)/bookings.db",
      "NEARBY_DATA": "\(repository)/Tests/Fixtures/toytown", "HOME": folder.path,
    ]
    let console = Console(
      environment: { environment[$0] }, out: { bytes += $0 }, error: { errorBytes += $0 })
    let hasRates = ["quote", "book", "bookings", "booking", "confirm", "cancel", "pay", "cart"]
    let rates =
      hasRates.contains(words.first ?? "") && !words.contains("--rates")
      ? ["--rates", "\(folder.path)/rooms.csv"] : []
    let status = NearbyTool.run(words + rates, console: console)
    out = String(decoding: bytes, as: UTF8.self)
    error = String(decoding: errorBytes, as: UTF8.self)
    return status
  }

  /// The reference in the last output.
  var reference: String {
    out.split(separator: "\n").first { $0.hasPrefix("reference") }?.split(separator: " ").last
      .map(String.init) ?? ""
  }
}

@Suite struct BookingCommandTests {
  @Test func quotes() throws {
    let shell = try Shell()
    #expect(shell.run("quote", "hotel-mock", "2026-12-23", "--nights", "3", "--guests", "2") == 0)
    #expect(
      shell.out == """
        hotel       Hotel Mock 模擬酒店
        room        Double Room (double)
        check-in    2026-12-23 Wed
        check-out   2026-12-26 Sat
        for         3 nights, 1 room, 2 guests
        2026-12-23  AUD 720.00 a room (Wed, weekday, before discount AUD 800.00)
        2026-12-24  AUD 1,260.00 a room (Thu, holidays, before discount AUD 1,400.00)
        2026-12-25  AUD 1,260.00 a room (Fri, holidays, before discount AUD 1,400.00)
        discount    Christmas offer, 10 % (included)
        per room    AUD 3,240.00 (sample price)
        all rooms   AUD 3,240.00 (sample price)
        left        3 rooms

        """)
    #expect(shell.error == "")
  }

  /// In Sydney it is 3:30 of 2 March.
  @Test func yesterdayIsOver() throws {
    let shell = try Shell()
    #expect(shell.run("quote", "hotel-mock", "2026-03-01") == 64)
    #expect(
      shell.error == "nearby: check-in 2026-03-01 has passed; in the city it is 2026-03-02\n")
    #expect(shell.run("quote", "hotel-mock", "2026-03-02") == 0)
  }

  @Test(arguments: ["2026-02-30", "2026-2-3", "26-02-03", "２０２６-０３-０３", "2026/03/03"])
  func refusesDates(_ text: String) throws {
    let shell = try Shell()
    #expect(shell.run("book", "hotel-mock", text, "--yes") == 64)
    #expect(
      shell.error == "nearby: not a date: \"\(text)\"; give an existing day as 2026-12-24\n")
    #expect(shell.run("book", "hotel-mock", "--check-in", text, "--yes") == 64)
    #expect(shell.out == "")
  }

  @Test func booksConfirmsAndCancels() throws {
    let shell = try Shell()
    #expect(
      shell.run("book", "hotel-mock", "2026-03-04", "--room", "single", "--key", "k", "--yes") == 0)
    let reference = shell.reference
    #expect(shell.out.contains("state       confirmed\n"))
    #expect(shell.run("book", "hotel-mock", "2026-03-04", "--room", "single", "--yes") == 1)
    #expect(
      shell.error
        == "nearby: sold out: hotel-mock, single, on 2026-03-04; choose other nights or another room\n"
    )
    #expect(
      shell.run("book", "hotel-mock", "2026-03-04", "--room", "single", "--key", "k", "--yes") == 0)
    #expect(shell.reference == reference)
    #expect(
      shell.run("book", "hotel-mock", "2026-03-05", "--room", "single", "--key", "k", "--yes") == 1)
    #expect(shell.error.contains("conflict: the key k belongs to booking \(reference)"))
    #expect(shell.run("cancel", reference.lowercased(), "--yes") == 0)
    #expect(shell.run("cancel", reference, "--yes") == 0)
    #expect(shell.run("confirm", reference, "--yes") == 1)
    #expect(
      shell.error == "nearby: booking \(reference) is cancelled and cannot become confirmed\n")
    #expect(shell.run("bookings", "-f", "csv") == 0)
    #expect(shell.out.split(separator: "\n").count == 2)
    #expect(shell.run("bookings", "--state", "confirmed", "-f", "json") == 0)
    #expect(shell.out == "{\"results\": [],\n\"attribution\": []}\n")
  }

  @Test func guestDetailsStayOffStandardErrorAndLog() throws {
    let shell = try Shell()
    let name = "O'Brien\n');DROP TABLE bookings;--"
    #expect(
      shell.run(
        "book", "hotel-mock", "2026-03-04", "--room", "single", "--name", name, "--email",
        "secret@example.com", "--phone", "5550 9876", "--yes") == 0)
    let reference = shell.reference
    #expect(shell.error == "")
    #expect(shell.run("booking", reference) == 0)
    #expect(shell.out.contains("guest       O'Brien ');DROP TABLE bookings;--\n"))
    #expect(shell.run("booking", reference, "-f", "json") == 0)
    #expect(shell.out.contains("\"name\": \"O'Brien\\n');DROP TABLE bookings;--\""))
    #expect(shell.run("log") == 0)
    for secret in ["Brien", "secret@", "9876"] { #expect(!shell.out.contains(secret)) }
    #expect(shell.run("book", "hotel-mock", "2026-03-04", "--name", "x", "--email", "secret") == 64)
    #expect(shell.error == "nearby: the guest's e-mail address is not of the form a@b\n")
    #expect(shell.run("booking", reference, "--forget-guest") == 0)
    #expect(!shell.out.contains("Brien"))
    #expect(shell.run("booking", reference) == 0)
    #expect(!shell.out.contains("Brien") && shell.out.contains("confirmed"))
  }

  @Test func paysOnceAndSplitsToTheCent() throws {
    let shell = try Shell()
    shell.run("book", "hotel-mock", "2026-03-04", "--room", "single", "--yes")
    let reference = shell.reference
    #expect(shell.run("pay", reference, "--card", "4000 0000 0000 0002", "--yes") == 1)
    #expect(shell.out.contains("payment     declined"))
    for _ in 0..<2 {
      #expect(
        shell.run("pay", reference, "--card", "4242424242424242", "--yes", "--split", "2") == 0)
      #expect(shell.out.contains("guest 1     AUD 237.51\nguest 2     AUD 237.50\n"))
    }
    let ledger = try FileSystem.read("\(shell.folder.path)/bookings.db-sandbox")
    #expect(String(decoding: ledger, as: UTF8.self) == "\(reference)-2 authorised 47501\n")
    shell.run("pay", reference, "--card", "4242424242424241", "--yes")
    #expect(shell.error == "nearby: not a card number: a digit is wrong\n")
  }

  @Test func keepsACart() throws {
    let shell = try Shell()
    #expect(shell.run("cart") == 0)
    #expect(shell.out == "The cart is empty.\n")
    #expect(
      shell.run("cart", "add", "hotel-mock", "2026-03-04", "--room", "double", "--quantity", "2")
        == 0)
    #expect(shell.run("cart", "add", "unit-theatre") == 0)
    #expect(shell.out.contains("\n3 items, AUD 1,520.00 (sample price)\n"))
    #expect(shell.run("cart", "list", "-f", "csv") == 0)
    let line = String(shell.out.split(separator: "\n")[1].prefix(4))
    #expect(shell.run("cart", "remove", line) == 0)
    #expect(shell.out.contains("\n2 items, AUD 760.00 (sample price)\n"))
    #expect(shell.run("cart", "checkout", "--card", "4000000000000002", "--yes") == 1)
    #expect(shell.error.contains("declined; try another card; the cart keeps 2 items"))
    #expect(shell.run("cart", "checkout", "--card", "4242424242424242", "--yes") == 0)
    #expect(shell.run("cart", "list", "-f", "json") == 0)
    #expect(shell.out.contains("\"badge\": 1") && shell.out.contains("\"totalMinor\": 0"))
    #expect(shell.run("bookings", "-f", "csv") == 0)
    #expect(shell.out.split(separator: "\n").count == 2)
  }

  @Test func printsTheLogSince() throws {
    let shell = try Shell()
    shell.run("book", "stub-inn", "2026-03-04", "--yes", now: "2026-02-27T10:00:00Z")
    shell.run("book", "stub-inn", "2026-03-05", "--yes", now: "2026-02-28T10:00:00Z")
    #expect(shell.run("log") == 0)
    let all = shell.out
    #expect(all.hasPrefix("BEGIN; -- 1\nPRAGMA application_id"))
    #expect(shell.run("log", "--since", "\(Schema.version + 1)") == 0)
    let last = shell.out
    #expect(last.hasPrefix("BEGIN; -- \(Schema.version + 2) 2026-02-28T10:00:00Z\n"))
    #expect(all.hasSuffix(last))
    #expect(shell.run("log", "--since", "2026-02-28") == 0)
    #expect(shell.out == last)
    #expect(shell.run("log", "--since", "2026-02-31") == 64)
  }

  @Test func refusesReferencesAndForms() throws {
    let shell = try Shell()
    #expect(shell.run("booking", "ABC") == 64)
    #expect(shell.error.hasPrefix("nearby: not a booking reference: \"ABC\"; it holds only"))
    #expect(shell.run("booking", "FFF-FFF-FFF") == 64)
    #expect(shell.error == "nearby: no booking FFF-FFF-FFF here; see nearby bookings\n")
    #expect(shell.run("cart", "lsit") == 64)
    #expect(shell.error.contains("did you mean list?"))
    #expect(shell.run("book", "hotel-mock", "2026-03-04", "--guests", "9") == 64)
    #expect(shell.run("book", "hotel-mock", "2026-03-04", "--nights", "0") == 64)
    #expect(shell.run("quote", "nowhere-inn", "2026-03-04") == 64)
  }

  @Test func showsHotelsWithWhatIsAround() throws {
    let shell = try Shell()
    #expect(shell.run("hotel", "hotel-mock", "-k", "2", "-f", "json") == 0)
    #expect(shell.out.contains("\"worthwhileWithinWalk\": 3"))
    #expect(shell.run("hotels", "--sort", "attractions", "-f", "csv") == 0)
    #expect(
      shell.out.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
        == ["hotel-mock", "stub-inn"])
    #expect(shell.run("hotels", "--near", "unit-theatre", "--within", "600m", "-f", "csv") == 0)
    #expect(shell.out.contains("stub-inn") && !shell.out.contains("hotel-mock"))
    #expect(shell.run("hotels", "--within", "2km") == 64)
  }

  @Test func plansAndExports() throws {
    let shell = try Shell()
    #expect(shell.run("plan", "hotel-mock", "--days", "1", "--check-in", "2026-03-03") == 0)
    #expect(shell.out.contains("Day 1, Tue 2026-03-03\n"))
    // Closed on Tuesdays.
    #expect(!shell.out.contains("Museum of Examples"))
    #expect(
      shell.run(
        "plan", "hotel-mock", "--days", "1", "--check-in", "2026-03-03", "--day",
        "museum-of-examples") == 0)
    #expect(shell.error.contains("Museum of Examples is closed on 2026-03-03"))
    #expect(shell.run("plan", "hotel-mock", "-f", "gpx") == 0)
    #expect(shell.out.hasPrefix("<?xml") && shell.out.hasSuffix("</gpx>\n"))
    #expect(shell.run("plan", "hotel-mock", "-f", "ics", "--check-in", "2026-03-04") == 0)
    #expect(shell.out.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
    // The museum opens at ten, which in the summer of Sydney is 23:00 UTC of the day before.
    #expect(shell.out.contains("DTSTART:20260303T230000Z"))
    for line in shell.out.unicodeScalars.split(separator: "\r\n".unicodeScalars.first!) {
      #expect(String(String.UnicodeScalarView(line)).utf8.count <= 76)
    }
    #expect(shell.run("plan", "hotel-mock", "-f", "pdf") == 64)
    #expect(shell.error.contains("gpx, ics"))
  }

  @Test func putsTheBookingsWhereXDGSays() throws {
    let folder = TemporaryFolder()
    func path(_ environment: [String: String]) throws -> String {
      try BookingSession.databasePath(
        try Arguments(["bookings"]),
        Console(environment: { environment[$0] }, out: { _ in }, error: { _ in }))
    }
    #expect(
      try path(["XDG_DATA_HOME": folder.path, "HOME": "/h"]) == "\(folder.path)/nearby/bookings.db")
    #expect(
      try path(["XDG_DATA_HOME": "relative", "HOME": "/h"]) == "/h/.local/share/nearby/bookings.db")
    #expect(try path(["HOME": "/h"]) == "/h/.local/share/nearby/bookings.db")
    #expect(try path(["HOME": "/h", "NEARBY_DB": "/x.db"]) == "/x.db")
    #expect(throws: CommandError.self) { try path([:]) }
  }
}
