// The inner loops for any processor.
#define DOUBLE_LANES 2
#include "Vectors.h"

INLINE int32_t least(ints words) { return __builtin_reduce_min(words); }

#if defined(__aarch64__)
#include <arm_neon.h>
INLINE ints4 shuffle_bytes(ints4 v, ints4 bytes) { return (ints4)vqtbl1q_u8((uint8x16_t)v, (uint8x16_t)bytes); }
#include "Compress.h"
#else
// Appends the lanes that a condition holds for; returns where they end. All are written, and counted where it holds:
// no branch depends on a point.
INLINE int64_t keep(ints condition, floats chord, ints position, float* chords, uint32_t* positions, int64_t end) {
  for (int lane = 0; lane < 16; ++lane) {
    chords[end] = chord[lane];
    positions[end] = (uint32_t)position[lane];
    end -= condition[lane];
  }
  return end;
}
#endif

typedef uint64_t code_sets VECTOR(16);
typedef uint8_t codes VECTOR(16);
typedef codes loose_codes __attribute__((aligned(1), may_alias));

// Which of sixteen points have an admitted code in both groups.
INLINE uint32_t admitted(const uint8_t* place, const clanes_labels* labels) {
  const code_sets first = __builtin_convertvector(*(const loose_codes*)place & 63, code_sets);
  const code_sets second = __builtin_convertvector(*(const loose_codes*)(place + 16) & 63, code_sets);
  const code_sets found = (code_sets)labels->first >> first & (code_sets)labels->second >> second & 1;
  return bits_of(__builtin_convertvector(found != 0, ints));
}

#define NAME "portable"
#define RANK_LIMIT 48
#include "OneByOne.h"
#include "Functions.h"

const clanes_functions* clanes_portable(void) { return &functions; }
