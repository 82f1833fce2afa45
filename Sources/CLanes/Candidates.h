// Candidates: their squared chords, and which are worth keeping.

// One step of a sorting network: each lane meets a partner, and where the blend says so the greater stays.
#define EXCHANGE(v, partners, blend) \
  v = ((blend) ? greater(v, __builtin_shufflevector(v, v, partners)) : lesser(v, __builtin_shufflevector(v, v, partners)))
#define BESIDE 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
#define ACROSS_TWO 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define ACROSS_FOUR 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11
#define ACROSS_EIGHT 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7
#define FOUR_TURNED 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
#define EIGHT_TURNED 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8
#define ALL_TURNED 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
// The first of each two, four, eight and sixteen lanes.
#define FIRST(count) ((SLOTS & (count)) == 0)

// Sixteen numbers, the greatest first; bitonic.
INLINE floats sorted_descending(floats v) {
  EXCHANGE(v, BESIDE, FIRST(1));
  EXCHANGE(v, FOUR_TURNED, FIRST(2));
  EXCHANGE(v, BESIDE, FIRST(1));
  EXCHANGE(v, EIGHT_TURNED, FIRST(4));
  EXCHANGE(v, ACROSS_TWO, FIRST(2));
  EXCHANGE(v, BESIDE, FIRST(1));
  EXCHANGE(v, ALL_TURNED, FIRST(8));
  EXCHANGE(v, ACROSS_FOUR, FIRST(4));
  EXCHANGE(v, ACROSS_TWO, FIRST(2));
  EXCHANGE(v, BESIDE, FIRST(1));
  return v;
}

static void insert(float* sorted, const float* numbers, int64_t count) {
  floats run = *(const floats*)sorted;
  if (count > 8) {
    // Many at once: sort them the other way round, keep the smaller of each pair, and merge.
    run = lesser(run, sorted_descending(lanes_before(count) ? load_floats(numbers) : (floats)INFINITE));
    EXCHANGE(run, ACROSS_EIGHT, !FIRST(8));
    EXCHANGE(run, ACROSS_FOUR, !FIRST(4));
    EXCHANGE(run, ACROSS_TWO, !FIRST(2));
    EXCHANGE(run, BESIDE, !FIRST(1));
  } else {
    for (int64_t i = 0; i < count; ++i) {
      const floats above = __builtin_shufflevector(run, (floats)0, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
      run = lesser(run, greater(above, (floats)numbers[i]));
    }
  }
  *(floats*)sorted = run;
}

static float smallest(const float* numbers, int64_t count, float other) {
  const floats number = lanes_before(count) ? load_floats(numbers) : (floats)other;
  return float_of(least((ints)number));
}

static int64_t count(const float* numbers, int64_t count, float limit) {
  ints found = 0;
  int64_t i = 0;
  for (; i + 16 <= count; i += 16) found -= load_floats(numbers + i) <= limit;
  if (i < count) found -= (load_floats(numbers + i) <= limit) & lanes_before(count - i);
  return __builtin_reduce_add(found);
}

static int64_t drop(float* chords, uint32_t* positions, int64_t count, float limit) {
  int64_t end = 0;
  for (int64_t i = 0; i < count; i += 16) {
    const floats chord = load_floats(chords + i);
    const ints position = *(const loose_ints*)(positions + i);
    end = keep((chord <= limit) & lanes_before(count - i), chord, position, chords, positions, end);
  }
  return end;
}

static float greatest_float(const float* numbers, int64_t count) {
  floats most = 0;
  int64_t i = 0;
  for (; i + 16 <= count; i += 16) most = greater(most, load_floats(numbers + i));
  if (i < count) most = greater(most, lanes_before(count - i) ? load_floats(numbers + i) : (floats)0);
  return float_of(__builtin_reduce_max((ints)most));
}
