import Foundation
import TestSupport
import Testing

/// The machine formats, read by a parser that is not ours.
@Suite struct ContractTests {
  private func json(_ words: [String]) throws -> [String: Any] {
    let run = try InProcess.run(words)
    #expect(run.exitCode == 0, "\(run.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [String: Any])
  }

  private func results(_ words: [String]) throws -> [[String: Any]] {
    try #require(try json(words)["results"] as? [[String: Any]])
  }

  @Test func nearestHasEveryMember() throws {
    let answer = try json(["peninsula", "-k", "5", "--format", "json"])
    #expect(Set(answer.keys) == ["origin", "results", "attribution"])
    let results = try #require(answer["results"] as? [[String: Any]])
    #expect(results.count == 5)
    for (index, result) in results.enumerated() {
      #expect(
        Set(result.keys) == [
          "rank", "id", "name", "category", "prominence", "district", "latitude", "longitude",
          "distanceMeters", "bearingDegrees", "nearestStation",
        ])
      #expect(result["rank"] as? Int == index + 1)
      #expect((result["name"] as? [String: String])?.keys.sorted() == ["en", "zhHans", "zhHant"])
      #expect((result["district"] as? [String: String])?.keys.sorted() == ["code", "name"])
      #expect(
        (result["nearestStation"] as? [String: Any])?.keys.sorted()
          == ["distanceMeters", "id", "name"])
    }
    #expect((answer["attribution"] as? [String])?.isEmpty == false)
  }

  @Test func listsHaveTheSameMembersWithoutAnOrigin() throws {
    let needsOrigin: Set<String> = ["rank", "distanceMeters", "bearingDegrees"]
    for list in ["attractions", "hotels", "stations"] {
      let results = try results([list, "--format", "json"])
      #expect(results.count >= 93)
      for result in results {
        #expect(
          Set(result.keys).isSuperset(of: [
            "id", "name", "category", "district", "latitude", "longitude",
          ]))
        #expect(Set(result.keys).isDisjoint(with: needsOrigin))
      }
    }
    #expect(try results(["districts", "--format", "json"]).count == 18)
  }

  @Test func districtGivesCodeNameRegionAndDistance() throws {
    let inside = try results(["district", "peninsula", "--format", "json"])
    #expect(inside.count == 1)
    #expect(Set(inside[0].keys) == ["code", "name", "region", "distanceMeters"])
    #expect(inside[0]["code"] as? String == "E")
    #expect(inside[0]["region"] as? String == "Kowloon")
    #expect(inside[0]["distanceMeters"] as? Double == 0)
    #expect(try results(["district", "0,0", "--format", "json"]).isEmpty)
  }

  /// A distance that was printed is a limit that admits the place again: full precision, inclusive.
  ///
  /// The digits are taken from the text, since Foundation's parser rounds some of them.
  @Test func aPrintedDistanceIsALimitThatIncludes() throws {
    let all = try InProcess.run(["peninsula", "-k", "25", "--format", "csv"]).output
      .split(separator: "\n").dropFirst()
    #expect(all.count == 25)
    for (index, row) in all.enumerated() {
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      let distance = String(fields[11])
      let again = try InProcess.run(["peninsula", "--within", distance, "--format", "csv"]).output
        .split(separator: "\n").dropFirst()
      #expect(again.map { $0 } == all.prefix(index + 1).map { $0 }, "within \(distance)")
    }
  }

  @Test func geoJSONHasTheSameMembersAsProperties() throws {
    let answer = try json(["peninsula", "-k", "3", "--format", "geojson"])
    #expect(answer["type"] as? String == "FeatureCollection")
    let features = try #require(answer["features"] as? [[String: Any]])
    let plain = try results(["peninsula", "-k", "3", "--format", "json"])
    #expect(features.count == 3)
    for (feature, result) in zip(features, plain) {
      let properties = try #require(feature["properties"] as? [String: Any])
      #expect(NSDictionary(dictionary: properties) == NSDictionary(dictionary: result))
      let geometry = try #require(feature["geometry"] as? [String: Any])
      #expect(
        geometry["coordinates"] as? [Double]
          == [result["longitude"] as? Double, result["latitude"] as? Double].compactMap { $0 })
    }
  }

  @Test func ndjsonIsOneResultALine() throws {
    let run = try InProcess.run(["peninsula", "-k", "4", "--format", "ndjson"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  /// A row of a batch holds what the same question gives alone, in CSV and in NDJSON, however many
  /// rows are answered at once.
  @Test func aBatchGivesWhatEachQuestionGivesAlone() throws {
    try Repository.withTemporaryFolder { folder in
      var random = SplitMix64(seed: 11)
      let points = (0..<200).map { _ in
        "\(22.2 + random.unit() * 0.3),\(113.9 + random.unit() * 0.4)"
      }
      let file = "\(folder)/points.csv"
      try Repository.write("latitude,longitude\n" + points.joined(separator: "\n"), to: file)
      for format in ["csv", "ndjson"] {
        let options = ["-k", "2", "-c", "temple,museum", "--format", format]
        let batch = try InProcess.run(["--from", file] + options).output
          .split(separator: "\n").map(String.init)
        let first = format == "csv" ? 1 : 0
        #expect(batch.count == 400 + first)
        for row in stride(from: 0, to: 200, by: 37) {
          let alone = try InProcess.run([points[row]] + options).output
            .split(separator: "\n").map(String.init)
          for rank in 0..<2 {
            // What stands before the rank is the batch's own.
            let line = batch[first + row * 2 + rank]
            let single = alone[first + rank].drop { $0 == "{" }
            #expect(line.hasSuffix(String(single)), "row \(row)")
            #expect(line.hasPrefix(format == "csv" ? "\(row + 2)," : "{\"line\": \(row + 2),"))
          }
        }
      }
    }
  }

  @Test func limitsAreWhatWasAskedFor() throws {
    #expect(try results(["peninsula", "-k", "999999", "--format", "json"]).count >= 400)
    #expect(try results(["peninsula", "-k5", "--format=json"]).count == 5)
    #expect(try results(["peninsula", "--format", "json"]).count == 10)
    let toytown = [
      "-33.86,151.2", "--data", Repository.toytown, "-c", "museum", "--format", "json",
    ]
    #expect(try results(toytown + ["-k", "10"]).count == 1)
    #expect(try results(["attractions", "--format", "json"]).count >= 400)
    let page = try results(["hotels", "--offset", "300", "--limit", "50", "--format", "json"])
    #expect(page.count == 17)
    #expect(try results(["hotels", "--offset", "400", "--format", "json"]).isEmpty)
  }
}
