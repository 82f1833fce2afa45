import Catalog
import Spatial

extension Door {
  private static let compiled: [UInt8] = {
    do throws(DataError) {
      return try Catalog.compiled(directory: FileSystem.environment("NEARBY_FUZZ_CITY") ?? "")
    } catch {
      fatalError("\(error)")
    }
  }()

  /// The compiled form of the fixture city with some bytes changed, and no checksum compared.
  ///
  /// Three bytes are one change: where, in 65,536ths of the whole, and to what.
  @Sendable static func catalog(_ bytes: [UInt8]) {
    var damaged = compiled
    for change in stride(from: 0, to: bytes.count - 2, by: 3) {
      let place = Int(bytes[change]) << 8 | Int(bytes[change + 1])
      damaged[place * damaged.count >> 16] = bytes[change + 2]
    }
    guard let catalog = Catalog(damaged: damaged) else { return }
    for place in [catalog.attractions, catalog.hotels, catalog.stations].joined() {
      check(place.coordinate)
      _ = catalog.nearestStation(to: place)
      _ = catalog.district(withCode: place.district)
    }
    _ = catalog.sources(of: catalog.attractions)
    precondition(catalog.districts.count < damaged.count, "more districts than bytes")
    for text in ["unit theatre", "sample", "harbor", "样", catalog.city.name.en] {
      _ = catalog.resolve(text)
    }
    guard let origin = catalog.hotels.first?.coordinate else { return }
    for order in NearbyQuery.Order.allCases {
      let answers = catalog.nearest(NearbyQuery(origin: origin, limit: 5, order: order))
      for answer in answers {
        precondition(answer.distanceMeters < 20_100_000, "a distance that cannot be")
        precondition((answer.nearestStation?.distanceMeters ?? 0) >= 0, "less than nothing")
      }
    }
  }
}
