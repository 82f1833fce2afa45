import CLanes

/// One end of many distances: a coordinate with what its distances share.
struct DistanceOrigin {
  private let latitude: Double
  private let longitude: Double
  private let cosine: Double
  /// The origin as a unit vector.
  let vector: SIMD3<Float>

  init(_ coordinate: Coordinate) {
    latitude = coordinate.latitude
    longitude = coordinate.longitude
    cosine = Trigonometry.cosine(degrees: coordinate.latitude)
    vector = UnitVector.of(
      latitude: coordinate.latitude, longitude: coordinate.longitude, cosineOfLatitude: cosine)
  }

  /// The same for C.
  @inline(__always)
  var forLanes: clanes_origin {
    clanes_origin(latitude: latitude, longitude: longitude, cosine: cosine)
  }

  /// The distance to one point in metres, the double that ``Coordinate/greatCircleDistance(to:)`` gives.
  @inline(__always)
  func meters(latitude other: Double, longitude otherLongitude: Double) -> Double {
    Coordinate.distanceMeters(
      haversine: Coordinate.haversine(
        latitude, longitude, cosine: cosine,
        other, otherLongitude, cosine: Trigonometry.cosine(degrees: other)))
  }

  /// The distances to four points in metres; lane by lane the bits of the scalar function.
  ///
  /// Points within 45° of the equator and a quarter turn of the origin, which are nearly all, go
  /// through the same operations side by side; where one of the four is outside, all four go
  /// through the scalar function.
  @inline(__always)
  func meters(latitudes: SIMD4<Double>, longitudes: SIMD4<Double>) -> SIMD4<Double> {
    let halfLatitude = (latitude - latitudes) / 2
    var turn = Self.magnitude(longitude - longitudes)
    turn.replace(with: 360 - turn, where: turn .> 180)
    let halfLongitude = turn / 2
    let outside =
      (Self.magnitude(halfLatitude) .> 45) .| (halfLongitude .> 45)
      .| (Self.magnitude(latitudes) .> 45)
    guard !any(outside) else { return metersOneByOne(latitudes, longitudes) }

    let sineLatitude = Trigonometry.sineNearZero(halfLatitude)
    let sineLongitude = Trigonometry.sineNearZero(halfLongitude)
    let cosines = Trigonometry.cosineNearZero(latitudes)
    let haversine =
      sineLatitude * sineLatitude + (cosine * cosines) * (sineLongitude * sineLongitude)
    let halfChord = haversine.squareRoot()
    guard !any(halfChord .>= 0.5) else { return metersOneByOne(latitudes, longitudes) }
    return 2 * Coordinate.earthRadiusMeters * Trigonometry.arcsineBelowHalf(halfChord)
  }

  @inline(never)
  private func metersOneByOne(
    _ latitudes: SIMD4<Double>, _ longitudes: SIMD4<Double>
  ) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    for lane in 0..<4 {
      result[lane] = meters(latitude: latitudes[lane], longitude: longitudes[lane])
    }
    return result
  }

  @inline(__always)
  private static func magnitude(_ x: SIMD4<Double>) -> SIMD4<Double> {
    x.replacing(with: -x, where: x .< 0)
  }
}
