import Catalog
import TestSupport
import Testing

@testable import Booking

@Suite struct QuoteTests {
  @Test func sumsWeekdaysAndWeekends() throws {
    let fixture = try Fixture()
    // Thursday to Monday.
    let quote = try fixture.desk.quote(
      try fixture.stay("double", "2026-03-05", "2026-03-09", rooms: 2, guests: 3))
    #expect(quote.nights.map(\.rate) == ["weekday", "weekend", "weekend", "weekday"])
    #expect(quote.nights.map(\.full.minorUnits) == [80_000, 95_000, 95_000, 80_000])
    #expect(quote.discount?.id == "standard")
    #expect(quote.nights.map(\.price.minorUnits) == [76_000, 90_250, 90_250, 76_000])
    #expect(quote.perRoom.minorUnits == 332_500)
    #expect(quote.total.minorUnits == 665_000)
    #expect(quote.isSample)
  }

  @Test func appliesTheDiscountOfTheCheckIn() throws {
    let fixture = try Fixture()
    func quote(_ checkIn: String, _ checkOut: String) throws -> Quote {
      try fixture.desk.quote(try fixture.stay("double", checkIn, checkOut))
    }
    #expect(try quote("2026-12-19", "2026-12-22").discount?.id == "standard")
    #expect(try quote("2026-12-20", "2026-12-29").discount?.id == "christmas")
    #expect(try quote("2026-12-26", "2026-12-27").discount?.id == "christmas")
    #expect(try quote("2026-12-27", "2026-12-28").discount?.id == "standard")
    // Over the end of the year.
    for night in ["2026-12-31", "2027-01-01", "2027-01-02"] {
      #expect(try quote(night, "2027-01-05").discount?.id == "new-year")
    }
    #expect(try quote("2027-01-03", "2027-01-05").discount?.id == "standard")
    let christmas = try quote("2026-12-23", "2026-12-25")
    #expect(christmas.nights.map(\.rate) == ["weekday", "holidays"])
    #expect(christmas.nights.map(\.price.minorUnits) == [72_000, 126_000])
  }

  /// 5 % of 500.01 is 25.0005, of 0.50 it is 0.025: half a cent goes up.
  @Test func roundsEachNightHalfUp() throws {
    let fixture = try Fixture()
    let quote = try fixture.desk.quote(try fixture.stay("single", "2026-03-09", "2026-03-12"))
    #expect(quote.nights.map(\.price.minorUnits) == [47_501, 47_501, 47_501])
    #expect(quote.total.minorUnits == 142_503)
  }

  @Test func nightsSumToTheTotal() throws {
    let fixture = try Fixture()
    var generator = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let start = try CivilDate("2026-03-02").advanced(
        by: Int.random(in: 0..<700, using: &generator))
      let nights = Int.random(in: 1...Stay.longestNights, using: &generator)
      let rooms = Int.random(in: 1...3, using: &generator)
      let stay = try Stay(
        hotelID: "hotel-mock", roomID: "double", checkIn: start,
        checkOut: start.advanced(by: nights), rooms: rooms, guests: rooms)
      let quote = try fixture.desk.quote(stay)
      #expect(quote.nights.count == nights)
      #expect(
        quote.nights.reduce(0) { $0 + $1.price.minorUnits } * stay.rooms == quote.total.minorUnits)
      #expect(quote.nights.allSatisfy { $0.price.minorUnits <= $0.full.minorUnits })
    }
  }

  @Test(arguments: [
    ("2026-03-05", "2026-03-05", "check-out 2026-03-05 is not after check-in 2026-03-05"),
    ("2026-03-05", "2026-03-04", "check-out 2026-03-04 is not after check-in 2026-03-05"),
    ("9999-12-31", "10000", "check-out 10000-01-01 is after 9999-12-31"),
    ("2026-03-05", "2026-06-04", "91 nights; at most 90"),
    ("2026-02-28", "2026-03-02", "check-in 2026-02-28 has passed; in the city it is 2026-03-01"),
  ])
  func refusesDates(_ checkIn: String, _ checkOut: String, _ reason: String) throws {
    let fixture = try Fixture()
    let first = try CivilDate(checkIn)
    let last = checkOut == "10000" ? first.advanced(by: 1) : try CivilDate(checkOut)
    #expect(throws: BookingError.invalidStay(reason)) {
      try fixture.desk.quote(
        try Stay(
          hotelID: "hotel-mock", roomID: "double", checkIn: first, checkOut: last, rooms: 1,
          guests: 1))
    }
  }

  @Test func refusesTooManyGuestsAndUnknownRooms() throws {
    let fixture = try Fixture()
    #expect(throws: BookingError.self) {
      try fixture.desk.quote(try fixture.stay("double", rooms: 1, guests: 3))
    }
    #expect(
      throws: BookingError.unknownRoom(
        hotel: "hotel-mock", room: "suite", valid: ["single", "double"])
    ) { try fixture.desk.quote(try fixture.stay("suite")) }
    #expect(throws: BookingError.self) {
      try fixture.desk.quote(try fixture.stay("single", hotel: "nowhere"))
    }
  }

  @Test(arguments: [
    ("hotel,room", "the column is missing"),
    (
      "hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor\na,b,C,2,1,1.5,1,1",
      "\"1.5\" is not a whole number in 0…100000000"
    ),
    (
      "hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor\na,b,C,0,1,1,1,1",
      "\"0\" is not a whole number in 1…20"
    ),
    (
      "hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor\na,b,C,2,1,-1,1,1",
      "\"-1\" is not a whole number in 0…100000000"
    ),
    (
      "hotel,room,name_en,guests,rooms,weekday_minor,weekend_minor,peak_minor\na,b,C,2,1,1,1,1\n"
        + "a,b,D,2,1,1,1,1", "b of a stands twice"
    ),
  ])
  func reportsFaultsOfTheRateFile(_ text: String, _ reason: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.write("rooms.csv", text)
    do {
      _ = try RateBook(path: path, currency: "HKD")
      Issue.record("accepted")
    } catch {
      guard case .invalid(_, let found) = error else { throw error }
      #expect(found == reason)
    }
  }
}

@Suite struct SampleInventoryTests {
  private let catalog: Catalog
  private let rates: RateBook

  init() throws {
    catalog = try Catalog(directory: "\(repository)/data")
    rates = try RateBook(path: "\(repository)/data/rooms.csv", currency: catalog.city.currency)
  }

  @Test func namesHotelsOfTheCatalogAndMarksEveryRow() throws {
    #expect(rates.hotelIDs.count >= 40)
    for id in rates.hotelIDs {
      #expect(catalog.place(withID: id)?.kind == .hotel, "\(id)")
      #expect(rates.rooms(ofHotel: id).allSatisfy { $0.isSample && $0.roomCount > 0 }, "\(id)")
    }
    #expect(!rates.seasons.isEmpty && rates.seasons.allSatisfy(\.isSample))
  }

  @Test(arguments: [("2026-12-24", 10), ("2027-01-01", 20), ("2027-06-01", 5)])
  func appliesTheOffers(_ checkIn: String, _ percent: Int) throws {
    let start = try CivilDate(checkIn)
    let quote = try rates.quote(
      try Stay(
        hotelID: "peninsula-hong-kong", roomID: "suite", checkIn: start,
        checkOut: start.advanced(by: 1), rooms: 1, guests: 2))
    #expect(quote.discount?.effect == .discount(percent: percent))
  }
}
