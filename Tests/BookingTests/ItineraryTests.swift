import Catalog
import Spatial
import TestSupport
import Testing

@testable import Booking

@Suite struct ShortestLoopTests {
  /// The length of the shortest of all permutations.
  private func shortest(_ meters: [[Double]]) -> Double {
    var best = Double.infinity
    func extend(_ order: [Int], _ length: Double) {
      if length >= best { return }
      if order.count == meters.count - 1 {
        best = min(best, length + meters[order.last ?? 0][0])
        return
      }
      for next in 1..<meters.count where !order.contains(next) {
        extend(order + [next], length + meters[order.last ?? 0][next])
      }
    }
    extend([], 0)
    return best
  }

  @Test(arguments: 0...8) func equalsTheBestOfAllPermutations(stops: Int) {
    for seed in 0..<30 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      let points = (0...stops).map { _ in (generator.unit(), generator.unit()) }
      let meters = points.map { a in
        points.map { b in
          ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).squareRoot()
        }
      }
      let order = ShortestLoop.order(meters: meters)
      #expect(order.sorted() == Array(1..<stops + 1))
      guard stops > 0 else { continue }
      #expect(
        abs(ShortestLoop.length(of: order, meters: meters) - shortest(meters)) < 1e-9,
        "\(stops) stops, seed \(seed)")
    }
  }

  /// Ten stops have 3,628,800 permutations; the search cuts most of them off.
  @Test(arguments: 0..<3 as Range<UInt64>) func isExactForTenStops(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    // Any symmetric distances, also such as no map has.
    var meters = Array(repeating: Array(repeating: 0.0, count: 11), count: 11)
    for a in 0..<11 {
      for b in 0..<a {
        meters[a][b] = Double.random(in: 1...1000, using: &generator)
        meters[b][a] = meters[a][b]
      }
    }
    let order = ShortestLoop.order(meters: meters)
    #expect(order.sorted() == Array(1...10))
    #expect(abs(ShortestLoop.length(of: order, meters: meters) - shortest(meters)) < 1e-6)
  }

  @Test func tiesAreBrokenOneWay() {
    let meters = Array(repeating: Array(repeating: 1.0, count: 5), count: 5)
    let order = ShortestLoop.order(meters: meters)
    #expect(order == ShortestLoop.order(meters: meters))
    #expect(order[0] < order[3])
  }
}

@Suite struct OpeningHoursTests {
  /// Thursday 24 December 2026.
  private let thursday = CivilDate(year: 2026, month: 12, day: 24)!

  @Test(arguments: [
    ("24/7", 3, "0-1440"), ("Mo-Su 09:00-22:00", 3, "540-1320"), ("09:00-22:00", 3, "540-1320"),
    ("Mo,We-Su 09:30-16:30; PH 09:30-16:30", 3, "570-990"),
    ("Mo,We-Su 09:30-16:30; PH 09:30-16:30", 1, ""), ("Sa,Su 09:30-16:30", 3, ""),
    ("Sa,Su 09:30-16:30", 6, "570-990"), ("Sa-Mo 10:00-11:00", 0, "600-660"),
    ("Sa-Mo 10:00-11:00", 1, ""), ("Mo-Su 10:00-12:00,14:00-18:00", 2, "600-720 840-1080"),
    ("Mo-Su 18:00-02:00", 2, "0-120 1080-1560"), ("Th 18:00-02:00", 4, "0-120"),
    ("Mo-Su 10:00-18:00; We off", 2, ""), ("Mo-Su 10:00-18:00; We 12:00-13:00", 2, "720-780"),
    ("Mo-Su 00:00-24:00", 4, "0-1440"), ("Mo-Su 08:00-26:00", 4, "0-120 480-1560"),
  ])
  func reads(_ text: String, _ day: Int, _ expected: String) throws {
    let hours = try #require(OpeningHours(text))
    let monday = thursday.advanced(by: -3)
    let intervals = hours.intervals(on: monday.advanced(by: day))
    #expect(
      intervals.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    "", "open", "Mo-Fr", "Mo 9-17", "Mo 09:00", "Dec 25 off", "sunrise-sunset", "Mo 09:00-25",
    "Xx 09:00-10:00", "Mo-Tu-We 09:00-10:00", "PH 10:00-12:00", "Mo 25:00-26:00",
    "week 1-20 Mo 09:00-10:00", "Mo 09:00-10:00 \"by appointment\"", "Mo 09:60-10:00",
  ])
  func leavesUnknown(_ text: String) { #expect(OpeningHours(text) == nil) }

  @Test func aVisitMustFit() throws {
    let hours = try #require(OpeningHours("Mo-Su 09:00-17:00"))
    #expect(hours.isOpen(on: thursday, during: 540..<1020))
    #expect(!hours.isOpen(on: thursday, during: 539..<600))
    #expect(!hours.isOpen(on: thursday, during: 1000..<1021))
  }

  /// Every text that the data hold is understood.
  @Test func understandsTheData() throws {
    let catalog = try Catalog(directory: "\(repository)/data")
    let texts = catalog.attractions.compactMap(\.openingHours)
    #expect(texts.count > 50)
    for text in texts { #expect(OpeningHours(text) != nil, "\(text)") }
  }
}

@Suite struct ItineraryTests {
  private let catalog: Catalog
  private let hotel: Place

  init() throws {
    catalog = try Catalog(directory: "\(repository)/data")
    hotel = try #require(catalog.place(withID: "peninsula-hong-kong"))
  }

  private func planner(_ day: String = "2026-12-01") throws -> ItineraryPlanner {
    ItineraryPlanner(firstDay: try CivilDate(day))
  }

  @Test func daysHoldWhatIsProminentAndNear() throws {
    let plan = try planner().plan(from: hotel, in: catalog)
    #expect(plan.days.map(\.date.description) == ["2026-12-01", "2026-12-02"])
    let stops = plan.days.flatMap(\.stops)
    #expect(stops.count == 10)
    #expect(Set(stops.map(\.place.id)).count == 10)
    for day in plan.days {
      #expect(day.stops.contains { $0.place.prominence == 3 })
      for a in day.stops {
        for b in day.stops {
          #expect(
            a.place.coordinate.greatCircleDistance(to: b.place.coordinate)
              <= ItineraryPlanner.daySpreadMeters)
        }
      }
    }
    // The day opens with the most prominent attraction nearest to the hotel.
    let first = catalog.nearest(
      NearbyQuery(origin: hotel.coordinate, limit: 1, radiusMeters: 8000, order: .prominence))[0]
    #expect(plan.days[0].stops.contains { $0.place.id == first.place.id })
  }

  @Test func legsAddUp() throws {
    let plan = try planner().plan(from: hotel, in: catalog)
    for day in plan.days {
      var here = hotel.coordinate
      var time = 0
      for stop in day.stops {
        #expect(stop.legMeters == here.greatCircleDistance(to: stop.place.coordinate))
        #expect(stop.arrivalMinutes >= time)
        #expect(stop.departureMinutes == stop.arrivalMinutes + ItineraryPlanner.visitMinutes)
        (here, time) = (stop.place.coordinate, stop.departureMinutes)
      }
      #expect(day.returnMeters == here.greatCircleDistance(to: hotel.coordinate))
      #expect(day.loopMeters == day.stops.reduce(day.returnMeters) { $0 + $1.legMeters })
    }
  }

  /// A museum that is closed on Tuesdays is never proposed for one.
  @Test func closedDaysAreAvoided() throws {
    let closed = catalog.attractions.filter {
      $0.openingHours.flatMap(OpeningHours.init)?
        .intervals(on: CivilDate(year: 2026, month: 12, day: 1)!).isEmpty == true
    }
    #expect(!closed.isEmpty)
    for place in closed {
      var planner = try planner("2026-12-01")
      planner.dayCount = 1
      planner.stopsPerDay = 10
      planner.filter.categories = [try #require(place.category)]
      planner.radiusMeters = 2000
      var near = hotel
      near.coordinate = place.coordinate
      let stops = planner.plan(from: near, in: catalog).days[0].stops
      #expect(!stops.contains { $0.place.id == place.id }, "\(place.id)")
      planner.firstDay = planner.firstDay.advanced(by: 5)
      let sunday = planner.plan(from: near, in: catalog).days[0].stops
      #expect(sunday.contains { $0.place.id == place.id }, "\(place.id)")
    }
  }

  @Test func aChosenDayIsKeptAndItsConflictReported() throws {
    let closed = try #require(
      catalog.attractions.first {
        $0.openingHours.flatMap(OpeningHours.init)?
          .intervals(on: CivilDate(year: 2026, month: 12, day: 1)!).isEmpty == true
      })
    var planner = try planner()
    planner.chosenDays = [[closed]]
    let plan = planner.plan(from: hotel, in: catalog)
    #expect(plan.days[0].stops.map(\.place.id) == [closed.id])
    #expect(plan.conflicts.map(\.stop.place.id) == [closed.id])
    #expect(plan.days[1].stops.count == 5)
  }

  @Test func anEmptySurroundingGivesEmptyDays() throws {
    var planner = try planner()
    planner.radiusMeters = 0
    let plan = planner.plan(from: hotel, in: catalog)
    #expect(plan.days.count == 2 && plan.days.allSatisfy { $0.stops.isEmpty && $0.loopMeters == 0 })
  }
}
