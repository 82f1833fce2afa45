import Catalog
import Spatial

/// What WHERE was taken for.
struct Origin {
  let query: String
  let kindName: String
  let id: String?
  let name: LocalizedName?
  let coordinate: Coordinate
}

extension Origin {
  /// Reads WHERE as a coordinate, then as an id or a name.
  ///
  /// - Parameter note: told when the text is not the name itself, so that a guess is never silent.
  /// - Throws: ``CommandError/usage(_:)`` for a wrong coordinate, ``CommandError/unclear(_:lines:)``
  ///   for a name that fits several places or none.
  init(
    _ text: String, datum: Datum, catalog: Catalog, language: Language, note: (String) -> Void
  ) throws(CommandError) {
    do throws(CoordinateError) {
      if let coordinate = try Coordinate.parse(text, datum: datum) {
        self.init(query: text, kindName: "coordinate", id: nil, name: nil, coordinate: coordinate)
        return
      }
    } catch {
      throw .usage("\(error)")
    }
    let shown = DisplayText.cut(text, to: 60)
    switch catalog.resolve(text) {
    case .found(let match, let passedOver):
      guard let coordinate = match.coordinate else {
        throw .usage("district \(match.id) has no place to start from; give a coordinate")
      }
      if case .district = match.subject {
        note(
          "taking \"\(shown)\" as \(Self.line(match, language)), from where its places stand densest"
        )
      } else if match.quality > .exact || !passedOver.isEmpty {
        let others = passedOver.prefix(3).map { Self.line($0, language) }.joined(separator: ", ")
        note(
          "taking \"\(shown)\" as \(Self.line(match, language))"
            + (others.isEmpty ? "" : "; also \(others)"))
      }
      self.init(
        query: text, kindName: match.kindName, id: match.id, name: match.name,
        coordinate: coordinate)
    case .ambiguous(let matches):
      let rest = matches.count - Self.listLimit
      throw .unclear(
        "\"\(shown)\" fits several places; give one of these ids:",
        lines: Self.lines(Array(matches.prefix(Self.listLimit)), language)
          + (rest > 0 ? ["and \(rest) more; give more of the name"] : []))
    case .notFound(let suggestions):
      throw .unclear(
        "nothing is called \"\(shown)\""
          + (suggestions.isEmpty ? "; see nearby attractions, hotels, stations" : "; the closest:"),
        lines: Self.lines(suggestions, language))
    }
  }

  /// The most places that are listed where several fit.
  private static let listLimit = 10

  private static func line(_ match: Match, _ language: Language) -> String {
    "\(match.name[language]) (\(match.kindName), \(match.id))"
  }

  private static func lines(_ matches: [Match], _ language: Language) -> [String] {
    let width = matches.map { DisplayText.width($0.id) }.max() ?? 0
    return matches.map { match in
      "\(DisplayText.pad(match.id, to: width))  \(match.name[language]) (\(match.kindName))"
    }
  }
}

extension Catalog {
  /// The sources of places that are shown: their own, those of their nearest stations and of the
  /// origin, and that of the districts, in the order of the city's list.
  func shownSources(_ places: [Place], origin: Origin?) -> [Source] {
    sources(
      shownWith: places, origin: origin?.id,
      districts: !places.isEmpty || origin?.kindName == "district")
  }
}
