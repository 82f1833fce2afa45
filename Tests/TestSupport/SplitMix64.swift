/// A small seeded generator: the same numbers on every machine.
///
/// Steele, G. L., Lea, D., Flood, C. H. (2014), Fast splittable pseudorandom number generators,
/// doi:10.1145/2660193.2660195.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to a seed; any seed is a good one.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A double in 0 ..< 1 from the high 53 bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
