import Catalog
import NearbyCommands
import Spatial

extension Door {
  /// The fixture city; `Fuzz/run` says where it is.
  private static let directory = FileSystem.environment("NEARBY_FUZZ_CITY") ?? ""
  private static let catalog: Catalog = {
    do throws(DataError) {
      return try Catalog(directory: directory)
    } catch {
      fatalError("\(error)")
    }
  }()
  private static let oracle = LinearScan(catalog.attractions.map(\.coordinate))

  /// WHERE as it is typed, a limit, a radius and a category; the answers must be the oracle's.
  @Sendable static func query(_ bytes: [UInt8]) {
    guard bytes.count > 4 else { return }
    let limit = Int(bytes[0])
    let radius = bytes[1] == 255 ? Double.infinity : Double(bytes[1]) * Double(bytes[2])
    let category = bytes[3] < 128 ? nil : Category.allCases[Int(bytes[3]) % Category.allCases.count]
    let text = String(decoding: bytes[4...], as: UTF8.self)
    ask(text, limit: limit, radius: radius, category: category)
    run(text, limit: limit, radius: radius, category: category)
  }

  private static func ask(_ text: String, limit: Int, radius: Double, category: Category?) {
    guard let origin = origin(text) else { return }
    check(origin)
    var filter = PlaceFilter()
    if let category { filter.categories = [category] }
    let answers = catalog.nearest(
      NearbyQuery(origin: origin, limit: limit, radiusMeters: radius, filter: filter))
    let places = catalog.attractions
    let right = oracle.nearest(to: origin, count: limit, within: radius) {
      category == nil || places[$0].category == category
    }
    precondition(answers.count == right.count, "another count than the oracle")
    for (answer, neighbor) in zip(answers, right) {
      precondition(answer.place.id == places[neighbor.index].id, "another place than the oracle")
      precondition(
        answer.distanceMeters == neighbor.distanceMeters, "another distance than the oracle")
    }
  }

  private static func origin(_ text: String) -> Coordinate? {
    do throws(CoordinateError) {
      if let point = try Coordinate.parse(text) { return point }
    } catch {
      return nil
    }
    guard case .found(let match, _) = catalog.resolve(text) else { return nil }
    return match.coordinate
  }

  /// The whole command, from its words to its exit code.
  private static func run(_ text: String, limit: Int, radius: Double, category: Category?) {
    var words = ["--data", directory, "--limit", "\(limit)", "--format", "json"]
    if radius.isFinite { words += ["--within", "\(Int(radius))m"] }
    if let category { words += ["--category", category.rawValue] }
    var out: [UInt8] = []
    var told = false
    let console = Console(
      environment: { _ in nil },
      out: { (bytes) throws(FileSystem.Failure) in out += bytes }, error: { _ in told = true })
    let status = NearbyTool.run(words + ["--", text], console: console)
    switch status {
    case 0: precondition((try? JSONParser.parse(out)) != nil, "an answer that is not JSON")
    case 64: precondition(told && out.isEmpty, "a refusal without a reason")
    default: preconditionFailure("exit code \(status)")
    }
  }
}
