/// Four arguments at once. Each lane goes through the operations of the scalar function in the same
/// order, so that it has the same bits.
extension Trigonometry {
  /// The sines of four angles in degrees, each −45…45.
  @inline(__always)
  static func sineNearZero(_ degrees: SIMD4<Double>) -> SIMD4<Double> {
    let upper = upperHalf(degrees)
    let square = degrees * degrees
    let fourth = square * square
    let tail =
      (Constants.sine1 + Constants.sine2 * square)
      + fourth
      * ((Constants.sine3 + Constants.sine4 * square)
        + fourth * (Constants.sine5 + Constants.sine6 * square))
    let small =
      ((degrees - upper) * Constants.radianUpper + degrees * Constants.radianLower)
      + degrees * (square * tail)
    return upper * Constants.radianUpper + small
  }

  /// The cosines of four angles in degrees, each −45…45.
  @inline(__always)
  static func cosineNearZero(_ degrees: SIMD4<Double>) -> SIMD4<Double> {
    let square = degrees * degrees
    let fourth = square * square
    let tail =
      (Constants.cosine2 + Constants.cosine3 * square)
      + fourth
      * ((Constants.cosine4 + Constants.cosine5 * square)
        + fourth * (Constants.cosine6 + Constants.cosine7 * square))
    return 1 + (square * Constants.cosine1 + fourth * tail)
  }

  /// The arcsines in radians of four numbers, each 0 ..< 0.5.
  @inline(__always)
  static func arcsineBelowHalf(_ x: SIMD4<Double>) -> SIMD4<Double> {
    let square = x * x
    let fourth = square * square
    let eighth = fourth * fourth
    let low =
      (Constants.arcsine1 + Constants.arcsine2 * square)
      + fourth * (Constants.arcsine3 + Constants.arcsine4 * square)
    let middle =
      (Constants.arcsine5 + Constants.arcsine6 * square)
      + fourth * (Constants.arcsine7 + Constants.arcsine8 * square)
    let high =
      (Constants.arcsine9 + Constants.arcsine10 * square)
      + fourth * (Constants.arcsine11 + Constants.arcsine12 * square)
    return x + x * (square * (low + eighth * (middle + eighth * high)))
  }

  @inline(__always)
  private static func upperHalf(_ x: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(bitPattern: SIMD4<UInt64>(bitPattern: x) & Constants.upperMask)
  }
}

extension SIMD4<Double> {
  @inline(__always)
  fileprivate init(bitPattern: SIMD4<UInt64>) {
    self = unsafeBitCast(bitPattern, to: Self.self)
  }
}

extension SIMD4<UInt64> {
  @inline(__always)
  fileprivate init(bitPattern: SIMD4<Double>) {
    self = unsafeBitCast(bitPattern, to: Self.self)
  }
}
