import Catalog
import Spatial
import TestSupport
import Testing

@testable import Booking

/// The repository's folder.
let repository = String(#filePath.prefix(upTo: #filePath.firstRange(of: "/Tests/")!.lowerBound))

@Suite struct HotelAttractionsTests {
  private let catalog: Catalog

  init() throws { catalog = try Catalog(directory: "\(repository)/data") }

  /// The lists by measuring everything.
  private func measured(
    _ attractions: [String: Coordinate], count: Int, every step: Int = 1
  ) -> [String: [HotelAttractions.Attachment]] {
    Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: catalog.hotels.count, by: step).map { index in
        let hotel = catalog.hotels[index]
        let sorted = attractions.map { id, coordinate in
          (hotel.coordinate.greatCircleDistance(to: coordinate), id)
        }.sorted { $0 < $1 }
        let list = sorted.prefix(count).compactMap { distance, id in
          attractions[id].map {
            HotelAttractions.Attachment(
              attractionID: id, distanceMeters: distance,
              bearingDegrees: hotel.coordinate.initialBearing(to: $0))
          }
        }
        return (hotel.id, list)
      })
  }

  @Test(arguments: [1, 10]) func equalsMeasuringEverything(count: Int) {
    let attached = HotelAttractions(catalog, count: count)
    let attractions = Dictionary(
      uniqueKeysWithValues: catalog.attractions.map { ($0.id, $0.coordinate) })
    let expected = measured(attractions, count: count)
    #expect(expected.count == 317)
    for (hotel, list) in expected { #expect(attached[hotel] == list, "\(hotel)") }
  }

  @Test func anAttractionChangesTheHotelsAroundItAndNoOther() throws {
    var attached = HotelAttractions(catalog, count: 5)
    let before = attached
    let peninsula = try #require(catalog.place(withID: "peninsula-hong-kong"))
    let changed = attached.insert(attractionID: "new-museum", at: peninsula.coordinate)
    #expect(changed.contains("peninsula-hong-kong"))
    #expect(attached["peninsula-hong-kong"].first?.attractionID == "new-museum")
    #expect(changed.count < 60)
    for hotel in catalog.hotels {
      let isNear = attached[hotel.id].contains { $0.attractionID == "new-museum" }
      #expect(isNear == changed.contains(hotel.id))
      #expect(isNear == (attached[hotel.id] != before[hotel.id]), "\(hotel.id)")
    }
    #expect(attached.remove(attractionID: "new-museum") == changed)
    for hotel in catalog.hotels { #expect(attached[hotel.id] == before[hotel.id]) }
    #expect(attached.remove(attractionID: "new-museum").isEmpty)
  }

  /// Random changes, against measuring everything anew.
  @Test(arguments: [1] as [UInt64]) func staysRightUnderChanges(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var attached = HotelAttractions(catalog, count: 4)
    var attractions = Dictionary(
      uniqueKeysWithValues: catalog.attractions.map { ($0.id, $0.coordinate) })
    for step in 0..<5 {
      let before = attached
      let changed: [String]
      if Bool.random(using: &generator),
        let victim = attractions.keys.sorted().randomElement(using: &generator)
      {
        attractions[victim] = nil
        changed = attached.remove(attractionID: victim)
      } else {
        // New ones, and known ones that move.
        let id =
          step % 3 == 0
          ? attractions.keys.sorted().randomElement(using: &generator) ?? "x" : "new-\(step)"
        let coordinate = try Coordinate(
          latitude: 22.25 + 0.1 * generator.unit(), longitude: 114.1 + 0.15 * generator.unit())
        attractions[id] = coordinate
        changed = attached.insert(attractionID: id, at: coordinate)
      }
      for (hotel, list) in measured(attractions, count: 4, every: 7) {
        #expect(attached[hotel] == list, "seed \(seed), step \(step), \(hotel)")
        #expect((attached[hotel] != before[hotel]) == changed.contains(hotel))
      }
    }
  }

  @Test func countsWhatIsWorthAWalk() throws {
    for hotel in catalog.hotels {
      let expected = catalog.attractions.count {
        ($0.prominence ?? 0) >= 2 && hotel.coordinate.greatCircleDistance(to: $0.coordinate) <= 800
      }
      #expect(catalog.worthwhileCount(around: hotel.coordinate) == expected, "\(hotel.id)")
    }
  }
}
