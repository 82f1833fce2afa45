import Booking
import Catalog

/// The cart as it is shown.
struct CartText {
  let session: BookingSession

  init(_ session: BookingSession) { self.session = session }

  /// Writes all lines, the badge and the total.
  func write(_ operands: [String]) throws(CommandError) {
    guard operands.isEmpty else {
      throw .usage("unexpected: \(operands.joined(separator: " ").prefix(60))")
    }
    let desk = try session.desk()
    let cart = try booking { () throws(BookingError) in try desk.cart() }
    switch session.settings.format {
    case .table: try writeTable(cart)
    case .json:
      try session.console.write(
        JSONText.of(
          .members([
            "results": .array(cart.lines.map { record($0).json }),
            "badge": .integer(cart.badge),
            "currency": .string(session.rates.currency),
            "totalMinor": .integer(cart.total?.minorUnits ?? 0),
            "sample": .bool(cart.lines.contains { $0.quote?.isSample == true }),
            "attribution": .array([]),
          ])) + "\n")
    default:
      try RecordWriter(format: session.settings.format, console: session.console).write(
        cart.lines.map(record), attribution: .array([]), columns: .cart)
    }
  }

  private func writeTable(_ cart: Cart) throws(CommandError) {
    let language = session.settings.language
    guard !cart.lines.isEmpty else {
      try session.console.say("The cart is empty.")
      return
    }
    var table = Table([
      Table.Column(title: "Line"), Table.Column(title: "What", minimum: 14),
      Table.Column(title: "When"), Table.Column(title: "Quantity", isNumber: true),
      Table.Column(title: "Price", isNumber: true), Table.Column(title: ""),
    ])
    for priced in cart.lines {
      let line = priced.line
      let name = session.catalog.place(withID: line.productID)?.name[language] ?? line.productID
      let when: String
      let price: String
      switch line.product {
      case .stay(let stay):
        when = "\(stay.checkIn), \(StayText.plural(stay.nights.count, "night"))"
        price = priced.quote?.total.description ?? "not available"
      case .visit(_, let date):
        when = date?.description ?? "any day"
        price = "no price"
      }
      table.append([
        line.id, name, when, "\(line.quantity)", price,
        priced.quote?.isSample == true ? "sample" : "",
      ])
    }
    try session.console.say(table.lines(width: session.console.columns))
    let isSample = cart.lines.contains { $0.quote?.isSample == true }
    let total = cart.total.map { "\($0)\(isSample ? " (sample price)" : "")" } ?? "nothing to pay"
    try session.console.say()
    try session.console.say("\(StayText.plural(cart.badge, "item")), \(total)")
    for priced in cart.lines {
      if let problem = priced.problem {
        session.console.note("nearby: line \(priced.line.id): \(problem)")
      }
    }
  }

  private func record(_ priced: Cart.PricedLine) -> Record {
    let line = priced.line
    let place = session.catalog.place(withID: line.productID)
    var stay: Stay?
    var date: CivilDate?
    switch line.product {
    case .stay(let value): (stay, date) = (value, value.checkIn)
    case .visit(_, let day): date = day
    }
    return Record(
      json: .members([
        "line": .string(line.id), "kind": .string(stay == nil ? "visit" : "stay"),
        "id": .string(line.productID),
        "name": .string(place?.name[session.settings.language] ?? line.productID),
        "room": .optional(stay?.roomID), "date": .optional(date?.description),
        "nights": stay.map { .integer($0.nights.count) } ?? .null,
        "rooms": stay.map { .integer($0.rooms) } ?? .null,
        "guests": stay.map { .integer($0.guests) } ?? .null,
        "quantity": .integer(line.quantity),
        "currency": .optional(priced.quote?.total.currency),
        "totalMinor": priced.quote.map { .integer($0.total.minorUnits) } ?? .null,
        "sample": .bool(priced.quote?.isSample == true),
        "problem": .optional(priced.problem?.description),
      ]), coordinate: place?.coordinate)
  }
}

extension CartLine {
  /// The id of the hotel or attraction.
  var productID: String {
    switch product {
    case .stay(let stay): stay.hotelID
    case .visit(let id, _): id
    }
  }
}

extension [RecordWriter.Column] {
  /// The lines of the cart.
  static var cart: Self {
    [
      "line", "kind", "id", "name", "room", "date", "nights", "rooms", "guests", "quantity",
      "currency", "totalMinor", "sample", "problem",
    ].map { RecordWriter.Column($0) }
  }
}
