#if GEOS
  import Catalog
  import Foundation
  import TestSupport
  import Testing

  /// An import holds some megabytes of a file, however long the file is.
  @Suite("Memory")
  struct MemoryTests {
    /// The file and the table made of it take more than the bound together.
    @Test func importIsBounded() throws {
      let sandbox = try Sandbox()
      let path = sandbox.path("many.csv")
      let note = String(repeating: "long ", count: 200)
      let output = try FileSystem.Output(creating: path)
      try output.write(Array("name,name_tc,lat,lon,address\n".utf8))
      for row in 0..<50_000 {
        let (x, y) = (row % 400, row / 400)
        let text =
          "Sample Place \(row),範例\(row),\(22.36 + Double(y) * 1e-4),\(114.1 + Double(x) * 1e-4),\(note)\(row)\n"
        try output.write(Array(text.utf8))
      }
      try output.finish(sync: false)
      let run = try CommandRun.measured([
        "import", path, "--into", sandbox.path("city"), "--data", Sandbox.city,
      ])
      #expect(run.exitCode == 0)
      #expect(run.peakBytes < 100_000_000, "\(run.peakBytes / 1_000_000) MB")
      let written = try FileSystem.read(sandbox.path("city/attractions.csv"))
      #expect(written.count > 50_000_000)
      #expect(written.count { $0 == 0x0A } == 50_001)
    }
  }
#endif
