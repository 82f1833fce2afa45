#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The seeds that a property test runs over.
///
/// `NEARBY_SEED=…` runs that one alone, to replay a failure; `NEARBY_SEEDS=…` runs so many.
public enum ReplaySeeds {
  /// Three seeds, or what the environment says.
  public static var all: [UInt64] {
    if let one = environment("NEARBY_SEED") { return [one] }
    return Array(1...max(environment("NEARBY_SEEDS") ?? 3, 1))
  }

  private static func environment(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }
}
