import Spatial
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Points in a file: pairs of little-endian doubles, or lines of `latitude,longitude`.
enum PointFile {
  /// Reads either kind. A file whose name ends in `.csv` is text; lines that do not begin with two
  /// valid numbers, such as a heading, are skipped.
  static func read(_ path: String) throws(OptionError) -> [Coordinate] {
    let bytes = try contents(of: path)
    let points = path.hasSuffix(".csv") ? text(bytes) : pairs(bytes)
    guard !points.isEmpty else { throw OptionError("no points in \(path)") }
    return points
  }

  /// Writes pairs of little-endian doubles.
  static func write(_ points: [Coordinate], to path: String) throws(OptionError) {
    guard let file = fopen(path, "wb") else { throw OptionError("cannot write \(path)") }
    defer { fclose(file) }
    var words: [UInt64] = []
    words.reserveCapacity(2 * points.count)
    for point in points {
      words.append(point.latitude.bitPattern.littleEndian)
      words.append(point.longitude.bitPattern.littleEndian)
    }
    guard fwrite(words, 8, words.count, file) == words.count else {
      throw OptionError("cannot write \(path)")
    }
  }

  private static func contents(of path: String) throws(OptionError) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw OptionError("cannot read \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = max(ftell(file), 0)
    fseek(file, 0, SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: size)
    guard fread(&bytes, 1, size, file) == size else { throw OptionError("cannot read \(path)") }
    return bytes
  }

  private static func pairs(_ bytes: [UInt8]) -> [Coordinate] {
    bytes.withUnsafeBytes { raw in
      func double(_ place: Int) -> Double {
        let bits = raw.loadUnaligned(fromByteOffset: place * 8, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
      }
      return (0..<raw.count / 16).compactMap {
        try? Coordinate(latitude: double(2 * $0), longitude: double(2 * $0 + 1))
      }
    }
  }

  private static func text(_ bytes: [UInt8]) -> [Coordinate] {
    bytes.split { $0 == 10 || $0 == 13 }.compactMap { line in
      let fields = line.split(separator: 44, omittingEmptySubsequences: false)
      guard fields.count >= 2,
        let latitude = Double(String(decoding: fields[0], as: UTF8.self)),
        let longitude = Double(String(decoding: fields[1], as: UTF8.self))
      else { return nil }
      return try? Coordinate(latitude: latitude, longitude: longitude)
    }
  }
}
