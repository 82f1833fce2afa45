import Catalog
import Import
import Spatial

extension Door {
  /// The readers of files from outside, each down to cleaned places.
  static let importing: [Door] = [
    Door(name: "import-csv") { bytes in
      drain { () throws(DataError) in try CSVRecords(stream(bytes)) }
      drain { () throws(DataError) in try CSVRecords(stream(bytes), hasHeader: false) }
    },
    Door(name: "import-geometry") { bytes in
      // A field of a table, whatever it holds.
      let quoted = bytes.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }
      let framed = Array("name,geom,location\nA,\"".utf8) + quoted + Array("\"\n".utf8)
      drain { () throws(DataError) in try CSVRecords(stream(framed)) }
    },
    Door(name: "import-geojson") { bytes in
      drain { () throws(DataError) in JSONRecords(stream(bytes)) }
    },
    Door(name: "import-overpass") { bytes in
      // Whatever the mutations do to the frame, the elements are reached.
      let framed = Array("{\"elements\": [".utf8) + bytes + Array("]}".utf8)
      drain { () throws(DataError) in JSONRecords(stream(framed)) }
    },
    Door(name: "import-xml") { bytes in
      _ = XMLDeclaration.encoding(bytes)
      drain { () throws(DataError) in XMLRecords(stream(bytes)) }
    },
    Door(name: "import-streetmap") { bytes in
      let layer = (bytes.first ?? 0) & 1 == 0 ? "points" : "multipolygons"
      drain { () throws(DataError) in
        StreetMapRecords(
          JSONRecords(stream(Array(bytes.dropFirst())), allowsEmpty: true), layer: layer)
      }
    },
    Door(name: "text", open: text), Door(name: "encoding", open: encoding),
  ]

  private static let categories = CategoryTable()

  private static func stream(_ bytes: [UInt8]) -> TextStream {
    TextStream(file: "fuzz", refill: chunks(bytes))
  }

  static func drain(_ open: () throws(DataError) -> some RecordReader) {
    guard var reader = try? open() else { return }
    var record = SourceRecord()
    var builder = DraftBuilder(
      file: "fuzz", positions: PositionReader(), categories: categories)
    var number = 0
    while (try? reader.next(into: &record)) == true {
      precondition(record.number > number, "records out of order")
      number = record.number
      guard let draft = try? builder.draft(from: record, reader.columns) else { continue }
      check(draft.position.coordinate)
      precondition(!draft.anyName.isEmpty, "a place without a name")
      for text in PlaceDraft.Text.allCases {
        guard let value = draft.text(text) else { continue }
        precondition(!value.isEmpty && CleanText.value(value) == value, "a text that is not clean")
      }
    }
  }

  /// Names and texts: cleaning twice is cleaning once, and NFC changes no meaning.
  @Sendable private static func text(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let composed = Normalization.nfc(text)
    precondition(composed == text, "NFC changed the text")
    precondition(Normalization.nfc(composed).utf8.elementsEqual(composed.utf8), "NFC changes NFC")
    if let clean = CleanText.value(text) {
      precondition(CleanText.value(clean)?.utf8.elementsEqual(clean.utf8) == true, "not clean")
    }
    for isName in [false, true] {
      guard let plain = HTMLText.value(text, isName: isName) else { continue }
      let again = HTMLText.value(plain, isName: isName)
      precondition(again?.utf8.elementsEqual(plain.utf8) == true, "markup comes to light")
    }
    _ = StreetMapRecords.pairs(text)
    if let parts = BilingualName.parts(text) {
      // By their bytes: a name may end where a character that combines with its last begins.
      let bytes = Array(text.utf8)
      precondition(
        !bytes.ranges(of: Array(parts.chinese.utf8)).isEmpty
          && !bytes.ranges(of: Array(parts.latin.utf8)).isEmpty, "a name made up")
    }
    _ = CleanText.fixingCase(text)
    if let slug = Slug.of(text) { precondition(slug.isSlug, "a slug that is none") }
  }

  @Sendable private static func encoding(_ bytes: [UInt8]) {
    let names = ["big5-hkscs", "gb18030", "utf-16le", "big5"]
    let name = names[Int(bytes.first ?? 0) % names.count]
    guard
      var stream = try? TextStream(
        file: "fuzz", encoding: name, refill: chunks(Array(bytes.dropFirst())))
    else { return }
    var validated = 0
    while let piece = try? stream.read(), !piece.isEmpty {
      precondition(String(validating: piece, as: UTF8.self) != nil, "not UTF-8")
      validated += piece.count
    }
    // And without a name, where marks and broken characters decide.
    var plain = Door.stream(bytes)
    var all: [UInt8] = []
    while let piece = try? plain.read(), !piece.isEmpty { all += piece }
    if let text = String(validating: all, as: UTF8.self) {
      _ = text
    } else {
      // Pieces may cut a character in two, but only the last may be cut short.
      precondition(
        String(validating: all.dropLast(3), as: UTF8.self) != nil
          || String(validating: all.dropLast(2), as: UTF8.self) != nil
          || String(validating: all.dropLast(1), as: UTF8.self) != nil, "not UTF-8")
    }
  }
}
