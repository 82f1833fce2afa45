import Spatial

/// A compiled catalog in memory: records are decoded when they are asked for.
///
/// Nothing behind the header is believed: an offset, a position or a number that cannot be gives an
/// empty text, no station, zero, and never a read outside of the bytes. Only what
/// ``init(_:comparesChecksum:)`` compared with its checksum gives right answers.
struct CompiledCatalog: Sendable {
  typealias Layout = CompiledLayout

  /// A source file as it was when the catalog was compiled.
  struct FileStamp: Hashable {
    let name: String
    let stamp: FileSystem.Stamp
    /// Over the content, so that a copy of a folder, whose times are new, is still known.
    let checksum: UInt64
  }

  private let bytes: CompiledBytes
  /// How many attractions, hotels and stations there are.
  let attractionCount: Int
  let hotelCount: Int
  let stationCount: Int
  let districtCount: Int
  let keyCount: Int
  let sourceCount: Int
  private let stampCount: Int
  private let stampsStart: Int
  private let cityStart: Int
  private let districtsStart: Int
  private let placesStart: Int
  private let keysStart: Int
  private let textStart: Int
  private let regionCount: Int
  /// The index of the attractions, whose points are their positions.
  let tree: KDTree

  /// Takes a buffer, or nothing where it is not a compiled catalog of this version, or damaged.
  ///
  /// - Parameter comparesChecksum: false only where damage is made on purpose, in tests.
  /// - Complexity: O(bytes), some 20 GB a second: every byte is under the checksum.
  init?(_ bytes: CompiledBytes, comparesChecksum: Bool = true) {
    guard bytes.count >= Layout.headerSize, bytes.count % 8 == 0,
      bytes.load(Layout.magicOffset) == Layout.magic,
      bytes.load(Layout.versionOffset) == Layout.version,
      bytes.load(Layout.reservedOffset) == UInt32(0),
      bytes.load(Layout.lengthOffset) == UInt64(bytes.count),
      !comparesChecksum
        || bytes.load(Layout.checksumOffset)
          == WordChecksum.of(bytes.slice(Layout.lengthOffset, count: bytes.count))
    else { return nil }
    self.bytes = bytes
    var end = Layout.headerSize
    func section(_ section: Layout.Section) -> (start: Int, count: Int)? {
      let start: UInt32 = bytes.load(Layout.sectionsOffset + section.rawValue * 8)
      let count: UInt32 = bytes.load(Layout.sectionsOffset + section.rawValue * 8 + 4)
      guard Int(start) >= end else { return nil }
      end = Int(start) + Int(count) * Layout.recordSize(section)
      return end <= bytes.count ? (Int(start), Int(count)) : nil
    }
    guard let stamps = section(.stamps), let city = section(.city),
      let districts = section(.districts), let attractions = section(.attractions),
      let hotels = section(.hotels), let stations = section(.stations),
      let keys = section(.keys), let text = section(.text), let tree = section(.tree),
      city.count == 1, tree.start % 64 == 0,
      // One index reaches all places.
      hotels.start == attractions.start + attractions.count * Layout.PlaceField.size,
      stations.start == hotels.start + hotels.count * Layout.PlaceField.size
    else { return nil }
    (stampsStart, stampCount) = stamps
    cityStart = city.start
    (districtsStart, districtCount) = districts
    (placesStart, attractionCount) = attractions
    hotelCount = hotels.count
    stationCount = stations.count
    (keysStart, keyCount) = keys
    textStart = text.start
    let regions: UInt32 = bytes.load(city.start + Layout.CityField.regionCount)
    let sources: UInt32 = bytes.load(city.start + Layout.CityField.sourceCount)
    regionCount = Int(regions)
    sourceCount = Int(sources)
    let cityEnd =
      city.start + Layout.CityField.size + regionCount * Layout.CityField.regionSize
      + sourceCount * Layout.CityField.sourceSize
    guard cityEnd <= districts.start else { return nil }
    do throws(IndexFileError) {
      self.tree = try KDTree(
        opening: bytes.slice(tree.start, count: tree.count), keptBy: bytes)
    } catch {
      // Written by another build, or on a machine of the other byte order.
      return nil
    }
    guard self.tree.count == attractionCount else { return nil }
  }

  private func load<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Value {
    bytes.load(offset)
  }

  /// The number at an offset; 0 where it is none.
  private func double(_ offset: Int) -> Double {
    let number = Double(bitPattern: load(offset))
    return number.isFinite ? number : 0
  }

  private func text(_ offset: Int) -> String { String(decoding: utf8(offset), as: UTF8.self) }

  /// The bytes of the text whose reference stands at an offset, good for as long as the catalog lives.
  private func utf8(_ offset: Int) -> UnsafeRawBufferPointer {
    let position: UInt32 = load(offset)
    let length: UInt32 = load(offset + 4)
    return bytes.slice(textStart + Int(position), count: Int(length))
  }

  // MARK: Files and city

  /// The source files as they were.
  var stamps: [FileStamp] {
    (0..<stampCount).map { index in
      let offset = stampsStart + index * Layout.StampField.size
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
    City(
      name: name(cityStart), bounds: bounds, timeZone: text(cityStart + 56),
      currency: text(cityStart + 64), districtsSource: districtsSource,
      regions: (0..<regionCount).map { index in
        let offset = regionOffset(index)
        return CityRegion(id: text(offset), name: name(offset + 8))
      },
      sources: (0..<sourceCount).map(source))
  }

  /// The box of the city.
  var bounds: BoundingBox {
    BoundingBox(
      uncheckedWest: double(cityStart + 24), south: double(cityStart + 32),
      east: double(cityStart + 40), north: double(cityStart + 48))
  }

  private var districtsSource: String? {
    let id = text(cityStart + Layout.CityField.districtsSource)
    return id.isEmpty ? nil : id
  }

  /// The position of the source of the districts; nil where the city names none.
  var districtsSourceIndex: Int? {
    let id = utf8(cityStart + Layout.CityField.districtsSource)
    return (0..<sourceCount).first { utf8(sourceOffset($0)).elementsEqual(id) }
  }

  private func regionOffset(_ index: Int) -> Int {
    cityStart + Layout.CityField.size + index * Layout.CityField.regionSize
  }

  private func sourceOffset(_ index: Int) -> Int {
    regionOffset(regionCount) + index * Layout.CityField.sourceSize
  }

  /// The source at a position.
  func source(at index: Int) -> Source {
    let offset = sourceOffset(index)
    return Source(
      id: text(offset), name: text(offset + 8), licence: text(offset + 16),
      attribution: text(offset + 24), url: text(offset + 32))
  }

  // MARK: Districts

  private func districtOffset(_ index: Int) -> Int {
    districtsStart + index * Layout.DistrictField.size
  }

  /// The district at a position, by ascending code.
  func district(at index: Int) -> District {
    let offset = districtOffset(index)
    return District(code: text(offset), name: name(offset + 8), region: regionID(offset))
  }

  /// The position of the district with a code.
  func district(withCode code: String) -> Int? {
    (0..<districtCount).first { utf8(districtOffset($0)).elementsEqual(code.utf8) }
  }

  private func regionID(_ offset: Int) -> String {
    let region: UInt32 = load(offset + Layout.DistrictField.region)
    return Int(region) < regionCount ? text(regionOffset(Int(region))) : ""
  }

  /// The place that stands for the middle of a district; nil where the district has none.
  func middle(ofDistrict index: Int) -> Int? {
    let place: UInt32 = load(districtOffset(index) + Layout.DistrictField.middle)
    return Int(place) < placeCount ? Int(place) : nil
  }

  // MARK: Places

  /// Attractions first, then hotels, then stations.
  var placeCount: Int { attractionCount + hotelCount + stationCount }

  /// The three groups stand behind each other, so that one index reaches all.
  private func record(_ index: Int) -> Int {
    precondition(index >= 0 && index < placeCount, "no such place")
    return placesStart + index * Layout.PlaceField.size
  }

  func coordinate(at index: Int) -> Coordinate {
    let offset = record(index)
    let latitude = double(offset + Layout.PlaceField.latitude)
    let longitude = double(offset + Layout.PlaceField.longitude)
    return Coordinate(
      uncheckedLatitude: abs(latitude) <= 90 ? latitude : 0,
      longitude: abs(longitude) <= 180 ? longitude : 0)
  }

  /// The position of the place's category among all categories; 255 where it has none.
  func categoryIndex(at index: Int) -> UInt8 { load(record(index) + Layout.PlaceField.category) }

  private func category(at index: Int) -> Category? {
    let position = Int(categoryIndex(at: index))
    let all = Category.allCases
    return position < all.count ? all[position] : nil
  }

  /// The position of the place's district among the districts.
  func districtIndex(at index: Int) -> UInt16 { load(record(index) + Layout.PlaceField.district) }

  func prominence(at index: Int) -> Int {
    let level: UInt16 = load(record(index) + Layout.PlaceField.prominence)
    return Int(level)
  }

  func kind(at index: Int) -> Place.Kind {
    let kind: UInt8 = load(record(index) + Layout.PlaceField.kind)
    let kinds = Place.Kind.allCases
    return Int(kind) < kinds.count ? kinds[Int(kind)] : .attraction
  }

  private func textOffset(_ field: Layout.PlaceText, of index: Int) -> Int {
    record(index) + Layout.PlaceField.texts + field.rawValue * 8
  }

  func id(at index: Int) -> String { text(textOffset(.id, of: index)) }

  func name(at index: Int) -> LocalizedName { name(textOffset(.en, of: index)) }

  /// The position of the station nearest to an attraction or a hotel.
  func nearestStationIndex(of index: Int) -> Int? {
    let station: UInt32 = load(record(index) + Layout.PlaceField.station)
    return Int(station) < stationCount ? attractionCount + hotelCount + Int(station) : nil
  }

  /// The nearest station of an attraction or a hotel.
  func nearestStation(of index: Int) -> NearestStation? {
    guard let place = nearestStationIndex(of: index) else { return nil }
    let distance = double(record(index) + Layout.PlaceField.stationDistance)
    return NearestStation(
      id: id(at: place), name: name(at: place),
      // Half around the Earth at most.
      distanceMeters: min(max(0, distance), 20_100_000))
  }

  private func aliases(at index: Int) -> [String] {
    let all = utf8(textOffset(.aliases, of: index))
    var aliases: [String] = []
    var start = 0
    for end in 0...all.count where end == all.count || all[end] == UInt8(ascii: "|") {
      if start < end {
        aliases.append(
          String(decoding: UnsafeRawBufferPointer(rebasing: all[start..<end]), as: UTF8.self))
      }
      start = end + 1
    }
    return aliases
  }

  /// The whole record.
  func place(at index: Int) -> Place {
    let offset = record(index)
    func optional(_ field: Layout.PlaceText) -> String? {
      let text = text(textOffset(field, of: index))
      return text.isEmpty ? nil : text
    }
    let prominence = prominence(at: index)
    let agreement = double(offset + Layout.PlaceField.agreement)
    return Place(
      id: id(at: index), kind: kind(at: index), name: name(at: index), aliases: aliases(at: index),
      category: category(at: index),
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
    sourceIndex(record(index) + Layout.PlaceField.source)
  }

  private func sourceIndex(_ offset: Int) -> Int? {
    let source: UInt16 = load(offset)
    return Int(source) < sourceCount ? Int(source) : nil
  }

  private func sourceID(_ offset: Int) -> String? {
    sourceIndex(offset).map { text(sourceOffset($0)) }
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

  private func keyOffset(_ index: Int) -> Int { keysStart + index * Layout.KeyField.size }

  /// The bytes of the key at a position, good for as long as the catalog lives.
  func key(at index: Int) -> UnsafeRawBufferPointer { utf8(keyOffset(index)) }

  /// What the key at a position names; nil only in what the compiler did not write.
  func target(at index: Int) -> SearchTarget? {
    let target: UInt32 = load(keyOffset(index) + Layout.KeyField.target)
    let position = Int(target & ~Layout.KeyField.districtFlag)
    if target & Layout.KeyField.districtFlag != 0 {
      return position < districtCount ? .district(position) : nil
    }
    return position < placeCount ? .place(position) : nil
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
