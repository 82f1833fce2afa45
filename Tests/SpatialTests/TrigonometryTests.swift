import Testing
import TestSupport

@testable import Spatial

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The platform's functions are the reference: in 80 bits where there are any, else in 64, where
// turning degrees into radians alone costs the reference an ulp.
#if arch(x86_64) && os(Linux)
  private typealias Wide = Float80
  private let slackUlp = 0.0
#else
  private typealias Wide = Double
  private let slackUlp = 1.5
#endif

@Suite struct TrigonometryTests {
  /// How many units in the last place `value` is away from `reference`.
  private func ulp(_ value: Double, _ reference: Wide) -> Double {
    let unit = max(Double(reference).ulp, .leastNormalMagnitude)
    return Double(abs(Wide(value) - reference) / Wide(unit))
  }

  /// The reference's radians of an angle reduced in degrees, where that is exact.
  private func radians(_ degrees: Double) -> Wide { Wide(degrees) * (Wide.pi / 180) }

  private func referenceSine(_ degrees: Double) -> Wide {
    let count = (degrees / 90).rounded()
    let rest = radians(degrees - count * 90)
    switch Int(count) & 3 {
    case 0: return sin(rest)
    case 1: return cos(rest)
    case 2: return -sin(rest)
    default: return -cos(rest)
    }
  }

  private func referenceCosine(_ degrees: Double) -> Wide {
    let count = (degrees / 90).rounded()
    let rest = radians(degrees - count * 90)
    switch Int(count) & 3 {
    case 0: return cos(rest)
    case 1: return -sin(rest)
    case 2: return -cos(rest)
    default: return sin(rest)
    }
  }

  @Test func sineAndCosineStayWithinTheirBound() {
    var random = SplitMix64(seed: 1)
    var worst = (sine: 0.0, cosine: 0.0)
    for round in 0..<200_000 {
      // Every third angle is small: there the relative error is hardest to keep.
      let scale = round % 3 == 0 ? pow(10, -9 * random.unit()) : 360
      let x = (2 * random.unit() - 1) * scale
      worst.sine = max(worst.sine, ulp(Trigonometry.sine(degrees: x), referenceSine(x)))
      worst.cosine = max(worst.cosine, ulp(Trigonometry.cosine(degrees: x), referenceCosine(x)))
    }
    #expect(worst.sine <= 1.2 + slackUlp)
    #expect(worst.cosine <= 1.2 + slackUlp)
  }

  @Test func arcsineStaysWithinItsBound() {
    var random = SplitMix64(seed: 2)
    var worst = 0.0
    for round in 0..<200_000 {
      let x =
        switch round % 3 {
        case 0: pow(10, -9 * random.unit())
        case 1: 1 - pow(10, -15 * random.unit())
        default: random.unit()
        }
      worst = max(worst, ulp(Trigonometry.arcsine(x), asin(Wide(x))))
    }
    #expect(worst <= 1 + slackUlp)
  }

  @Test func arctangentStaysWithinItsBound() {
    var random = SplitMix64(seed: 3)
    var worst = 0.0
    for round in 0..<200_000 {
      let scale = round % 2 == 0 ? 1 : pow(10, -9 * random.unit())
      let (y, x) = ((2 * random.unit() - 1) * scale, 2 * random.unit() - 1)
      let value = Trigonometry.arctangentDegrees(y: y, x: x)
      worst = max(worst, ulp(value, atan2(Wide(y), Wide(x)) * (180 / Wide.pi)))
    }
    #expect(worst <= 1.5 + slackUlp)
  }

  @Test func multiplesOfThirtyDegreesAreExact() {
    let sines: [(Double, Double)] = [
      (0, 0), (30, 0.5), (90, 1), (150, 0.5), (180, 0), (210, -0.5), (270, -1), (330, -0.5),
      (360, 0),
    ]
    for (x, value) in sines {
      #expect(Trigonometry.sine(degrees: x) == value, "sine of \(x)")
      #expect(Trigonometry.sine(degrees: -x) == -value, "sine of \(-x)")
    }
    let cosines: [(Double, Double)] = [
      (0, 1), (60, 0.5), (90, 0), (120, -0.5), (180, -1), (240, -0.5), (270, 0), (300, 0.5),
      (360, 1),
    ]
    for (x, value) in cosines {
      #expect(Trigonometry.cosine(degrees: x) == value, "cosine of \(x)")
      #expect(Trigonometry.cosine(degrees: -x) == value, "cosine of \(-x)")
    }
    #expect(Trigonometry.arcsine(0) == 0)
    #expect(Trigonometry.arcsine(0.5) == 0.5235987755982989)
    #expect(Trigonometry.arcsine(1) == .pi / 2)
  }

  @Test func arctangentIsExactOnAxesAndDiagonals() {
    let table: [(y: Double, x: Double, degrees: Double)] = [
      (0, 1, 0), (1, 1, 45), (1, 0, 90), (1, -1, 135), (0, -1, 180), (-0.0, -1, -180),
      (-1, -1, -135), (-1, 0, -90), (-1, 1, -45), (0, 0, 0), (0, -0.0, 180),
    ]
    for (y, x, degrees) in table {
      #expect(Trigonometry.arctangentDegrees(y: y, x: x) == degrees, "y \(y), x \(x)")
    }
  }

  @Test func symmetriesHoldToTheLastBit() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<20_000 {
      let x = random.unit() * 180
      #expect(Trigonometry.sine(degrees: -x) == -Trigonometry.sine(degrees: x), "\(x)")
      #expect(Trigonometry.cosine(degrees: -x) == Trigonometry.cosine(degrees: x), "\(x)")
      // Eighths of a degree: the angles on the two sides are exact.
      let y = (x * 8).rounded() / 8
      #expect(Trigonometry.sine(degrees: 180 - y) == Trigonometry.sine(degrees: y), "\(y)")
      #expect(Trigonometry.cosine(degrees: 180 - y) == -Trigonometry.cosine(degrees: y), "\(y)")
      let (sine, cosine) = (Trigonometry.sine(degrees: 90 - y), Trigonometry.cosine(degrees: y))
      #expect(abs(sine) == abs(cosine), "\(y)")
    }
  }

  /// Neighbouring doubles at the ends, where the middle branch takes over, and across the middle.
  @Test func arcsineNeverFalls() {
    for start in [0, 0.25, 0.49999999999, 0.5, 0.75, 0.999999, 1 - 0x1p-40] {
      var (x, previous) = (start, Trigonometry.arcsine(start))
      for _ in 0..<20_000 where x < 1 {
        x = x.nextUp
        let value = Trigonometry.arcsine(x)
        #expect(value >= previous, "\(x)")
        previous = value
      }
    }
    var (x, previous) = (1.0, Trigonometry.arcsine(1))
    for _ in 0..<20_000 {
      x = x.nextDown
      let value = Trigonometry.arcsine(x)
      #expect(value <= previous, "\(x)")
      previous = value
    }
  }
}
