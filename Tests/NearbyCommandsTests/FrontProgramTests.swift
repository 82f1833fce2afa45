import TestSupport
import Testing

@testable import NearbyCommands

/// The static program of an installation: what it answers itself, what it hands over, and what a start
/// may cost.
@Suite struct FrontProgramTests {
  @Test(arguments: [
    (["peninsula"], false), (["peninsula", "-k", "3", "--format", "json"], false),
    (["hotels", "pen"], false), (["show", "peninsula-hong-kong"], false), (["--version"], false),
    (["district", "--help"], false), (["help", "import"], false),
    (["peninsula", "--inside", "area.geojson"], true), (["--from", "hotels.csv"], true),
    (["district", "22.3,114.2"], true), (["check"], true), (["compile"], true),
    (["import", "a.csv", "--into", "b"], true), (["convert", "a.csv", "--to", "csv"], true),
    (["plan", "peninsula"], true), (["bookings"], true), (["index", "verify", "a"], true),
  ])
  func itHandsOverWhatNeedsALibrary(_ words: [String], _ isHandedOver: Bool) throws {
    #expect(WholeProgram.isNeeded(for: try Arguments(words)) == isHandedOver)
  }

  /// An installation as `make install` makes it, of the built programs.
  private func withInstallation(_ body: (String) throws -> Void) throws {
    try Repository.withTemporaryFolder { folder in
      let made = try CommandRun.shell(
        """
        mkdir -p bin libexec/nearby share && cp $front bin/nearby && cp $nearby libexec/nearby/nearby &&
          cp -R "\(Repository.toytown)" share/nearby
        """, in: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      try body(folder)
    }
  }

  /// Both programs find the installed data, and a user sees one.
  @Test func anInstallationAnswersAsOneProgram() throws {
    try withInstallation { folder in
      for line in [
        "-33.86,151.2 -k 2", "district -33.86,151.2", "check", "hotels", "no-such-place", "--bogus",
        "-33.86,151.2 --within nowhere",
      ] {
        let whole = try CommandRun.shell("$nearby \(line) --data share/nearby", in: folder)
        let run = try CommandRun.shell("bin/nearby \(line) --data share/nearby", in: folder)
        #expect(run.output == whole.output && run.errors == whole.errors, "\(line)")
        #expect(run.exitCode == whole.exitCode, "\(line)")
      }
      for line in ["-33.86,151.2 -k 1 --format csv", "district -33.86,151.2"] {
        let run = try CommandRun.shell("cd / && '\(folder)/bin/nearby' \(line)", in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
      }
      let batch = try CommandRun.shell(
        "printf 'lat,lon\\n-33.86,151.2\\n' | bin/nearby --from - -k 1", in: folder)
      #expect(batch.output.contains("sample-street-market"), "\(batch.errors)")
    }
  }

  @Test func withoutTheWholeProgramItSaysSo() throws {
    try withInstallation { folder in
      let run = try CommandRun.shell(
        "rm -r libexec; bin/nearby -33.86,151.2 -k 1 && bin/nearby check", in: folder)
      #expect(run.exitCode == 1)
      #expect(run.output.contains("Sample"))
      #expect(run.errors.contains("/libexec/nearby/nearby: No such file or directory; "))
    }
  }

  /// A start maps the compiled catalog instead of reading it. The installed program reads 2 kB, which
  /// the C and Swift runtimes ask the system for; this one, which loads libraries, some 20.
  @Test func aStartReadsNextToNothing() throws {
    try Repository.withTemporaryFolder(copyOf: Repository.data) { folder in
      let run = try CommandRun.shell(
        """
        $nearby compile . && read -r _ before < /proc/$$/io && $front peninsula > answer &&
          read -r _ after < /proc/$$/io && echo $((after - before)) && $nearby peninsula | cmp - answer
        """, in: folder, environment: ["NEARBY_DATA": folder])
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(try #require(Int(run.output.dropLast()), "\(run.output)") < 64_000)
    }
  }
}
