import Catalog
import Import
import Spatial

// How fast files are read: `swift run -c release import-bench [MEGABYTES]`.

let megabytes = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 64 : 64
let runs = 5
let seed: UInt64 = 4

/// What a task did, so that equal work can be seen to be equal.
struct Work: Equatable {
  var records = 0
  var checksum: UInt64 = 0

  mutating func add(_ x: Double, _ y: Double) {
    records += 1
    checksum = (checksum ^ x.bitPattern) &* 0x100_0000_01B3
    checksum = (checksum ^ y.bitPattern) &* 0x100_0000_01B3
  }
}

/// Hands out bytes in pieces of the size that files are read in.
func pieces(of bytes: [UInt8]) -> () throws(FileSystem.Failure) -> [UInt8] {
  var position = 0
  return {
    let end = min(bytes.count, position + 1 << 17)
    defer { position = end }
    return Array(bytes[position..<end])
  }
}

/// Every record with its position, nothing else.
func positions(_ reader: some RecordReader) throws -> Work {
  var reader = reader
  var record = SourceRecord()
  var map = ColumnMap([.latitude, .longitude])
  let position = PositionReader()
  var work = Work()
  while try reader.next(into: &record) {
    map.update(reader.columns)
    let point = try position.position(of: record, columns: map).coordinate
    work.add(point.longitude, point.latitude)
  }
  return work
}

/// Every record as a cleaned place.
func drafts(_ reader: some RecordReader) throws -> Work {
  var reader = reader
  var record = SourceRecord()
  var builder = DraftBuilder(file: "bench", positions: PositionReader())
  var work = Work()
  while try reader.next(into: &record) {
    let draft = try builder.draft(from: record, reader.columns)
    work.add(draft.position.coordinate.longitude, draft.position.coordinate.latitude)
  }
  return work
}

let city = FacilityCloud(seed: seed)
let csv = city.csv(bytes: megabytes << 20)
let geojson = city.geojson(bytes: megabytes << 20)

let tasks: [(name: String, bytes: [UInt8], run: () throws -> Work)] = [
  (
    "CSV positions", csv,
    { try positions(try CSVRecords(TextStream(file: "bench", refill: pieces(of: csv)))) }
  ),
  (
    "CSV places", csv,
    { try drafts(try CSVRecords(TextStream(file: "bench", refill: pieces(of: csv)))) }
  ),
  (
    "GeoJSON positions", geojson,
    { try positions(JSONRecords(TextStream(file: "bench", refill: pieces(of: geojson)))) }
  ),
  (
    "GeoJSON places", geojson,
    { try drafts(JSONRecords(TextStream(file: "bench", refill: pieces(of: geojson)))) }
  ),
]

print("import-bench: \(megabytes) MiB, seed \(seed), \(runs) runs, median and slowest")
let clock = ContinuousClock()
for task in tasks {
  var seconds: [Double] = []
  var work = Work()
  for _ in 0..<runs {
    let elapsed = try clock.measure { work = try task.run() }
    let (whole, parts) = elapsed.components
    seconds.append(Double(whole) + Double(parts) * 1e-18)
  }
  seconds.sort()
  func rate(_ seconds: Double) -> Int { Int(Double(task.bytes.count) / seconds / 1e6) }
  let name = task.name + String(repeating: " ", count: 20 - task.name.count)
  print(
    "\(name) \(rate(seconds[runs / 2])) MB/s  (slowest \(rate(seconds[runs - 1])))  "
      + "\(work.records) records  checksum \(String(work.checksum, radix: 16))")
}
