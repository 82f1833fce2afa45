#if GEOS
  import Catalog
  import Foundation
  import TestSupport
  import Testing

  /// An import holds some megabytes of a file, however long the file is.
  @Suite("Memory", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
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
      // The system counts the memory of the process that starts another as that one's: the kernel's own
      // figure is read while it runs.
      let run = try CommandRun.shell(
        """
        $nearby import '\(path)' --into '\(sandbox.path("city"))' --data '\(Sandbox.city)' >&2 &
        while line=$(grep VmHWM /proc/$!/status 2> /dev/null); do echo "$line"; sleep 0.02; done
        wait $!
        """)
      #expect(run.exitCode == 0, "\(run.errors)")
      let kilobytes = run.output.split(separator: "\n").compactMap { line in
        line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
      }
      let peak = try #require(kilobytes.max())
      #expect(peak > 10_000 && peak < 100_000, "\(peak) kB")
      let written = try FileSystem.read(sandbox.path("city/attractions.csv"))
      #expect(written.count > 50_000_000)
      #expect(written.count { $0 == 0x0A } == 50_001)
    }
  }
#endif
