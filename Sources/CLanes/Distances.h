// Distances in metres. The coefficients and the order of operations are those of Trigonometry.swift.

INLINE doubles magnitude(doubles x) { return (doubles)((longs)x & 0x7FFFFFFFFFFFFFFF); }

INLINE bool any(longs condition) {
  const double_flags set = __builtin_convertvector(condition, double_flags);
  uint8_t bits;
  __builtin_memcpy(&bits, &set, 1);
  return (bits & ((1 << DOUBLE_LANES) - 1)) != 0;
}

INLINE doubles sine_near_zero(doubles degrees) {
  const doubles upper = (doubles)((longs)degrees & (int64_t)0xFFFFFFFFF8000000);
  const doubles square = degrees * degrees, fourth = square * square;
  const doubles tail = (-0x1.dbb820d942f66p-21 + 0x1.dad94eae0e0e3p-37 * square) +
                       fourth * ((-0x1.c368d9f614f41p-54 + 0x1.f4a5fe158fe25p-72 * square) +
                                 fourth * (-0x1.6b6c0907b3ed3p-90 + 0x1.704cefac4fefp-109 * square));
  const doubles small = ((degrees - upper) * 0x1.1df46ap-6 + degrees * 0x1.294e9c8ae0ec6p-33) +
                        degrees * (square * tail);
  return upper * 0x1.1df46ap-6 + small;
}

INLINE doubles cosine_near_zero(doubles degrees) {
  const doubles square = degrees * degrees, fourth = square * square;
  const doubles tail = (0x1.09b116a83dcf3p-28 + -0x1.619b85bbd2ae5p-45 * square) +
                       fourth * ((0x1.f83ab5cf479eap-63 + -0x1.bf6244a1acbadp-81 * square) +
                                 fourth * (0x1.0ea4f406ac05bp-99 + -0x1.d81c928d779fdp-119 * square));
  return 1 + (square * -0x1.3f6a1db141fbap-13 + fourth * tail);
}

INLINE doubles arcsine_below_half(doubles x) {
  const doubles square = x * x, fourth = square * square, eighth = fourth * fourth;
  const doubles low = (0x1.555555555539p-3 + 0x1.333333336e80fp-4 * square) +
                      fourth * (0x1.6db6db427a4f8p-5 + 0x1.f1c72c38fb342p-6 * square);
  const doubles middle = (0x1.6e89f440197a7p-6 + 0x1.1c6be1a687738p-6 * square) +
                         fourth * (0x1.c6fdc1aaa5333p-7 + 0x1.8ec2fca604435p-7 * square);
  const doubles high = (0x1.abcf5cd7c44efp-8 + 0x1.3ff4a990b2879p-6 * square) +
                       fourth * (-0x1.09d32833a0d94p-6 + 0x1.056d6c8139f2bp-5 * square);
  return x + x * (square * (low + eighth * (middle + eighth * high)));
}

// The sines and cosines of angles, −360…360.
INLINE void sines_cosines(doubles degrees, doubles* sine, doubles* cosine) {
  // Adding 1.5 · 2⁵² leaves no bits for a fraction; taking it away again gives the rounded count of right angles.
  const doubles shifted = degrees * (1 / 90.0) + 0x1.8p52;
  const doubles rest = degrees - (shifted - 0x1.8p52) * 90;
  const longs count = (longs)shifted, is_odd = -(count & 1);
  const longs s = (longs)sine_near_zero(rest), c = (longs)cosine_near_zero(rest);
  *sine = (doubles)(((c & is_odd) | (s & ~is_odd)) ^ ((count & 2) << 62));
  *cosine = (doubles)(((s & is_odd) | (c & ~is_odd)) ^ (((count + 1) & 2) << 62));
}

// The cosines of latitudes.
INLINE doubles cosine_of_latitude(doubles degrees) {
  const doubles size = magnitude(degrees);
  // Adding 1.5 · 2⁵² leaves no bits for a fraction; taking it away again gives the rounded count of right angles.
  const doubles count = (size * (1 / 90.0) + 0x1.8p52) - 0x1.8p52;
  const longs is_far = count > 0;
  const doubles cosine = cosine_near_zero(degrees);
  if (!any(is_far)) return cosine;
  return is_far ? sine_near_zero(90 - size) : cosine;
}

// The distances of points from queries, whose cosines are known; `outside` where a lane is not covered.
INLINE doubles distances(doubles own_latitude, doubles own_longitude, doubles cosine, doubles latitude,
                         doubles longitude, longs* outside) {
  const doubles half_latitude = (own_latitude - latitude) * 0.5;
  const doubles turn = magnitude(own_longitude - longitude);
  const doubles half_longitude = (turn > 180 ? 360 - turn : turn) * 0.5;
  const doubles sine_latitude = sine_near_zero(half_latitude);
  const doubles sine_longitude = sine_near_zero(half_longitude);
  const doubles haversine = sine_latitude * sine_latitude +
                            (cosine * cosine_of_latitude(latitude)) * (sine_longitude * sine_longitude);
  const doubles half_chord = __builtin_elementwise_sqrt(haversine);
  // A comparison with a number that is none is false.
  *outside = ~((magnitude(half_latitude) <= 45) & (half_longitude <= 45) & (half_chord < 0.5));
  return 2 * 6371008.8 * arcsine_below_half(half_chord);
}

// A leaf has 512 bytes: the indexes begin at 192, the latitudes at 256, the longitudes at 384. Single loads, as gathers
// are slower. The lanes behind the last repeat the first.
INLINE void load_points(const char* leaves, const uint32_t* positions, int64_t count, uint32_t* index,
                        doubles* latitude, doubles* longitude) {
  for (int lane = 0; lane < DOUBLE_LANES; ++lane) {
    const uint64_t position = positions[lane < count ? lane : 0];
    const char* leaf = leaves + (position >> 4 << 9);
    index[lane] = *(const uint32_t*)(leaf + 192 + (position & 15) * 4);
    (*latitude)[lane] = *(const double*)(leaf + 256 + (position & 15) * 8);
    (*longitude)[lane] = *(const double*)(leaf + 384 + (position & 15) * 8);
  }
}

static int64_t refine(const void* leaves, const uint32_t* positions, int64_t count, clanes_origin origin,
                      double radius_meters, double* meters, uint32_t* indexes) {
  int64_t end = 0;
  for (int64_t i = 0; i < count; i += DOUBLE_LANES) {
    doubles latitude, longitude;
    uint32_t index[DOUBLE_LANES];
    load_points(leaves, positions + i, count - i, index, &latitude, &longitude);
    longs outside;
    const doubles distance =
        distances(origin.latitude, origin.longitude, origin.cosine, latitude, longitude, &outside);
    if (any(outside)) return -1;
    end = keep_near(distance, radius_meters, i + DOUBLE_LANES <= count ? DOUBLE_LANES : count - i, index, meters,
                    indexes, end);
  }
  return end;
}
