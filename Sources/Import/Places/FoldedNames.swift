import Catalog

/// Names of drafts folded, each once for all who compare them.
struct FoldedNames: ~Copyable {
  /// A name: where it stands in ``bytes``, and what it is compared by.
  struct Name: Sendable {
    let text: PlaceDraft.Text
    let range: Range<Int>
    let key: NameKey
  }

  private(set) var bytes = ByteBuffer()
  /// Of each draft those that it has, in the order English, traditional, simplified.
  private(set) var names: [Name] = []

  init() {}

  /// Folds the names of a place of the catalog.
  init(_ name: LocalizedName, by table: Folding.HanTable) {
    let texts = [
      (PlaceDraft.Text.nameEn, name.en), (.nameZhHant, name.zhHant), (.nameZhHans, name.zhHans),
    ]
    for (text, name) in texts {
      var name = name
      name.withUTF8 { append($0, as: text, by: table) }
    }
  }

  mutating func removeAll() {
    bytes.removeAll()
    names.removeAll(keepingCapacity: true)
  }

  /// Folds the names of a draft.
  ///
  /// - Returns: where they stand in ``names``.
  mutating func append(_ draft: borrowing PlaceDraft, by table: Folding.HanTable) -> Range<Int> {
    let first = names.count
    for text in [PlaceDraft.Text.nameEn, .nameZhHant, .nameZhHans] {
      draft.withBytes(text) { append($0, as: text, by: table) }
    }
    return first..<names.count
  }

  private mutating func append(
    _ name: UnsafeBufferPointer<UInt8>, as text: PlaceDraft.Text, by table: Folding.HanTable
  ) {
    let start = bytes.count
    bytes.append(atMost: Folding.mostBytes(of: name.count)) {
      Folding.fold(name, to: $0, by: table)
    }
    let range = start..<bytes.count
    names.append(Name(text: text, range: range, key: NameKey(folded: bytes[range])))
  }

  /// The key of a name, of those in a range; the key of none where it is not there.
  func key(_ text: PlaceDraft.Text, in range: Range<Int>) -> NameKey {
    for index in range where names[index].text == text { return names[index].key }
    return .none
  }
}
