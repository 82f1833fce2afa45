#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Trigonometry in degrees. (Interim: the platform's own functions.)
package enum Trigonometry {
  @inline(__always)
  package static func sine(degrees: Double) -> Double { sin(degrees * (.pi / 180)) }
  @inline(__always)
  package static func cosine(degrees: Double) -> Double { cos(degrees * (.pi / 180)) }
  /// In radians.
  @inline(__always)
  package static func arcsine(_ x: Double) -> Double { asin(x) }
  @inline(__always)
  package static func arctangentDegrees(y: Double, x: Double) -> Double { atan2(y, x) * (180 / .pi) }
}
