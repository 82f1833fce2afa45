import Catalog
import Spatial

#if GEOS
  /// The rows of a table of a data folder one at a time, as far as an import needs them; a row that cannot
  /// be read is passed over, as it is when the folder is opened.
  struct KnownRows {
    /// A place that stands in a folder.
    struct Row {
      let id: String
      /// The English, traditional and simplified name.
      let names: [String]
      let aliases: [String]
      let source: String
      let nature: PlaceNature
      let coordinate: Coordinate
      /// Whether it says of which other place it is a second record.
      let isSecondRecord: Bool
    }

    private var reader: CSVReader
    private var record = CSVReader.RawRecord()
    private let columns: [String: Int]

    /// Opens a table.
    init(path: String) throws(DataError) {
      reader = try CSVReader(path: path)
      columns = RowMerger.indexes(try reader.next()?.fields ?? [])
    }

    private func text(_ column: String) -> String {
      guard let index = columns[column], index < record.fields.count else { return "" }
      return record.text(index)
    }

    /// The next row; nil at the end.
    mutating func next() throws(DataError) -> Row? {
      while try reader.next(into: &record) {
        guard record.fields.count == columns.count,
          let latitude = DecimalNumber.parse(text("latitude")),
          let longitude = DecimalNumber.parse(text("longitude")),
          let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { continue }
        let nature =
          columns["category"] == nil
          ? PlaceNature(Place.Kind(rawValue: text("kind")))
          : PlaceNature(Category(rawValue: text("category")))
        return Row(
          id: text("id"), names: [text("name_en"), text("name_zh_hant"), text("name_zh_hans")],
          aliases: text("aliases").split(separator: "|").map(String.init), source: text("source"),
          nature: nature, coordinate: coordinate, isSecondRecord: !text("same_as").isEmpty)
      }
      return nil
    }
  }
#endif
