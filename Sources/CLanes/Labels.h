// What of a tree has the labels that a query admits. Null labels admit everything.

typedef uint64_t sets VECTOR(16);
typedef sets loose_sets __attribute__((aligned(8), may_alias));

// Which of sixteen sets have a code in common with those admitted.
INLINE ints meets(const char* place, uint64_t admitted) {
  return __builtin_convertvector((*(const loose_sets*)place & admitted) != 0, ints);
}

// Which of sixteen leaves have a point with admitted codes in both groups.
INLINE uint32_t leaves_met(const uint8_t* codes, const clanes_labels* labels) {
  uint32_t met = 0;
  for (int leaf = 0; leaf < 16; ++leaf) met |= (uint32_t)(admitted(codes + leaf * 32, labels) != 0) << leaf;
  return met;
}

// Which children of a node have points with admitted codes below them, or may have.
INLINE ints children_met(const clanes_labels* labels, int64_t level, uint64_t number) {
  const char* place = (const char*)labels->base + labels->level_offsets[level] + number * 256;
  // Where a group asks nothing, its sets need not be read.
  if (labels->second == UINT64_MAX) return meets(place, labels->first);
  ints met = meets(place + 128, labels->second);
  if (labels->first == UINT64_MAX) return met;
  met &= meets(place, labels->first);
  if (level > 1) return met;
  // Codes that are both frequent meet in most leaves, though not in one point: ask the points.
  const uint8_t* codes = (const uint8_t*)labels->base + labels->level_offsets[0];
  return met & lanes_of(leaves_met(codes + number * 512, labels));
}

// Which points of a leaf have admitted codes.
INLINE ints points_admitted(const clanes_labels* labels, int64_t number) {
  const uint8_t* codes = (const uint8_t*)labels->base + labels->level_offsets[0];
  return lanes_of(admitted(codes + number * 32, labels));
}
