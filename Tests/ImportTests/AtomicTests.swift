#if GEOS
  import Catalog
  import Foundation
  import TestSupport
  import Testing

  /// Imports that end at any moment: the folder is as before or complete.
  @Suite("Atomic imports", .serialized)
  struct AtomicTests {
    /// A sandbox with files to import, and what the folder holds before and after.
    private struct Scene {
      let sandbox: Sandbox
      let file: String
      let before: [String: [UInt8]]?
      let after: [String: [UInt8]]
      let milliseconds: Double

      var city: String { sandbox.path("city") }
      var words: [String] { ["import", file, "--into", city, "--data", Sandbox.city] }

      init(withData: Bool) throws {
        sandbox = try Sandbox()
        var text = "name,lat,lon\n"
        for row in 0..<400 {
          text += "Sample \(row),\(22.3 + Double(row) * 1e-5),\(114.17 + Double(row) * 1e-5)\n"
        }
        file = try sandbox.write("many.csv", text)
        if withData {
          let first = sandbox.run(
            "import", Sandbox.fixture("places.kml"), "--into", sandbox.path("city"), "--data",
            Sandbox.city)
          try #require(first.status == 0)
          _ = try sandbox.write("city/notes.txt", "a file of the user's own")
          before = try sandbox.contents("city")
        } else {
          before = nil
        }
        let clock = ContinuousClock()
        let start = clock.now
        let words = [
          "import", file, "--into", sandbox.path("city"), "--data", Sandbox.city,
        ]
        let run = try CommandRun.start(words, killAfterMilliseconds: nil)
        try #require(run == 0)
        milliseconds = (clock.now - start) / .milliseconds(1)
        after = try sandbox.contents("city")
        try #require(before != after)
        try restore()
      }

      /// Puts the folder back to what it was.
      func restore() throws {
        FileSystem.removeFolder(city)
        guard let before else { return }
        try FileSystem.makeFolder(city)
        for (name, bytes) in before {
          try FileSystem.replace(sandbox.path("city/\(name)"), with: bytes)
        }
      }

      /// What the folder holds; nil where there is none.
      func contents() throws -> [String: [UInt8]]? {
        FileSystem.kind(of: city) == .none ? nil : try sandbox.contents("city")
      }

      /// The next import works, and nothing is left beside the folder.
      func checkNextImport() throws {
        #expect(try CommandRun.start(words, killAfterMilliseconds: nil) == 0)
        #expect(try contents() == after)
        #expect(try FileSystem.names(in: sandbox.folder) == ["city", "many.csv"])
      }
    }

    @Test(arguments: [false, true], ReplaySeeds.all)
    func aKilledImportChangesAllOrNothing(withData: Bool, seed: UInt64) throws {
      let scene = try Scene(withData: withData)
      var random = SplitMix64(seed: seed)
      var killed = 0
      // How long an import takes changes with what else runs: after one that was not killed in time
      // the next moments come sooner.
      var milliseconds = scene.milliseconds
      for turn in 0..<40 where killed < 8 {
        // Half of the moments lie where files are put in place.
        let part = Double.random(in: turn % 2 == 0 ? 0...1.1 : 0.8...1.05, using: &random)
        let status = try CommandRun.start(
          scene.words, killAfterMilliseconds: milliseconds * part)
        let now = try scene.contents()
        if status == 0 {
          #expect(now == scene.after, "not killed, turn \(turn)")
          milliseconds *= 0.8
        } else {
          killed += 1
          #expect(status == -SIGKILL)
          #expect(now == scene.before || now == scene.after, "after \(part) of the time")
          milliseconds *= 1.1
        }
        if now != scene.before { try scene.restore() }
        if turn % 5 == 4 {
          try scene.checkNextImport()
          try scene.restore()
        }
      }
      #expect(killed >= 8)
    }

    @Test func anImportAskedToEndLeavesNothing() throws {
      let scene = try Scene(withData: true)
      let run = try CommandRun.shell(
        "$nearby \(scene.words.joined(separator: " ")) & sleep 0.05; kill -TERM $!; wait $!")
      // It may have been done before it was asked.
      guard run.exitCode != 0 else { return }
      #expect(try scene.contents() == scene.before)
      #expect(try FileSystem.names(in: scene.sandbox.folder) == ["city", "many.csv"])
    }

    @Test func importsAtOnceKeepWhatTheOtherDid() throws {
      let sandbox = try Sandbox()
      let city = sandbox.path("city")
      var lines = ""
      var files: Set = ["city.json", "districts.geojson", "hotels.csv", "land-osm.geojson"]
      for number in 0..<6 {
        let file = try sandbox.write(
          "s\(number).csv", "name,lat,lon\nSample \(number),22.3,114.17\n")
        lines += "$nearby import \(file) --into \(city) --data \(Sandbox.city) & "
        files.insert("attractions-s\(number).csv")
      }
      #expect(try CommandRun.shell(lines + "wait").exitCode == 0)
      // The first of them has the plain name.
      let names = try FileSystem.names(in: city)
      #expect(names.count { files.contains($0) } == 9)
      #expect(names.contains("attractions.csv"))
      let places = try Catalog(directory: city).attractions.map(\.name.en)
      #expect(Set(places) == Set((0..<6).map { "Sample \($0)" }))
    }

    /// A file that may not grow over so many KiB, whichever file of the import it is.
    @Test(arguments: [false, true])
    func aFullDiskChangesNothing(withData: Bool) throws {
      let scene = try Scene(withData: withData)
      let words = scene.words.joined(separator: " ")
      // Files of the frame are written first or later, the rows before them.
      for limit in withData ? [0, 1, 4, 16] : [0, 4, 16, 64, 100, 120] {
        let run = try CommandRun.shell("ulimit -f \(limit); $nearby \(words)")
        #expect(run.exitCode == 1, "\(limit) KiB: \(run.errors)")
        #expect(run.errors.contains("File too large; nothing was changed"), "\(limit) KiB")
        #expect(try scene.contents() == scene.before, "\(limit) KiB")
        #expect(
          try FileSystem.names(in: scene.sandbox.folder)
            == (scene.before == nil ? ["many.csv"] : ["city", "many.csv"]))
      }
      try scene.checkNextImport()
    }

    private static let mountsMemory: Bool = {
      let run = try? CommandRun.shell("unshare -m mount -t tmpfs -o size=64k tmpfs /mnt")
      return run?.exitCode == 0
    }()

    /// A real file system that is full, where the system lets one be mounted.
    @Test(.enabled(if: mountsMemory), arguments: [false, true])
    func aFullFileSystemChangesNothing(withData: Bool) throws {
      let scene = try Scene(withData: withData)
      let city = scene.city
      let imports = "$nearby import \(scene.file) --into /mnt/city --data \(Sandbox.city)"
      for kilobytes in stride(from: withData ? 256 : 96, through: withData ? 352 : 320, by: 16) {
        let copy = withData ? "cp -r \(city) /mnt/city &&" : ""
        let run = try CommandRun.shell(
          """
          unshare -m sh -c 'mount -t tmpfs -o size=\(kilobytes)k tmpfs /mnt && \(copy) \
          (ls -a /mnt; cat /mnt/city/* | cksum) >/tmp/before.$$ 2>/dev/null; \(imports); status=$?; \
          (ls -a /mnt; cat /mnt/city/* | cksum) >/tmp/after.$$ 2>/dev/null; \
          if [ $status = 0 ]; then echo done; else cmp /tmp/before.$$ /tmp/after.$$ && echo same; fi; \
          rm -f /tmp/before.$$ /tmp/after.$$'
          """)
        let isDone = run.output.contains("places of 400 records") && run.output.hasSuffix("done\n")
        let isSame =
          run.output.hasSuffix("same\n") && run.errors.contains("No space left on device")
        #expect(isDone || isSame, "\(kilobytes) KiB: \(run.output) \(run.errors)")
      }
    }

    @Test(arguments: ["csv", "geojson", "ndjson"])
    func convertTellsAFullDisk(format: String) throws {
      let scene = try Scene(withData: false)
      let run = try CommandRun.shell(
        "$nearby convert \(scene.file) --to \(format) > /dev/full")
      #expect(run.exitCode == 1)
      #expect(run.errors == "nearby: cannot write standard output: No space left on device\n")
    }

    @Test func convertEndsQuietlyWithItsReader() throws {
      let scene = try Scene(withData: false)
      let run = try CommandRun.shell(
        "$nearby convert \(scene.file) --to csv | head -n 1 | wc -l; exit ${PIPESTATUS[0]}")
      #expect(run.exitCode == 0)
      #expect(run.output == "1\n" && run.errors.isEmpty)
    }
  }
#endif
