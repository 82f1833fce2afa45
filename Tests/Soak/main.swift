import Catalog
import StressSupport

// The long form of the stress test, and the program whose processes the short form kills.
//
//   soak [--operations N] [--workers N] [--kills N] [--seed N] [--rounds N] [--keep]
//   soak worker SEED OPERATIONS WORKERS WORKER FOLDER

let words = Array(CommandLine.arguments.dropFirst())

func fail(_ text: String, status: Int32) -> Never {
  do {
    try FileSystem.write(Array("soak: \(text)\n".utf8), to: 2, name: "standard error")
  } catch {}
  FileSystem.exit(status)
}

if words.first == "worker" {
  guard words.count == 6, let seed = UInt64(words[1]), let operations = Int(words[2]),
    let workers = Int(words[3]), let worker = Int(words[4])
  else { fail("worker SEED OPERATIONS WORKERS WORKER FOLDER", status: 64) }
  do {
    try StressWorker(
      plan: StressPlan(seed: seed, operations: operations, workers: workers), worker: worker,
      folder: words[5]
    ).run()
  } catch {
    fail("worker \(worker), seed \(seed): \(error)", status: 1)
  }
  FileSystem.exit(0)
}

@MainActor func option(_ name: String, _ fallback: Int) -> Int {
  guard let position = words.firstIndex(of: name) else { return fallback }
  guard position + 1 < words.count, let value = Int(words[position + 1]), value >= 0 else {
    fail("\(name) needs a whole number", status: 64)
  }
  return value
}

let first = FileSystem.environment("NEARBY_SEED").flatMap { Int($0) }
let seed = option("--seed", first ?? Int(FileSystem.wallClockMilliseconds()))
let operations = option("--operations", 2000)
let workers = option("--workers", 8)
let kills = option("--kills", 100)
var failed = false
guard let program = FileSystem.executablePath() else { fail("cannot find myself", status: 1) }

for round in 0..<option("--rounds", 5) {
  let plan = StressPlan(
    seed: UInt64(seed) &+ UInt64(round), operations: operations, workers: workers)
  print("round \(round + 1): seed \(plan.seed), \(operations) operations, \(workers) processes")
  do {
    let folder = "/tmp/nearby-soak-\(plan.seed)-\(FileSystem.wallClockMilliseconds())"
    try FileSystem.makePrivateFolder(folder)
    let run = StressRun(plan: plan, kills: kills, program: program, folder: folder)
    let result = try run.run()
    let model = try StressModel(plan: plan, folder: folder)
    let answers = model.answers.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print("  \(result.killed) killed; \(answers.joined(separator: ", "))")
    let faults = result.faults + model.faults
    for fault in faults { print("  FAULT \(fault)") }
    if faults.isEmpty {
      print("  capacity, money and log agree with the model")
      if !words.contains("--keep") { FileSystem.removeFolder(folder) }
    } else {
      print("  replay with: soak --rounds 1 --seed \(plan.seed); the files are in \(folder)")
      failed = true
    }
  } catch {
    print("  FAULT \(error)")
    failed = true
  }
}
FileSystem.exit(failed ? 1 : 0)
