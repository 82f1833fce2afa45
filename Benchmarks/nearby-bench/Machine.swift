#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the numbers were measured on.
enum Machine {
  /// The lines at the top of a report.
  static func header(_ options: Options) -> String {
    """
    cpu     \(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores
    swift   \(firstLine(of: "swift --version 2>/dev/null") ?? "unknown"), \(configuration)
    commit  \(firstLine(of: "git rev-parse --short HEAD 2>/dev/null") ?? "unknown")
    lanes   \(options.lanes.name)
    seed    \(options.seed)
    passes  \(options.passes)
    """
  }

  private static var configuration: String {
    #if DEBUG
      "debug build: these numbers mean nothing"
    #else
      "release build"
    #endif
  }

  private static var processor: String {
    #if canImport(Darwin)
      firstLine(of: "sysctl -n machdep.cpu.brand_string") ?? "unknown"
    #else
      firstLine(of: "grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ *//'")
        ?? "unknown"
    #endif
  }

  private static func firstLine(of command: String) -> String? {
    guard let pipe = popen(command, "r") else { return nil }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, pipe) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
