import Catalog
import Import

extension Door {
  /// Files of megabytes, told in a few lines: the first line names a reader, and each other is a number and
  /// a text that stands so often in the file, in which `\n` is a line end and `#` counts.
  ///
  /// So the limits on records, texts and depths are met, which lie at megabytes.
  @Sendable static func large(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first, lines.count < 64 else { return }
    let stream = TextStream(file: "fuzz", refill: pieces(lines.dropFirst()))
    switch String(decoding: first, as: UTF8.self) {
    case "csv": drain { () throws(DataError) in try CSVRecords(stream) }
    case "json": drain { () throws(DataError) in JSONRecords(stream) }
    case "xml": drain { () throws(DataError) in XMLRecords(stream) }
    case "streetmap":
      drain { () throws(DataError) in
        StreetMapRecords(JSONRecords(stream, allowsEmpty: true), layer: "points")
      }
    case "ndjson":
      var reader = LineReader(file: "fuzz", refill: pieces(lines.dropFirst()))
      while let line = try? reader.next() { _ = try? JSONParser.parse(line) }
    default: break
    }
  }

  /// Pieces of 64 KiB, made when they are asked for: the file itself takes no memory.
  private static func pieces(
    _ lines: ArraySlice<ArraySlice<UInt8>>
  ) -> () throws(FileSystem.Failure) -> [UInt8] {
    var rest = lines
    var parts: [[UInt8]] = []
    var (number, count, given) = (0, 0, 0)
    return {
      var piece: [UInt8] = []
      while piece.count < 1 << 16, given < 20 << 20 {
        if number == count {
          guard let line = rest.popFirst() else { break }
          guard let space = line.firstIndex(of: 0x20) else { continue }
          count = max(0, Int(String(decoding: line[..<space], as: UTF8.self)) ?? 0)
          parts = String(decoding: line[(space + 1)...], as: UTF8.self)
            .replacing("\\n", with: "\n").split(separator: "#", omittingEmptySubsequences: false)
            .map { Array($0.utf8) }
          number = 0
          continue
        }
        for (index, part) in parts.enumerated() {
          if index > 0 { piece += "\(number)".utf8 }
          piece += part
        }
        given += parts.reduce(1) { $0 + $1.count }
        number += 1
      }
      return piece
    }
  }
}
