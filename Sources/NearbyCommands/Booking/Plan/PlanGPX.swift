import Booking
import Catalog
import Spatial

/// An itinerary as GPX 1.1: a route for each day, from the hotel and back.
///
/// https://www.topografix.com/GPX/1/1/
struct PlanGPX {
  private let itinerary: Itinerary
  private let language: Language

  init(_ itinerary: Itinerary, language: Language) {
    self.itinerary = itinerary
    self.language = language
  }

  func text() -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="nearby" xmlns="http://www.topografix.com/GPX/1/1">

      """
    for (index, day) in itinerary.days.enumerated() where !day.stops.isEmpty {
      text += "  <rte>\n    <name>Day \(index + 1), \(day.date)</name>\n"
      text += point(itinerary.hotel)
      for stop in day.stops { text += point(stop.place) }
      text += point(itinerary.hotel) + "  </rte>\n"
    }
    return text + "</gpx>\n"
  }

  private func point(_ place: Place) -> String {
    "    <rtept lat=\"\(place.coordinate.latitude.plainDescription)\""
      + " lon=\"\(place.coordinate.longitude.plainDescription)\">"
      + "<name>\(Self.escape(place.name[language]))</name></rtept>\n"
  }

  /// Text of XML 1.0, which has no control characters.
  static func escape(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default:
        if scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF {
          result.unicodeScalars.append(scalar)
        } else {
          result += " "
        }
      }
    }
  }
}
