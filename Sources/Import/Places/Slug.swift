import Catalog

/// Ids for places that bring none.
package enum Slug {
  private static let longest = 60

  /// The words of a name as a slug: lower-case ASCII letters and digits with hyphens between; nil where
  /// it has none, as a Chinese name.
  package static func of(_ name: String) -> String? {
    var slug = ""
    var needsHyphen = false
    for scalar in Folding.fold(name).unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A:
        if needsHyphen && !slug.isEmpty { slug += "-" }
        needsHyphen = false
        slug.unicodeScalars.append(scalar)
      default: needsHyphen = true
      }
      if slug.utf8.count >= longest { break }
    }
    return slug.isEmpty ? nil : slug
  }

  /// A slug from the bytes of a text, the same on every run and machine.
  package static func hashed(_ text: String) -> String {
    "place-\(String(hash(text.utf8), radix: 36))"
  }

  /// FNV-1a with 64 bits (Fowler, Noll, Vo), mixed at the end.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }
}

/// The ids that are taken. Only hashes are kept, so that a million of them fit into a few megabytes; two
/// ids of one hash cost a suffix, nothing else.
package struct IDRegister {
  private var taken: Set<UInt64> = []
  private var nextSuffix: [UInt64: Int] = [:]

  package init() {}

  /// Takes an id where it is free.
  package mutating func take(_ id: String) -> Bool { taken.insert(Slug.hash(id.utf8)).inserted }

  /// Takes an id, with the next free number behind it where it is taken.
  ///
  /// - Complexity: O(1) expected.
  package mutating func takeUnique(_ id: String) -> String {
    if take(id) { return id }
    let key = Slug.hash(id.utf8)
    var suffix = nextSuffix[key] ?? 2
    while !take("\(id)-\(suffix)") { suffix += 1 }
    nextSuffix[key] = suffix + 1
    return "\(id)-\(suffix)"
  }
}
