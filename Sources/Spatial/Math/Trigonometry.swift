/// Trigonometry in degrees: the same bits on every processor.
///
/// The platforms' libraries disagree in the last bit, and an order that is exact to the last bit
/// needs functions that do not. These use additions, multiplications, divisions and square roots
/// of IEEE doubles alone, each rounded by itself and never fused, so that a value depends on
/// nothing but the argument, and a vector of arguments (see `Distances.h` in
/// `CLanes`) gives lane by lane what the scalar functions give.
///
/// An angle is brought to −45…45 while it is still in degrees, where that is exact. The coefficients
/// are minimax polynomials found by `fpminimax` of Sollya 8 in the argument's square, in degrees, with
/// the leading coefficient fixed to the sum of two doubles. The first of the two has 26 bits, so
/// that its product with the upper 26 bits of the argument is exact.
///
/// Chevillard, S., Joldeș, M., Lauter, C. (2010), Sollya: an environment for the development of
/// numerical codes, doi:10.1007/978-3-642-15582-6_5.
package enum Trigonometry {
  /// The sine of an angle in degrees, −360…360; within 1.2 ulp.
  ///
  /// 0 at every multiple of 180, ±1 at the odd multiples of 90, odd to the last bit.
  @inline(__always)
  package static func sine(degrees: Double) -> Double {
    let (quadrant, rest) = reduce(abs(degrees))
    let magnitude = quadrant & 1 == 0 ? sineNearZero(rest) : cosineNearZero(rest)
    let negative = (degrees < 0) != (quadrant & 2 != 0)
    return negative ? -magnitude : magnitude
  }

  /// The cosine of an angle in degrees, −360…360; within 1.2 ulp.
  ///
  /// 0 at the odd multiples of 90, ±1 at the multiples of 180, even to the last bit.
  @inline(__always)
  package static func cosine(degrees: Double) -> Double {
    let (quadrant, rest) = reduce(abs(degrees))
    switch quadrant {
    case 0: return cosineNearZero(rest)
    case 1: return -sineNearZero(rest)
    case 2: return -cosineNearZero(rest)
    case 3: return sineNearZero(rest)
    default: return cosineNearZero(rest)
    }
  }

  /// The angle in radians, 0…π/2, whose sine is `x`, 0…1; within 1 ulp.
  ///
  /// 0 at 0 and the double nearest to π/2 at 1.
  @inline(__always)
  package static func arcsine(_ x: Double) -> Double {
    if x < 0.5 { return x + x * arcsineTail(x * x) }
    // asin x = π/2 − 2 asin √((1 − x) / 2). The root is kept as a sum: its upper half, whose square
    // is exact, and what is missing.
    let square = (1 - x) * 0.5
    let root = square.squareRoot()
    let upper = upperHalf(root)
    let lower = root > 0 ? (square - upper * upper) / (root + upper) : 0
    let tail = 2 * (root * arcsineTail(square)) - (Constants.halfPiTail - 2 * lower)
    return Constants.quarterPi - (tail - (Constants.quarterPi - 2 * upper))
  }

  /// The angle of the vector (x, y) in degrees, −180…180, counted from the x axis towards y; within
  /// 1.5 ulp.
  ///
  /// Exact on the axes and the diagonals; of the zero vector it is 0 or ±180 by the signs, as C's
  /// `atan2` has it.
  /// - Precondition: both are finite, and their sum too.
  @inline(__always)
  package static func arctangentDegrees(y: Double, x: Double) -> Double {
    let (height, width) = (abs(y), abs(x))
    let (small, large) = height < width ? (height, width) : (width, height)
    var angle = 0.0
    if large > 0 {
      angle =
        small <= 0.5 * large
        ? arctangentNearZero(small / large)
        : 45 - arctangentNearZero((large - small) / (large + small))
    }
    if height > width { angle = 90 - angle }
    if x.sign == .minus { angle = 180 - angle }
    return y.sign == .minus ? -angle : angle
  }
}

// MARK: - Inside −45…45 degrees

extension Trigonometry {
  /// The nearest multiple of 90 degrees as a count, 0…4, and what is left, −45…45.
  ///
  /// The rest is exact: a multiple of 90 differs from its angle by at most a factor of two (Sterbenz).
  @inline(__always)
  private static func reduce(_ degrees: Double) -> (quadrant: Int, rest: Double) {
    assert(degrees <= 360, "angle out of range")
    // Adding 1.5 · 2⁵² leaves no bits for a fraction; taking it away again gives the rounded count.
    let count = (degrees * (1 / 90.0) + 0x1.8p52) - 0x1.8p52
    return (Int(count), degrees - count * 90)
  }

  /// The sine of −45…45 degrees. The polynomial's error is below 2⁻⁵⁷ of the value.
  @inline(__always)
  static func sineNearZero(_ degrees: Double) -> Double {
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

  /// The cosine of −45…45 degrees. The polynomial's error is below 2⁻⁶⁰.
  @inline(__always)
  static func cosineNearZero(_ degrees: Double) -> Double {
    let square = degrees * degrees
    let fourth = square * square
    let tail =
      (Constants.cosine2 + Constants.cosine3 * square)
      + fourth
      * ((Constants.cosine4 + Constants.cosine5 * square)
        + fourth * (Constants.cosine6 + Constants.cosine7 * square))
    return 1 + (square * Constants.cosine1 + fourth * tail)
  }

  /// (asin x − x) / x for a square x² of 0…0.25. The polynomial's error is below 2⁻⁵⁵ of asin x.
  @inline(__always)
  static func arcsineTail(_ square: Double) -> Double {
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
    return square * (low + eighth * (middle + eighth * high))
  }

  /// The arctangent of 0…0.5 in degrees. The polynomial's error is below 2⁻⁵⁷ of the value.
  @inline(__always)
  private static func arctangentNearZero(_ x: Double) -> Double {
    let upper = upperHalf(x)
    let square = x * x
    var tail = Constants.arctangent[0]
    for coefficient in Constants.arctangent.dropFirst() { tail = tail * square + coefficient }
    let small =
      ((x - upper) * Constants.degreeUpper + x * Constants.degreeLower) + x * (square * tail)
    return upper * Constants.degreeUpper + small
  }

  /// The value cut to its upper 26 bits, so that the square and a product of two such are exact.
  @inline(__always)
  static func upperHalf(_ x: Double) -> Double {
    Double(bitPattern: x.bitPattern & Constants.upperMask)
  }
}
