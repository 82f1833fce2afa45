#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prints rows as a table, and as JSON lines into a file.
struct Report {
  private var json: UnsafeMutablePointer<FILE>?

  init(json path: String?) throws(OptionError) {
    guard let path else { return }
    json = fopen(path, "w")
    guard json != nil else { throw OptionError("cannot write \(path)") }
  }

  func printHeading() {
    print(
      Self.left("workload", 12) + Self.left("task", 20) + Self.right("median ns", 12)
        + Self.right("fastest ns", 12)
        + Self.right("p99 ns", 12) + Self.right("hits", 12) + "  checksum")
  }

  func print(_ row: Row) {
    let checksum = row.indexSum ^ UInt64(row.meterSum * 1_000)
    print(
      Self.left(row.workload, 12) + Self.left(row.task, 20)
        + Self.right("\(Int(row.medianNanoseconds.rounded()))", 12)
        + Self.right("\(Int(row.fastestNanoseconds.rounded()))", 12)
        + Self.right(row.p99Nanoseconds == 0 ? "-" : "\(Int(row.p99Nanoseconds.rounded()))", 12)
        + Self.right("\(row.hits)", 12) + "  " + String(checksum, radix: 16))
    fflush(nil)
    guard let json else { return }
    let line =
      "{\"engine\":\"nearby\",\"workload\":\"\(row.workload)\",\"task\":\"\(row.task)\","
      + "\"medianNanoseconds\":\(row.medianNanoseconds),"
      + "\"fastestNanoseconds\":\(row.fastestNanoseconds),\"p99Nanoseconds\":\(row.p99Nanoseconds),"
      + "\"hits\":\(row.hits),\"indexSum\":\(row.indexSum),\"meterSum\":\(row.meterSum)}\n"
    fputs(line, json)
  }

  func print(_ line: String) { Swift.print(line) }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
