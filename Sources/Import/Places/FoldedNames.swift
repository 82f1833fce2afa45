import Catalog

/// The names of a draft folded, each once for all who compare them.
struct FoldedNames: Sendable {
  /// A name: where it stands in ``bytes``, and what it is compared by.
  struct Name: Sendable {
    let text: PlaceDraft.Text
    let range: Range<Int>
    let key: NameKey
  }

  private(set) var bytes: [UInt8] = []
  /// Those that the draft has, in the order English, traditional, simplified.
  private(set) var names: [Name] = []

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
  }

  /// Folds a name.
  mutating func append(_ name: UnsafeBufferPointer<UInt8>, as text: PlaceDraft.Text) {
    let start = bytes.count
    Folding.fold(name, into: &bytes)
    let range = start..<bytes.count
    let key = bytes.withUnsafeBufferPointer {
      NameKey(folded: UnsafeBufferPointer(rebasing: $0[range]))
    }
    names.append(Name(text: text, range: range, key: key))
  }

  /// Folds the names of a place of the catalog.
  init(_ name: LocalizedName) {
    let texts = [
      (PlaceDraft.Text.nameEn, name.en), (.nameZhHant, name.zhHant), (.nameZhHans, name.zhHans),
    ]
    for (text, name) in texts {
      var name = name
      name.withUTF8 { append($0, as: text) }
    }
  }

  init() {}

  /// The key of a name that the draft has.
  func key(_ text: PlaceDraft.Text) -> NameKey? { names.first { $0.text == text }?.key }
}
