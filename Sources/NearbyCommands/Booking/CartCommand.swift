import Booking
import Catalog

/// `nearby cart add|list|remove|checkout`: what is wanted, before it is booked.
enum CartCommand {
  /// The words after `cart`.
  enum Action: String, CaseIterable {
    case add, list, remove, checkout
  }

  @Sendable
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> Int32 {
    let word = arguments.operands.first ?? "list"
    guard let action = Action(rawValue: word) else {
      throw .usage(
        Spelling.unknown("form of nearby cart", word, among: Action.allCases.map(\.rawValue)))
    }
    let session = try BookingSession(arguments, console)
    let operands = Array(arguments.operands.dropFirst())
    switch action {
    case .add: try add(operands, session)
    case .list: try CartText(session).write(operands)
    case .remove: try remove(operands, session)
    case .checkout: return try CartCheckout(session).run(operands)
    }
    return 0
  }

  /// `cart add HOTEL DATE`, or `cart add ATTRACTION [DATE]`
  private static func add(
    _ operands: [String], _ session: BookingSession
  ) throws(CommandError) {
    let quantity = try Settings.count(session.arguments, .quantity, atLeast: 1) ?? 1
    let product = try product(operands, session)
    let desk = try session.desk()
    let line = try booking { () throws(BookingError) in
      try desk.addToCart(product, quantity: quantity)
    }
    session.noteLog(desk)
    session.console.note("nearby: line \(line.id) of the cart, quantity \(line.quantity)")
    try CartText(session).write([])
  }

  private static func product(
    _ operands: [String], _ session: BookingSession
  ) throws(CommandError) -> CartLine.Product {
    var words = operands
    var day: String?
    if words.count > 1, let last = words.last, last.first?.isNumber == true, last.contains("-") {
      day = last
      words.removeLast()
    }
    // What names an attraction and no hotel is a visit; all else is read as a stay.
    if case .found(let match, _) = session.catalog.resolve(words.joined(separator: " ")),
      case .place(let place) = match.subject, place.kind == .attraction
    {
      if match.quality > .exact {
        let name = place.name[session.settings.language]
        session.console.note("nearby: taking it as \(name) (\(place.id))")
      }
      let text = session.arguments.value(.checkIn) ?? day
      return try booking { () throws(BookingError) in
        .visit(
          attractionID: place.id,
          date: try text.map { text throws(BookingError) in try CivilDate(text) })
      }
    }
    return .stay(try StayOptions(session, operands: operands).stay)
  }

  /// `cart remove LINE`
  private static func remove(
    _ operands: [String], _ session: BookingSession
  ) throws(CommandError) {
    guard let id = operands.first, operands.count == 1 else {
      throw .usage("LINE is missing; nearby cart list shows the lines")
    }
    let quantity = try Settings.count(session.arguments, .quantity, atLeast: 1)
    guard quantity == nil || !session.arguments.has(.allCopies) else {
      throw .usage("give either --quantity or --all, not both")
    }
    let desk = try session.desk()
    try booking { () throws(BookingError) in
      try desk.removeFromCart(
        line: id, quantity: session.arguments.has(.allCopies) ? nil : quantity ?? 1)
    }
    session.noteLog(desk)
    try CartText(session).write([])
  }
}
