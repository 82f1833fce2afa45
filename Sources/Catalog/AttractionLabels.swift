import Spatial

/// The labels under which attractions stand in the index: the category, and the district.
enum AttractionLabels {
  /// Stands for all districts that have no code of their own, and for none.
  private static let otherDistrict = PointLabel.codeCount - 1
  private static let otherCategory = PointLabel.codeCount - 1

  /// The label of an attraction, given the positions of its category and its district in their lists.
  static func label(category: Int?, district: Int?) -> PointLabel {
    PointLabel(
      first: min(category ?? otherCategory, otherCategory),
      second: min(district ?? otherDistrict, otherDistrict))
  }

  /// Whether every district has a code of its own, so that a filter of codes says all.
  static func hasAllDistricts(_ count: Int) -> Bool { count <= otherDistrict }

  /// The codes of some categories.
  static func codes(of categories: Set<Category>) -> UInt64 {
    let all = Category.allCases
    return LabelFilter.codes(all.indices.filter { categories.contains(all[$0]) })
  }

  /// The codes of the districts at some positions.
  static func codes(ofDistricts positions: some Sequence<Int>) -> UInt64 {
    LabelFilter.codes(positions.map { min($0, otherDistrict) })
  }
}
