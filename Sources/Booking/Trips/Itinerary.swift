import Catalog
import Spatial

/// Days of attractions around a hotel, each a loop from its door and back.
public struct Itinerary: Sendable {
  /// A place on the way.
  public struct Stop: Sendable {
    /// The attraction.
    public let place: Place
    /// From the stop before, or the hotel, in a straight line.
    public let legMeters: Double
    /// Minutes after midnight at which the visit is planned to begin.
    public let arrivalMinutes: Int
    /// And to end.
    public let departureMinutes: Int
    /// What is known of the hours.
    public let hours: HoursVerdict
  }

  /// Whether a place is open when it is to be visited.
  public enum HoursVerdict: String, Sendable {
    case open, closed, unknown
  }

  /// One day.
  public struct Day: Sendable {
    /// The date.
    public let date: CivilDate
    /// The stops in order.
    public let stops: [Stop]
    /// From the last stop back to the hotel.
    public let returnMeters: Double

    /// The length of the loop.
    public var loopMeters: Double { stops.reduce(returnMeters) { $0 + $1.legMeters } }
  }

  /// Where every day begins and ends.
  public let hotel: Place
  /// The days in order.
  public let days: [Day]

  /// The stops that are closed when they are to be visited, with their days.
  public var conflicts: [(day: CivilDate, stop: Stop)] {
    days.flatMap { day in day.stops.filter { $0.hours == .closed }.map { (day.date, $0) } }
  }
}

/// How an itinerary is made.
public struct ItineraryPlanner: Sendable {
  /// The first day.
  public var firstDay: CivilDate
  /// How many days, 1…14.
  public var dayCount = 2
  /// How many stops a day, 1…``ShortestLoop/mostStops``.
  public var stopsPerDay = 5
  /// Only attractions this near the hotel, in metres.
  public var radiusMeters = 8000.0
  /// Which attractions count.
  public var filter = PlaceFilter()
  /// The stops of the first days, chosen by hand; the others are proposed.
  public var chosenDays: [[Place]] = []

  /// When a day begins, in minutes after midnight.
  public static let startMinutes = 9 * 60 + 30
  /// How long a stop takes.
  public static let visitMinutes = 60
  /// Two stops of a day lie at most this far apart, in metres, unless they were chosen by hand.
  public static let daySpreadMeters = 2500.0

  /// Plans days from a first one.
  public init(firstDay: CivilDate) { self.firstDay = firstDay }

  /// Proposes the days.
  ///
  /// Each day begins with the most prominent attraction that is left, the nearest to the hotel among
  /// equals, and takes in those near it: at each step the one with the least distance to a stop of the
  /// day divided by the square of its prominence. Places that are known to be closed all day are left
  /// for another. The order of a day is the shortest loop, in the direction in which fewer places are
  /// closed. Times are rough: 60 minutes a stop, and legs at 4 km/h up to 1.5 km, 15 km/h beyond.
  ///
  /// - Returns: as many days as were asked for; a day has fewer stops, or none, where nothing is left.
  /// - Complexity: O(days × stops × n).
  public func plan(from hotel: Place, in catalog: Catalog) -> Itinerary {
    precondition(
      (1...ShortestLoop.mostStops).contains(stopsPerDay), "more stops than a loop takes")
    var filter = filter
    filter.excludedIDs.formUnion(chosenDays.flatMap { $0 }.map(\.id))
    var left = catalog.nearest(
      NearbyQuery(
        origin: hotel.coordinate, radiusMeters: radiusMeters, filter: filter, order: .prominence)
    ).map(\.place)
    let days = (0..<dayCount).map { number in
      let date = firstDay.advanced(by: number)
      let places =
        number < chosenDays.count ? chosenDays[number] : propose(on: date, from: &left)
      return Self.day(places, on: date, from: hotel)
    }
    return Itinerary(hotel: hotel, days: days)
  }

  private func propose(on date: CivilDate, from left: inout [Place]) -> [Place] {
    var chosen: [Place] = []
    while chosen.count < stopsPerDay {
      var best: (index: Int, cost: Double)?
      for (index, place) in left.enumerated() where Self.mayBeOpen(place, on: date) {
        // The list is in order of prominence, so that the first that is open begins the day.
        guard !chosen.isEmpty else {
          best = (index, 0)
          break
        }
        let distances = chosen.map { $0.coordinate.greatCircleDistance(to: place.coordinate) }
        guard let nearest = distances.min(), let farthest = distances.max(),
          farthest <= Self.daySpreadMeters
        else { continue }
        let prominence = Double(place.prominence ?? 1)
        // Not 0 for places at one point, so that prominence still counts.
        let cost = (nearest + 50) / (prominence * prominence)
        if cost < best?.cost ?? .infinity { best = (index, cost) }
      }
      guard let best else { break }
      chosen.append(left.remove(at: best.index))
    }
    return chosen
  }

  private static func mayBeOpen(_ place: Place, on date: CivilDate) -> Bool {
    guard let hours = place.openingHours.flatMap(OpeningHours.init) else { return true }
    return !hours.intervals(on: date).isEmpty
  }

  private static func day(
    _ places: [Place], on date: CivilDate, from hotel: Place
  ) -> Itinerary.Day {
    let points = [hotel.coordinate] + places.map(\.coordinate)
    let meters = points.map { a in points.map { a.greatCircleDistance(to: $0) } }
    let order = ShortestLoop.order(meters: meters)
    // The loop is as long the other way round.
    let ways = [order, order.reversed()].map { order in
      schedule(order.map { places[$0 - 1] }, on: date, from: hotel)
    }
    func closed(_ day: Itinerary.Day) -> Int { day.stops.count { $0.hours == .closed } }
    return closed(ways[1]) < closed(ways[0]) ? ways[1] : ways[0]
  }

  private static func schedule(
    _ places: [Place], on date: CivilDate, from hotel: Place
  ) -> Itinerary.Day {
    var here = hotel.coordinate
    var time = startMinutes
    var stops: [Itinerary.Stop] = []
    for place in places {
      let leg = here.greatCircleDistance(to: place.coordinate)
      time += minutes(forMeters: leg)
      let hours = place.openingHours.flatMap(OpeningHours.init)
      // Where it opens soon, one waits.
      if let opening = hours?.intervals(on: date).first(where: { $0.upperBound > time }),
        opening.lowerBound > time, opening.lowerBound - time <= 45
      {
        time = opening.lowerBound
      }
      let visit = time..<time + visitMinutes
      let verdict: Itinerary.HoursVerdict =
        hours.map { $0.isOpen(on: date, during: visit) ? .open : .closed } ?? .unknown
      stops.append(
        Itinerary.Stop(
          place: place, legMeters: leg, arrivalMinutes: visit.lowerBound,
          departureMinutes: visit.upperBound, hours: verdict))
      time = visit.upperBound
      here = place.coordinate
    }
    return Itinerary.Day(
      date: date, stops: stops, returnMeters: here.greatCircleDistance(to: hotel.coordinate))
  }

  /// How long a leg takes, whole minutes upwards.
  private static func minutes(forMeters meters: Double) -> Int {
    let perHour = meters <= 1500 ? 4000.0 : 15_000.0
    return Int((meters / perHour * 60).rounded(.up))
  }
}
