/// One line of the report: what was done, how often a second or how long, and a checksum that proves
/// what was done.
struct Row {
  let task: String
  let durations: [Duration]
  /// How many things one run does.
  let count: Int
  /// Depends on the results only, so that two machines must agree.
  let checksum: UInt64

  static let title =
    "task                                     median        p99       each  per second  checksum"

  var line: String {
    let sorted = durations.map(Self.milliseconds).sorted()
    let median = sorted[sorted.count / 2]
    let p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    let each = median / Double(count)
    return Self.pad(task, 38, right: false) + Self.pad("\(Self.fixed(median)) ms", 13)
      + Self.pad("\(Self.fixed(p99)) ms", 11) + Self.pad("\(Self.fixed(each * 1000)) µs", 11)
      + Self.pad("\(Int(1000 / each))", 12) + "  " + String(checksum, radix: 16)
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1000 + Double(duration.components.attoseconds) / 1e15
  }

  private static func fixed(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func pad(_ text: String, _ width: Int, right: Bool = true) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return right ? space + text : text + space
  }
}

/// FNV-1a over what a benchmark computed.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
