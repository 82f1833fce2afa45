import Catalog
import Spatial

/// `nearby show ID`: everything known of one place.
enum ShowCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let settings = try Settings(arguments, console)
    let text = arguments.operands.joined(separator: " ")
    guard !text.isEmpty else { throw .usage("ID is missing; give an id or a name") }
    let catalog = try DataDirectory.open(arguments, console)
    let origin = try Origin(
      text, datum: .wgs84, catalog: catalog, language: settings.language,
      note: { console.note("nearby: \($0)") })
    guard let id = origin.id, let place = catalog.place(withID: id) else {
      throw .usage(
        "\"\(text.prefix(60))\" is a \(origin.kindName), not a place; give an id or a name")
    }
    if settings.format == .table {
      try write(place, catalog: catalog, settings: settings, console: console)
    } else {
      let maker = RecordMaker(catalog: catalog, language: settings.language)
      try RecordWriter(format: settings.format, console: console).write(
        [maker.fullRecord(place)], attribution: maker.attribution([place]), columns: .full)
    }
    return 0
  }

  private static func write(
    _ place: Place, catalog: Catalog, settings: Settings, console: Console
  ) throws(CommandError) {
    let district = catalog.district(withCode: place.district)
    let station = catalog.nearestStation(to: place)
    func source(_ id: String?) -> String? {
      id.map { id in catalog.city.sources.first { $0.id == id }?.name ?? id }
    }
    let agreement = place.agreementMeters.map { ", \($0.plainDescription) m apart" } ?? ""
    let lines: [(String, String?)] = [
      ("id", place.id),
      ("kind", Phrases(language: settings.language).kind(place.kind.rawValue)),
      ("English", place.name.en),
      ("繁體", place.name.zhHant),
      ("简体", place.name.zhHans),
      ("also", place.aliases.isEmpty ? nil : place.aliases.joined(separator: ", ")),
      ("category", place.category?.label(in: settings.language)),
      ("prominence", place.prominence.map { "\($0) of 3" }),
      ("coordinate", "\(place.coordinate)"),
      ("district", district.map { "\($0.name[settings.language]) (\($0.code))" }),
      (
        "station",
        station.map {
          "\($0.name[settings.language]), "
            + "\(settings.units.format(meters: $0.distanceMeters)) in a straight line"
        }
      ),
      ("hours", place.openingHours),
      ("address", place.addressEn),
      ("地址", place.addressZhHant),
      ("telephone", place.telephone),
      ("website", place.website),
      (
        "source",
        source(place.source).map { $0 + (place.sourceReference.map { " (\($0))" } ?? "") }
      ),
      ("checked by", source(place.secondSource).map { $0 + agreement }),
    ]
    for (label, text) in lines {
      guard let text else { continue }
      let lines = DisplayText.wrap(text, to: console.columns - 12)
      for (index, line) in lines.enumerated() {
        try console.say("\(DisplayText.pad(index == 0 ? label : "", to: 11)) \(line)")
      }
    }
  }
}

/// `nearby sources`: where the data come from.
enum SourcesCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let settings = try Settings(arguments, console)
    try arguments.expectOperands(atMost: 0)
    let catalog = try DataDirectory.open(arguments, console)
    if settings.format == .table {
      for source in catalog.city.sources {
        try console.say(source.id)
        for text in [source.name, source.licence, source.attribution, source.url]
        where !text.isEmpty {
          try console.say("  \(text)")
        }
      }
    } else {
      let records = catalog.city.sources.map { source in
        Record(
          json: .members([
            "id": .string(source.id), "name": .string(source.name),
            "licence": .string(source.licence), "attribution": .string(source.attribution),
            "url": .string(source.url),
          ]),
          coordinate: nil)
      }
      try RecordWriter(format: settings.format, console: console).write(
        records, attribution: .array(catalog.city.sources.map { .string($0.attribution) }),
        columns: .sources)
    }
    return 0
  }
}

extension [RecordWriter.Column] {
  /// The list of sources.
  static var sources: Self {
    ["id", "name", "licence", "attribution", "url"].map { RecordWriter.Column($0) }
  }
}
