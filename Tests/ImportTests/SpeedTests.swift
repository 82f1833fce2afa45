#if GEOS
  import Catalog
  import Spatial
  import TestSupport
  import Testing

  @testable import Import

  /// What is fast gives what the plain way gives.
  @Suite("Short ways")
  struct SpeedTests {
    @Test(arguments: 0..<20)
    func numbersAreWrittenAsTheShortestDecimal(seed: Int) {
      var random = SplitMix64(seed: UInt64(seed))
      for _ in 0..<2000 {
        let digits = 1 + Int(random.next() % 17)
        let sign = random.next() % 2 == 0 ? 1.0 : -1.0
        let size = [1e-4, 0.01, 1, 10, 180, 2000, 1e6][Int(random.next() % 7)]
        var value = sign * size * Double(random.next() >> 11) / 0x1p53
        // Most have few digits, as numbers of files do.
        if digits < 16, let short = Double(String(describing: value).prefix(digits + 3)) {
          value = short
        }
        var bytes: [UInt8] = []
        PlainNumber.append(value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == PlainNumber.text(value), "seed \(seed)")
      }
    }

    @Test(arguments: 0..<20)
    func numbersAreReadAsTheyAreElsewhere(seed: Int) {
      var random = SplitMix64(seed: UInt64(seed))
      for _ in 0..<2000 {
        let count = 1 + Int(random.next() % 22)
        var text = (0..<count).map { _ in String(random.next() % 10) }.joined()
        let point = 1 + Int(random.next() % UInt64(count))
        if point < count { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
        if random.next() % 2 == 0 { text = "-" + text }
        let read = text.withContiguousBytes { PlainNumber.value($0) }
        #expect(read?.bitPattern == Double(text)?.bitPattern, "\(text)")
      }
    }

    @Test(arguments: 0..<10)
    func bytesAreCountedAndComparedAsOneByOne(seed: Int) {
      var random = SplitMix64(seed: UInt64(seed))
      for count in [0, 1, 7, 8, 15, 16, 17, 31, 33, 4095, 5000] {
        let bytes = (0..<count).map { _ in UInt8(random.next() % 3) }
        var other = bytes
        let place = count == 0 ? 0 : Int(random.next() % UInt64(count))
        if random.next() % 2 == 0, count > 0 { other[place] ^= 0x80 }
        bytes.withUnsafeBufferPointer { bytes in
          other.withUnsafeBufferPointer { other in
            #expect(ByteScan.count(of: 1, in: bytes) == bytes.count { $0 == 1 })
            #expect(ByteScan.isASCII(other) == other.allSatisfy { $0 < 0x80 })
            #expect(ByteHash.isEqual(bytes, other) == bytes.elementsEqual(other))
          }
        }
      }
    }

    /// Decimals that lie half way between two doubles, and beside.
    @Test(arguments: ["9007199254740993", "0.5000000000000000277", "9007199254740992.5", "-0.0"])
    func halvesAreRoundedToEven(text: String) {
      let read = text.withContiguousBytes { PlainNumber.value($0) }
      #expect(read?.bitPattern == Double(text)?.bitPattern)
    }

    @Test(arguments: 0..<30)
    func recordsAreSortedByTheirBytes(seed: Int) throws {
      var random = SplitMix64(seed: UInt64(seed))
      let sandbox = try Sandbox()
      var sorter = LineSorter(directory: sandbox.folder, name: "test", limit: 4096)
      var records: [[UInt8]] = []
      for _ in 0..<(seed % 3 == 0 ? 20 : 1500) {
        let shared = [UInt8](repeating: 7, count: Int(random.next() % 40))
        records.append(shared + (0..<Int(random.next() % 12)).map { _ in UInt8(random.next() % 3) })
        let parts = random.next() % UInt64(records[records.count - 1].count + 1)
        try records[records.count - 1].withUnsafeBufferPointer {
          try sorter.add(
            UnsafeBufferPointer(rebasing: $0[..<Int(parts)]),
            UnsafeBufferPointer(rebasing: $0[Int(parts)...]))
        }
      }
      var sorted: [[UInt8]] = []
      try sorter.forEach { (record) throws(ImportError) in sorted.append(Array(record)) }
      #expect(sorted == records.sorted { $0.lexicographicallyPrecedes($1) }, "seed \(seed)")
    }

    /// Against all pairs, with names that are equal, nearly equal and not.
    @Test(arguments: 0..<30)
    func duplicatesAreThoseOfAllPairs(seed: Int) throws {
      struct Thing {
        let names: [String]
        let point: Coordinate
        var nature: PlaceNature
      }
      var random = SplitMix64(seed: UInt64(seed))
      let first = ["Sample Museum", "Sample Museums", "Sampel Museum", "Pier 2", "Pier 3", "Ann"]
      let second = ["範例館", "範例館舍", "碼頭"]
      let south = [-0.0005, 22.3, 59.9995, 84.9][seed % 4]
      let things = (0..<120).map { _ in
        let name = first[Int(random.next() % 6)]
        let other = random.next() % 2 == 0 ? second[Int(random.next() % 3)] : name
        // A few metres of latitude, and stacks.
        let x = Double(random.next() % 12) * 1e-4
        let y = Double(random.next() % 12) * 1e-4
        return Thing(
          names: [name, other], point: Coordinate(uncheckedLatitude: south + y, longitude: x),
          nature: [.open, .open, .sight, .stop][Int(random.next() % 4)])
      }
      let sandbox = try Sandbox()
      let sweep = DuplicateSweep(directory: sandbox.folder, radiusMeters: 50)
      for (index, thing) in things.enumerated() {
        try sweep.add(id: "p\(index)", names: thing.names, at: thing.point, thing.nature)
        if index == 20 { sweep.closeKnown() }
      }
      var merged: [String: String] = [:]
      var contradicted: [String: String] = [:]
      try sweep.pairs { pair in
        #expect(pair.distanceMeters <= 50)
        if pair.isContradicted {
          #expect(contradicted.updateValue(pair.kept, forKey: pair.merged) == nil)
        } else {
          #expect(merged.updateValue(pair.kept, forKey: pair.merged) == nil)
        }
      }
      func keys(_ thing: Thing) -> [[Unicode.Scalar]] {
        var unique: [String] = []
        for name in thing.names where !unique.contains(name) { unique.append(name) }
        return unique.map { Array(Folding.fold($0).unicodeScalars) }
      }
      func isAlike(_ a: Thing, _ b: Thing) -> Bool {
        let (x, y) = (keys(a), keys(b))
        if NameLikeness.isAlike(x[0], y[0]) { return true }
        guard x.count == 1 || y.count == 1 else { return false }
        return x.contains { key in y.contains { NameLikeness.isAlike(key, $0) } }
      }
      // Each becomes one with the first that stays and is its like itself.
      var right: [String: String] = [:]
      var rightContradicted: [String: String] = [:]
      var kept: [Int] = []
      var natures = things.map(\.nature)
      for (index, thing) in things.enumerated() {
        let near = kept.filter { earlier in
          (index > 20 || earlier > 20)
            && things[earlier].point.greatCircleDistance(to: thing.point) <= 50
            && isAlike(things[earlier], thing)
        }
        if let first = near.first(where: { natures[$0].allows(natures[index]) }) {
          right["p\(index)"] = "p\(first)"
          if natures[first] == .open { natures[first] = natures[index] }
        } else {
          kept.append(index)
          if let first = near.first { rightContradicted["p\(index)"] = "p\(first)" }
        }
      }
      #expect(merged == right, "seed \(seed)")
      #expect(contradicted == rightContradicted, "seed \(seed)")
    }

    /// Thousands of names that are nearly alike at one point: those that are equal are found, the search
    /// says that it did not compare all, and it ends.
    @Test func aHeapOfLikeNamesIsNotComparedWithAllOfItself() throws {
      let sandbox = try Sandbox()
      let sweep = DuplicateSweep(directory: sandbox.folder, radiusMeters: 50)
      let letters = Array("abcdefgh")
      func name(_ number: Int) -> String {
        var (name, rest) = ("Sample Park ", number)
        for _ in 0..<4 {
          name.append(letters[rest % 8])
          rest /= 8
        }
        return name
      }
      for number in 0..<4_000 {
        try sweep.add(id: "p\(number)", names: [name(number)], at: .valid(22.3, 114.17))
      }
      try sweep.add(id: "again", names: [name(3_999)], at: .valid(22.3, 114.17))
      var merged: Set<String> = []
      let heaped = try sweep.pairs { merged.insert($0.merged) }
      #expect(heaped > 0)
      #expect(merged.contains("again"))
      #expect(!merged.contains("p0"))
    }

    /// In a crowd of one name as in any other no two stay that are near each other.
    @Test(arguments: [0.0, 3e-4, 2e-3])
    func aCrowdOfOneNameBecomesFew(degrees: Double) throws {
      let sandbox = try Sandbox()
      let sweep = DuplicateSweep(directory: sandbox.folder, radiusMeters: 50)
      var random = SplitMix64(seed: 7)
      let points = (0..<5_000).map { _ in
        Coordinate(
          uncheckedLatitude: 22.3 + random.unit() * degrees,
          longitude: 114.17 + random.unit() * degrees)
      }
      for (index, point) in points.enumerated() {
        try sweep.add(id: "p\(index)", names: ["Sample Shop"], at: point)
      }
      var merged: [String: String] = [:]
      try sweep.pairs { pair in merged[pair.merged] = pair.kept }
      let stay = points.indices.filter { merged["p\($0)"] == nil }
      for kept in merged.values { #expect(merged[kept] == nil) }
      // Where hundreds are within the distance, a few may stay that another would take.
      var near = 0
      for (rank, a) in stay.enumerated() {
        near += stay[..<rank].count { points[a].greatCircleDistance(to: points[$0]) <= 50 }
      }
      #expect(near <= (degrees > 1e-3 ? 3 : 0))
    }

    /// What tells things of one name apart is no slip.
    @Test(arguments: [
      ("Sample Museum of Art", "Sample Museum of Arts", true),
      ("Sample Museum", "Sampel Museum", true), ("Sample Sea View", "Sample Seaview", true),
      ("半島酒店及購物商場中心", "半島酒店與購物商場中心", true), ("Sample Harbour", "Sample Harbor", true),
      ("Sample Pier No. 2", "Sample Pier No. 3", false),
      ("Sample House Block A", "Sample House Block B", false),
      ("Sample House Block A", "Sample House Block", false),
      ("Sample Tower I", "Sample Tower II", false), ("Sample East Gate", "Sample West Gate", false),
      ("Sample North Tower", "Sample South Tower", false),
      ("Tai Wai Sample Village", "Tai Wan Sample Village", false),
      ("範例政府合署第一座大樓", "範例政府合署第二座大樓", false), ("範例花園購物商場甲座", "範例花園購物商場乙座", false),
      ("Sample", "Samples", false),
    ])
    func namesAlike(a: String, b: String, isAlike: Bool) {
      let (a, b) = (Array(Folding.fold(a).unicodeScalars), Array(Folding.fold(b).unicodeScalars))
      #expect(NameLikeness.isAlike(a, b) == isAlike)
      #expect(NameLikeness.isAlike(b, a) == isAlike)
    }

    @Test func naturesAreThoseOfCategories() {
      for a in Category.allCases {
        for b in Category.allCases where a != b {
          #expect(PlaceNature(a).allows(PlaceNature(b)) == a.allows(b))
        }
      }
    }

    @Test(arguments: [
      ("Sample Museum", "Sampel Museum"), ("Harbour Court", "Harbour Courts"),
      ("半島酒店及購物商場中心", "半島酒店與購物商場中心"), ("Grand Central", "Grand Centre"),
    ])
    func namesThatAreNearHaveKeysThatAre(a: String, b: String) {
      #expect(NameKey(folding: a).mayBeNear(NameKey(folding: b)))
      #expect(!NameKey(folding: a).mayBeNear(NameKey(folding: "\(b) 2")))
    }

    /// Texts of every kind of byte: what is told clean at a look is what cleaning gives.
    @Test(arguments: 0..<20)
    func cleanTextsAreClean(seed: Int) {
      var random = SplitMix64(seed: UInt64(seed))
      let pieces = [
        "a", "N", ".", "-", " ", "é", "e\u{301}", "香", "無", "、", "\u{3000}", "（", "が", "\u{FEFF}",
        "–", "\u{2028}", "&", ",", "\"", "harbour view", "<b>", ";", "n/a", "不", "適", "用", "\u{A0}",
        "𠀋", "1",
      ]
      for _ in 0..<3000 {
        let text = (0..<(1 + random.next() % 6)).map { _ in
          pieces[Int(random.next() % UInt64(pieces.count))]
        }.joined()
        let (state, isPlain) = text.withContiguousBytes { CleanText.look(at: $0) }
        guard state != .unsure else { continue }
        #expect(CleanText.value(text)?.utf8.elementsEqual(text.utf8) == true, "\(text)")
        guard state == .clean else { continue }
        #expect(isPlain == !text.contains { "\",\r\n".contains($0) }, "\(text)")
        #expect(HTMLText.value(text)?.utf8.elementsEqual(text.utf8) == true, "\(text)")
      }
    }

    /// 300,000 bytes of a record at a time do not fit into one batch, nor do 3,000 records.
    @Test func draftsComeInTheirOrder() throws {
      let sandbox = try Sandbox()
      var text = "name,lat,lon,description\n"
      for row in 0..<3000 {
        let long = row % 500 == 0 ? String(repeating: "x", count: 300_000) : ""
        text += row % 7 == 0 ? "Bad \(row),99,0,\n" : "Place \(row),22.3,114.1,\(long)\n"
      }
      let path = try sandbox.write("many.csv", text)
      var read = 0
      let queue = try DraftQueue(path: path, options: ReadingOptions(), read: { read += $0 })
      var stream = try DraftStream(path: path, options: ReadingOptions())
      var draft = PlaceDraft()
      var other = PlaceDraft()
      while true {
        let outcome = try queue.next(into: &draft)
        guard let right = try stream.next(into: &other) else {
          #expect(outcome == nil)
          break
        }
        switch (try #require(outcome), right) {
        case (.draft, .draft):
          #expect(draft.anyName == other.anyName && draft.place == other.place)
          #expect(draft.text(.description) == other.text(.description))
        case (.fault(let place, let fault), .fault(let rightPlace, let rightFault)):
          #expect(place == rightPlace && fault == rightFault)
        default: Issue.record("another outcome")
        }
      }
      #expect(read == text.utf8.count)
    }

    /// Whoever stops early is not kept by the thread that reads.
    @Test func aQueueMayBeLeft() throws {
      let sandbox = try Sandbox()
      let path = try sandbox.write(
        "many.csv", "name,lat,lon\n" + String(repeating: "A,22.3,114.1\n", count: 20_000))
      for _ in 0..<20 {
        let queue = try DraftQueue(path: path, options: ReadingOptions())
        var draft = PlaceDraft()
        #expect(try queue.next(into: &draft) != nil)
      }
    }
  }

  extension String {
    fileprivate func withContiguousBytes<Result>(
      _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
      var copy = self
      return copy.withUTF8(body)
    }
  }
#endif
