/// Points as vectors of length 1 from the centre of the sphere: x towards (0, 0), y towards (0, 90),
/// z towards the north pole.
///
/// The straight chord between two such vectors grows with the great-circle distance and needs no
/// trigonometry, so an index searches by its square and leaves the distance in metres to the few
/// points that remain.
enum UnitVector {
  /// The vector of a coordinate, rounded to floats. Its length is off by at most 2⁻²⁴, which is
  /// 0.4 m on the Earth.
  @inline(__always)
  static func of(latitude: Double, longitude: Double) -> SIMD3<Float> {
    of(
      latitude: latitude, longitude: longitude,
      cosineOfLatitude: Trigonometry.cosine(degrees: latitude))
  }

  /// As ``of(latitude:longitude:)`` for a caller who has the cosine already.
  @inline(__always)
  static func of(
    latitude: Double, longitude: Double, cosineOfLatitude cosine: Double
  ) -> SIMD3<Float> {
    SIMD3(
      Float(cosine * Trigonometry.cosine(degrees: longitude)),
      Float(cosine * Trigonometry.sine(degrees: longitude)),
      Float(Trigonometry.sine(degrees: latitude)))
  }
}
