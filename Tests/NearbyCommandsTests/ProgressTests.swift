import Testing

@testable import NearbyCommands

@Suite("Progress")
struct ProgressTests {
  @Test(
    arguments: [
      (0, 100_000_000, 0, 80, "[--------------------]  0 %  0 kB/s"),
      (
        61_000_000, 100_000_000, 84_200_000, 80, "[############--------]  61 %  84.2 MB/s  1 s left"
      ),
      (100, 100, 1e9, 80, "[####################]  100 %  1000.0 MB/s  0 s left"),
      (61_000_000, 100_000_000, 84_200_000, 40, "61 %  84.2 MB/s  1 s left"),
      (61_000_000, 100_000_000, 84_200_000, 20, "61 %  1 s left"),
      (61_000_000, 100_000_000, 84_200_000, 10, "61 %"),
      (61_000_000, 100_000_000, 84_200_000, 3, "6…"),
      (1_000_000, 1_000_000_000_000, 3e6, 80, "[--------------------]  0 %  3.0 MB/s  92 h left"),
      (1_000_000, 1_000_000_000, 3e5, 80, "[--------------------]  0 %  300 kB/s  55 min left"),
      (61_000_000, nil, 84_200_000, 80, "61.0 MB  84.2 MB/s"),
      (61_000_000, nil, 84_200_000, 15, "84.2 MB/s"),
      // More than the file has is what another program made of it.
      (2_000_000, 1_000_000, 1e6, 80, "2.0 MB  1.0 MB/s"), (5, 0, 1e3, 80, "0 kB  1 kB/s"),
    ] as [(UInt64, UInt64?, Double, Int, String)])
  func theLine(bytes: UInt64, total: UInt64?, rate: Double, columns: Int, right: String) {
    #expect(
      ProgressLine.text(bytes: bytes, total: total, rate: rate, columns: columns) == right)
  }

  /// What was waited for before the first bytes is no part of the rate.
  @Test func theLineIsForTerminalsOnly() {
    var err: [UInt8] = []
    let console = Console(environment: { _ in nil }, out: { _ in }, error: { err += $0 })
    let silent = ProgressLine(console, paths: [])
    silent.add(1)
    silent.say("done")
    silent.clear()
    #expect(err.isEmpty)
  }
}
