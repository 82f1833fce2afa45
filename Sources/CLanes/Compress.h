// Moving the lanes that a condition holds for side by side, by a table, four lanes at a time.

// Bytes of one of four lanes.
#define LANE(number) (0x03020100 + 0x04040404 * (number))
static const ints4 members[16] = {
    {0},
    {LANE(0)},
    {LANE(1)},
    {LANE(0), LANE(1)},
    {LANE(2)},
    {LANE(0), LANE(2)},
    {LANE(1), LANE(2)},
    {LANE(0), LANE(1), LANE(2)},
    {LANE(3)},
    {LANE(0), LANE(3)},
    {LANE(1), LANE(3)},
    {LANE(0), LANE(1), LANE(3)},
    {LANE(2), LANE(3)},
    {LANE(0), LANE(2), LANE(3)},
    {LANE(1), LANE(2), LANE(3)},
    {LANE(0), LANE(1), LANE(2), LANE(3)},
};
static const uint8_t member_count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

// Appends the lanes that a condition holds for; returns where they end.
INLINE int64_t keep(ints condition, floats chord, ints position, float* chords, uint32_t* positions, int64_t end) {
  const uint32_t lanes = bits_of(condition);
#define KEEP_FOUR(first)                                                                                        \
  do {                                                                                                          \
    const uint32_t four = lanes >> (first) & 15;                                                                \
    *(loose_ints4*)(chords + end) = shuffle_bytes(                                                              \
        (ints4)__builtin_shufflevector(chord, chord, (first), (first) + 1, (first) + 2, (first) + 3),           \
        members[four]);                                                                                         \
    *(loose_ints4*)(positions + end) = shuffle_bytes(                                                           \
        __builtin_shufflevector(position, position, (first), (first) + 1, (first) + 2, (first) + 3),            \
        members[four]);                                                                                         \
    end += member_count[four];                                                                                  \
  } while (0)
  KEEP_FOUR(0);
  KEEP_FOUR(4);
  KEEP_FOUR(8);
  KEEP_FOUR(12);
  return end;
}
