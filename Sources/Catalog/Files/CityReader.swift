import Spatial

/// Reads `city.json`.
struct CityReader {
  let file: String

  func read() throws(DataError) -> City {
    let json = try JSONParser.parse(path: file)
    let bounds: BoundingBox?
    do throws(CoordinateError) {
      bounds = try GeoJSON.box(json["bounds"])
    } catch {
      throw invalid("bounds", "\(error)")
    }
    guard let bounds else { throw invalid("bounds", "not [west, south, east, north] in degrees") }
    return City(
      name: try name(json, in: "name"), bounds: bounds,
      timeZone: try text(json, "timeZone"), currency: try text(json, "currency"),
      districtsSource: json["districtsSource"]?.string,
      regions: try array(json, "regions") { value throws(DataError) in
        CityRegion(id: try text(value, "id"), name: try name(value, in: "regions"))
      },
      sources: try array(json, "sources") { value throws(DataError) in
        Source(
          id: try text(value, "id"), name: try text(value, "name"),
          licence: try text(value, "licence"), attribution: try text(value, "attribution"),
          url: value["url"]?.string ?? "")
      })
  }

  private func array<Element>(
    _ json: JSONValue, _ member: String, _ read: (JSONValue) throws(DataError) -> Element
  ) throws(DataError) -> [Element] {
    guard let values = json[member]?.array else { throw invalid(member, "not an array") }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      do throws(DataError) {
        elements.append(try read(value))
      } catch .invalid(var place, let reason) {
        let lines = CityFiles.lines(ofElementsIn: member, file)
        if index < lines.count { place.line = lines[index] }
        throw .invalid(place: place, reason: reason)
      } catch {
        throw error
      }
    }
    return elements
  }

  private func name(_ json: JSONValue, in member: String) throws(DataError) -> LocalizedName {
    guard let name = json["name"] else { throw invalid(member, "a name is missing") }
    return LocalizedName(
      en: try text(name, "en"), zhHant: try text(name, "zhHant"), zhHans: try text(name, "zhHans"))
  }

  private func text(_ json: JSONValue, _ member: String) throws(DataError) -> String {
    guard let text = json[member]?.string, !text.isEmpty else {
      throw invalid(member, "a text is missing")
    }
    return text
  }

  private func invalid(_ member: String, _ reason: String) -> DataError {
    .invalid(place: FilePlace(file: file, field: member), reason: reason)
  }
}
