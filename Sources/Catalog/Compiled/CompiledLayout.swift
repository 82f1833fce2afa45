/// The layout of a compiled catalog: one buffer, little-endian, offsets from its start.
///
/// Whatever a question needs and does not depend on it is computed here: the tree of the attractions, the
/// sorted names, each place's nearest station, each district's middle.
///
/// ```text
/// header     magic, version, checksum of everything behind the header, length, section offsets
/// stamps     the source files by name, size and time of last change
/// city       name, bounds, regions, sources
/// districts  fixed-size records by ascending code
/// places     fixed-size records: attractions, hotels, stations, each by ascending id
/// keys       fixed-size records: folded names by ascending bytes, each with what it names
/// text       all strings, UTF-8
/// tree       the saved index of the attractions, at a multiple of 64 bytes (docs/INDEX.md)
/// ```
///
/// The sections stand in this order, and zeros fill the buffer up to whole words.
enum CompiledLayout {
  static let magic: UInt64 = 0x3154_4143_5942_524E  // "NRBYCAT1"
  static let version: UInt32 = 3

  static let magicOffset = 0
  static let versionOffset = 8
  /// Four zero bytes.
  static let reservedOffset = 12
  static let checksumOffset = 16
  static let lengthOffset = 24
  static let sectionsOffset = 32
  static let headerSize = sectionsOffset + Section.allCases.count * 8

  /// Each section has an offset and a record count, 32 bits each; text and tree count bytes.
  enum Section: Int, CaseIterable {
    case stamps, city, districts, attractions, hotels, stations, keys, text, tree
  }

  /// The bytes of one record of a section; the regions and sources behind the city's are not counted.
  static func recordSize(_ section: Section) -> Int {
    switch section {
    case .stamps: StampField.size
    case .city: CityField.size
    case .districts: DistrictField.size
    case .attractions, .hotels, .stations: PlaceField.size
    case .keys: KeyField.size
    case .text, .tree: 1
    }
  }

  /// A stamp: the name, the size, the time of last change, the checksum of the content.
  enum StampField {
    static let size = 32
  }

  /// The fields of a place record by offset; a text is 32 bits of offset and 32 of length.
  enum PlaceField {
    static let latitude = 0
    static let longitude = 8
    static let stationDistance = 16
    static let agreement = 24
    static let station = 32
    static let district = 36
    static let kind = 38
    static let category = 39
    static let prominence = 40
    static let source = 42
    static let secondSource = 44
    static let texts = 48
    static let size = texts + PlaceText.allCases.count * 8
  }

  enum PlaceText: Int, CaseIterable {
    case id, en, zhHant, zhHans, aliases, openingHours, addressEn, addressZhHant, website, telephone
    case sourceReference, districtCode
  }

  /// The city: three names, four sides of its box, three texts, two counts; behind it the regions of
  /// 32 bytes and the sources of 40.
  enum CityField {
    static let districtsSource = 72
    static let regionCount = 80
    static let sourceCount = 84
    static let size = 88
    static let regionSize = 32
    static let sourceSize = 40
  }

  /// A district record: code, three names, region, the place that stands for its middle.
  enum DistrictField {
    static let texts = 0
    static let region = 32
    static let middle = 36
    static let size = 40
  }

  /// A key record: the text, then what it names.
  enum KeyField {
    static let text = 0
    static let target = 8
    static let size = 12
    /// Set in a target that is a district.
    static let districtFlag: UInt32 = 1 << 31
  }

  /// A value that stands for "none" in an index field.
  static let none16: UInt16 = .max
  static let none32: UInt32 = .max

  /// A checksum of a source file: a multiplicative hash over 64-bit words.
  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.withUnsafeBytes { buffer in
      var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(buffer.count)
      var position = 0
      while position + 8 <= buffer.count {
        let word = UInt64(
          littleEndian: buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        hash = (hash ^ word) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
        position += 8
      }
      for byte in buffer[position...] {
        hash = (hash ^ UInt64(byte)) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
      }
      return hash
    }
  }
}
