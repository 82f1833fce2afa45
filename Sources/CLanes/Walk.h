// The walk from leaf to leaf.

// How far a query is outside of sixteen intervals on one axis. Of two negative gaps either is as good.
INLINE floats gap(const float* least, const float* greatest, float q) {
  return greater(greater(*(const floats*)least - q, q - *(const floats*)greatest), 0);
}

// The squares of boxes and points are the same operations, so that a box is never farther than a point in it.
INLINE floats square_of(floats x, floats y, floats z) {
  FUSED
  return x * x + y * y + z * z;
}

// Nothing waits: above every threshold.
#define NONE 0x7FFFFFFF

// The least word of the children that wait.
INLINE uint32_t least_waiting(ints words, uint32_t left) {
  return (uint32_t)least(lanes_of(left) ? words : (ints)NONE);
}

INLINE void fetch_leaf(const char* leaf) {
  __builtin_prefetch(leaf);
  __builtin_prefetch(leaf + 64);
  __builtin_prefetch(leaf + 128);
  __builtin_prefetch(leaf + 192);
}

// Looks at the children of a node, which wait at the level below, but for the nearest: its word is returned.
INLINE uint32_t open_node(clanes_walk* restrict walk, const clanes_labels* labels, int64_t level, uint64_t number) {
  ++walk->nodes_visited;
  const float* box = (const float*)((const char*)walk->base + walk->level_offsets[level] + number * 384);
  const floats square = square_of(gap(box, box + 48, walk->query.x), gap(box + 16, box + 64, walk->query.y),
                                  gap(box + 32, box + 80, walk->query.z));
  // The square's last four bits make room for the box's place, so that one word sorts and tells. An empty box is
  // infinitely far.
  ints words = ((ints)square & 0x7FFFFFF0) | SLOTS;
  if (labels) words = children_met(labels, level, number) ? words : (ints)NONE;
  const uint32_t nearest = (uint32_t)least(words), left = 0xFFFF & ~(1u << (nearest & 15));
  --level;
  walk->first_child[level] = (uint32_t)(number << 4);
  walk->left[level] = left;
  walk->next[level] = least_waiting(words, left);
  *(ints*)(walk->waiting + level * 16) = words;
  return nearest;
}

// What no word of a child within the threshold exceeds: floats that are not negative are in order as their bits are,
// and a word's last four bits are a place, not the square's.
INLINE uint32_t bound_of(float threshold) {
  uint32_t bits;
  __builtin_memcpy(&bits, &threshold, 4);
  return bits | 15;
}

// The number of the next leaf that may have admitted points within the threshold, −1 for none.
INLINE int64_t next_leaf(clanes_walk* restrict walk, const clanes_labels* labels, float threshold) {
  const uint32_t bound = bound_of(threshold);
  int64_t level = 0;
  for (;;) {
    // Where the nearest that waits at a level is too far, all are, and stay so.
    const uint32_t word = walk->next[level];
    if (word > bound) {
      if (++level > walk->height) return -1;
      continue;
    }
    uint64_t number = walk->first_child[level] + (word & 15);
    walk->left[level] &= ~(1u << (word & 15));
    walk->next[level] = least_waiting(*(const ints*)(walk->waiting + level * 16), walk->left[level]);
    // The nearest child is next at once; which comes after it is found while the walk is below.
    for (; level > 0; --level) {
      const uint32_t nearest = open_node(walk, labels, level, number);
      if (nearest > bound) break;
      number = number << 4 | (nearest & 15);
    }
    if (level == 0) {
      ++walk->nodes_visited;
      const char* leaves = (const char*)walk->base + walk->level_offsets[0];
      // Of what comes after the memory is asked for now; where nothing does, of some leaf beside.
      fetch_leaf(leaves + (uint64_t)(walk->first_child[0] + (walk->next[0] & 15)) * 512);
      return (int64_t)number;
    }
  }
}

// The squared chords of a leaf's points.
INLINE floats chords_of(clanes_walk* restrict walk, int64_t number) {
  const int64_t points = walk->point_count - number * 16;
  walk->points_tested += points < 16 ? points : 16;
  const float* leaf = (const float*)((const char*)walk->base + walk->level_offsets[0] + number * 512);
  return square_of(*(const floats*)leaf - walk->query.x, *(const floats*)(leaf + 16) - walk->query.y,
                   *(const floats*)(leaf + 32) - walk->query.z);
}

// Looks at a leaf: the candidates it has within the threshold.
INLINE void take(clanes_walk* restrict walk, const clanes_labels* labels, int64_t number, floats chords,
                 float threshold) {
  ints near = chords <= threshold;
  if (labels) near &= points_admitted(labels, number);
  if (!bits_of(near)) return;
  walk->count = keep(near, chords, SLOTS + (int32_t)(number * 16), walk->chords, walk->positions,
                     walk->count);
}

INLINE bool advance_by(clanes_walk* restrict walk, const clanes_labels* labels, float threshold, int64_t enough) {
  int64_t number;
  while (walk->count < enough) {
    if ((number = next_leaf(walk, labels, threshold)) < 0) return false;
    take(walk, labels, number, chords_of(walk, number), threshold);
  }
  return true;
}

static bool advance(clanes_walk* walk, float threshold, int64_t enough) {
  return advance_by(walk, 0, threshold, enough);
}

static bool advance_labelled(clanes_walk* walk, const clanes_labels* labels, float threshold, int64_t enough) {
  return advance_by(walk, labels, threshold, enough);
}

static bool advance_list(clanes_walk* restrict walk, clanes_list* restrict list, float threshold, int64_t enough) {
  while (walk->count < enough) {
    if (list->next >= list->end) return false;
    const float* block = (const float*)((const char*)list->blocks + list->next++ * 256);
    const floats chords = square_of(*(const floats*)block - walk->query.x, *(const floats*)(block + 16) - walk->query.y,
                                    *(const floats*)(block + 32) - walk->query.z);
    walk->count = keep(chords <= threshold, chords, *(const ints*)(block + 48), walk->chords, walk->positions,
                       walk->count);
  }
  return true;
}
