#include "CLanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

bool clanes_available(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#pragma STDC FP_CONTRACT OFF

// MARK: The walk

// One step of a sorting network: each lane meets its partner; those set in `larger` keep the greater.
#define EXCHANGE(v, partners, larger)                                        \
  do {                                                                       \
    const __m512i other = partners;                                          \
    v = _mm512_mask_max_epu32(_mm512_min_epu32(v, other), larger, v, other); \
  } while (0)

// Sixteen words, the greatest first; bitonic.
static inline __m512i sorted_descending(__m512i v) {
  const __m512i halves = _mm512_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  const __m512i whole = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_CDAB), 0x5555);
  EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_ABCD), 0x3333);
  EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_CDAB), 0x5555);
  EXCHANGE(v, _mm512_permutexvar_epi32(halves, v), 0x0F0F);
  EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_BADC), 0x3333);
  EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_CDAB), 0x5555);
  EXCHANGE(v, _mm512_permutexvar_epi32(whole, v), 0x00FF);
  EXCHANGE(v, _mm512_shuffle_i32x4(v, v, _MM_SHUFFLE(2, 3, 0, 1)), 0x0F0F);
  EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_BADC), 0x3333);
  EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_CDAB), 0x5555);
  return v;
}

static inline __m512 gap(const float* least, const float* greatest, __m512 q) {
  const __m512 outside = _mm512_max_ps(_mm512_sub_ps(_mm512_load_ps(least), q),
                                       _mm512_sub_ps(q, _mm512_load_ps(greatest)));
  return _mm512_max_ps(outside, _mm512_setzero_ps());
}

// Asks for the memory of a leaf: its points and their indexes. Of a node, which is larger, for the part that is
// read first.
static inline void fetch(const char* place) {
  _mm_prefetch(place, _MM_HINT_T0);
  _mm_prefetch(place + 64, _MM_HINT_T0);
  _mm_prefetch(place + 128, _MM_HINT_T0);
  _mm_prefetch(place + 192, _MM_HINT_T0);
}

bool clanes_advance(clanes_walk* walk, float threshold) {
  const char* const base = walk->base;
  const int64_t* const offsets = walk->level_offsets;
  const int64_t height = walk->height;
  uint32_t* const waiting = walk->waiting;
  int64_t nodes = 0, tested = 0, level = 0;
  bool found = false;
  const __m512 qx = _mm512_set1_ps(walk->query.x), qy = _mm512_set1_ps(walk->query.y),
               qz = _mm512_set1_ps(walk->query.z), bound = _mm512_set1_ps(threshold);
  uint32_t threshold_bits;
  __builtin_memcpy(&threshold_bits, &threshold, 4);
  // A waiting word's last four bits are a place, not the square's: whatever they are, they must not exceed.
  threshold_bits |= 15;
  const __m512i slots = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

  for (;;) {
    // Floats that are not negative are in order as their bits are. Where the nearest that waits at a level is too
    // far, all are, and stay so.
    uint32_t count = walk->waiting_count[level];
    if (count == 0 || waiting[level * 16 + count - 1] > threshold_bits) {
      if (++level > height) break;
      continue;
    }
    walk->waiting_count[level] = --count;
    const uint32_t* const here = waiting + level * 16;
    uint64_t number = walk->first_child[level] + (here[count] & 15);
    while (level > 0) {
      ++nodes;
      const float* box = (const float*)(base + offsets[level] + number * 384);
      const __m512 x = gap(box, box + 48, qx);
      const __m512 y = gap(box + 16, box + 64, qy);
      const __m512 z = gap(box + 32, box + 80, qz);
      // The same operations as for the points below, so that a box is never farther than a point in it.
      const __m512 square = _mm512_fmadd_ps(z, z, _mm512_fmadd_ps(y, y, _mm512_mul_ps(x, x)));
      const __mmask16 near = _mm512_cmp_ps_mask(square, bound, _CMP_LE_OQ);
      if (!near) break;

      // The square's last four bits make room for the box's place, so that one word sorts and tells.
      const __m512i keys =
          _mm512_ternarylogic_epi32(_mm512_castps_si512(square), _mm512_set1_epi32(15), slots, 0xBA);
      // The nearest is next, and is known before the others are in order. They wait; those that are too far are
      // zeros and come last, beyond the count.
      const uint64_t nearest = _mm512_mask_reduce_min_epu32(near, keys);
      const uint64_t first = number << 4;
      number = first | (nearest & 15);
      --level;
      _mm512_store_si512(waiting + level * 16, sorted_descending(_mm512_maskz_mov_epi32(near, keys)));
      walk->waiting_count[level] = (uint32_t)__builtin_popcount(near) - 1;
      walk->first_child[level] = (uint32_t)first;
      if (level == 0) goto leaf;
    }
    if (level > 0) continue;

  leaf:
    ++nodes;
    const float* leaf = (const float*)(base + offsets[0] + number * 512);
    // What comes after is known: the wait for it begins now.
    const uint32_t left = walk->waiting_count[0];
    const char* const siblings = base + offsets[0] + (uint64_t)walk->first_child[0] * 512;
    fetch(siblings + (waiting[left > 0 ? left - 1 : 0] & 15) * 512);
    fetch(siblings + (waiting[left > 1 ? left - 2 : 0] & 15) * 512);
    const __m512 x = _mm512_sub_ps(_mm512_load_ps(leaf), qx);
    const __m512 y = _mm512_sub_ps(_mm512_load_ps(leaf + 16), qy);
    const __m512 z = _mm512_sub_ps(_mm512_load_ps(leaf + 32), qz);
    const __m512 square = _mm512_fmadd_ps(z, z, _mm512_fmadd_ps(y, y, _mm512_mul_ps(x, x)));
    const __mmask16 near = _mm512_cmp_ps_mask(square, bound, _CMP_LE_OQ);
    const int64_t points = walk->point_count - (int64_t)number * 16;
    tested += points < 16 ? points : 16;
    if (near) {
      const __m512i position = _mm512_add_epi32(_mm512_set1_epi32((int)(number * 16)), slots);
      _mm512_storeu_ps(walk->chords + walk->count, _mm512_maskz_compress_ps(near, square));
      _mm512_storeu_si512(walk->positions + walk->count, _mm512_maskz_compress_epi32(near, position));
      walk->count += __builtin_popcount(near);
      found = true;
      break;
    }
  }
  walk->nodes_visited += nodes;
  walk->points_tested += tested;
  return found;
}

#include "LabelledWalk.h"

// MARK: Candidates

static inline __mmask16 lanes_left(int64_t left) { return left >= 16 ? 0xFFFF : (__mmask16)((1u << left) - 1); }

void clanes_insert(float* sorted, const float* numbers, int64_t count) {
  if (count > 8) {
    // Many at once: sort them the other way round, keep the smaller of each pair, and merge. Floats that are not
    // negative are in order as their bits are.
    const __m512 all = _mm512_mask_loadu_ps(_mm512_set1_ps(__builtin_inff()), lanes_left(count), numbers);
    __m512i v = _mm512_min_epu32(_mm512_castps_si512(_mm512_load_ps(sorted)),
                                 sorted_descending(_mm512_castps_si512(all)));
    EXCHANGE(v, _mm512_shuffle_i32x4(v, v, _MM_SHUFFLE(1, 0, 3, 2)), 0xFF00);
    EXCHANGE(v, _mm512_shuffle_i32x4(v, v, _MM_SHUFFLE(2, 3, 0, 1)), 0xF0F0);
    EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_BADC), 0xCCCC);
    EXCHANGE(v, _mm512_shuffle_epi32(v, _MM_PERM_CDAB), 0xAAAA);
    _mm512_store_ps(sorted, _mm512_castsi512_ps(v));
    return;
  }
  __m512 run = _mm512_load_ps(sorted);
  const __m512i least = _mm512_castps_si512(_mm512_set1_ps(-1));
  for (int64_t i = 0; i < count; ++i) {
    const __m512 number = _mm512_set1_ps(numbers[i]);
    const __m512 shifted = _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(run), least, 15));
    run = _mm512_min_ps(run, _mm512_max_ps(shifted, number));
  }
  _mm512_store_ps(sorted, run);
}

float clanes_smallest(const float* numbers, int64_t count, float other) {
  const __mmask16 lanes = (__mmask16)((1u << count) - 1);
  return _mm512_reduce_min_ps(_mm512_mask_loadu_ps(_mm512_set1_ps(other), lanes, numbers));
}

int64_t clanes_count(const float* numbers, int64_t count, float limit) {
  const __m512 bound = _mm512_set1_ps(limit);
  int64_t found = 0;
  for (int64_t i = 0; i < count; i += 16)
    found += __builtin_popcount(
        _mm512_mask_cmp_ps_mask(lanes_left(count - i), _mm512_loadu_ps(numbers + i), bound, _CMP_LE_OQ));
  return found;
}

int64_t clanes_drop(float* chords, uint32_t* positions, int64_t count, float limit) {
  const __m512 bound = _mm512_set1_ps(limit);
  int64_t end = 0;
  for (int64_t i = 0; i < count; i += 16) {
    const __m512 chord = _mm512_loadu_ps(chords + i);
    const __m512i position = _mm512_loadu_si512(positions + i);
    const __mmask16 near = _mm512_mask_cmp_ps_mask(lanes_left(count - i), chord, bound, _CMP_LE_OQ);
    _mm512_storeu_ps(chords + end, _mm512_maskz_compress_ps(near, chord));
    _mm512_storeu_si512(positions + end, _mm512_maskz_compress_epi32(near, position));
    end += __builtin_popcount(near);
  }
  return end;
}

// MARK: Distances. The coefficients and the order of operations are those of Trigonometry+Lanes.swift.

#define ADD(a, b) _mm512_add_pd(a, b)
#define SUB(a, b) _mm512_sub_pd(a, b)
#define MUL(a, b) _mm512_mul_pd(a, b)
#define SET(a) _mm512_set1_pd(a)
// a + b·z
#define LINE(a, b, z) ADD(SET(a), MUL(SET(b), z))

static inline __m512d sine_near_zero(__m512d degrees) {
  const __m512d upper =
      _mm512_castsi512_pd(_mm512_and_si512(_mm512_castpd_si512(degrees), _mm512_set1_epi64((long long)0xFFFFFFFFF8000000)));
  const __m512d square = MUL(degrees, degrees), fourth = MUL(square, square);
  const __m512d tail =
      ADD(LINE(-0x1.dbb820d942f66p-21, 0x1.dad94eae0e0e3p-37, square),
          MUL(fourth, ADD(LINE(-0x1.c368d9f614f41p-54, 0x1.f4a5fe158fe25p-72, square),
                          MUL(fourth, LINE(-0x1.6b6c0907b3ed3p-90, 0x1.704cefac4fefp-109, square)))));
  const __m512d small = ADD(ADD(MUL(SUB(degrees, upper), SET(0x1.1df46ap-6)), MUL(degrees, SET(0x1.294e9c8ae0ec6p-33))),
                            MUL(degrees, MUL(square, tail)));
  return ADD(MUL(upper, SET(0x1.1df46ap-6)), small);
}

static inline __m512d cosine_near_zero(__m512d degrees) {
  const __m512d square = MUL(degrees, degrees), fourth = MUL(square, square);
  const __m512d tail =
      ADD(LINE(0x1.09b116a83dcf3p-28, -0x1.619b85bbd2ae5p-45, square),
          MUL(fourth, ADD(LINE(0x1.f83ab5cf479eap-63, -0x1.bf6244a1acbadp-81, square),
                          MUL(fourth, LINE(0x1.0ea4f406ac05bp-99, -0x1.d81c928d779fdp-119, square)))));
  return ADD(SET(1), ADD(MUL(square, SET(-0x1.3f6a1db141fbap-13)), MUL(fourth, tail)));
}

static inline __m512d arcsine_below_half(__m512d x) {
  const __m512d square = MUL(x, x), fourth = MUL(square, square), eighth = MUL(fourth, fourth);
  const __m512d low = ADD(LINE(0x1.555555555539p-3, 0x1.333333336e80fp-4, square),
                          MUL(fourth, LINE(0x1.6db6db427a4f8p-5, 0x1.f1c72c38fb342p-6, square)));
  const __m512d middle = ADD(LINE(0x1.6e89f440197a7p-6, 0x1.1c6be1a687738p-6, square),
                             MUL(fourth, LINE(0x1.c6fdc1aaa5333p-7, 0x1.8ec2fca604435p-7, square)));
  const __m512d high = ADD(LINE(0x1.abcf5cd7c44efp-8, 0x1.3ff4a990b2879p-6, square),
                           MUL(fourth, LINE(-0x1.09d32833a0d94p-6, 0x1.056d6c8139f2bp-5, square)));
  return ADD(x, MUL(x, MUL(square, ADD(low, MUL(eighth, ADD(middle, MUL(eighth, high)))))));
}

int64_t clanes_refine(const void* leaves, const uint32_t* positions, int64_t count, clanes_origin origin,
                      double radius_meters, double* meters, uint32_t* indexes) {
  const char* base = leaves;
  int64_t end = 0;
  const __m512d half = SET(0.5), limit = SET(45);
  for (int64_t i = 0; i < count; i += 8) {
    const __mmask8 lanes = count - i >= 8 ? 0xFF : (__mmask8)((1u << (count - i)) - 1);
    // A leaf has 512 bytes: the indexes begin at 192, the latitudes at 256, the longitudes at 384. Single loads, as
    // gathers are slower.
    const char* point[8];
    uint32_t index[8];
    for (int lane = 0; lane < 8; ++lane) {
      const uint64_t position = positions[i + lane < count ? i + lane : i];
      const char* leaf = base + (position >> 4 << 9);
      index[lane] = *(const uint32_t*)(leaf + 192 + (position & 15) * 4);
      point[lane] = leaf + (position & 15) * 8;
    }
#define LOAD(lane, offset) *(const double*)(point[lane] + offset)
#define LOAD8(offset)                                                                                  \
  _mm512_setr_pd(LOAD(0, offset), LOAD(1, offset), LOAD(2, offset), LOAD(3, offset), LOAD(4, offset), \
                 LOAD(5, offset), LOAD(6, offset), LOAD(7, offset))
    const __m512d latitude = LOAD8(256), longitude = LOAD8(384);

    // A division by two is exact, and so is a multiplication by a half.
    const __m512d half_latitude = MUL(SUB(SET(origin.latitude), latitude), half);
    __m512d turn = _mm512_abs_pd(SUB(SET(origin.longitude), longitude));
    turn = _mm512_mask_sub_pd(turn, _mm512_cmp_pd_mask(turn, SET(180), _CMP_GT_OQ), SET(360), turn);
    const __m512d half_longitude = MUL(turn, half);
    const __mmask8 outside = _mm512_cmp_pd_mask(_mm512_abs_pd(half_latitude), limit, _CMP_GT_OQ) |
                             _mm512_cmp_pd_mask(half_longitude, limit, _CMP_GT_OQ) |
                             _mm512_cmp_pd_mask(_mm512_abs_pd(latitude), limit, _CMP_GT_OQ);
    const __m512d sine_latitude = sine_near_zero(half_latitude);
    const __m512d sine_longitude = sine_near_zero(half_longitude);
    const __m512d haversine =
        ADD(MUL(sine_latitude, sine_latitude),
            MUL(MUL(SET(origin.cosine), cosine_near_zero(latitude)), MUL(sine_longitude, sine_longitude)));
    const __m512d half_chord = _mm512_sqrt_pd(haversine);
    if (lanes & (outside | _mm512_cmp_pd_mask(half_chord, half, _CMP_GE_OQ))) return -1;
    const __m512d distance = MUL(SET(2 * 6371008.8), arcsine_below_half(half_chord));

    const __mmask8 inside = _mm512_mask_cmp_pd_mask(lanes, distance, SET(radius_meters), _CMP_LE_OQ);
    _mm512_storeu_pd(meters + end, _mm512_maskz_compress_pd(inside, distance));
    if (inside == 0xFF) {
      for (int lane = 0; lane < 8; ++lane) indexes[end + lane] = index[lane];
      end += 8;
    } else {
      for (int lane = 0; lane < 8; ++lane) {
        indexes[end] = index[lane];
        end += inside >> lane & 1;
      }
    }
  }
  return end;
}

// MARK: Order

void clanes_rank(const double* numbers, int64_t count, uint32_t* places) {
  float keys[128];
  const __m256 beyond = _mm256_set1_ps(__builtin_inff());
  for (int64_t i = 0; i < count; i += 8) {
    const __m256 key = _mm512_cvtpd_ps(_mm512_loadu_pd(numbers + i));
    const __mmask8 lanes = (__mmask8)lanes_left(count - i);
    _mm256_storeu_ps(keys + i, _mm256_mask_mov_ps(beyond, lanes, key));
  }
  if ((count & 15) != 0 && (count & 15) <= 8) _mm256_storeu_ps(keys + (count & ~15) + 8, beyond);
  const __m512i one = _mm512_set1_epi32(1);
  for (int64_t block = 0; block < count; block += 16) {
    const __m512 own = _mm512_loadu_ps(keys + block);
    __m512i place = _mm512_setzero_si512();
    const int64_t end = block + 16 < count ? block + 16 : count;
    int64_t i = 0;
    for (; i < block; ++i)
      place = _mm512_mask_add_epi32(place, _mm512_cmp_ps_mask(own, _mm512_set1_ps(keys[i]), _CMP_GE_OQ), place, one);
    for (; i < end; ++i) {
      const __m512 other = _mm512_set1_ps(keys[i]);
      const __mmask16 later = (__mmask16)(0xFFFE << (i - block));
      place = _mm512_mask_add_epi32(place, _mm512_cmp_ps_mask(own, other, _CMP_GT_OQ), place, one);
      place = _mm512_mask_add_epi32(place, _mm512_mask_cmp_ps_mask(later, own, other, _CMP_EQ_OQ), place, one);
    }
    for (; i < count; ++i)
      place = _mm512_mask_add_epi32(place, _mm512_cmp_ps_mask(own, _mm512_set1_ps(keys[i]), _CMP_GT_OQ), place, one);
    _mm512_mask_storeu_epi32(places + block, lanes_left(count - block), place);
  }
}

double clanes_greatest(const double* numbers, int64_t count) {
  __m512d greatest = _mm512_setzero_pd();
  for (int64_t i = 0; i < count; i += 8)
    greatest = _mm512_max_pd(greatest, _mm512_maskz_loadu_pd((__mmask8)lanes_left(count - i), numbers + i));
  return _mm512_reduce_max_pd(greatest);
}

float clanes_greatest_float(const float* numbers, int64_t count) {
  __m512 greatest = _mm512_setzero_ps();
  for (int64_t i = 0; i < count; i += 16)
    greatest = _mm512_max_ps(greatest, _mm512_maskz_loadu_ps(lanes_left(count - i), numbers + i));
  return _mm512_reduce_max_ps(greatest);
}

#pragma clang attribute pop

#else

bool clanes_available(void) { return false; }

// Never called: the portable twins are.
bool clanes_advance(clanes_walk* walk, float threshold) { return false; }
bool clanes_advance_labelled(clanes_walk* walk, const clanes_labels* labels, float threshold) { return false; }
bool clanes_advance_list(clanes_walk* walk, clanes_list* list, float threshold) { return false; }
void clanes_insert(float* sorted, const float* numbers, int64_t count) {}
float clanes_smallest(const float* numbers, int64_t count, float other) { return other; }
int64_t clanes_count(const float* numbers, int64_t count, float limit) { return 0; }
int64_t clanes_drop(float* chords, uint32_t* positions, int64_t count, float limit) { return count; }
int64_t clanes_refine(const void* leaves, const uint32_t* positions, int64_t count, clanes_origin origin,
                      double radius_meters, double* meters, uint32_t* indexes) { return -1; }
void clanes_rank(const double* numbers, int64_t count, uint32_t* places) {}
double clanes_greatest(const double* numbers, int64_t count) { return 0; }
float clanes_greatest_float(const float* numbers, int64_t count) { return 0; }

#endif
