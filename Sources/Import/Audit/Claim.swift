import Catalog
import Spatial

/// A hand-typed claim: this attraction is near this hotel.
package struct Claim: Sendable {
  /// Where it stands.
  package let place: FilePlace
  /// The hotel, as typed.
  package let hotel: String
  /// What is said to be near, as typed.
  package let claimed: String
  /// Where the hotel is said to be.
  package let typedPoint: Coordinate?

  /// Reads the claims of a CSV or JSON file, with its columns found by their names.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - options: the encoding, the datum, and columns given by hand.
  ///   - body: given each claim, or the fault of its row.
  /// - Throws: where the file cannot be read, or has no columns of a hotel and a claim.
  package static func read(
    path: String, options: ReadingOptions, _ body: (Result<Claim, DataError>) -> Void
  ) throws(DataError) {
    let file = try SourceFile(path: path, encoding: options.encoding)
    var map = ColumnMap(
      [.hotel, .claim, .hotelLatitude, .hotelLongitude], assignments: options.assignments)
    var record = SourceRecord()
    for layer in try file.layers() {
      var reader = try file.reader(layer: layer, hasHeader: options.hasHeader)
      var isChecked = false
      map.restart()
      while try reader.next(into: &record) {
        map.update(reader.columns)
        if !isChecked {
          guard map.has(.hotel), map.has(.claim) else {
            throw .invalid(
              place: FilePlace(file: file.name, line: 1),
              reason: "no columns of a hotel and a claimed attraction; name them with --column "
                + "hotel=COLUMN --column claim=COLUMN; found: "
                + reader.columns.names.prefix(30).joined(separator: ", "))
          }
          isChecked = true
        }
        do throws(DataError) {
          body(.success(try claim(record, map, file.name, options.datum)))
        } catch {
          body(.failure(error))
        }
      }
    }
  }

  private static func claim(
    _ record: SourceRecord, _ map: ColumnMap, _ file: String, _ datum: Datum
  ) throws(DataError) -> Claim {
    let place = FilePlace(
      file: file, line: record.line, field: record.line == nil ? "record \(record.number)" : nil)
    func fault(_ reason: String) -> DataError { .invalid(place: place, reason: reason) }
    if let reason = record.fault { throw fault(reason) }
    guard let hotel = map.text(.hotel, in: record) else { throw fault("the hotel is empty") }
    guard let claimed = map.text(.claim, in: record) else { throw fault("the claim is empty") }
    let latitude = map.text(.hotelLatitude, in: record)
    let longitude = map.text(.hotelLongitude, in: record)
    var point: Coordinate?
    if let latitude, let longitude {
      do throws(CoordinateError) {
        point = try Coordinate.parse("\(latitude); \(longitude)", datum: datum)
      } catch {
        throw fault("\(error)")
      }
      guard point != nil else { throw fault("\"\(latitude), \(longitude)\" is not a coordinate") }
      // Zeros stand for nothing.
      if point?.latitude == 0 && point?.longitude == 0 { point = nil }
    }
    return Claim(place: place, hotel: hotel, claimed: claimed, typedPoint: point)
  }
}
