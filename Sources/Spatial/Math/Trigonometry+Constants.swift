extension Trigonometry {
  /// The coefficients, shared by the scalar functions and the vector ones.
  enum Constants {
    /// Keeps sign, exponent and the upper 26 bits of a double.
    static let upperMask: UInt64 = 0xFFFF_FFFF_F800_0000

    /// π / 180 as the sum of 26 bits and a rest.
    static let radianUpper = 0x1.1df46ap-6
    static let radianLower = 0x1.294e9c8ae0ec6p-33
    /// 180 / π as the sum of 26 bits and a rest.
    static let degreeUpper = 0x1.ca5dc18p5
    static let degreeLower = 0x1.31e0fbdc30a97p-22
    /// π / 4, and what π / 2 has beyond its double.
    static let quarterPi = 0x1.921fb54442d18p-1
    static let halfPiTail = 0x1.1a62633145c07p-54

    // sin(πr/180) = r (π/180 + sine1 r² + sine2 r⁴ + …), r² in 0…2026.
    static let sine1 = -0x1.dbb820d942f66p-21
    static let sine2 = 0x1.dad94eae0e0e3p-37
    static let sine3 = -0x1.c368d9f614f41p-54
    static let sine4 = 0x1.f4a5fe158fe25p-72
    static let sine5 = -0x1.6b6c0907b3ed3p-90
    static let sine6 = 0x1.704cefac4fefp-109

    // cos(πr/180) = 1 + cosine1 r² + cosine2 r⁴ + …, r² in 0…2026.
    static let cosine1 = -0x1.3f6a1db141fbap-13
    static let cosine2 = 0x1.09b116a83dcf3p-28
    static let cosine3 = -0x1.619b85bbd2ae5p-45
    static let cosine4 = 0x1.f83ab5cf479eap-63
    static let cosine5 = -0x1.bf6244a1acbadp-81
    static let cosine6 = 0x1.0ea4f406ac05bp-99
    static let cosine7 = -0x1.d81c928d779fdp-119

    // asin x = x (1 + arcsine1 x² + arcsine2 x⁴ + …), x² in 0…0.25.
    static let arcsine1 = 0x1.555555555539p-3
    static let arcsine2 = 0x1.333333336e80fp-4
    static let arcsine3 = 0x1.6db6db427a4f8p-5
    static let arcsine4 = 0x1.f1c72c38fb342p-6
    static let arcsine5 = 0x1.6e89f440197a7p-6
    static let arcsine6 = 0x1.1c6be1a687738p-6
    static let arcsine7 = 0x1.c6fdc1aaa5333p-7
    static let arcsine8 = 0x1.8ec2fca604435p-7
    static let arcsine9 = 0x1.abcf5cd7c44efp-8
    static let arcsine10 = 0x1.3ff4a990b2879p-6
    static let arcsine11 = -0x1.09d32833a0d94p-6
    static let arcsine12 = 0x1.056d6c8139f2bp-5

    /// Degrees of atan x = x (180/π + … x² + …), x² in 0…0.25, the highest power first.
    static let arctangent = [
      0x1.28cf8ab9fa843p-1, -0x1.926e1c6c401b4p0, 0x1.330a2f21c39bap1, -0x1.77a4c40db80f2p1,
      0x1.ada3e0a21beacp1, -0x1.e8b6f2f908d28p1, 0x1.1a101e677060dp2, -0x1.4d5b56b92cbe9p2,
      0x1.976fc77e648cdp2, -0x1.05ec6ea545224p3, 0x1.6eb167b8287dp3, -0x1.3193d66ed2bc2p4,
    ]
  }
}
