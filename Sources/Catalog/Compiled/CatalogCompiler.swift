import Spatial

/// Turns the rows of a city into the buffer that queries read.
struct CatalogCompiler {
  typealias Layout = CompiledLayout

  private let city: City
  private let districts: [District]
  private let attractions: [Place]
  private let hotels: [Place]
  private let stations: [Place]
  private var text = TextPool()

  /// Sorts the places by id within their kind.
  init(city: City, districts: [District], places: [Place]) {
    self.city = city
    self.districts = districts
    func sorted(_ kinds: Set<Place.Kind>) -> [Place] {
      places.filter { kinds.contains($0.kind) }
        .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }
    attractions = sorted([.attraction])
    hotels = sorted([.hotel])
    stations = sorted([.rail, .pier])
  }

  private var places: [Place] { attractions + hotels + stations }

  /// The buffer, with the stamps of the files it was made from.
  ///
  /// - Complexity: O(n log n).
  mutating func compile(stamps: [CompiledCatalog.FileStamp]) -> [UInt8] {
    let districtIndex = Dictionary(
      districts.enumerated().map { ($1.code, UInt16($0)) }, uniquingKeysWith: { first, _ in first })
    var sections: [(bytes: LittleEndianWriter, count: Int)] = []
    sections.append((stampSection(stamps), stamps.count))
    sections.append((citySection(), 1))
    sections.append((districtSection(), districts.count))
    let tree = KDTree(stations.map(\.coordinate))
    for group in [attractions, hotels, stations] {
      var section = LittleEndianWriter()
      for place in group {
        append(place, to: &section, districtIndex: districtIndex, stations: tree)
      }
      sections.append((section, group.count))
    }
    let keys = SearchKeys.all(places: places, districts: districts)
    var keySection = LittleEndianWriter()
    for key in keys {
      keySection.append(text: text.reference(key.text))
      keySection.append(key.target)
    }
    sections.append((keySection, keys.count))
    let labels = attractions.map { place in
      AttractionLabels.label(
        category: place.category.flatMap(Category.allCases.firstIndex),
        district: districtIndex[place.district].map(Int.init))
    }
    return assemble(sections, KDTree(attractions.map(\.coordinate), labels: labels))
  }

  private func assemble(
    _ sections: [(bytes: LittleEndianWriter, count: Int)], _ attractions: KDTree
  ) -> [UInt8] {
    var tree: [UInt8] = []
    attractions.save { tree += $0 }
    var header = LittleEndianWriter()
    var body: [UInt8] = []
    header.append(Layout.magic)
    header.append(Layout.version)
    header.append(UInt32(0))
    header.append(UInt64(0))
    header.append(UInt64(0))
    func add(_ bytes: [UInt8], count: Int, alignment: Int = 1) {
      while (Layout.headerSize + body.count) % alignment != 0 { body.append(0) }
      header.append(UInt32(Layout.headerSize + body.count))
      header.append(UInt32(count))
      body += bytes
    }
    for section in sections { add(section.bytes.bytes, count: section.count) }
    add(text.bytes, count: text.bytes.count)
    add(tree, count: tree.count, alignment: 64)
    while (Layout.headerSize + body.count) % 8 != 0 { body.append(0) }
    var all = header.bytes + body
    LittleEndianWriter.put(UInt64(all.count), at: Layout.lengthOffset, in: &all)
    let checksum = all.withUnsafeBytes { buffer in
      WordChecksum.of(UnsafeRawBufferPointer(rebasing: buffer[Layout.lengthOffset...]))
    }
    LittleEndianWriter.put(checksum, at: Layout.checksumOffset, in: &all)
    return all
  }

  private mutating func stampSection(
    _ stamps: [CompiledCatalog.FileStamp]
  ) -> LittleEndianWriter {
    var section = LittleEndianWriter()
    for stamp in stamps {
      section.append(text: text.reference(stamp.name))
      section.append(stamp.stamp.size)
      section.append(stamp.stamp.modifiedNanoseconds)
      section.append(stamp.checksum)
    }
    return section
  }

  private mutating func citySection() -> LittleEndianWriter {
    var section = LittleEndianWriter()
    func append(_ name: LocalizedName) {
      for language in Language.allCases { section.append(text: text.reference(name[language])) }
    }
    append(city.name)
    for side in [city.bounds.west, city.bounds.south, city.bounds.east, city.bounds.north] {
      section.append(side.bitPattern)
    }
    section.append(text: text.reference(city.timeZone))
    section.append(text: text.reference(city.currency))
    section.append(text: text.reference(city.districtsSource ?? ""))
    section.append(UInt32(city.regions.count))
    section.append(UInt32(city.sources.count))
    for region in city.regions {
      section.append(text: text.reference(region.id))
      append(region.name)
    }
    for source in city.sources {
      for part in [source.id, source.name, source.licence, source.attribution, source.url] {
        section.append(text: text.reference(part))
      }
    }
    return section
  }

  private mutating func districtSection() -> LittleEndianWriter {
    var section = LittleEndianWriter()
    let all = places
    for district in districts {
      section.append(text: text.reference(district.code))
      for language in Language.allCases {
        section.append(text: text.reference(district.name[language]))
      }
      section.append(
        city.regions.firstIndex { $0.id == district.region }.map { UInt32($0) } ?? Layout.none32)
      section.append(Self.middle(of: district, among: all) ?? Layout.none32)
    }
    return section
  }

  /// The attraction or station of a district around which its others stand densest, as in the town
  /// that the district is named after: the one whose eighth neighbour is nearest.
  static func middle(of district: District, among places: [Place]) -> UInt32? {
    let members = places.indices.filter {
      places[$0].district == district.code && places[$0].kind != .hotel
    }
    let tree = KDTree(members.map { places[$0].coordinate })
    return members.compactMap { member in
      tree.nearest(to: places[member].coordinate, count: 9).last.map { ($0.distanceMeters, member) }
    }.min { $0 < $1 }.map { UInt32($0.1) }
  }

  private mutating func append(
    _ place: Place, to section: inout LittleEndianWriter, districtIndex: [String: UInt16],
    stations tree: KDTree
  ) {
    func source(_ id: String?) -> UInt16 {
      city.sources.firstIndex { $0.id == id }.map { UInt16($0) } ?? Layout.none16
    }
    let isStation = place.kind == .rail || place.kind == .pier
    let station = isStation ? nil : tree.nearest(to: place.coordinate, count: 1).first
    section.append(place.coordinate.latitude.bitPattern)
    section.append(place.coordinate.longitude.bitPattern)
    section.append((station?.distanceMeters ?? 0).bitPattern)
    section.append((place.agreementMeters ?? -1).bitPattern)
    section.append(station.map { UInt32($0.index) } ?? Layout.none32)
    section.append(districtIndex[place.district] ?? Layout.none16)
    section.append(UInt8(Place.Kind.allCases.firstIndex(of: place.kind) ?? 0))
    section.append(
      place.category.flatMap { Category.allCases.firstIndex(of: $0) }.map { UInt8($0) } ?? .max)
    section.append(UInt16(place.prominence ?? 0))
    section.append(source(place.source))
    section.append(source(place.secondSource))
    section.append(UInt16(0))
    for field in Layout.PlaceText.allCases {
      section.append(text: text.reference(Self.text(field, of: place)))
    }
  }

  private static func text(_ field: Layout.PlaceText, of place: Place) -> String {
    switch field {
    case .id: place.id
    case .en: place.name.en
    case .zhHant: place.name.zhHant
    case .zhHans: place.name.zhHans
    case .aliases: place.aliases.joined(separator: "|")
    case .openingHours: place.openingHours ?? ""
    case .addressEn: place.addressEn ?? ""
    case .addressZhHant: place.addressZhHant ?? ""
    case .website: place.website ?? ""
    case .telephone: place.telephone ?? ""
    case .sourceReference: place.sourceReference ?? ""
    case .districtCode: place.district
    }
  }
}

/// Strings end to end, each kept once.
private struct TextPool {
  private(set) var bytes: [UInt8] = []
  /// By bytes: strings that are canonically equivalent are equal, and yet each is kept as it is.
  private var known: [[UInt8]: (UInt32, UInt32)] = [:]

  mutating func reference(_ text: String) -> (UInt32, UInt32) {
    let utf8 = Array(text.utf8)
    if let reference = known[utf8] { return reference }
    let reference = (UInt32(bytes.count), UInt32(utf8.count))
    bytes += utf8
    known[utf8] = reference
    return reference
  }
}

/// Appends numbers in little-endian order.
struct LittleEndianWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  mutating func append(text: (UInt32, UInt32)) {
    append(text.0)
    append(text.1)
  }

  static func put(_ value: UInt64, at offset: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { source in
      bytes.replaceSubrange(offset..<offset + 8, with: source)
    }
  }
}
