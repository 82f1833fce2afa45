import Catalog
import Spatial

/// One result in the shape that all machine formats share.
struct Record {
  /// The members in the order of docs/FORMATS.md.
  let json: JSONValue
  /// Where it is; nil for what has no point.
  let coordinate: Coordinate?
}

/// Turns places into records. Names inside of `district` and `nearestStation` are in one language.
struct RecordMaker {
  let catalog: Catalog
  let language: Language

  /// An answer to `nearby WHERE`.
  func record(_ result: NearbyPlace) -> Record {
    let place = result.place
    return Record(
      json: .members([
        "rank": .integer(result.rank),
        "id": .string(place.id),
        "name": name(place.name),
        "category": .string(category(of: place)),
        "prominence": place.prominence.map { .integer($0) },
        "district": district(place.district),
        "latitude": .number(place.coordinate.latitude),
        "longitude": .number(place.coordinate.longitude),
        "distanceMeters": .number(result.distanceMeters),
        "bearingDegrees": .number(result.bearingDegrees),
        "nearestStation": station(result.nearestStation),
      ]),
      coordinate: place.coordinate)
  }

  /// A place in a list.
  func record(_ place: Place) -> Record {
    Record(
      json: .members([
        "id": .string(place.id),
        "name": name(place.name),
        "category": .string(category(of: place)),
        "prominence": place.prominence.map { .integer($0) },
        "district": district(place.district),
        "latitude": .number(place.coordinate.latitude),
        "longitude": .number(place.coordinate.longitude),
        "nearestStation": place.kind == .rail || place.kind == .pier
          ? nil : station(catalog.nearestStation(to: place)),
      ]),
      coordinate: place.coordinate)
  }

  /// Everything known of a place.
  func fullRecord(_ place: Place) -> Record {
    let details = JSONValue.members([
      "aliases": .array(place.aliases.map { .string($0) }),
      "openingHours": .optional(place.openingHours),
      "address": .members([
        "en": .optional(place.addressEn), "zhHant": .optional(place.addressZhHant),
      ]),
      "telephone": .optional(place.telephone),
      "website": .optional(place.website),
      "source": .string(place.source),
      "sourceReference": .optional(place.sourceReference),
      "secondSource": .optional(place.secondSource),
      "agreementMeters": place.agreementMeters.map { .number($0) } ?? .null,
    ])
    guard case .object(let members) = record(place).json else {
      preconditionFailure("records are objects")
    }
    return Record(json: details.prefixed(by: members), coordinate: place.coordinate)
  }

  /// A district, with how many of each kind it holds or how far it is.
  func record(
    _ district: District, attractions: Int? = nil, hotels: Int? = nil, stations: Int? = nil,
    distanceMeters: Double? = nil
  ) -> Record {
    let region = catalog.city.regions.first { $0.id == district.region }
    return Record(
      json: .members([
        "code": .string(district.code),
        "name": .string(district.name[language]),
        "region": .string(region?.name[language] ?? district.region),
        "attractions": attractions.map { .integer($0) },
        "hotels": hotels.map { .integer($0) },
        "stations": stations.map { .integer($0) },
        "distanceMeters": distanceMeters.map { .number($0) },
      ]),
      coordinate: nil)
  }

  /// The `origin` member of an answer.
  func origin(_ origin: Origin) -> JSONValue {
    .members([
      "query": .string(origin.query),
      "kind": .string(origin.kindName),
      "id": .optional(origin.id),
      "name": origin.name.map(name) ?? .null,
      "latitude": .number(origin.coordinate.latitude),
      "longitude": .number(origin.coordinate.longitude),
    ])
  }

  /// What the sources of these places ask to be shown, and of their stations and districts.
  func attribution(_ places: [Place], origin: Origin? = nil) -> JSONValue {
    .array(catalog.shownSources(places, origin: origin).map { .string($0.attribution) })
  }

  /// What the source of the districts asks to be shown.
  var districtAttribution: JSONValue {
    .array(
      catalog.city.sources.filter { $0.id == catalog.city.districtsSource }
        .map { .string($0.attribution) })
  }

  private func category(of place: Place) -> String {
    place.category?.rawValue ?? place.kind.rawValue
  }

  private func name(_ name: LocalizedName) -> JSONValue {
    .members([
      "en": .string(name.en), "zhHant": .string(name.zhHant), "zhHans": .string(name.zhHans),
    ])
  }

  private func district(_ code: String) -> JSONValue {
    .members([
      "code": .string(code),
      "name": .string(catalog.district(withCode: code)?.name[language] ?? code),
    ])
  }

  private func station(_ station: NearestStation?) -> JSONValue {
    guard let station else { return .null }
    return .members([
      "id": .string(station.id), "name": .string(station.name[language]),
      "distanceMeters": .number(station.distanceMeters),
    ])
  }
}
