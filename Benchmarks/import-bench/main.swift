import Catalog
import Import
import Spatial

// How fast files are read, and how fast the commands that read them are, and with how much memory:
// `import-bench [ROWS [RUNS]]`, from the repository's folder, with `nearby` built beside it.

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rows = arguments.first ?? 1_000_000
let runs = arguments.dropFirst().first ?? 3
let seed: UInt64 = 4

/// What a task did, so that equal work can be seen to be equal.
struct Work: Equatable {
  var records = 0
  var checksum: UInt64 = 0

  mutating func add(_ point: Coordinate) {
    records += 1
    for number in [point.longitude, point.latitude] {
      checksum = (checksum ^ number.bitPattern) &* 0x100_0000_01B3
    }
  }
}

/// Every record with its position, nothing else.
func positions(_ path: String) throws -> Work {
  let reader = try SourceFile(path: path).reader(layer: nil)
  func all(_ reader: some RecordReader) throws -> Work {
    var reader = reader
    var record = SourceRecord()
    var map = ColumnMap([.latitude, .longitude])
    let position = PositionReader()
    var work = Work()
    while try reader.next(into: &record) {
      map.update(reader.columns)
      work.add(try position.position(of: record, columns: map).coordinate)
    }
    return work
  }
  return try all(reader)
}

/// Every record as a cleaned place.
func places(_ path: String) throws -> Work {
  var stream = try DraftStream(path: path, options: ReadingOptions())
  var draft = PlaceDraft()
  var work = Work()
  while case .draft? = try stream.next(into: &draft) { work.add(draft.position.coordinate) }
  return work
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Runs a task some times and prints a line: the median, and the most memory of any run.
func measure(_ name: String, bytes: UInt64, _ task: () throws -> (Cost, String)) throws {
  var costs: [Cost] = []
  var note = ""
  for _ in 0..<runs {
    let (cost, text) = try task()
    costs.append(cost)
    note = text
  }
  costs.sort { $0.seconds < $1.seconds }
  func rate(_ cost: Cost) -> Int { Int((Double(bytes) / cost.seconds / 1e6).rounded()) }
  let median = costs[runs / 2]
  let peak = costs.map(\.peakBytes).max() ?? 0
  let seconds = Int((median.seconds * 100).rounded())
  let hundredths = seconds % 100 < 10 ? "0\(seconds % 100)" : "\(seconds % 100)"
  print(
    padded(name, 28) + padded("\(seconds / 100).\(hundredths) s", 10)
      + padded("\(rate(median)) MB/s", 11) + padded("(slowest \(rate(costs[runs - 1])))", 16)
      + (peak > 0 ? "\(peak / 1_000_000) MB" : note))
}

let temporary = FileSystem.environment("TMPDIR") ?? "/tmp"
let folder = "\(temporary)/import-bench-\(FileSystem.processNumber)"
try FileSystem.makeFolder(folder)
defer {
  FileSystem.removeFolder("\(folder)/city")
  FileSystem.removeFolder(folder)
}

let cloud = FacilityCloud(seed: seed, in: try CityFrame(directory: "data"))
var files: [(kind: FacilityCloud.Kind, path: String, bytes: UInt64)] = []
for kind in FacilityCloud.Kind.allCases {
  let path = "\(folder)/facilities.\(kind.rawValue)"
  let output = try FileSystem.Output(creating: path)
  try cloud.write(kind, rows: rows, to: output.write)
  try output.finish(sync: true)
  files.append((kind, path, FileSystem.stamp(of: path)?.size ?? 0))
}

let program = FileSystem.executablePath() ?? ""
let nearby = program.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/nearby"
print("import-bench: \(rows) records, seed \(seed), median of \(runs) runs, whole processes")
for file in files { print("  \(file.kind.rawValue): \(file.bytes / 1_000_000) MB") }
print("command                     time      rate       slowest         peak memory")
for file in files {
  try measure("import \(file.kind.rawValue)", bytes: file.bytes) {
    FileSystem.removeFolder("\(folder)/city")
    let cost = try run([nearby, "import", file.path, "--into", "\(folder)/city", "--data", "data"])
    return (cost, "")
  }
}
let conversions: [(from: FacilityCloud.Kind, to: String)] = [
  (.csv, "geojson"), (.csv, "csv"), (.csv, "ndjson"), (.geojson, "csv"), (.ndjson, "geojson"),
  (.kml, "geojson"),
]
for (from, to) in conversions {
  for file in files where file.kind == from {
    try measure("convert \(from.rawValue) to \(to)", bytes: file.bytes) {
      (try run([nearby, "convert", file.path, "--to", to]), "")
    }
  }
}
print("reading, in one thread")
let clock = ContinuousClock()
for file in files {
  for (name, task) in [("positions", positions), ("places", places)] {
    try measure("\(file.kind.rawValue) \(name)", bytes: file.bytes) {
      var work = Work()
      let elapsed = try clock.measure { work = try task(file.path) }
      return (
        Cost(seconds: elapsed / .seconds(1), peakBytes: 0),
        "\(work.records) records, checksum \(String(work.checksum, radix: 16))"
      )
    }
  }
}
