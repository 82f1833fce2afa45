import Catalog
import Import
import Spatial

extension ReadingOptions {
  /// Reads `--column`, `--crs`, `--datum`, `--encoding`, `--no-header`, `--skip-lines`, `--fix-case` and
  /// `--categories`.
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
    if let text = arguments.value(.skipLines) {
      guard let count = Int(text), (0...1000).contains(count) else {
        throw .usage("--skip-lines \(text.prefix(40)): give a number from 0 to 1000")
      }
      skippedLines = count
    }
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
  /// The bytes of all files; nil where a pipe is among them.
  private let total: UInt64?
  private let isOn: Bool
  private let clock = ContinuousClock()
  /// When the first bytes came, which the rate does not count: what was waited for before is no reading.
  private var start: ContinuousClock.Instant?
  private var firstBytes: UInt64 = 0
  private var shown: ContinuousClock.Instant?
  private var bytes: UInt64 = 0
  private var isShown = false

  init(_ console: Console, paths: [String], isSilent: Bool = false) {
    self.console = console
    isOn = console.isErrorTerminal && !isSilent
    let sizes = paths.map { FileSystem.stamp(of: $0)?.size }
    total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Takes bytes into account, and shows the line now and then.
  func add(_ count: Int) {
    guard isOn else { return }
    bytes += UInt64(count)
    let now = clock.now
    guard let start, let shown else {
      (start, shown, firstBytes) = (now, now, bytes)
      return
    }
    guard now - shown > .milliseconds(200) else { return }
    self.shown = now
    show(
      Self.text(
        bytes: bytes, total: total,
        rate: Double(bytes - firstBytes) / ((now - start) / .seconds(1)),
        columns: console.errorColumns))
  }

  /// Shows what is done where all is read and it took long enough for a line.
  func say(_ text: String) {
    if isShown { show(DisplayText.cut(text, to: max(1, console.errorColumns - 1))) }
  }

  private func show(_ text: String) {
    isShown = true
    console.status("\r\u{1B}[K\(text)")
  }

  /// `[######----]  61 %  84.2 MB/s  3 s left`, or as much of it as there is room for: the rate goes last.
  ///
  /// - Parameters:
  ///   - total: nil where it is not known; more bytes than that say that it is not either.
  ///   - rate: in bytes a second.
  static func text(bytes: UInt64, total: UInt64?, rate: Double, columns: Int) -> String {
    // The last column is left free: some terminals begin a new line behind it.
    let room = max(1, columns - 1)
    let speed = "\(size(rate))/s"
    guard let total, total > 0, bytes <= total else {
      let all = "\(size(Double(bytes)))  \(speed)"
      return DisplayText.cut(all.utf8.count <= room ? all : speed, to: room)
    }
    let part = Double(bytes) / Double(total)
    var words = ["\(Int(part * 100)) %", speed]
    if rate >= 1 { words.append("\(time((Double(total) * (1 - part) / rate).rounded(.up))) left") }
    let filled = Int(part * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
    for text in [["[\(bar)]"] + words, words, [words[0], words[words.count - 1]], [words[0]]] {
      let line = text.joined(separator: "  ")
      if line.utf8.count <= room { return line }
    }
    return DisplayText.cut(words[0], to: room)
  }

  private static func size(_ bytes: Double) -> String {
    bytes < 1e6
      ? "\(Decimals.fixed(bytes / 1e3, digits: 0)) kB"
      : "\(Decimals.fixed(bytes / 1e6, digits: 1)) MB"
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<100: "\(Int(seconds)) s"
    case ..<6000: "\(Int(seconds / 60)) min"
    case ..<360_000: "\(Int(seconds / 3600)) h"
    default: "days"
    }
  }

  /// Takes the line away.
  func clear() {
    if isShown { console.status("\r\u{1B}[K") }
    isShown = false
  }
}
