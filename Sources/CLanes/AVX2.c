// The inner loops for AVX2.
#include "CLanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,popcnt"))), apply_to = function)
#define DOUBLE_LANES 4
#include "Vectors.h"

INLINE int32_t least(ints words) { return __builtin_reduce_min(words); }

INLINE ints4 shuffle_bytes(ints4 v, ints4 bytes) { return (ints4)_mm_shuffle_epi8((__m128i)v, (__m128i)bytes); }
#include "Compress.h"

#include "Codes.h"

#define NAME "avx2"
#define RANK_LIMIT 96
#include "OneByOne.h"
#include "Functions.h"
#pragma clang attribute pop

const clanes_functions* clanes_avx2(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                 __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")
             ? &functions
             : 0;
}

#else
const clanes_functions* clanes_avx2(void) { return 0; }
#endif
