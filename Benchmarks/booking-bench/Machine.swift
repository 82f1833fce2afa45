import Catalog

/// Where the numbers come from.
enum Machine {
  /// Processor, cores, compiler and flags, and how often each row was run.
  static func header(runs: Int) -> String {
    #if DEBUG
      let flags = "debug: these numbers mean nothing, build with -c release"
    #else
      let flags = "release"
    #endif
    #if compiler(>=6.3)
      let compiler = "Swift 6.3 or later"
    #else
      let compiler = "Swift 6.1 or 6.2"
    #endif
    let information = processors()
    return
      "# \(information.name), \(information.count) cores; \(compiler), \(flags); \(runs) runs a row; seed 1"
  }

  private static func processors() -> (name: String, count: Int) {
    do throws(FileSystem.Failure) {
      let text = String(decoding: try FileSystem.read("/proc/cpuinfo"), as: UTF8.self)
      let lines = text.split(separator: "\n")
      let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last ?? "unknown"
      return (String(name.drop { $0 == " " }), lines.count { $0.hasPrefix("processor") })
    } catch {
      return ("unknown processor", 0)
    }
  }
}
