import Booking
import Catalog
import StressSupport
import TestSupport

// Benchmarks of the booking layer:
//
//   booking-bench [--data DIR] [--folder DIR] [--bookings N] [--runs N]
//
// The folder must be on a disk, not in memory: what is measured is durable.

let words = Array(CommandLine.arguments.dropFirst())

func fail(_ text: String) -> Never {
  do {
    try FileSystem.write(Array("booking-bench: \(text)\n".utf8), to: 2, name: "standard error")
  } catch {}
  FileSystem.exit(1)
}

@MainActor func option(_ name: String, _ fallback: String) -> String {
  guard let position = words.firstIndex(of: name) else { return fallback }
  guard position + 1 < words.count else { fail("\(name) needs a value") }
  return words[position + 1]
}

do {
  if words.first == "worker" {
    guard words.count == 4, let worker = Int(words[2]), let count = Int(words[3]) else {
      fail("worker FOLDER WORKER COUNT")
    }
    try Workload.book(in: words[1], worker: worker, count: count)
    FileSystem.exit(0)
  }
  guard let bookings = Int(option("--bookings", "400")), let runs = Int(option("--runs", "5")),
    bookings > 0, runs > 0
  else { fail("--bookings and --runs need whole numbers") }
  let catalog = try Catalog(directory: option("--data", "data"))
  print(Machine.header(runs: runs))
  print(Row.title)
  for row in try Workload.rows(
    catalog: catalog, folder: option("--folder", "/var/tmp"), bookings: bookings, runs: runs)
  {
    print(row.line)
  }
} catch {
  fail("\(error)")
}
