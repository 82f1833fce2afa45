import Spatial
import TestSupport
import Testing

@testable import Catalog

/// Filters of categories, districts and regions, which the index knows as labels.
@Suite struct AttractionLabelTests {
  /// Cities with fewer districts than there are codes, as many, and more: those that share a code are
  /// told apart.
  @Test(arguments: [62, 63, 64, 65, 130])
  func anyNumberOfDistricts(count: Int) throws {
    try Repository.withTemporaryFolder(copyOf: Repository.toytown) { folder in
      let codes = (0..<count).map { "D\(1_000 + $0)" }
      try write(districts: codes, to: folder)
      let catalog = try Catalog(directory: folder)
      #expect(catalog.districts.count == count && catalog.attractions.count == 2 * count)
      let origin = try Coordinate(latitude: -33.86, longitude: 151.2)
      let wanted = [
        [codes[0]], [codes[61]], [codes[count - 1]], [codes[count - 2], codes[5]], ["none"],
        Array(codes.suffix(3)), codes,
      ]
      for districts in wanted {
        for categories: Set<Category> in [[], [.park], [.museum]] {
          var filter = PlaceFilter()
          filter.districts = Set(districts)
          filter.categories = categories
          let found = catalog.nearest(NearbyQuery(origin: origin, filter: filter))
          let expected = catalog.attractions.filter { catalog.admits($0, filter) }
          #expect(Set(found.map(\.place.id)) == Set(expected.map(\.id)), "\(districts)")
          #expect(found.count == expected.count)
        }
      }
    }
  }

  /// Writes districts that do not matter, and two attractions in each.
  private func write(districts codes: [String], to folder: String) throws {
    let features = codes.map { code in
      """
      {"type":"Feature","properties":{"code":"\(code)","name_en":"\(code)","name_zh_hant":"\(code)",\
      "name_zh_hans":"\(code)","region":"fixture-harbour"},"geometry":{"type":"Polygon","coordinates":\
      [[[151.18,-33.88],[151.2,-33.88],[151.2,-33.84],[151.18,-33.84],[151.18,-33.88]]]}}
      """
    }
    try Repository.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
      to: "\(folder)/districts.geojson")
    for file in ["hotels", "stations"] {
      let text = String(decoding: try Repository.read("\(folder)/\(file).csv"), as: UTF8.self)
      let heading = text.split(separator: "\n")[0]
      try Repository.write("\(heading)\n", to: "\(folder)/\(file).csv")
    }
    var rows =
      "id,name_en,name_zh_hant,name_zh_hans,category,prominence,latitude,longitude,district,source\n"
    for (number, code) in codes.enumerated() {
      let latitude = -33.88 + Double(number * 37 % 101) * 0.0004
      for category in ["park", "beach"] {
        let id = "\(category)-\(number)"
        rows += "\(id),\(id),\(id),\(id),\(category),1,\(latitude),151.2,\(code),fixture\n"
      }
    }
    try Repository.write(rows, to: "\(folder)/attractions.csv")
  }
}
