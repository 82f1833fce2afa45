import Spatial

/// A compiled catalog in memory: records are decoded when they are asked for.
struct CompiledCatalog: Sendable {
  typealias Layout = CompiledLayout

  /// A source file as it was when the catalog was compiled.
  struct FileStamp: Hashable {
    let name: String
    let stamp: FileSystem.Stamp
    /// Over the content, so that a copy of a folder, whose times are new, is still known.
    let checksum: UInt64
  }

  private let bytes: [UInt8]
  /// How many attractions, hotels and stations there are.
  let attractionCount: Int
  let hotelCount: Int
  let stationCount: Int
  let districtCount: Int
  let keyCount: Int

  /// Takes a buffer, or nothing where it is not a compiled catalog of this version, or damaged.
  ///
  /// - Complexity: O(bytes): the checksum is always compared, so that nothing behind it can be out of
  ///   place.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Layout.headerSize else { return nil }
    self.bytes = bytes
    func load<Value: FixedWidthInteger>(_ offset: Int) -> Value {
      bytes.withUnsafeBytes {
        Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
      }
    }
    guard load(Layout.magicOffset) == Layout.magic, load(Layout.versionOffset) == Layout.version,
      load(Layout.reservedOffset) == UInt32(0),
      load(Layout.lengthOffset) == UInt64(bytes.count),
      load(Layout.checksumOffset) == Layout.checksum(bytes, from: Layout.lengthOffset)
    else { return nil }
    func count(_ section: Layout.Section) -> Int {
      let value: UInt32 = load(Layout.sectionsOffset + section.rawValue * 8 + 4)
      return Int(value)
    }
    attractionCount = count(.attractions)
    hotelCount = count(.hotels)
    stationCount = count(.stations)
    districtCount = count(.districts)
    keyCount = count(.keys)
  }

  /// The number at an offset; traps outside the buffer.
  private func load<Value: FixedWidthInteger>(_ offset: Int) -> Value {
    bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
  }

  private func double(_ offset: Int) -> Double { Double(bitPattern: load(offset)) }

  private func start(of section: Layout.Section) -> Int {
    let offset: UInt32 = load(Layout.sectionsOffset + section.rawValue * 8)
    return Int(offset)
  }

  private func text(_ offset: Int) -> String { String(decoding: utf8(offset), as: UTF8.self) }

  /// The bytes of the text whose reference stands at an offset.
  private func utf8(_ offset: Int) -> ArraySlice<UInt8> {
    let position: UInt32 = load(offset)
    let length: UInt32 = load(offset + 4)
    let start = start(of: .text) + Int(position)
    return bytes[start..<start + Int(length)]
  }

  // MARK: Files and city

  /// The source files as they were.
  var stamps: [FileStamp] {
    let count: UInt32 = load(Layout.sectionsOffset + Layout.Section.stamps.rawValue * 8 + 4)
    return (0..<Int(count)).map { index in
      let offset = start(of: .stamps) + index * 32
      return FileStamp(
        name: text(offset),
        stamp: FileSystem.Stamp(
          size: load(offset + 8), modifiedNanoseconds: load(offset + 16)),
        checksum: load(offset + 24))
    }
  }

  private func name(_ offset: Int) -> LocalizedName {
    LocalizedName(en: text(offset), zhHant: text(offset + 8), zhHans: text(offset + 16))
  }

  /// What the folder says of its city.
  var city: City {
    let offset = start(of: .city)
    let regions: UInt32 = load(offset + Layout.CityField.regionCount)
    let sources: UInt32 = load(offset + Layout.CityField.sourceCount)
    let regionStart = offset + Layout.CityField.size
    let districtsSource = text(offset + Layout.CityField.districtsSource)
    let sourceStart = regionStart + Int(regions) * 32
    return City(
      name: name(offset),
      bounds: BoundingBox(
        uncheckedWest: double(offset + 24), south: double(offset + 32), east: double(offset + 40),
        north: double(offset + 48)),
      timeZone: text(offset + 56), currency: text(offset + 64),
      districtsSource: districtsSource.isEmpty ? nil : districtsSource,
      regions: (0..<Int(regions)).map {
        CityRegion(id: text(regionStart + $0 * 32), name: name(regionStart + $0 * 32 + 8))
      },
      sources: (0..<Int(sources)).map {
        let source = sourceStart + $0 * 40
        return Source(
          id: text(source), name: text(source + 8), licence: text(source + 16),
          attribution: text(source + 24), url: text(source + 32))
      })
  }

  // MARK: Districts

  /// The district at a position, by ascending code.
  func district(at index: Int) -> District {
    let offset = start(of: .districts) + index * Layout.DistrictField.size
    return District(code: text(offset), name: name(offset + 8), region: regionID(offset))
  }

  private func regionID(_ offset: Int) -> String {
    let region: UInt32 = load(offset + Layout.DistrictField.region)
    guard region != Layout.none32 else { return "" }
    return text(start(of: .city) + Layout.CityField.size + Int(region) * 32)
  }

  /// The place that stands for the middle of a district; nil where the district has none.
  func middle(ofDistrict index: Int) -> Int? {
    let place: UInt32 = load(
      start(of: .districts) + index * Layout.DistrictField.size + Layout.DistrictField.middle)
    return place == Layout.none32 ? nil : Int(place)
  }

  // MARK: Places

  /// Attractions first, then hotels, then stations.
  var placeCount: Int { attractionCount + hotelCount + stationCount }

  /// The three groups stand behind each other, so that one index reaches all.
  private func record(_ index: Int) -> Int {
    precondition(index >= 0 && index < placeCount, "no such place")
    return start(of: .attractions) + index * Layout.PlaceField.size
  }

  func coordinate(at index: Int) -> Coordinate {
    let offset = record(index)
    return Coordinate(
      uncheckedLatitude: double(offset + Layout.PlaceField.latitude),
      longitude: double(offset + Layout.PlaceField.longitude))
  }

  /// The position of the place's category among all categories.
  func categoryIndex(at index: Int) -> UInt8 { load(record(index) + Layout.PlaceField.category) }

  /// The position of the place's district among the districts.
  func districtIndex(at index: Int) -> UInt16 { load(record(index) + Layout.PlaceField.district) }

  func prominence(at index: Int) -> Int {
    let level: UInt16 = load(record(index) + Layout.PlaceField.prominence)
    return Int(level)
  }

  func kind(at index: Int) -> Place.Kind {
    let kind: UInt8 = load(record(index) + Layout.PlaceField.kind)
    return Place.Kind.allCases[Int(kind)]
  }

  private func textOffset(_ field: Layout.PlaceText, of index: Int) -> Int {
    record(index) + Layout.PlaceField.texts + field.rawValue * 8
  }

  func id(at index: Int) -> String { text(textOffset(.id, of: index)) }

  func name(at index: Int) -> LocalizedName { name(textOffset(.en, of: index)) }

  /// The nearest station of an attraction or a hotel.
  func nearestStation(of index: Int) -> NearestStation? {
    let offset = record(index)
    let station: UInt32 = load(offset + Layout.PlaceField.station)
    guard station != Layout.none32 else { return nil }
    let place = attractionCount + hotelCount + Int(station)
    return NearestStation(
      id: id(at: place), name: name(at: place),
      distanceMeters: double(offset + Layout.PlaceField.stationDistance))
  }

  /// The whole record.
  func place(at index: Int) -> Place {
    let offset = record(index)
    func optional(_ field: Layout.PlaceText) -> String? {
      let text = text(textOffset(field, of: index))
      return text.isEmpty ? nil : text
    }
    let category = categoryIndex(at: index)
    let prominence = prominence(at: index)
    let agreement = double(offset + Layout.PlaceField.agreement)
    let aliases = optional(.aliases)?.split(separator: "|").map(String.init) ?? []
    return Place(
      id: id(at: index), kind: kind(at: index), name: name(at: index), aliases: aliases,
      category: category == .max ? nil : Category.allCases[Int(category)],
      prominence: prominence == 0 ? nil : prominence, coordinate: coordinate(at: index),
      district: text(textOffset(.districtCode, of: index)),
      openingHours: optional(.openingHours), addressEn: optional(.addressEn),
      addressZhHant: optional(.addressZhHant), website: optional(.website),
      telephone: optional(.telephone),
      source: sourceID(offset + Layout.PlaceField.source) ?? "",
      sourceReference: optional(.sourceReference),
      secondSource: sourceID(offset + Layout.PlaceField.secondSource),
      agreementMeters: agreement < 0 ? nil : agreement)
  }

  /// The position of a place's source among the sources of the city.
  func sourceIndex(at index: Int) -> Int? {
    let source: UInt16 = load(record(index) + Layout.PlaceField.source)
    return source == Layout.none16 ? nil : Int(source)
  }

  private func sourceID(_ offset: Int) -> String? {
    let source: UInt16 = load(offset)
    guard source != Layout.none16 else { return nil }
    let city = start(of: .city)
    let regions: UInt32 = load(city + Layout.CityField.regionCount)
    return text(city + Layout.CityField.size + Int(regions) * 32 + Int(source) * 40)
  }

  /// The position of the place with that id, by binary search in each group.
  func place(withID id: String) -> Int? {
    var first = 0
    for count in [attractionCount, hotelCount, stationCount] {
      var low = first
      var high = first + count
      while low < high {
        let middle = (low + high) / 2
        if utf8(textOffset(.id, of: middle)).lexicographicallyPrecedes(id.utf8) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low < first + count, utf8(textOffset(.id, of: low)).elementsEqual(id.utf8) { return low }
      first += count
    }
    return nil
  }

  // MARK: Keys

  private func keyOffset(_ index: Int) -> Int { start(of: .keys) + index * Layout.KeyField.size }

  /// The bytes of the key at a position.
  func key(at index: Int) -> ArraySlice<UInt8> { utf8(keyOffset(index)) }

  /// What the key at a position names.
  func target(at index: Int) -> SearchTarget {
    let target: UInt32 = load(keyOffset(index) + Layout.KeyField.target)
    return target & Layout.KeyField.districtFlag == 0
      ? .place(Int(target)) : .district(Int(target & ~Layout.KeyField.districtFlag))
  }

  /// The first key that is not below the bytes.
  func firstKey(notBelow bytes: some Sequence<UInt8>) -> Int {
    var low = 0
    var high = keyCount
    while low < high {
      let middle = (low + high) / 2
      if key(at: middle).lexicographicallyPrecedes(bytes) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

/// What a key names: a position among the places, or among the districts.
enum SearchTarget: Hashable, Sendable {
  case place(Int)
  case district(Int)
}
