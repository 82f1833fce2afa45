/// Messages for a word that is not on a list.
package enum Spelling {
  /// `"x" is not a category; did you mean y? valid are a, b, c`.
  package static func unknown(_ noun: String, _ word: String, among valid: [String]) -> String {
    let guess = nearest(to: word, among: valid).map { "; did you mean \($0)?" } ?? ";"
    return "\"\(word.prefix(60))\" is not a \(noun)\(guess) valid are "
      + valid.joined(separator: ", ")
  }

  /// The word of the list that is spelt most alike, if any is near.
  package static func nearest(to word: String, among valid: [String]) -> String? {
    let folded = Array(Folding.fold(word).unicodeScalars)
    guard !folded.isEmpty, folded.count <= 60 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in valid {
      let key = Array(Folding.fold(candidate).unicodeScalars)
      if key.starts(with: folded) { return candidate }
      let limit = min(3, (folded.count + 1) / 2)
      if let distance = EditDistance.between(folded[...], key[...], limit: limit),
        distance < best?.distance ?? .max
      {
        best = (candidate, distance)
      }
    }
    return best?.word
  }
}
