// The inner loops for AVX-512.
#include "CLanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#define DOUBLE_LANES 8
#include "Vectors.h"

INLINE int32_t least(ints words) { return __builtin_reduce_min(words); }

// Appends the lanes that a condition holds for; returns where they end.
INLINE int64_t keep(ints condition, floats chord, ints position, float* chords, uint32_t* positions, int64_t end) {
  const __mmask16 lanes = (__mmask16)bits_of(condition);
  _mm512_storeu_ps(chords + end, _mm512_maskz_compress_ps(lanes, (__m512)chord));
  _mm512_storeu_si512(positions + end, _mm512_maskz_compress_epi32(lanes, (__m512i)position));
  return end + __builtin_popcount(lanes);
}

// The same for the first distances that do not exceed a limit.
INLINE int64_t keep_near(doubles distance, double limit, int64_t count, const uint32_t* index, double* meters,
                         uint32_t* indexes, int64_t end) {
  const __mmask8 lanes = _mm512_mask_cmp_pd_mask((__mmask8)((1u << count) - 1), (__m512d)distance,
                                                 _mm512_set1_pd(limit), _CMP_LE_OQ);
  _mm512_storeu_pd(meters + end, _mm512_maskz_compress_pd(lanes, (__m512d)distance));
  _mm256_storeu_si256((__m256i*)(indexes + end),
                      _mm256_maskz_compress_epi32(lanes, _mm256_loadu_si256((const __m256i*)index)));
  return end + __builtin_popcount(lanes);
}

#include "Codes.h"

#define NAME "avx512"
#define RANK_LIMIT 128
#include "Functions.h"
#pragma clang attribute pop

const clanes_functions* clanes_avx512(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                 __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                 __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")
             ? &functions
             : 0;
}

#else
const clanes_functions* clanes_avx512(void) { return 0; }
#endif
