import Booking
import Catalog

/// An itinerary as iCalendar (RFC 5545): an event for each stop, in UTC.
struct PlanCalendar {
  private let itinerary: Itinerary
  private let language: Language
  private let zone: CityTimeZone
  private let now: Instant

  init(_ itinerary: Itinerary, language: Language, zone: CityTimeZone, now: Instant) {
    self.itinerary = itinerary
    self.language = language
    self.zone = zone
    self.now = now
  }

  func text() -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//nearby//plan//EN"]
    for day in itinerary.days {
      for stop in day.stops {
        let coordinate = stop.place.coordinate
        let hours = stop.hours == .closed ? ["DESCRIPTION:Closed at this time"] : []
        lines += [
          "BEGIN:VEVENT",
          "UID:\(day.date)-\(stop.place.id)-\(itinerary.hotel.id)@nearby",
          "DTSTAMP:\(Self.time(now))",
          "DTSTART:\(Self.time(zone.instant(on: day.date, minutes: stop.arrivalMinutes)))",
          "DTEND:\(Self.time(zone.instant(on: day.date, minutes: stop.departureMinutes)))",
          "SUMMARY:\(Self.escape(stop.place.name[language]))",
          "GEO:\(coordinate.latitude.plainDescription);\(coordinate.longitude.plainDescription)",
        ]
        if let address = language == .english ? stop.place.addressEn : stop.place.addressZhHant {
          lines.append("LOCATION:\(Self.escape(address))")
        }
        lines += hours + ["END:VEVENT"]
      }
    }
    return (lines + ["END:VCALENDAR"]).map { Self.fold($0) + "\r\n" }.joined()
  }

  /// `20260301T163000Z`
  static func time(_ instant: Instant) -> String {
    instant.description.filter { $0 != "-" && $0 != ":" }
  }

  /// Backslashes, commas, semicolons and line ends (section 3.3.11); other controls become spaces.
  static func escape(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\", ",", ";": result += "\\\(scalar)"
      case "\n": result += "\\n"
      default:
        result.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
      }
    }
  }

  /// Lines of at most 75 octets, never parted inside of a character (section 3.1).
  static func fold(_ line: String) -> String {
    var folded = ""
    var octets = 0
    for scalar in line.unicodeScalars {
      let size = String(scalar).utf8.count
      if octets + size > 75 {
        folded += "\r\n "
        octets = 1
      }
      folded.unicodeScalars.append(scalar)
      octets += size
    }
    return folded
  }
}
