import Catalog
import Spatial

extension BatchInput.Row {
  /// A fault of this row, in one column or in the whole of it.
  func fault(_ reason: String, field: String? = nil, file: String) -> DataError {
    .invalid(place: FilePlace(file: file, line: line, field: field), reason: reason)
  }

  /// The coordinate as it stands in the row; nil where both columns are empty or absent.
  func coordinate(file: String) throws(DataError) -> Coordinate? {
    guard latitude != nil || longitude != nil else { return nil }
    func degrees(_ text: String?, _ axis: String) throws(DataError) -> Double {
      guard let text else { throw fault("empty", field: axis, file: file) }
      guard let number = DecimalNumber.parse(text) else {
        throw fault(
          "\"\(text.prefix(40))\" is not a plain decimal number", field: axis, file: file)
      }
      return number
    }
    let latitude = try degrees(latitude, "latitude")
    let longitude = try degrees(longitude, "longitude")
    do throws(CoordinateError) {
      return try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      throw fault("\(error)", file: file)
    }
  }
}
