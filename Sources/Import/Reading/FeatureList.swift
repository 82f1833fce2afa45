/// The features of a collection that is one text among others, as a text sequence may have (RFC 8142).
struct FeatureList {
  /// The text.
  let bytes: [UInt8]
  /// The offset of the text in the file's, and its line where the file has lines.
  let place: (offset: Int, line: Int?)
  /// The reference system that the collection names.
  private(set) var system: String?
  private var features: ArraySlice<Range<Int>> = []

  /// Finds the features; nil where the text is no collection with a list of them.
  init?(_ bytes: [UInt8], offset: Int, line: Int?) {
    self.bytes = bytes
    place = (offset, line)
    let found: (features: [Range<Int>], system: String?)? = bytes.withUnsafeBufferPointer {
      do throws(JSONFault) {
        return try Self.features($0)
      } catch {
        return nil
      }
    }
    guard let found else { return nil }
    (features, system) = (found.features[...], found.system)
  }

  /// Where the next feature stands in the text.
  mutating func next() -> Range<Int>? { features.popFirst() }

  private static func features(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONFault) -> (features: [Range<Int>], system: String?)? {
    var cursor = JSONCursor(bytes)
    cursor.skipSpace()
    guard cursor.current == UInt8(ascii: "{"), cursor.open(UInt8(ascii: "}")) else { return nil }
    var features: [Range<Int>]?
    var system: String?
    repeat {
      let name = cursor.slice(try cursor.name())
      let start = cursor.index
      if name.elementsEqual("features".utf8), cursor.current == UInt8(ascii: "[") {
        var found: [Range<Int>] = []
        if cursor.open(UInt8(ascii: "]")) {
          repeat {
            let start = cursor.index
            try cursor.skipWhole()
            found.append(start..<cursor.index)
          } while try cursor.goesOn(until: UInt8(ascii: "]"))
        }
        features = found
        continue
      }
      try cursor.skipWhole()
      if name.elementsEqual("crs".utf8) {
        system = try ReferenceMember.name(cursor.slice(start..<cursor.index))
      }
    } while try cursor.goesOn(until: UInt8(ascii: "}"))
    return features.map { ($0, system) }
  }
}
