import Catalog
import StressSupport
import TestSupport
import Testing

@testable import Booking

@Suite(.serialized) struct StressTests {
  /// The soak program beside the test bundle.
  private func program() throws -> String {
    var folder = try #require(CommandLine.arguments.first.flatMap(FileSystem.absolutePath))
    // The bundle may be run by a helper outside of the build folder, which then names it.
    for word in CommandLine.arguments {
      if let range = word.firstRange(of: "/nearbyPackageTests.xctest") {
        folder = String(word[..<range.lowerBound]) + "/x"
      }
    }
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      if FileSystem.stamp(of: "\(folder)/soak") != nil { return "\(folder)/soak" }
    }
    throw BookingError.file(path: "soak", reason: "not found beside the tests")
  }

  @Test func eightProcessesAndKillsLoseAndDoubleNothing() throws {
    let seed = FileSystem.environment("NEARBY_SEED").flatMap { UInt64($0) } ?? 20_260_301
    let folder = TemporaryFolder()
    let plan = StressPlan(seed: seed, operations: 400, workers: 8)
    let run = StressRun(plan: plan, kills: 30, program: try program(), folder: folder.path)
    let result = try run.run()
    let model = try StressModel(plan: plan, folder: folder.path)
    #expect(result.faults == [], "NEARBY_SEED=\(seed)")
    #expect(model.faults == [], "NEARBY_SEED=\(seed)")
    #expect(result.killed > 5)
    #expect(model.answers["booked"] ?? 0 > 50 && model.answers["sold-out"] ?? 0 > 5)
    print("stress: NEARBY_SEED=\(seed), \(result.killed) killed, \(model.answers)")
  }

  /// The model sees what it is there to see.
  @Test func theModelFindsALostBookingAndAnOversoldNight() throws {
    let folder = TemporaryFolder()
    let plan = StressPlan(seed: 5, operations: 60, workers: 2)
    _ = try StressRun(plan: plan, kills: 0, program: try program(), folder: folder.path).run()
    #expect(try StressModel(plan: plan, folder: folder.path).faults == [])
    let connection = try SQLiteConnection(path: "\(folder.path)/bookings.db")
    let reference = try #require(
      try connection.run(
        "SELECT reference FROM bookings WHERE state = 'confirmed' AND reference IN (SELECT reference FROM booking_nights)"
      ).first)[0]
    try connection.run("UPDATE bookings SET rooms = 9, guests = 9 WHERE reference = ?", [reference])
    removeFile("\(folder.path)/replayed.db")
    var faults = try StressModel(plan: plan, folder: folder.path).faults
    #expect(faults.contains { $0.contains("rooms are sold") })
    #expect(faults.contains { $0.contains("differ between log and database") })
    #expect(faults.contains { $0.contains("another price") })
    try connection.run("DELETE FROM payments WHERE reference = ?", [reference])
    try connection.run("DELETE FROM booking_nights WHERE reference = ?", [reference])
    try connection.run("DELETE FROM bookings WHERE reference = ?", [reference])
    removeFile("\(folder.path)/replayed.db")
    faults = try StressModel(plan: plan, folder: folder.path).faults
    #expect(faults.contains { $0.contains("is missing") })
  }
}
