import Spatial

/// The labels under which attractions stand in the index: the category, and the district.
enum AttractionLabels {
  /// Stands for all districts that have no code of their own, and for none.
  private static let otherDistrict = PointLabel.codeCount - 1
  private static let otherCategory = PointLabel.codeCount - 1

  /// The label of an attraction, given the positions of its category and its district in their lists;
  /// a position that is none is beyond the end.
  static func label(category: Int, district: Int) -> PointLabel {
    PointLabel(first: min(category, otherCategory), second: min(district, otherDistrict))
  }

  /// Whether every district has a code of its own, so that a filter of codes says all.
  static func hasAllDistricts(_ count: Int) -> Bool { count <= otherDistrict }

  /// The codes of the districts at some positions.
  static func codes(ofDistricts positions: some Sequence<Int>) -> UInt64 {
    LabelFilter.codes(positions.map { min($0, otherDistrict) })
  }
}

extension PlaceFilter {
  /// What the filter asks of labels; nil where it asks nothing of them. What labels cannot tell,
  /// ``predicate(in:)`` does.
  ///
  /// - Complexity: O(districts).
  func labels(in catalog: Catalog) -> LabelFilter? {
    guard !categories.isEmpty || !districts.isEmpty || !regions.isEmpty else { return nil }
    var filter = LabelFilter()
    if !categories.isEmpty {
      filter.first = LabelFilter.codes(
        Category.allCases.enumerated().filter { categories.contains($0.element) }.map(\.offset))
    }
    if !districts.isEmpty || !regions.isEmpty {
      filter.second = AttractionLabels.codes(
        ofDistricts: catalog.districts.indices.filter { admits(catalog.districts[$0]) })
    }
    return filter
  }

  /// Whether a district is one of those asked for, and of a region asked for.
  func admits(_ district: District) -> Bool {
    (districts.isEmpty || districts.contains(district.code))
      && (regions.isEmpty || regions.contains(district.region))
  }
}
