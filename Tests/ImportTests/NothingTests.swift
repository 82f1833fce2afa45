import Catalog
import TestSupport
import Testing

@testable import Import

#if GEOS
  /// What gives no place takes none away.
  @Suite("Imports of nothing")
  struct NothingTests {
    private static let bad = #"{"type":"Feature","properties":{"Bez":"A"},"geometry":"#
    private static func collection(_ features: String) -> String {
      #"{"type":"FeatureCollection","features":[\#(features)]}"#
    }

    private static func sandbox() throws -> Sandbox {
      let sandbox = try Sandbox()
      let good = try sandbox.write("good.csv", "name,lat,lon\nA,22.3,114.17\nB,22.31,114.17\n")
      #expect(take(sandbox, good).status == 0)
      return sandbox
    }

    private static func take(
      _ sandbox: Sandbox, _ path: String, _ options: String...
    ) -> Outcome {
      sandbox.run(
        ["import", path, "--into", sandbox.path("city"), "--data", Sandbox.city, "--source", "s"]
          + options)
    }

    @Test(arguments: [
      #"[]"#, #"{}"#, #"{"features":{}}"#, #"{"features":[]}"#, "name,lat,lon\n",
      "name,lat,lon\nA,N.A.,N.A.\n", "name,lat,lon\nA,x,y\n", "name,lat,lon\nA,51.5,0.1\n",
      collection(#"\#(bad)null}"#),
      collection(#"\#(bad){"type":"Point","coordinates":[114.1,22.3]}}"#),
      collection(#"\#(bad)"x"}"#),
    ])
    func whatWasThereStays(text: String) throws {
      let sandbox = try Self.sandbox()
      let before = try sandbox.contents("city")
      let outcome = Self.take(sandbox, try sandbox.write("next", text))
      #expect(outcome.status == 65, "\(outcome.err)")
      #expect(outcome.out.isEmpty)
      #expect(try sandbox.contents("city") == before)
    }

    @Test func whyIsSaid() throws {
      let sandbox = try Self.sandbox()
      let empty = try sandbox.write("next", "name,lat,lon\nA,N.A.,N.A.\n")
      let refused = Self.take(sandbox, empty)
      #expect(refused.err.contains("no place in it, and attractions.csv has 2 of its source"))
      #expect(refused.err.contains("1 passed over: no position"))
      let allowed = Self.take(sandbox, empty, "--allow-empty")
      #expect(allowed.status == 0)
      #expect(allowed.err.contains("attractions.csv had 2 places of its source before"))
      #expect(try sandbox.read("city/attractions.csv").split(separator: "\n").count == 1)
      // Bad rows are no reason to take anything away.
      let bad = try sandbox.write("next", "name,lat,lon\nA,x,y\n")
      let outcome = Self.take(sandbox, bad, "--allow-empty")
      #expect(outcome.status == 65)
      #expect(outcome.err.contains("no record gives a place; nothing was changed"))
    }

    /// Without places before, no places are an answer; without a good row there is none.
    @Test func aNewFolder() throws {
      let sandbox = try Sandbox()
      let none = Self.take(sandbox, try sandbox.write("a.json", Self.collection("")))
      #expect(none.status == 0 && none.out.contains("0 places of 0 records"))
      let other = try Sandbox()
      let bad = Self.take(other, try other.write("a.csv", "name,lat,lon\nA,x,y\n"))
      #expect(bad.status == 65)
      #expect(try FileSystemBytes.names(other.folder) == ["a.csv"])
    }

    /// Every column of every table of ours comes back.
    @Test(arguments: ["attractions", "hotels", "stations"], ["csv", "geojson", "ndjson"])
    func everyColumnOfOurs(table: String, format: String) throws {
      let sandbox = try Sandbox()
      let file = "\(Sandbox.city)/\(table).csv"
      let converted = sandbox.run("convert", file, "--to", format)
      #expect(converted.status == 0 && converted.err.isEmpty)
      let outcome = sandbox.run(
        "import", try sandbox.write("a.\(format)", converted.out), "--into", sandbox.path("city"),
        "--data", Sandbox.city, "--as", table)
      #expect(outcome.status == 0, "\(outcome.err)")
      let ours = Self.rows(try FileSystem.read(file))
      let back = Self.rows(try FileSystem.read(sandbox.path("city/\(table).csv")))
      #expect(ours.count > 50 && ours.keys.sorted() == back.keys.sorted())
      for (id, row) in ours {
        for (column, text) in row {
          let other = back[id]?[column] ?? ""
          let isSame =
            Double(text).map { $0 == Double(other) } ?? (Normalization.nfc(text) == other)
          #expect(isSame, "\(id), \(column): \(text), then \(other)")
        }
      }
    }

    private static func rows(_ bytes: [UInt8]) -> [String: [String: String]] {
      let rows = Outcome(status: 0, out: String(decoding: bytes, as: UTF8.self), err: "").rows
      return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] ?? "", $0) })
    }
  }
#endif
