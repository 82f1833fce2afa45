// Vectors of the compiler, which it makes of what the processor has. The file that includes this has defined
// DOUBLE_LANES, how many doubles one register holds.
#pragma once
#include "CLanes.h"

// Vectors wider than the processor's are never passed, since all is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// What is in floats may be fused where FUSED stands; nothing else is.
#pragma STDC FP_CONTRACT OFF
#define FUSED _Pragma("STDC FP_CONTRACT ON")
#define INLINE static inline __attribute__((always_inline))
#define VECTOR(count) __attribute__((ext_vector_type(count)))

typedef float floats VECTOR(16);
typedef int32_t ints VECTOR(16);
typedef int32_t ints4 VECTOR(4);
typedef bool flags VECTOR(16);
typedef double doubles VECTOR(DOUBLE_LANES);
typedef int64_t longs VECTOR(DOUBLE_LANES);
typedef bool double_flags VECTOR(DOUBLE_LANES);

// Memory that is aligned to no more than its elements.
typedef floats loose_floats __attribute__((aligned(4), may_alias));
typedef ints loose_ints __attribute__((aligned(4), may_alias));
typedef ints4 loose_ints4 __attribute__((aligned(4), may_alias));
typedef doubles loose_doubles __attribute__((aligned(8), may_alias));

#define SLOTS ((ints){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
static const float INFINITE = __builtin_inff();

INLINE floats load_floats(const float* place) { return *(const loose_floats*)place; }
INLINE doubles load_doubles(const double* place) { return *(const loose_doubles*)place; }
INLINE void store_floats(float* place, floats value) { *(loose_floats*)place = value; }
INLINE void store_ints(uint32_t* place, ints value) { *(loose_ints*)place = value; }
INLINE void store_doubles(double* place, doubles value) { *(loose_doubles*)place = value; }

// One bit for each lane whose condition holds, and back.
INLINE uint32_t bits_of(ints condition) {
  const flags set = __builtin_convertvector(condition, flags);
  uint16_t bits;
  __builtin_memcpy(&bits, &set, 2);
  return bits;
}
INLINE ints lanes_of(uint32_t bits) {
  return ((ints)(int32_t)bits & ((ints)1 << SLOTS)) != 0;
}

// The lanes before an end.
INLINE ints lanes_before(int64_t end) { return SLOTS < (ints)(int32_t)(end < 16 ? end : 16); }

// Of floats that are not negative the lesser and the greater; they are in order as their bits are.
#if defined(__aarch64__)
INLINE floats lesser(floats a, floats b) { return (floats)__builtin_elementwise_min((ints)a, (ints)b); }
INLINE floats greater(floats a, floats b) { return (floats)__builtin_elementwise_max((ints)a, (ints)b); }
#else
INLINE floats lesser(floats a, floats b) { return a < b ? a : b; }
INLINE floats greater(floats a, floats b) { return a > b ? a : b; }
#endif

INLINE float float_of(int32_t bits) {
  float number;
  __builtin_memcpy(&number, &bits, 4);
  return number;
}
