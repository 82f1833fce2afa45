import Foundation
import TestSupport
import Testing

/// The built binary, as a shell runs it.
@Suite struct ProcessTests {
  @Test func itFindsItsDataFromAnyFolder() throws {
    try Repository.withTemporaryFolder { folder in
      let run = try CommandRun.shell("$nearby peninsula -k 1 --format csv", in: folder)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.contains("hong-kong-space-museum"))
    }
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let run = try CommandRun.shell(
      "$nearby attractions --format ndjson | head -n 1; echo \"exit ${PIPESTATUS[0]}\"")
    #expect(run.errors.isEmpty)
    #expect(run.output.hasSuffix("exit 0\n"))
    let batch = try CommandRun.shell(
      "(echo lat,lon; yes 22.3,114.17 | head -n 50000) | $nearby --from - -k 3 | head -n 2; echo \"exit ${PIPESTATUS[1]}\""
    )
    #expect(batch.errors.isEmpty)
    #expect(batch.output.hasSuffix("exit 0\n"))
  }

  @Test func aFullDiskIsAnError() throws {
    let run = try CommandRun.shell("$nearby attractions --format json > /dev/full")
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("cannot write standard output"))
  }

  @Test func theEnvironmentNamesTheData() throws {
    let run = try CommandRun.shell(
      "$nearby -33.86,151.2 -k 1 --format csv", environment: ["NEARBY_DATA": Repository.toytown])
    #expect(run.exitCode == 0)
    #expect(run.output.contains("sample-street-market"))
  }

  @Test func batchReadsStandardInput() throws {
    let run = try CommandRun.shell(
      "printf 'where\\npeninsula\\n尖沙咀\\n' | $nearby --from - -k 1 --format ndjson")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 2)
  }

  @Test func polygonsAreReadFromStandardInput() throws {
    let run = try CommandRun.shell(
      "$nearby peninsula --inside - -k 2 --format csv < Tests/Fixtures/polygons/tsim-sha-tsui.geojson"
    )
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 3)
  }

  /// A batch of any length in the same memory: 32 MB of input do not fit into what is left here.
  @Test func batchMemoryIsBounded() throws {
    let run = try CommandRun.shell(
      """
      ulimit -v 60000
      (echo lat,lon,note; yes 22.3,114.17,$(printf 'x%.0s' {1..8000}) | head -n 4000) |
        $nearby --from - -k 1 | wc -l
      """)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("4001"))
  }

  /// What the shells read is free of syntax errors, and bash completes from it.
  @Test func completionsWork() throws {
    let run = try CommandRun.shell(
      """
      source <($nearby completions bash)
      COMP_WORDS=(nearby --cat); COMP_CWORD=1; _nearby; echo "${COMPREPLY[@]}"
      COMP_WORDS=(nearby --category mus); COMP_CWORD=2; _nearby; echo "${COMPREPLY[@]}"
      COMP_WORDS=(nearby dist); COMP_CWORD=1; _nearby; echo "${COMPREPLY[@]}"
      COMP_WORDS=(nearby completions f); COMP_CWORD=2; _nearby; echo "${COMPREPLY[@]}"
      """)
    #expect(run.errors.isEmpty, "\(run.errors)")
    #expect(run.output == "--category\nmuseum\ndistricts district\nfish\n")
  }
}
