import CLanes

/// One end of many distances: a coordinate with what its distances share.
struct DistanceOrigin {
  /// The origin as the inner loops know it: degrees, and the cosine of the latitude.
  let forLanes: clanes_origin

  /// What ``Trigonometry`` gives for the coordinate.
  init(_ coordinate: Coordinate) {
    forLanes = clanes_origin(
      latitude: coordinate.latitude, longitude: coordinate.longitude,
      cosine: Trigonometry.cosine(degrees: coordinate.latitude))
  }

  /// What the inner loops have computed already.
  init(_ origin: clanes_origin) { forLanes = origin }

  /// The origin as a unit vector.
  var vector: SIMD3<Float> {
    UnitVector.of(
      latitude: forLanes.latitude, longitude: forLanes.longitude,
      cosineOfLatitude: forLanes.cosine)
  }

  /// The distance to one point in metres, the double that ``Coordinate/greatCircleDistance(to:)`` gives.
  @inline(__always)
  func meters(latitude other: Double, longitude otherLongitude: Double) -> Double {
    Coordinate.distanceMeters(
      haversine: Coordinate.haversine(
        forLanes.latitude, forLanes.longitude, cosine: forLanes.cosine,
        other, otherLongitude, cosine: Trigonometry.cosine(degrees: other)))
  }
}
