// The whole search for few neighbours.

// See ChordBound.swift.
INLINE float widened(float chord) {
  const float bound = __builtin_elementwise_sqrt(chord) * (1 + 12 * 0x1p-24f) + 5 * 0x1p-24f;
  return bound * bound;
}

// Starts a walk at the root, or ends it there.
INLINE void start(clanes_walk* restrict walk, float threshold) {
  // A negative threshold has larger bits than any other, and admits nothing.
  for (int level = 0; level < 8; ++level) walk->next[level] = UINT32_MAX;
  if (walk->point_count > 0 && threshold >= 0) walk->next[walk->height] = 0;
  walk->first_child[walk->height] = 0;
  walk->left[walk->height] = 0;
  walk->count = walk->nodes_visited = walk->points_tested = 0;
}

INLINE clanes_origin start_at(clanes_walk* restrict walk, double latitude, double longitude, float threshold) {
  doubles angles = 0, sine, cosine;
  angles[0] = latitude;
  angles[1] = longitude;
  sines_cosines(angles, &sine, &cosine);
  walk->query.x = (float)(cosine[0] * cosine[1]);
  walk->query.y = (float)(cosine[0] * sine[1]);
  walk->query.z = (float)sine[0];
  start(walk, threshold);
  return (clanes_origin){latitude, longitude, cosine[0]};
}

static clanes_origin begin(clanes_walk* walk, double latitude, double longitude, float threshold) {
  return start_at(walk, latitude, longitude, threshold);
}

// Of the candidates the one that comes first; see `nearest`.
INLINE int64_t nearest_of(const clanes_walk* walk, float threshold, clanes_origin origin, double radius_meters,
                          int64_t room, double* meters, uint32_t* index) {
  if (walk->count > room) return -1;
  // Nearly always there is one, and it has the last threshold.
  const int64_t count =
      walk->count > 1 ? drop(walk->chords, walk->positions, walk->count, threshold) : walk->count;
  double best = __builtin_inf();
  uint32_t best_index = UINT32_MAX;
  const char* leaves = (const char*)walk->base + walk->level_offsets[0];
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t position = walk->positions[i];
    const char* leaf = leaves + (position >> 4 << 9);
    const uint32_t candidate = *(const uint32_t*)(leaf + 192 + (position & 15) * 4);
    const double latitude = *(const double*)(leaf + 256 + (position & 15) * 8);
    const double longitude = *(const double*)(leaf + 384 + (position & 15) * 8);
    longs outside;
    // The same in all lanes.
    const double distance =
        distances(origin.latitude, origin.longitude, origin.cosine, latitude, longitude, &outside)[0];
    if (outside[0] || candidate >= walk->point_count) return -1;
    // Only a file that is damaged has others.
    if (!(__builtin_fabs(latitude) <= 90 && __builtin_fabs(longitude) <= 180)) return -1;
    if (distance < best || (distance == best && candidate < best_index)) {
      best = distance;
      best_index = candidate;
    }
  }
  *meters = best;
  *index = best_index;
  return count > 0 && best <= radius_meters;
}

// Goes on from a leaf until nothing nearer can be left, or there are more candidates than there is room for; the last
// threshold.
INLINE float search_nearest(clanes_walk* restrict walk, int64_t leaf, float threshold, int64_t room) {
  for (; leaf >= 0 && walk->count <= room; leaf = next_leaf(walk, 0, threshold)) {
    const floats chords = chords_of(walk, leaf);
    const float bound = widened(float_of(least((ints)chords)));
    if (bound < threshold) threshold = bound;
    take(walk, 0, leaf, chords, threshold);
  }
  return threshold;
}

static int64_t nearest(clanes_walk* restrict walk, double latitude, double longitude, float threshold,
                       double radius_meters, int64_t room, double* meters, uint32_t* index) {
  const clanes_origin origin = start_at(walk, latitude, longitude, threshold);
  threshold = search_nearest(walk, next_leaf(walk, 0, threshold), threshold, room);
  return nearest_of(walk, threshold, origin, radius_meters, room, meters, index);
}

INLINE bool narrow_by(clanes_walk* restrict walk, const clanes_labels* labels, float* restrict threshold, float* sorted,
                      int64_t wanted, int64_t enough) {
  float bound = *threshold;
  int64_t number;
  while (walk->count < enough) {
    if ((number = next_leaf(walk, labels, bound)) < 0) {
      *threshold = bound;
      return false;
    }
    const int64_t before = walk->count;
    take(walk, labels, number, chords_of(walk, number), bound);
    if (walk->count == before) continue;
    insert(sorted, walk->chords + before, walk->count - before);
    const float lower = widened(sorted[wanted - 1]);
    bound = lower < bound ? lower : bound;
  }
  *threshold = bound;
  return true;
}

static bool narrow(clanes_walk* walk, float* threshold, float* sorted, int64_t wanted, int64_t enough) {
  return narrow_by(walk, 0, threshold, sorted, wanted, enough);
}

static bool narrow_labelled(clanes_walk* walk, const clanes_labels* labels, float* threshold, float* sorted,
                            int64_t wanted, int64_t enough) {
  return narrow_by(walk, labels, threshold, sorted, wanted, enough);
}
