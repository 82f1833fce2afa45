import Catalog
import Import
import NearbyCommands
import Spatial

extension Door {
  /// Whole commands, from their words to the folder they leave.
  static let commands: [Door] = [
    Door(name: "import", open: importFile), Door(name: "districts", open: districts),
    Door(name: "convert", open: convert), Door(name: "audit", open: audit),
    Door(name: "folder", open: cityFolder), Door(name: "batch", open: batch),
    Door(name: "categories", open: categoryTable), Door(name: "options", open: options),
    Door(name: "words", open: words),
  ]

  private static let fixture = FileSystem.environment("NEARBY_FUZZ_CITY") ?? ""
  /// The fixture city with its compiled form.
  private static let town: String = {
    let town = "\(folder)/in.town"
    do {
      try FileSystem.makeFolder(town)
      for file in try FileSystem.names(in: fixture) where file != "catalog.bin" {
        try FileSystem.replace("\(town)/\(file)", with: try FileSystem.read("\(fixture)/\(file)"))
      }
      try Catalog.compile(directory: town)
    } catch {
      preconditionFailure("\(error)")
    }
    return town
  }()
  /// A folder that the doors may write to; `Fuzz/run` makes it.
  static let folder = FileSystem.environment("NEARBY_FUZZ_FOLDER") ?? ""

  /// Writes a file of the folder, and gives its path.
  static func place(_ name: String, _ bytes: some Collection<UInt8>) -> String {
    do throws(FileSystem.Failure) {
      try FileSystem.replace("\(folder)/\(name)", with: Array(bytes))
    } catch {
      preconditionFailure("\(error)")
    }
    return "\(folder)/\(name)"
  }

  /// Runs a command, whose exit code must be one of those that are documented and whose words for people
  /// must be harmless.
  static func command(_ words: [String]) -> (status: Int32, out: [UInt8], err: String) {
    var out: [UInt8] = []
    var err: [UInt8] = []
    let console = Console(
      environment: { _ in nil },
      out: { (bytes) throws(FileSystem.Failure) in out += bytes }, error: { err += $0 })
    let status = NearbyTool.run(words, console: console)
    precondition([0, 1, 64, 65, 66].contains(status), "exit code \(status)")
    precondition(status <= 1 || !err.isEmpty, "a failure without a reason")
    let text = String(decoding: err, as: UTF8.self)
    precondition(
      !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control },
      "a control on standard error")
    return (status, out, text)
  }

  /// An ending that keeps a file from GDAL, chosen by a byte.
  private static func name(_ choice: UInt8) -> String {
    ["in.csv", "in.geojson", "in.kml", "in.ndjson", "in.gpx", "in.txt"][Int(choice) % 6]
  }

  /// A file into a new folder, which must be one that opens; where nothing was imported there is none.
  @Sendable private static func importFile(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let table = ["attractions", "hotels", "stations"][Int(choice >> 5) % 3]
    let file = place(name(choice & 31), bytes.dropFirst())
    checkImport(["import", file, "--as", table] + (choice & 128 == 0 ? [] : ["--merge"]))
    FileSystem.removeFile(file)
  }

  @Sendable private static func districts(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let file = place("in.geojson", bytes.dropFirst())
    checkImport(
      ["import", file, "--as", "districts"] + (choice & 1 == 0 ? [] : ["--crs", "EPSG:2326"]))
    FileSystem.removeFile(file)
  }

  private static func checkImport(_ words: [String]) {
    let target = "\(folder)/city"
    let run = command(words + ["--into", target, "--data", town])
    let names = (try? FileSystem.names(in: folder)) ?? []
    precondition(names.allSatisfy { $0.hasPrefix("in.") || $0 == "city" }, "left behind: \(names)")
    guard names.contains("city") else {
      precondition(run.status >= 64, "nothing was written")
      return
    }
    precondition(run.status == 0 || run.status == 65, "a folder, and exit code \(run.status)")
    do throws(DataError) {
      _ = try Catalog(directory: target)
    } catch {
      preconditionFailure("what was imported cannot be opened: \(error)")
    }
    _ = command(["check", target])
    FileSystem.removeFolder(target)
  }

  /// What is converted and read again is the same.
  @Sendable private static func convert(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let file = place(name(choice), bytes.dropFirst())
    let first = command(["convert", file, "--to", "ndjson"])
    FileSystem.removeFile(file)
    guard !first.out.isEmpty else { return }
    for (format, name) in [("csv", "in.csv"), ("geojson", "in.geojson"), ("ndjson", "in.ndjson")] {
      let source = place("in.ndjson", first.out)
      let other = command(["convert", source, "--to", format])
      precondition(other.status == 0, "what was written is not read: \(other.err)")
      let back = command(["convert", place(name, other.out), "--to", "ndjson"])
      precondition(back.status == 0 && back.out == first.out, "another place by way of \(format)")
    }
  }

  @Sendable private static func audit(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let file = place(name(choice), bytes.dropFirst())
    let run = command(["audit", file, "--data", town, "--format", "json", "--max-distance", "500m"])
    precondition(
      run.out.isEmpty || (try? JSONParser.parse(run.out)) != nil, "an answer that is not JSON")
    let table = command(["audit", file, "--data", town])
    precondition(
      run.status == table.status || (run.status == 1 && table.status == 0), "two exit codes")
  }

  private static let files = [
    "city.json", "attractions.csv", "hotels.csv", "stations.csv", "districts.geojson",
    "land-fuzz.geojson", "attractions-fuzz.csv",
  ]

  /// One file of a city's folder; what `check` passes can be compiled and asked.
  @Sendable private static func cityFolder(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let city = "\(folder)/town"
    let name = files[Int(choice) % files.count]
    do throws(FileSystem.Failure) {
      if FileSystem.kind(of: city) == .none {
        try FileSystem.makeFolder(city)
        for file in try FileSystem.names(in: fixture) where file != "catalog.bin" {
          try FileSystem.replace("\(city)/\(file)", with: try FileSystem.read("\(fixture)/\(file)"))
        }
      }
      try FileSystem.replace("\(city)/\(name)", with: Array(bytes.dropFirst()))
      defer { FileSystem.removeFile("\(city)/\(name)") }
      let check = command(["check", city])
      let compiled = try? Catalog.compiled(directory: city)
      precondition(
        compiled != nil || check.status == 65, "a folder without faults does not compile")
      _ = command(["-33.86,151.195", "--data", city])
      if FileSystem.kind(of: "\(fixture)/\(name)") != .none {
        try FileSystem.replace("\(city)/\(name)", with: try FileSystem.read("\(fixture)/\(name)"))
      }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Rows to be answered one by one.
  @Sendable private static func batch(_ bytes: [UInt8]) {
    let file = place("in.csv", bytes)
    for format in ["csv", "ndjson"] {
      let run = command(["--from", file, "--data", town, "--format", format, "-k", "2"])
      guard format == "ndjson" else { continue }
      for line in run.out.split(separator: 0x0A) {
        precondition((try? JSONParser.parse(Array(line))) != nil, "a line that is not JSON")
      }
    }
    _ = command(["index", "build", file, "--output", "\(folder)/out.index"])
  }

  @Sendable private static func categoryTable(_ bytes: [UInt8]) {
    var table = CategoryTable()
    let text = String(decoding: bytes, as: UTF8.self)
    _ = table.category(text)
    _ = try? table.add(path: place("in.csv", bytes))
    _ = table.category("museum")
  }

  /// The values of options that have a syntax of their own.
  @Sendable private static func options(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let assignment = try? ColumnMap.Assignment(text) {
      precondition(
        !assignment.column.isEmpty && text.hasSuffix(assignment.column), "another column")
      var map = ColumnMap([assignment.role], assignments: [assignment])
      map.update(ColumnNames())
      precondition(!map.has(assignment.role), "a column of no file")
    }
    let key = ColumnMap.key(text)
    precondition(ColumnMap.key(key) == key, "a key of a key")
    _ = ReferenceSystem(text)
    guard !text.contains("\0") else { return }
    for option in ["--within", "--category", "--district", "--exclude", "--lang", "--limit"] {
      let run = command(
        ["-33.86,151.195", "\(option)=\(text)", "--data", town, "--format", "json"])
      precondition(run.status == 0 || run.status == 64, "exit code \(run.status)")
    }
    _ = try? TextStream(file: "fuzz", encoding: text, refill: chunks([0x41]))
  }

  /// The words of a command line, one a line; nothing is run.
  @Sendable private static func words(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let run = command(["--help"] + words)
    precondition(run.status == 0 || run.status == 64, "exit code \(run.status)")
    precondition(run.out.isEmpty == (run.status != 0), "help and a refusal")
  }
}
