import Catalog
import Import
import Spatial

extension ReadingOptions {
  /// Reads `--column`, `--crs`, `--datum`, `--encoding`, `--no-header`, `--fix-case` and `--categories`.
  init(_ arguments: Arguments) throws(CommandError) {
    self.init()
    for text in arguments.values(.column) {
      do throws(ColumnMap.ColumnError) {
        assignments.append(try ColumnMap.Assignment(text))
      } catch {
        throw .usage("--column \(error.reason)")
      }
    }
    if let name = arguments.value(.crs) {
      guard let system = ReferenceSystem(name) else {
        throw .usage(
          Spelling.unknown(
            "value of --crs", name, among: ReferenceSystem.allCases.map(\.rawValue)))
      }
      self.system = system
    }
    datum = try Settings.word(arguments, .datum) ?? .wgs84
    encoding = arguments.value(.encoding)
    if system == .hongKong1980Grid, datum != .wgs84 {
      throw .usage(
        "--crs EPSG:2326 is in metres, of which --datum \(datum.rawValue) says nothing; give one of "
          + "them")
    }
    hasHeader = !arguments.has(.noHeader)
    fixesCase = arguments.has(.fixCase)
    for path in arguments.values(.categories) {
      do throws(DataError) {
        try categories.add(path: path)
      } catch {
        throw .data(error)
      }
    }
  }
}

/// A line on the terminal that says how far reading is; nothing anywhere else.
final class ProgressLine {
  private let console: Console
  private let total: UInt64?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant
  private var bytes: UInt64 = 0
  private var isShown = false

  init(_ console: Console, paths: [String]) {
    self.console = console
    let sizes = paths.map { FileSystem.stamp(of: $0)?.size }
    total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    start = clock.now
    shown = start
  }

  /// Takes bytes into account, and shows the line now and then.
  func add(_ count: Int) {
    guard console.isErrorTerminal else { return }
    bytes += UInt64(count)
    let now = clock.now
    guard now - shown > .milliseconds(200) else { return }
    shown = now
    isShown = true
    console.status("\r\u{1B}[K\(text(elapsed: now - start))")
  }

  /// `[######----]  61 %  84.2 MB/s  3 s left`
  func text(elapsed: Duration) -> String {
    let (whole, parts) = elapsed.components
    let seconds = max(0.001, Double(whole) + Double(parts) * 1e-18)
    let rate = Double(bytes) / seconds
    let megabytes = "\(Decimals.fixed(rate / 1e6, digits: 1)) MB/s"
    guard let total, total > 0 else { return "\(bytes / 1_000_000) MB  \(megabytes)" }
    let part = min(1, Double(bytes) / Double(total))
    let filled = Int(part * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
    let left = rate > 0 ? Int((Double(total) * (1 - part) / rate).rounded(.up)) : 0
    return "[\(bar)] \(Int(part * 100)) %  \(megabytes)  \(left) s left"
  }

  /// Takes the line away.
  func clear() {
    if isShown { console.status("\r\u{1B}[K") }
    isShown = false
  }
}
